import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { warcRecord } from '../dump/warc/warc-writer.ts';
import { neardup } from './run.ts';

/** 0 done, 1 failed, 2 the call was wrong, 3 done but some input was damaged: what scripts act upon. */
const calls: readonly (readonly [code: 0 | 1 | 2 | 3, call: string])[] = [
  [0, 'help'],
  [0, '--version'],
  [2, ''],
  [2, 'frobnicate'],
  [0, 'dedup --help'],

  [0, 'dedup sound.jsonl'],
  [0, 'dedup sound.jsonl --out done --json'],
  [1, 'dedup missing.jsonl'],
  [1, 'dedup sound.jsonl --out a-file/out'],
  [2, 'dedup'],
  [2, 'dedup sound.jsonl --threshold 2'],
  [2, 'dedup sound.jsonl --colour'],
  [3, 'dedup damaged.jsonl'],
  [3, 'dedup damaged.jsonl --out -'],
  [3, 'dedup damaged.jsonl --write -'],
  [1, 'dedup no-page.warc'],
  [1, 'dedup empty.jsonl --out nothing'],
  [0, 'dedup no-page.warc --allow-empty'],
  [1, 'dedup torn.jsonl --quiet'],
  [3, 'dedup torn.jsonl --allow-empty'],
  [3, 'dedup damaged.jsonl --out done-damaged --json'],

  [0, 'join sets.txt'],
  [1, 'join words.txt'],
  [1, 'join missing.txt'],
  [2, 'join'],
  [2, 'join sets.txt --orderings 2'],
  [3, 'join cut.gz'],

  [0, 'evaluate sound.jsonl --methods qp'],
  [1, 'evaluate missing.jsonl --methods qp'],
  [1, 'evaluate empty.jsonl --methods qp'],
  [0, 'evaluate empty.jsonl --methods qp --allow-empty'],
  [1, 'evaluate sound.jsonl --methods qp --truth words.txt'],
  [1, 'evaluate sound.jsonl --methods qp --truth missing.tsv'],
  [2, 'evaluate'],
  [2, 'evaluate sound.jsonl --methods magic'],
  [3, 'evaluate damaged.jsonl --methods qp --json'],

  [0, 'compare a.html b.html'],
  [0, 'compare sound.jsonl#a sound.jsonl#b'],
  [1, 'compare a.html missing.html'],
  [2, 'compare a.html'],
  [2, 'compare sound.jsonl b.html'],
  [2, 'compare sound.jsonl#none b.html'],
  [3, 'compare damaged.jsonl#b b.html'],

  // 0 and 1 of crawl: in crawl.test.ts, which has a site
  [2, 'crawl'],
  [2, 'crawl ftp://example.org/'],
  [2, 'crawl http://example.org/ --resume'],

  [0, 'report run --no-texts'],
  [1, 'report run missing.jsonl --out r.html'],
  [1, 'report run --no-texts --out missing/r.html'],
  [2, 'report'],
  [2, 'report missing'],
  [2, 'report empty'],
  [3, 'report run damaged.jsonl --out r.html'],

  [0, 'audit run'],
  [1, 'audit run missing.jsonl'],
  [2, 'audit'],
  [2, 'audit missing'],
  [3, 'audit run damaged.jsonl'],

  [2, 'index'],
  [2, 'index frobnicate'],
  [0, 'index add new sound.jsonl'],
  [0, 'index add new-decided sound.jsonl --if-new'],
  [1, 'index add new missing.jsonl'],
  [1, 'index add new empty.jsonl'],
  [0, 'index add new empty.jsonl --allow-empty'],
  [1, 'index add seen sound.jsonl --gram word:3'],
  [2, 'index add new'],
  [3, 'index add new-damaged damaged.jsonl'],
  [0, 'index query seen sound.jsonl'],
  [1, 'index query missing sound.jsonl'],
  [1, 'index query seen empty.jsonl'],
  [0, 'index query seen empty.jsonl --allow-empty'],
  [2, 'index query seen'],
  [2, 'index query seen sound.jsonl --scope mine'],
  [3, 'index query seen damaged.jsonl'],
  [0, 'index stats seen'],
  [1, 'index stats missing'],
  [2, 'index stats'],
  [0, 'index remove seen --key nobody'],
  [1, 'index remove missing --key nobody'],
  [2, 'index remove seen'],
  [2, 'index remove seen --key nobody --host example.org'],
  [0, 'index verify seen'],
  [1, 'index verify missing'],
  [2, 'index verify'],
  [3, 'index verify cut'],
  [0, 'index merge merged seen'],
  [1, 'index merge seen missing'],
  [2, 'index merge seen'],
  [0, 'index export seen seen.jsonl'],
  [1, 'index export missing missing.jsonl'],
  [2, 'index export seen'],
  [2, 'index export seen - --json'],
  [0, 'index import imported seen.jsonl'],
  [1, 'index import imported-words words.txt'],
  [2, 'index import imported'],
  [0, 'index rebuild merged seen.jsonl'],
  [1, 'index rebuild merged words.txt'],
  [2, 'index rebuild merged'],
  [2, 'index rebuild merged --dump'],
  [3, 'index rebuild merged --dump damaged.jsonl'],
];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-exit-codes-'));
  const page = (id: string, words = id) =>
    `${JSON.stringify({ id, text: `the words of page ${words} and of no other` })}\n`;
  const files = {
    'sound.jsonl': page('a') + page('b') + page('copy', 'a'),
    'damaged.jsonl': `${page('a')}{"id": "torn\n${page('b')}`,
    'a.html': '<p>one page',
    'b.html': '<p>another page',
    'sets.txt': '1 2 3\n1 2 3\n',
    'words.txt': 'words\n',
    'a-file': '',
    'empty.jsonl': '',
    'torn.jsonl': '{"id": "torn',
    'no-page.warc': warcRecord({ type: 'warcinfo', block: 'software: x' }),
    // a gzip member that ends too early
    'cut.gz': Buffer.from('1f8b0800000000000003333532563032013200', 'hex'),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  await mkdir(join(folder, 'empty'));
  for (const call of [
    'index add seen sound.jsonl',
    'index add merged a.html',
    'index add cut sound.jsonl',
    // LevelDB makes a table of its log when it opens
    'index stats cut',
    'dedup sound.jsonl --out run',
  ]) {
    expect(await neardup(call.split(' '), { cwd: folder })).toMatchObject({ code: 0, stderr: '' });
  }
  await damageTable(join(folder, 'cut'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Flips a byte in a table of an index. */
async function damageTable(index: string): Promise<void> {
  const table = join(index, (await readdir(index)).find((name) => name.endsWith('.ldb')) ?? '');
  const bytes = await readFile(table);
  bytes[20] ^= 255;
  await writeFile(table, bytes);
}

test.each(calls)('%i: neardup %s', async (code, call) => {
  const found = await neardup(call.split(' ').filter(Boolean), { cwd: folder });
  expect(found).toMatchObject({ code });
  // whoever is told that it failed is told why, in one line
  if (code === 1 || (code === 2 && call !== '')) {
    expect(found.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(found.stderr).toMatch(/\w/);
  }
});

test.each(calls.filter(([code]) => code === 3))(
  'a quiet call that ends with %i says what is damaged: neardup %s',
  async (_, call) => {
    const { stdout, stderr } = await neardup([...call.split(' '), '--quiet'], { cwd: folder });
    expect(stdout + stderr).toMatch(/ at \d+: |damagedSpots|fails its checksum/);
  },
);

test.each(calls.filter(([code, call]) => code === 3 && !/ -$|verify/.test(call)))(
  'a call that ends with %i has each damaged spot with its code in its JSON: neardup %s',
  async (_, call) => {
    const args = call.replace(' --json', '').split(' ');
    const { stdout } = await neardup([...args, '--json', '--quiet'], { cwd: folder });
    expect(JSON.parse(stdout).damagedSpots).toEqual([
      expect.objectContaining({ offset: expect.any(Number), code: expect.any(String) }),
    ]);
  },
);
