import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { neardup, neardupProcess } from '../run.ts';

let folder: string;

/** A text of its own for each seed; the same seed gives the same text. */
function text(seed: number, words: number): string {
  return Array.from({ length: words }, (_, i) => `w${(seed * 7919 + i * 104729) % 1_000_003}`).join(' ');
}

/** Things described in one long form, in two versions of the site. */
const things = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta'];
const pages = ['1.0', '2.0'].flatMap((version) =>
  things.map((thing, i) => ({
    id: `${thing}-${version}`,
    url: `https://a.example/${version}/${thing.toLowerCase()}`,
    html: `<h1>${thing}</h1><p>${text(900, 300)}</p><p>${thing} ${text(i, 30)}</p>`,
  })),
);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-explain-'));
  await writeFile(join(folder, 'in.jsonl'), pages.map((page) => `${JSON.stringify(page)}\n`).join(''));
  await neardup(['dedup', 'in.jsonl', '--out', 'out', '--quiet'], { cwd: folder });
});
afterAll(() => rm(folder, { recursive: true }));

const explain = (...args: string[]) => neardup(['explain', ...args], { cwd: folder });

test('explain tells a copy from pages that only the template makes alike', async () => {
  const { stdout } = await explain('out', 'Beta-2.0', '--json');
  const { page, representative, duplicates, alike, settings } = JSON.parse(stdout);
  expect(page).toMatchObject({ decision: 'drop', code: 'same-grams', representative: 'Beta-1.0' });
  expect(representative).toMatchObject({ id: 'Beta-1.0', decision: 'keep' });
  expect(duplicates.map(({ id }: { id: string }) => id)).toEqual(['Beta-1.0']);
  expect(alike).toHaveLength(10);
  expect(settings).toMatchObject({ gram: 'word:4', threshold: 0.8, siteModel: true, identity: true });
});

test('explain prints for people what it prints for programs', async () => {
  const { stdout } = await explain('out', 'https://a.example/1.0/beta');
  expect(stdout).toMatch(/^https:\/\/a\.example\/1\.0\/beta \(Beta-1\.0\)\nkeep: stands for 1 similar page/);
  expect(stdout).toMatch(/similar pages \(1\):\n {4}1\.000 {2}https:\/\/a\.example\/2\.0\/beta/);
  expect(stdout).toMatch(/as similar, about another thing \(10\):/);
  expect(stdout).toMatch(
    /compared by jaccard ≥ 0\.8 on word:4 grams, method qp, site model on, names count\n$/,
  );
});

test('a page that only a chain of similar pages links to the kept one is not said to repeat it', async () => {
  const words = text(1, 60).split(' ');
  const window = (i: number) =>
    JSON.stringify({ id: `${i}`, text: words.slice(4 * i, 4 * i + 40).join(' ') });
  await writeFile(join(folder, 'chain.jsonl'), `${[0, 1, 2].map(window).join('\n')}\n`);
  const call = 'dedup chain.jsonl --cluster components --out chained --quiet';
  await neardup(call.split(' '), { cwd: folder });
  expect((await explain('chained', '1')).stdout).toContain('\nrepeats 0\n');
  expect((await explain('chained', '2')).stdout).toContain('\nlinked to 0\n');
  expect((await explain('chained', '0')).stdout).toContain(
    '\nkeep: stands for 1 similar page and 1 linked to it by similar pages (representative)\n',
  );
});

test('a page that was known before is said to be so, and is not taken for the new page with its id', async () => {
  const lines = (seeds: readonly number[]): string =>
    seeds.map((seed, i) => `${JSON.stringify({ id: `${i}`, text: text(seed, 60) })}\n`).join('');
  await writeFile(join(folder, 'new.jsonl'), lines([11, 12, 13]));
  await writeFile(join(folder, 'old.jsonl'), lines([12, 14, 13]));
  await neardup('dedup new.jsonl --against old.jsonl --out held --quiet'.split(' '), { cwd: folder });
  expect((await explain('held', '0')).stdout).toMatch(
    /^0\nkeep: similar to no other page that is kept \(distinct\)\n57 grams\n\n/,
  );
  expect((await explain('held', '1')).stdout).toMatch(
    /^1\ndrop: same grams .*\n57 grams\nrepeats 0, known before\nsimilarity 1\.0000\n\nsimilar pages \(1\):\n {4}1\.000 {2}0, known before\n\n/,
  );
  const { representative, repeatedBy, duplicates } = JSON.parse(
    (await explain('held', '2', '--json')).stdout,
  );
  expect({ representative, repeatedBy, duplicates }).toEqual({
    repeatedBy: 0,
    duplicates: [{ id: '2', url: '', known: true, similarity: 1, overlap: 57 }],
  });
});

