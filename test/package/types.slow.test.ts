import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { expect, test } from 'vitest';
import { pack, root } from './packed.ts';

/** What is meant: ESM that Node can `require`, which attw does not know, and no types for resolution as before Node 12. */
const meant = ['CJSResolvesToESM node16-cjs', 'NoResolution node10'];

test('Are The Types Wrong finds only that the package is ESM', async () => {
  const packed = await pack();
  try {
    const result = await checkPackage(createPackageFromTarballData(packed.tarball));
    if (result.types === false) throw new Error('expected a package with types; got one without');
    const problems = result.problems.map((problem) =>
      'resolutionKind' in problem ? `${problem.kind} ${problem.resolutionKind}` : JSON.stringify(problem),
    );
    expect(problems.filter((problem) => !meant.includes(problem))).toEqual([]);
  } finally {
    await packed.remove();
  }
});

test('the build reads no declarations of an earlier one, so that it works where there was none', async () => {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const elsewhere = join(tmpdir(), 'neardup-build');
  const call = [tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', elsewhere, '--listFilesOnly'];
  const { stdout } = await promisify(execFile)(process.execPath, call, { cwd: root, maxBuffer: 1 << 24 });
  const files = stdout.split('\n');
  expect(files.some((file) => file.endsWith('src/index.ts'))).toBe(true);
  expect(files.filter((file) => file.includes('/dist/') && !file.includes('/node_modules/'))).toEqual([]);
});
