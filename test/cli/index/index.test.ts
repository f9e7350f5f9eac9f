import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { neardup } from '../run.ts';

const words = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => `word${from + i}`).join(' ');

/** Two articles, a near-duplicate of the first on another host, and a page without text. */
const pages = [
  { id: 'a', url: 'https://one.example/a', date: '2020-01-01', text: words(0, 100) },
  { id: 'b', url: 'https://two.example/b', date: '2024-01-01', text: words(5, 100) },
  { id: 'c', url: 'https://one.example/c', date: '2024-01-01', text: words(500, 100) },
  { id: 'd', url: 'https://one.example/d', date: '2024-01-01', text: '' },
];

let folder: string;
let dump: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-cli-index-'));
  dump = join(folder, 'pages.jsonl');
  await writeFile(dump, pages.map((page) => `${JSON.stringify(page)}\n`).join(''));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs `neardup index …` and reads what `--json` prints. */
async function index(...args: string[]) {
  const { code, stdout, stderr } = await neardup(['index', ...args, '--json', '--quiet'], { cwd: folder });
  return { code, stderr, found: stdout === '' ? undefined : JSON.parse(stdout) };
}

test('add counts pages as new, there already and without text, and with --if-new as near-duplicates', async () => {
  const added = await index('add', 'all', dump);
  expect(added).toMatchObject({ code: 0, found: { pages: 4, added: 3, replayed: 0, unclassifiable: 1 } });
  expect((await index('add', 'all', dump)).found).toMatchObject({ added: 0, replayed: 4 });
  const decided = await index('add', 'decided', dump, '--if-new');
  expect(decided.found).toMatchObject({ pages: 4, added: 2, duplicates: 1, unclassifiable: 1 });
});

test('a key is accepted as query shows it, also that of a crawler that shares its index', async () => {
  const keys = ['shop\0https://one.example/a', 'news\0https://one.example/a', 'news\\u0000b'];
  const shared = join(folder, 'shared.jsonl');
  await writeFile(shared, keys.map((id) => `${JSON.stringify({ ...pages[0], id })}\n`).join(''));
  await index('add', 'shared', shared);
  const { stdout } = await neardup(['index', 'query', 'shared', dump], { cwd: folder });
  const [, shown] = / 1\.000 .*\((shop.*)\)/.exec(stdout) ?? [];
  expect((await index('remove', 'shared', '--key', shown!)).found).toMatchObject({ removed: 1 });
  expect((await index('remove', 'shared', '--key', String.raw`news\u0000b`)).found).toMatchObject({
    removed: 1,
  });
  expect((await index('remove', 'shared', '--prefix', String.raw`news\u0000`)).found).toMatchObject({
    removed: 1,
    index: { decided: 0 },
  });
});

test('add makes no index where its input cannot be read, so that the right call is not refused later', async () => {
  expect(await index('add', 'unread', 'missing.jsonl', '--gram', 'word:3')).toMatchObject({ code: 1 });
  expect(await readdir(folder)).not.toContain('unread');
  expect(await index('add', 'unread', dump)).toMatchObject({ code: 0, found: { added: 3 } });
});

test('add makes no index among other files, as where DIR and INPUT are swapped', async () => {
  const inputs = join(folder, 'inputs');
  await mkdir(inputs);
  await writeFile(join(inputs, 'a.html'), words(0, 100));
  const { code, stderr } = await index('add', inputs, dump);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /expected an index, or a new folder for one, as DIR; got .*inputs, which has other files/,
  );
  expect(await readdir(inputs)).toEqual(['a.html']);
});

test('query answers with exact similarities, the recall promised, and the hosts that were asked for', async () => {
  await index('add', 'queried', dump);
  const { found } = await index('query', 'queried', dump, '--threshold', '0.5', '--scope', 'cross-host');
  expect(found).toMatchObject({ threshold: 0.5, promised: true });
  expect(found.recall).toBeGreaterThanOrEqual(0.99);
  const [a, , c] = found.pages;
  // 97 word 4-grams each, 92 of them shared
  expect(a.matches).toEqual([
    { key: 'b', url: 'https://two.example/b', similarity: 92 / 102, overlap: 92, size: 97 },
  ]);
  expect(c.matches).toEqual([]);
  const same = await index('query', 'queried', dump, '--threshold', '0.5', '--scope', 'same-host');
  expect(same.found.pages[0].matches).toEqual([]);
});

test('an index made with other parameters is refused, and the sentence says which', async () => {
  await index('add', 'words', dump);
  const { code, stderr } = await index('add', 'words', dump, '--gram', 'word:3');
  expect(code).toBe(1);
  expect(stderr).toMatch(/made with other parameters \(gram "word:4", now "word:3"\)/);
});