test('--text of a folder without a summary says once what it got', async () => {
  await mkdir(join(folder, 'bare'));
  await copyFile(join(folder, 'out', 'decisions.jsonl'), join(folder, 'bare', 'decisions.jsonl'));
  for (const name of ['pairs.jsonl', 'alike.jsonl']) await writeFile(join(folder, 'bare', name), '');
  expect((await explain('bare', 'Beta-2.0', '--text')).stderr).toBe(
    'neardup: --text: expected a folder that neardup dedup wrote, with summary.json; got bare\n',
  );
});

test('--text says of a page without a name that it has none', async () => {
  await writeFile(join(folder, 'nameless.jsonl'), '{"id":"n","text":"one two three four five"}\n');
  await neardup(['dedup', 'nameless.jsonl', '--out', 'nameless', '--quiet'], { cwd: folder });
  expect((await explain('nameless', 'n', '--text')).stdout).toContain('\nnames: none\n');
});

test('--text shows what was compared, and what of it does not count on how many pages', async () => {
  const { stdout, stderr } = await explain('out', 'Beta-2.0', '--text', '--quiet');
  expect(stderr).toBe('');
  expect(stdout).toMatch(
    /\ncalls itself: beta\n\d+ grams, \d+ of them compared beside its site's template\nrepeats /,
  );
  expect(stdout).toMatch(/\nnames: "Beta"\n/);
  const lines = stdout.slice(stdout.indexOf('\n\n= beta')).trim().split('\n');
  expect(lines.map((line) => [line[0], line.split(' ').length > 100])).toEqual([
    ['=', false],
    ['~', true],
    ['=', false],
  ]);
  expect(lines[1]).toMatch(/ {2}\(100 %\)$/);
  await writeFile(join(folder, 'other.jsonl'), `${JSON.stringify(pages[0])}\n`);
  const other = await explain('out', 'Beta-2.0', 'other.jsonl', '--text');
  expect([other.code, other.stderr]).toEqual([
    2,
    expect.stringMatching(/--text: expected the page Beta-2\.0 in/),
  ]);
});

