import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { SketchIndex } from '../../../src/index.ts';
import { write } from '../../../src/store/disk/binary-store.ts';
import { storageInFolder } from '../../../src/store/disk/storage.ts';
import type { VerifyReport } from '../../../src/store/index.ts';
import { encodeJson } from '../../../src/store/layout/codec.ts';
import { hostKey } from '../../../src/store/layout/keys.ts';
import { neardup } from '../run.ts';

const words = (from: number) => Array.from({ length: 100 }, (_, i) => `word${from + i}`).join(' ');

const pages = [
  { id: 'a', url: 'https://one.example/a', date: '2020-01-01', text: words(0) },
  { id: 'b', url: 'https://two.example/b', date: '2024-01-01', text: words(5) },
  { id: 'c', url: 'https://one.example/c', text: words(500) },
  { id: 'd', url: '', text: '' },
];
const lines = (list: readonly object[]) => list.map((page) => `${JSON.stringify(page)}\n`).join('');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-index-words-'));
  await writeFile(join(folder, 'pages.jsonl'), lines(pages));
  await writeFile(join(folder, 'first.jsonl'), lines(pages.slice(0, 1)));
  await writeFile(join(folder, 'torn.jsonl'), `${lines(pages.slice(0, 2))}{"id": "torn\n`);
  await said('add', 'seen', 'pages.jsonl');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What `neardup index …` tells a person. */
async function said(...args: string[]): Promise<string> {
  const { stdout } = await neardup(['index', ...args, '--quiet'], { cwd: folder });
  return stdout;
}

test('add says how many pages are new, there already, near-duplicates and without text, and what is damaged', async () => {
  expect(await said('add', 'added', 'pages.jsonl')).toBe(
    '4 pages: 3 added, 0 there already, 1 without text; the index holds 4 pages\n',
  );
  expect(await said('add', 'added', 'first.jsonl')).toBe(
    '1 page: 0 added, 1 there already, 0 without text; the index holds 4 pages\n',
  );
  expect(await said('add', 'decided', 'pages.jsonl', '--if-new')).toBe(
    '4 pages: 2 added, 1 near-duplicates of earlier pages, 0 there already, 1 without text; the index holds 2 unique pages\n',
  );
  expect(await said('add', 'decided', 'pages.jsonl', '--if-new')).toContain(
    '0 added, 0 near-duplicates of earlier pages, 4 there',
  );
  expect(await said('add', 'torn', 'torn.jsonl')).toMatch(
    /^2 pages: 2 added, .*\ndamaged: 1 spot in the input; what was there is missing here\n {4}torn\.jsonl at \d+: .*\n$/,
  );
});

test('add and merge say how many pages have taken the places of others with their keys, and count none as less than nothing', async () => {
  const crawl = (name: string, texts: readonly string[]) =>
    writeFile(
      join(folder, name),
      texts.map((text) => `${JSON.stringify({ id: text[0], text: text.slice(1) })}\n`).join(''),
    );
  await crawl('may.jsonl', ['aone two three four five', 'b', 'c', 'dsix seven eight nine ten']);
  await crawl('june.jsonl', [
    'aeleven twelve thirteen fourteen',
    'bfifteen sixteen seventeen eighteen',
    'c',
    'd',
  ]);
  const replaced =
    '4 pages: 2 added, 1 there already, 1 without text; 3 in place of earlier pages with the same keys (that of a page without an id is its file and line); the index holds 4 pages\n';
  await said('add', 'months', 'may.jsonl');
  expect(await said('add', 'months', 'june.jsonl')).toBe(replaced);
  await said('add', 'seasons', 'may.jsonl', '--if-new');
  expect(await said('add', 'seasons', 'june.jsonl', '--if-new')).toBe(
    replaced
      .replace('2 added', '2 added, 0 near-duplicates of earlier pages')
      .replace(/4 pages\n$/, '2 unique pages\n'),
  );
  await said('add', 'years', 'may.jsonl');
  expect(await said('merge', 'years', 'months')).toMatch(
    /^3 pages merged, 1 there already; 3 in place of earlier pages .*; the index holds 4 pages, 2 of them unique\n$/,
  );
});

test('query names the similar pages of each page, and what a page right at the threshold can count on', async () => {
  // 97 word 4-grams each, 92 of them shared
  expect(await said('query', 'seen', 'pages.jsonl', '--threshold', '0.5')).toMatch(
    new RegExp(
      [
        '^https://one\\.example/a \\(a\\)',
        '    0\\.901  https://two\\.example/b \\(b\\)',
        'https://two\\.example/b \\(b\\)',
        '    0\\.901  https://one\\.example/a \\(a\\)',
        'https://one\\.example/c \\(c\\)  like no other page of the index',
        'd  like no other page of the index',
        '',
        'a page right at the threshold 0\\.5 is found with probability 0\\.99\\d\\d',
        '$',
      ].join('\\n'),
    ),
  );
  const promised = await said('query', 'seen', 'first.jsonl', '--threshold', '0.1', '--recall', '0.9999');
  expect(promised).toMatch(/probability 0\.\d+, which is less than was asked for: the most that/);
});