test('remove forgets by key, prefix, host and date, and stats and verify agree about what is left', async () => {
  await index('add', 'kept', dump);
  expect((await index('remove', 'kept', '--before', '2022-01-01')).found).toMatchObject({ removed: 1 });
  expect((await index('remove', 'kept', '--host', 'two.example')).found).toMatchObject({ removed: 1 });
  expect((await index('remove', 'kept', '--prefix', 'd')).found).toMatchObject({ removed: 1 });
  expect((await index('remove', 'kept', '--key', 'none')).found).toMatchObject({ removed: 0 });
  expect((await index('stats', 'kept')).found).toMatchObject({ counts: { decided: 1, unique: 1 } });
  expect(await index('verify', 'kept')).toMatchObject({ code: 0, found: { pages: 1, damages: [] } });
});

test('an export into a folder that is missing is refused with a way out', async () => {
  await index('add', 'exported', dump);
  const { code, stderr } = await index('export', 'exported', join('nowhere', 'e.jsonl'));
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/nowhere.e\.jsonl: expected a folder that .* make it first/),
  ]);
});

test('an export makes the same index again, in a new folder and in the place of a damaged one', async () => {
  await index('add', 'first', dump, '--if-new');
  await index('export', 'first', 'first.jsonl');
  await index('import', 'second', 'first.jsonl');
  await index('export', 'second', 'second.jsonl');
  const exported = await readFile(join(folder, 'first.jsonl'), 'utf8');
  expect(await readFile(join(folder, 'second.jsonl'), 'utf8')).toBe(exported);

  await rm(join(folder, 'second', 'CURRENT'));
  expect(await index('verify', 'second')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/rebuild/),
  });
  expect((await index('rebuild', 'second', 'first.jsonl')).found.index).toMatchObject({ decided: 4 });
  expect(await readdir(folder)).toContain('second.damaged-1');
  const rebuilt = await index('rebuild', 'second', '--dump', dump, '--drop-damaged');
  expect(rebuilt.found.index).toEqual({ decided: 4, unique: 2, duplicates: 1, unclassifiable: 1 });
});

test('merge takes over the pages of another index as if they had come later', async () => {
  const [a, ...others] = pages.map((page) => `${JSON.stringify(page)}\n`);
  await writeFile(join(folder, 'a.jsonl'), a);
  await writeFile(join(folder, 'others.jsonl'), others.join(''));
  await index('add', 'merged', 'a.jsonl', '--if-new');
  await index('add', 'others', 'others.jsonl', '--if-new');
  const { found } = await index('merge', 'merged', 'others');
  expect(found.index).toEqual({ decided: 4, unique: 2, duplicates: 1, unclassifiable: 1 });
});

test('a wrong call says in one line what was expected', async () => {
  for (const [args, expected] of [
    [[], 'index: expected a verb (add,'],
    [['add', 'x'], 'index add: expected DIR and at least one INPUT'],
    [['remove', 'x'], 'index remove: expected one of --key, --prefix, --host and --before'],
    [
      ['remove', 'x', 'a-key'],
      'index remove: expected one DIR; got x a-key; neardup index remove --help lists the options',
    ],
    [['remove', 'x', '--before', 'soon'], '--before: expected a date such as 2026-01-31; got "soon"'],
    [
      ['remove', 'x', '--before', '2026-02-30'],
      '--before: expected a date such as 2026-01-31; got "2026-02-30"',
    ],
    // `Date` takes these for days in 50000 and in May 2001
    ...['50000', '+050000', '5', 'chapter 5'].map((date): [string[], string] => [
      ['remove', 'x', '--before', date],
      `--before: expected a date such as 2026-01-31; got "${date}"`,
    ]),
    [['remove', 'x', '--host', 'Example.COM'], 'without a port, such as example.com; got Example.COM'],
    [['remove', 'x', '--host', 'a.example:80'], 'such as a.example; got a.example:80'],
    [['remove', 'x', '--host', 'http://a.example/'], 'such as a.example; got http://a.example/'],
    [['remove', 'x', '--host', 'bücher.example'], 'such as xn--bcher-kva.example; got bücher.example'],
    [['remove', 'x', '--host', 'a b'], 'such as www.example.com; got a b'],
    [['import', 'x'], 'index import: expected DIR and FILE'],
    [
      ['stats', ''],
      'expected a name in each argument; got an empty one (""), such as that of an unset variable',
    ],
    [['rebuild', '', 'first.jsonl'], 'expected a name in each argument; got an empty one'],
  ] as const) {
    const { code, stderr } = await neardup(['index', ...args], { cwd: folder });
    expect([code, stderr.split('\n').length, stderr]).toEqual([2, 2, expect.stringContaining(expected)]);
  }
  for (const verb of ['import', 'rebuild'] as const) {
    for (const [file, words] of [
      ['nowhere', 'nowhere: no such file or folder'],
      ['.', '.: expected a file; got a folder'],
    ] as const) {
      expect(await neardup(['index', verb, 'unmade', file], { cwd: folder })).toEqual({
        ...{ code: 1, stdout: '', stderr: `neardup: ${words}\n` },
      });
    }
  }
  expect(await readdir(folder)).not.toContain('unmade');
  expect(await index('stats', 'nowhere')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/there is no index in nowhere/),
  });
});