test('what was damaged in the input read for --text is named and counted, and the exit code is 3', async () => {
  const [first, ...others] = pages.map((page) => JSON.stringify(page));
  await writeFile(join(folder, 'damaged.jsonl'), [first, '{"id": "torn', ...others, ''].join('\n'));
  const damage = /\ndamaged: 1 spot in the input; .*\n {4}damaged\.jsonl at \d+: the line is not JSON/;
  const printed = await explain('out', 'Beta-2.0', 'damaged.jsonl', '--text', '--quiet');
  expect([printed.code, printed.stdout]).toEqual([3, expect.stringMatching(damage)]);
  const { code, stdout } = await explain('out', 'Beta-2.0', 'damaged.jsonl', '--text', '--quiet', '--json');
  expect([code, JSON.parse(stdout)]).toMatchObject([
    3,
    { damaged: 1, damagedSpots: [{ file: 'damaged.jsonl', line: 2, code: 'not-json' }] },
  ]);
  const missed = await explain('out', 'Beta-2.0', '--text', '--field', 'body', '--quiet');
  expect([missed.code, missed.stderr]).toEqual([
    2,
    expect.stringMatching(
      /the page Beta-2\.0 in in\.jsonl; got none \(12 damaged spots, the first in\.jsonl/,
    ),
  ]);
});

test.each([
  ['a line that is no object', 'decisions.jsonl', 'null', /decisions\.jsonl:1: .* got null: the same call/],
  ['a decision without its page', 'decisions.jsonl', '{"id":5}', /decisions\.jsonl:1: .* got \{"id":5\}:/],
  [
    'lost decisions',
    'decisions.jsonl',
    '',
    /decisions\.jsonl: expected a line for each of the 12 pages .*; got 0:/,
  ],
  ['lost pairs', 'pairs.jsonl', undefined, /pairs\.jsonl: no such file/],
  ['a pair of one page', 'pairs.jsonl', '{"a":"Beta-2.0"}', /pairs\.jsonl:1: .* got \{"a":"Beta-2\.0"\}:/],
  [
    'no template',
    'templates.jsonl',
    '{"host":"a.example","grams":"AAA=","percents":"AA=="}',
    /templates\.jsonl:1:/,
  ],
])(
  'a folder of results with %s is told to be damaged, by explain as by report',
  async (_, file, text, words) => {
    await rm(join(folder, 'hurt'), { recursive: true, force: true });
    await cp(join(folder, 'out'), join(folder, 'hurt'), { recursive: true });
    if (text === undefined) await rm(join(folder, 'hurt', file));
    else await writeFile(join(folder, 'hurt', file), text);
    for (const call of ['explain hurt Beta-2.0 --text', 'report hurt']) {
      const { code, stderr } = await neardup([...call.split(' '), '--quiet'], { cwd: folder });
      expect([call, code, stderr]).toEqual([call, 1, expect.stringMatching(words)]);
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    }
  },
);

test.each([
  ['is a folder', undefined, /got no file/],
  ['names its inputs by a number', { inputs: 5 }, /got something else/],
  ['names no grams', { gram: 'word' }, /got something else/],
])('a summary that %s is refused by its name', async (_, change, words) => {
  await rm(join(folder, 'hurt'), { recursive: true, force: true });
  await cp(join(folder, 'out'), join(folder, 'hurt'), { recursive: true });
  const path = join(folder, 'hurt', 'summary.json');
  const summary = JSON.parse(await readFile(path, 'utf8'));
  await rm(path);
  if (change === undefined) await mkdir(path);
  else await writeFile(path, JSON.stringify({ ...summary, ...change }));
  const { code, stderr } = await explain('hurt', 'Beta-2.0', '--text');
  expect([code, stderr]).toEqual([2, expect.stringMatching(/hurt.summary\.json: expected the summary of/)]);
  expect(stderr).toMatch(words);
});

test('an input that is not where the run read it is told with how to name it', async () => {
  const elsewhere = { cwd: join(folder, 'out') };
  const { code, stderr } = await neardup(['explain', '.', 'Beta-2.0', '--text'], elsewhere);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^neardup: in\.jsonl: .* neardup explain DIR ID --text INPUT…\n$/),
  ]);
  const named = await neardup(['explain', '.', 'Beta-2.0', '--text', join('..', 'in.jsonl')], elsewhere);
  expect(named.code).toBe(0);
});

test('what came by standard input is explained, reported and audited where it comes so again', async () => {
  const input = await readFile(join(folder, 'in.jsonl'));
  const run = (...args: string[]) => neardupProcess([...args, '--quiet'], { cwd: folder, input });
  await run('dedup', '-', '--out', 'streamed');
  const explained = await run('explain', 'streamed', 'Beta-2.0', '-', '--text');
  expect(explained).toMatchObject({ code: 0, stdout: expect.stringContaining('what was compared') });
  const reported = await run('report', 'streamed', '-');
  expect(reported.stdout).not.toContain('not in this report');
  expect(await run('audit', 'streamed', '-')).toMatchObject({ code: 0 });
  expect(await run('audit', 'streamed')).toMatchObject({ code: 2 });
});

test('explain says what was wrong with a call', async () => {
  for (const [args, message] of [
    [['out'], /explain: expected DIR and ID; got 1/],
    [['out', 'nobody'], /explain: expected the id or URL of a page in .*decisions\.jsonl; got nobody/],
    [['.', 'Beta-2.0'], /expected a folder that neardup dedup or crawl wrote/],
  ] as const) {
    const { code, stderr } = await explain(...args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  }
});
