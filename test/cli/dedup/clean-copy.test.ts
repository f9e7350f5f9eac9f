import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { neardup, neardupProcess } from '../run.ts';

let folder: string;
const words = (seed: number): string =>
  Array.from({ length: 60 }, (_, i) => `w${(seed * 7919 + i * 104729) % 100_003}`).join(' ');
const lines = [
  { id: 'a', url: 'http://example.test/a', text: words(1) },
  { id: 'b\t', url: 'http://example.test/b', text: words(1) },
  { id: 'c', text: words(2) },
  { id: 'none', text: ' ' },
].map((page) => `${JSON.stringify(page)}\n`);
const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-copy-'));
  await writeFile(join(folder, 'in.jsonl'), lines.join(''));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('--write copies what is kept, names the rest in a manifest, and says so', async () => {
  const { code, stdout } = await neardup(['dedup', 'in.jsonl', '--write', 'kept.jsonl', '--out', 'out'], {
    cwd: folder,
  });
  expect(code).toBe(0);
  expect(await read('kept.jsonl')).toBe(lines[0]! + lines[2]! + lines[3]!);
  expect(JSON.parse(await read('kept.jsonl.manifest.jsonl'))).toEqual({
    format: 'neardup-manifest/1',
    id: 'b\t',
    url: 'http://example.test/b',
    action: 'left-out',
    representative: 'a',
    similarity: 1,
    code: 'same-grams',
  });
  expect(stdout).toMatch(/copied to kept\.jsonl \(0\.0 MB\): 3 pages, 0 as revisits, 1 left out\n/);
  const { written } = JSON.parse(await read('out/summary.json'));
  expect(written).toMatchObject({
    file: 'kept.jsonl',
    kept: 3,
    leftOut: 1,
    manifest: 'kept.jsonl.manifest.jsonl',
  });
});

test('a copy whose manifest cannot be written stays, and the error says that it is whole', async () => {
  await mkdir(join(folder, 'whole.jsonl.manifest.jsonl.unfinished'));
  const { code, stderr } = await neardup(['dedup', 'in.jsonl', '--write', 'whole.jsonl', '--quiet'], {
    cwd: folder,
  });
  expect(code).toBe(1);
  expect(stderr).toContain(
    'neardup: the copy is whole in whole.jsonl, but not its manifest: cannot write whole.jsonl.manifest.jsonl: ',
  );
  expect(await read('whole.jsonl')).toBe(lines[0]! + lines[2]! + lines[3]!);
});

test.each([
  ['--drop-list', ['--keep-list', 'list', '--drop-list', './list']],
  ['--write', ['--write', 'one.jsonl', '--keep-list', 'one.jsonl']],
  ['--write', ['--write', 'two.jsonl', '--drop-list', 'two.jsonl.manifest.jsonl']],
  ['--write', ['--out', 'three', '--write', 'three/decisions.jsonl']],
  ['--keep-list', ['--out', 'three', '--keep-list', 'three/summary.json']],
])('%s is refused where another option writes the same file: %j', async (option, options) => {
  const { code, stderr } = await neardup(['dedup', 'in.jsonl', ...options], { cwd: folder });
  expect(code).toBe(2);
  expect(stderr).toMatch(
    new RegExp(`^neardup: ${option}: expected a file that nothing else is written to; got `),
  );
});

test('--unclassifiable says what becomes of pages that could not be judged', async () => {
  for (const [fate, rest] of [
    ['keep', lines[3]!],
    ['drop', ''],
    ['aside', ''],
  ] as const) {
    const call = ['dedup', 'in.jsonl', '--write', `${fate}.jsonl`, '--unclassifiable', fate];
    expect(await neardup(call, { cwd: folder })).toMatchObject({ code: 0 });
    expect(await read(`${fate}.jsonl`)).toBe(lines[0]! + lines[2]! + rest);
  }
  expect(await read('aside.aside.jsonl')).toBe(lines[3]);
});

test('--write - prints lines and nothing else on standard output; the lists are for other tools', async () => {
  const call = ['dedup', 'in.jsonl', '--write', '-', '--keep-list', 'keep.tsv', '--drop-list', 'drop.tsv'];
  const { code, stdout, stderr } = await neardupProcess(call, { cwd: folder });
  expect([code, stdout]).toEqual([0, lines[0]! + lines[2]! + lines[3]!]);
  expect(stderr).toContain('copied to -');
  expect(await read('keep.tsv')).toBe('a\thttp://example.test/a\nc\t\nnone\t\n');
  expect(await read('drop.tsv')).toBe('b%09\thttp://example.test/b\n');
});

test('a copy may lie in the folder of results, which the run makes', async () => {
  const { code } = await neardup(
    ['dedup', 'in.jsonl', '--out', 'made/new', '--write', './made/new/kept.jsonl'],
    { cwd: folder },
  );
  expect(code).toBe(0);
  expect(await read('made/new/kept.jsonl')).toBe(lines[0]! + lines[2]! + lines[3]!);
});

test('a call that would lose something is refused in one line, and nothing is written', async () => {
  const before = await readdir(folder);
  for (const [code, call, said] of [
    [2, '--write - --json', 'no --json'],
    [2, '--write kept.txt', 'a name that ends in'],
    [2, '--write - --unclassifiable aside', 'beside which they are put'],
    [2, '--unclassifiable drop', '--unclassifiable: expected --write FILE'],
    [2, '--memory 10k', '--memory: expected at least 1MB; got "10k"'],
    [2, '--write kept2.jsonl --unclassifiable burn', 'keep, drop, aside'],
    [
      1,
      '--write no/kept.jsonl',
      'no/kept.jsonl: expected a folder that files can be written to; make it first',
    ],
    [1, '--keep-list no/keep.tsv', 'expected a folder that files can be written to'],
    [1, '--write in.jsonl/kept.jsonl', 'expected a folder that files can be written to'],
    [1, '--write in.jsonl', 'that is no input'],
    [1, '--keep-list in.jsonl', 'that is no input'],
    [1, '--drop-list ./in.jsonl --out new', 'that is no input'],
  ] as const) {
    const found = await neardup(['dedup', 'in.jsonl', ...call.split(' ')], { cwd: folder });
    expect([call, found.code, found.stdout]).toEqual([call, code, '']);
    expect(found.stderr).toContain(said);
    expect(found.stderr.trimEnd().split('\n')).toHaveLength(1);
  }
  const standardInput = await neardup(['dedup', '-', '--write', 'kept3.jsonl'], { cwd: folder });
  expect([standardInput.code, standardInput.stderr]).toEqual([
    2,
    expect.stringContaining('can be read again'),
  ]);
  expect(await readdir(folder)).toEqual(before);
  expect(await read('in.jsonl')).toBe(lines.join(''));
});
