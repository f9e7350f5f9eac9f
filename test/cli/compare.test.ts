import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { neardup } from './run.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-compare-'));
  const long = Array.from({ length: 80 }, (_, i) => `word${i}`).join(' ');
  const pages = [
    { id: 'one', url: 'http://a.example/', text: 'a b c d e x y z' },
    { id: 'two', url: '', text: 'a b c d e q r s t' },
    { id: 'long', url: 'http://a.example/long', text: `${long} end` },
    { id: 'also long', url: '', text: `${long} other end` },
    { id: 'none', url: '', text: ' ' },
  ];
  await writeFile(join(folder, 'pages.jsonl'), pages.map((page) => `${JSON.stringify(page)}\n`).join(''));
  await writeFile(join(folder, 'one.html'), '<title>t</title><p>a b c d e x y z');
  await writeFile(join(folder, 'odd#name.html'), '<p>a b c d e q r s t');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function compare(...args: string[]) {
  return neardup(['compare', ...args], { cwd: folder });
}

test('says how alike two pages are, how much of each is in the other, and what differs', async () => {
  const { code, stdout, stderr } = await compare('pages.jsonl#one', 'pages.jsonl#two');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  // grams: abcd bcde shared; cdex dexy exyz against cdeq deqr eqrs qrst
  expect(stdout).toBe(`A  8 words, 5 grams, 40.0 % of them in the other  http://a.example/
B  9 words, 6 grams, 33.3 % of them in the other  two

verdict           distinct: 0.2222 < 0.8
resemblance       0.2222   2 of 9 word:4 grams are shared
containment       0.4000   of A in B
                  0.3333   of B in A
simhash distance  ${/distance {2}(\d+)/.exec(stdout)?.[1]} of 64 bits

= in both, - only in A, + only in B

= a b c d e
- x y z
+ q r s t
`);
});

test('a page is named by its id or its URL, and a # in a file name is part of the name', async () => {
  const byUrl = await compare('pages.jsonl#http://a.example/', 'odd#name.html', '--json');
  expect(JSON.parse(byUrl.stdout)).toMatchObject({ gram: 'word:4', overlap: 2, a: { id: 'one' } });
  const { code, stderr } = await compare('pages.jsonl', 'one.html');
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      'neardup: compare: expected one page in pages.jsonl; got several: name one as pages.jsonl#ID, such as pages.jsonl#one\n',
  });
  expect((await compare('pages.jsonl#nobody', 'one.html')).stderr).toBe(
    'neardup: compare: expected a page with id or URL nobody in pages.jsonl; got none\n',
  );
});

test('of several pages at one URL none is taken unasked; an id stands for its page, also where it is the URL of others', async () => {
  const url = 'http://a.example/';
  const lines = [
    { id: 'may', url, text: 'one two three four five six' },
    { id: 'june', url, text: 'one two three four five seven' },
    { id: url, url: 'http://b.example/', text: 'eight nine ten eleven twelve' },
  ].map((page) => `${JSON.stringify(page)}\n`);
  await writeFile(join(folder, 'again.jsonl'), lines.slice(0, 2).join(''));
  await writeFile(join(folder, 'named.jsonl'), lines.join(''));
  const { code, stderr } = await compare(`again.jsonl#${url}`, 'again.jsonl#june');
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `neardup: compare: expected one page with the URL ${url} in again.jsonl; got several: name one as again.jsonl#ID, such as again.jsonl#may\n`,
  });
  const { stdout } = await compare(`named.jsonl#${url}`, 'again.jsonl#june', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ a: { id: url }, b: { id: 'june' }, overlap: 0 });
});

test('a long passage is shown by its ends, and a page without text says what it is', async () => {
  const { stdout } = await compare('pages.jsonl#long', 'pages.jsonl#also long');
  const shared = stdout.split('\n').find((line) => line.startsWith('= word'));
  expect(shared).toMatch(/^= word0 .{144} … .{144}word79 {2}\(549 characters\)$/);
  const empty = await compare('pages.jsonl#one', 'pages.jsonl#none');
  expect(empty.stdout).toContain('B  0 words, 0 grams, 0.0 % of them in the other  none  (empty)\n');
  expect(empty.stdout).toContain('resemblance       0.0000   0 of 5 word:4 grams are shared\n');
});

test('units, multisets and the text that counts are options', async () => {
  const characters = await compare('pages.jsonl#one', 'pages.jsonl#two', '--gram', 'char:2');
  expect(characters.stdout).toMatch(/^A {2}\d+ chars, /);
  expect(
    JSON.parse((await compare('one.html', 'one.html', '--json', '--extract', 'none')).stdout),
  ).toMatchObject({
    resemblance: 1,
    // <title>t</title><p>a b c d e x y z: the marks are text too
    a: { units: expect.any(Number), title: '' },
  });
});

test('--site takes what did not count from an earlier run, and must be one', async () => {
  const text = (seed: number, count: number) =>
    Array.from({ length: count }, (_, i) => `w${(seed * 7919 + i * 104729) % 1_000_003}`).join(' ');
  const pages = ['ferry', 'lantern', 'meadow', 'quarry', 'bridge', 'orchard'].map((name, i) => ({
    id: name,
    url: `https://site.example/${name}`,
    html: `<h1>${name}</h1><p>${text(99, 200)}</p><p>${name} ${text(i, 12)}</p>`,
  }));
  await writeFile(join(folder, 'site.jsonl'), pages.map((page) => `${JSON.stringify(page)}\n`).join(''));
  await neardup(['dedup', 'site.jsonl', '--out', 'run', '--quiet'], { cwd: folder });
  const { stdout } = await compare('site.jsonl#ferry', 'site.jsonl#lantern', '--site', 'run');
  expect(stdout).toMatch(
    /^verdict {11}same template, other subject: 0\.8\d+ ≥ 0\.8, and about different things$/m,
  );
  expect(stdout).toMatch(/^of the contents {3}0\.0\d+ {3}without what is the template of their site$/m);
  const off = await compare('site.jsonl#ferry', 'site.jsonl#lantern', '--site-model', 'off');
  expect(off.stdout).toMatch(/^verdict {11}near-duplicates: /m);
  const { code, stderr } = await compare('site.jsonl#ferry', 'site.jsonl#lantern', '--site', '.');
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/--site: expected a folder that neardup dedup --out wrote/),
  ]);
});

test('of a page that is longer than what is read of one it says so: equal grams are then those of the first parts', async () => {
  await writeFile(
    join(folder, 'long.html'),
    `<p>a b c d e x y z${' '.repeat(1 << 24)}and an end that is not read`,
  );
  const { code, stdout } = await compare('long.html', 'one.html');
  expect(code).toBe(0);
  const [a, b] = stdout.split('\n');
  expect(a).toMatch(/long\.html {2}\(only the first part was read, of 16,777,261 bytes or more\)$/);
  expect(b).toMatch(/one\.html$/);
  expect(stdout).toMatch(/exact copies/);
});
