import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { shinglePage } from '../../src/flow/shingle-page.ts';
import { neardupProcess } from './run.ts';

const root = resolve(import.meta.dirname, '../..');
const main = resolve(root, 'dist/cli/main.js');
const { exports } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
  exports: Record<string, string | { default: string }>;
};
const entryPoints = Object.values(exports).flatMap((entry) =>
  typeof entry === 'string' ? [] : entry.default,
);

test('the command line loads no command, and nothing of the library, before it knows which command is called', () => {
  const { bytes, packages } = loadedBy(main);
  expect(packages).toEqual([]);
  expect(bytes).toBeLessThan(20_000);
});

test('join starts without what reads pages: no package, and less than 310 KB of our own', () => {
  const { bytes, packages } = loadedBy(resolve(root, 'dist/cli/join.js'));
  expect(packages).toEqual([]);
  expect(bytes).toBeLessThan(310_000);
});

test('dedup starts without a package: what only some pages, dumps and methods take is loaded when it is needed', () => {
  const { packages } = loadedBy(resolve(root, 'dist/cli/dedup.js'));
  expect(packages).toEqual([]);
});

test.each(entryPoints)('an import of %s loads at most 40 files, and no package', (entry) => {
  const { files, packages } = loadedBy(resolve(root, entry));
  expect(packages).toEqual([]);
  expect(files).toBeLessThanOrEqual(40);
});

test.skipIf(process.platform === 'win32').each([
  [
    'ulimit -n 28',
    /^neardup: \S+: too many files are open in this process: raise its limit \(ulimit -n\)\n$/,
  ],
  ['ulimit -v 4000000', /^neardup: WebAssembly.*where the address space .* lift that limit \(ulimit -v\)\n$/],
])('a limit that keeps a command from being loaded is told in one line: %s', async (limit, said) => {
  // later versions of Node open fewer files and need less address space
  const isReached = Number.parseInt(process.versions.node, 10) < 22;
  const call = [process.execPath, main, 'dedup', 'package.json', '--quiet'];
  const run = promisify(execFile)('bash', ['-c', `${limit}; exec "$@"`, 'bash', ...call], { cwd: root });
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      isReached ? said : new RegExp(`${said.source}|^neardup: package.json: expected JSON Lines`),
    ),
  });
});

test('a page in another encoding than UTF-8 is read in every bundle, which has within it what decodes that', async () => {
  const text = '日本語の文章は文字コードが違っても同じ内容です。重複したページを見つけます。';
  const bytes = Buffer.from(shiftJis, 'base64');
  const folder = await mkdtemp(join(tmpdir(), 'start-'));
  await writeFile(join(folder, 'a.html'), `<p>${text}`);
  await writeFile(join(folder, 'b.html'), Buffer.concat([Buffer.from('<meta charset=shift_jis><p>'), bytes]));
  const { stdout } = await neardupProcess(['dedup', folder, '--json', '--quiet']);
  await rm(folder, { recursive: true });
  expect(JSON.parse(stdout)).toMatchObject({ pages: 2, codes: { 'same-grams': 1 } });

  const worker = new Worker(resolve(import.meta.dirname, '../../dist/src/flow/shingle-worker.js'));
  const pages = [{ id: 'b', url: '', body: bytes, contentType: 'text/plain; charset=shift_jis' }];
  worker.postMessage({ batch: 0, options: { extract: 'none' }, pages });
  const [{ result }] = await once(worker, 'message');
  await worker.terminate();
  expect(result[0].grams).toEqual(shinglePage({ id: 'a', url: '', body: text }, { extract: 'none' }).grams);
});

/** The text of the test above in Shift_JIS. */
const shiftJis =
  'k/qWe4zqgsyVto/Ngs2Vto6ag1KBW4NogqqI4YLBgsSC4JOvgraT4JdlgsWCt4FCj2SVoYK1gr2DeYFbg1eC8IypgsKCr4LcgreBQg==';

/** What is loaded with a file, before anything runs. */
function loadedBy(start: string): {
  readonly files: number;
  readonly bytes: number;
  readonly packages: string[];
} {
  const files = new Set<string>();
  const packages = new Set<string>();
  let bytes = 0;
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    const text = readFileSync(file, 'utf8');
    bytes += text.length;
    for (const [, from] of text.matchAll(/^(?:import|export)\b[^;]*?"([^"]+)";$/gm)) {
      if (from!.startsWith('.')) visit(join(dirname(file), from!));
      else if (!from!.startsWith('node:')) packages.add(from!);
    }
  };
  visit(start);
  return { files: files.size, bytes, packages: [...packages].sort() };
}