test('--limit names the best only, and scopes go by host', async () => {
  await said('add', 'crowd', 'pages.jsonl');
  await writeFile(
    join(folder, 'copy.jsonl'),
    lines([{ id: 'copy', url: 'https://one.example/a', text: words(0) }]),
  );
  await said('add', 'crowd', 'copy.jsonl');
  const count = async (...args: string[]) =>
    (await said('query', 'crowd', 'first.jsonl', ...args)).match(/^ {4}\d/gm)?.length ?? 0;
  expect(await count()).toBe(2);
  expect(await count('--limit', '1')).toBe(1);
  expect([await count('--scope', 'same-host'), await count('--scope', 'cross-host')]).toEqual([1, 1]);
});

test('an estimate has its standard error', async () => {
  await said('add', 'compact', 'pages.jsonl', '--setting', 'compact');
  expect(await said('query', 'compact', 'first.jsonl', '--threshold', '0.5')).toMatch(
    /^ {4}0\.\d+ ± 0\.0\d+ {2}https:\/\/two\.example\/b \(b\)$/m,
  );
});

test('stats tells counts, parameters, tables and the recall promised at each threshold', async () => {
  const text = await said('stats', 'seen');
  expect(text).toMatch(
    /^4 pages: 3 unique, 0 duplicates, 1 without text\nexact, word:4 grams, sketches of 128, threshold 0\.8, recall 0\.99\n[\d,]+ bytes in seen, [\d,]+ a page\n\ntable {18}entries {13}bytes\n/,
  );
  expect(text).toMatch(/^gramSets +3 /m);
  expect(text).toMatch(/\n\nthreshold {2}recall promised\n( +0\.\d+ {2}[01]\.\d{4}\n)+/);
  const [, bytes, each] = /([\d,]+) bytes in seen, ([\d,]+) a page/.exec(text) ?? [];
  const number = (shown = '') => Number(shown.replaceAll(',', ''));
  expect(number(each)).toBe(Math.round(number(bytes) / 4));
});

