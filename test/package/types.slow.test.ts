import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { expect, test } from 'vitest';
import { pack } from './packed.ts';

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