test('a recall that the sketches cannot promise is marked', async () => {
  const parameters = { gram: 'word:4', threshold: 0.9, recall: 0.9999, components: 32 };
  await (await SketchIndex.open(join(folder, 'sure'), parameters)).close();
  const text = await said('stats', 'sure');
  const rows = text.split('recall promised\n')[1]?.trimEnd().split('\n') ?? [];
  expect(rows.some((row) => row.endsWith('(less than 0.9999)'))).toBe(true);
  for (const row of rows) {
    const [, recall, short] = /\d {2}([\d.]+)( {2}\(less)?/.exec(row) ?? [];
    expect(Number(recall) < 0.9999).toBe(short !== undefined);
  }
});

test('merge says of how many hosts both indexes know something, of which the other one’s was left', async () => {
  await said('add', 'mine', 'first.jsonl');
  await said('add', 'theirs', 'pages.jsonl');
  for (const name of ['mine', 'theirs']) {
    // as a later version writes it
    const storage = await storageInFolder(join(folder, name));
    await write(storage.store, [{ key: hostKey('0011223344556677'), value: encodeJson(name) }], true);
    await storage.close();
  }
  expect(await said('merge', 'mine', 'theirs')).toBe(
    '3 pages merged, 1 there already; the index holds 4 pages, 3 of them unique; ' +
      'of 1 host mine kept what it knew, and left what the others know\n',
  );
});

test('remove, verify, merge, export, import and rebuild say what they did', async () => {
  await said('add', 'kept', 'pages.jsonl');
  expect(await said('remove', 'kept', '--key', 'a', '--key', 'b', '--key', 'nobody')).toBe(
    '2 pages removed; the index holds 1 unique page\n',
  );
  expect(await said('verify', 'kept')).toMatch(/^2 pages, \d+ entries: whole\n$/);
  expect(await said('merge', 'kept', 'seen')).toBe(
    '2 pages merged, 2 there already; the index holds 4 pages, 3 of them unique\n',
  );
  expect(await said('export', 'kept', 'kept.jsonl')).toBe(
    'written to kept.jsonl; the index holds 4 pages, 3 of them unique\n',
  );
  expect(await said('export', 'kept', '-')).toBe(await readFile(join(folder, 'kept.jsonl'), 'utf8'));
  expect(await said('import', 'imported', 'kept.jsonl')).toBe('the index holds 4 pages, 3 of them unique\n');
  expect(await said('rebuild', 'imported', 'kept.jsonl')).toMatch(
    /^the index holds 4 pages, 3 of them unique; what was there is in .*imported\.damaged-1\n$/,
  );
  expect(await said('rebuild', 'imported', 'kept.jsonl', '--drop-damaged')).toBe(
    'the index holds 4 pages, 3 of them unique\n',
  );
  expect(
    await said('rebuild', 'imported', '--dump', 'torn.jsonl', '--drop-damaged', '--threshold', '0.95'),
  ).toMatch(
    /^the index holds 2 pages, 2 of them unique\ndamaged: 1 spot in the input; .*\n {4}torn\.jsonl at \d+: .*\n$/,
  );
});

test('verify names what is damaged and whose page it is, the writes that are lost, and how to go on', async () => {
  const damages = [
    {
      code: 'missing',
      what: 'gram set of page 0 is missing',
      page: 0,
      key: 'a',
      url: 'https://one.example/a',
    },
    { code: 'missing', what: 'sketch of page 1 is missing', page: 1, key: 'b\u001b' },
    { code: 'file', what: '000005.ldb: cut' },
  ];
  const report = { pages: 1234, checked: 5678, damaged: 3, damages } as unknown as VerifyReport;
  vi.spyOn(SketchIndex, 'verify').mockResolvedValue(report);
  const acceptLoss = vi.spyOn(SketchIndex, 'acceptLoss').mockResolvedValue(1024);
  onTestFinished(() => void vi.restoreAllMocks());
  const told = `gram set of page 0 is missing (https://one.example/a)
sketch of page 1 is missing (b�)
000005.ldb: cut
1,234 pages, 5,678 entries: 3 damaged; neardup index rebuild makes it anew from an export or from dumps
`;
  expect(await said('verify', 'seen')).toBe(told);
  expect(acceptLoss).not.toHaveBeenCalled();
  expect(await said('verify', 'seen', '--accept-loss')).toBe(
    `went on without the last 1,024 writes\n${told}`,
  );
  expect(acceptLoss).toHaveBeenCalledWith('seen');
  expect(JSON.parse(await said('verify', 'seen', '--accept-loss', '--json'))).toMatchObject({
    ...{ damaged: 3, lostWrites: 1024 },
  });
});

test('verify names ten damages of each kind, so that a thousand of one do not hide another', async () => {
  const missing = Array.from({ length: 998 }, (_, page) => ({
    ...{
      code: 'missing',
      reason: 'absent',
      table: 'grams',
      what: `gram set of page ${page} is missing`,
      page,
    },
  }));
  const cut = { code: 'file', reason: 'length', what: '000005.ldb: cut' };
  const damages = [...missing.slice(0, 500), cut, ...missing.slice(500)];
  const report = { pages: 0, checked: 0, damaged: 12345, damages } as unknown as VerifyReport;
  vi.spyOn(SketchIndex, 'verify').mockResolvedValue(report);
  onTestFinished(() => void vi.restoreAllMocks());
  const lines = (await said('verify', 'seen')).split('\n');
  expect(lines).toHaveLength(14);
  expect(lines.slice(9, 13)).toEqual([
    'gram set of page 9 is missing',
    '    … and 988 more like it',
    '000005.ldb: cut',
    expect.stringMatching(/12,345 damaged; /),
  ]);
});

test('only options that were given are held against the index, and they are what a new one is made with', async () => {
  const made = async (name: string, ...args: string[]) => {
    await said('add', name, 'first.jsonl', ...args);
    return JSON.parse((await neardup(['index', 'stats', name, '--json', '--quiet'], { cwd: folder })).stdout)
      .parameters;
  };
  expect(await made('plain')).toMatchObject({
    ...{ gram: 'word:4', threshold: 0.8, recall: 0.99, extract: 'main', multiset: false },
    ...{ setting: 'exact', simHashTables: 4 },
  });
  const options = [
    ...['--gram', 'char:9', '--threshold', '0.9', '--recall', '0.95', '--extract', 'none', '--multiset'],
    ...['--setting', 'compact', '--expected-pages', '5000000'],
  ];
  const other = {
    ...{ gram: 'char:9', threshold: 0.9, recall: 0.95, extract: 'none', multiset: true },
    ...{ setting: 'compact', simHashTables: 10 },
  };
  expect(await made('other', ...options)).toMatchObject(other);
  // again without them: its own are taken
  expect(await made('other')).toMatchObject(other);
  expect(await made('other', '--gram', 'char:9')).toMatchObject(other);
  // many more pages, or many fewer, than it was made for
  for (const [name, pages, got] of [
    ['plain', '9000000', 'more'],
    ['other', '1000', 'fewer'],
  ] as const) {
    const args = ['index', 'add', name, 'first.jsonl', '--expected-pages', pages];
    const { code, stderr } = await neardup(args, { cwd: folder });
    const expected = `about as many as the index in ${name} was made for, or none`;
    expect([code, stderr]).toEqual([2, `neardup: --expected-pages: expected ${expected}; got ${got}\n`]);
  }
});
