import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { neardup } from '../run.ts';

let folder: string;
const text = (seed: number, changed = 0): string => {
  const words = Array.from({ length: 120 }, (_, i) => `w${(seed * 7919 + i * 104729) % 1_000_003}`);
  for (let i = 0; i < changed; i++) words[5 + i * 7] = `changed${seed}x${i}`;
  return words.join(' ');
};
/** `a` and `b` are called alike on both sides, and are not the same pages. */
const known = [
  { id: 'a', text: text(1) },
  { id: 'b', text: text(2) },
  { id: 'b2', text: text(2, 1) },
  { id: 'longer', text: `${text(3)} ${text(30)}` },
];
const fresh = [
  { id: 'a', text: text(9) },
  { id: 'b', text: text(1) },
  { id: 'near', text: text(2, 2) },
  { id: 'new', text: text(4) },
  { id: 'twice', text: text(4) },
];
const linesOf = (pages: readonly object[]): string =>
  pages.map((page) => `${JSON.stringify(page)}\n`).join('');
const run = async (call: string) => {
  const { code, stdout, stderr } = await neardup([...call.split(' '), '--quiet'], { cwd: folder });
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
};
const read = async (name: string) =>
  (await readFile(join(folder, name), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-against-'));
  await writeFile(join(folder, 'known.jsonl'), linesOf(known));
  await writeFile(join(folder, 'fresh.jsonl'), linesOf(fresh));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(['representative', 'components'])(
  'what repeats a known page is dropped and names it; known pages are neither judged nor written (%s)',
  async (cluster) => {
    const out = `out-${cluster}`;
    await run(
      `dedup fresh.jsonl --against known.jsonl --out ${out} --write ${out}.jsonl --keep longest --cluster ${cluster}`,
    );
    const decisions = await read(`${out}/decisions.jsonl`);
    expect(
      decisions.map(({ id, decision, representative, known: isKnown }) => [
        id,
        decision,
        representative,
        isKnown,
      ]),
    ).toEqual([
      ['a', 'keep', undefined, undefined],
      ['b', 'drop', 'a', true],
      ['near', 'drop', expect.stringMatching(/^b2?$/), true],
      ['new', 'keep', undefined, undefined],
      ['twice', 'drop', 'new', undefined],
    ]);
    expect((await read(`${out}.jsonl`)).map(({ id }) => id)).toEqual(['a', 'new']);
    expect(await read(`${out}.jsonl.manifest.jsonl`)).toMatchObject([
      { id: 'b', representative: 'a', known: true },
      { id: 'near', known: true },
      { id: 'twice', representative: 'new' },
    ]);
    // the known pages are not paired with each other
    const pairs = await read(`${out}/pairs.jsonl`);
    expect(pairs.map(({ a, b, known: isKnown }) => [a, b, isKnown])).toContainEqual(['b', 'a', true]);
    expect(pairs.every(({ a, b }) => `${a} ${b}` !== 'b b2')).toBe(true);
    // nor is one a member because a new page is like it and like another
    const clusters = await read(`${out}/clusters.jsonl`);
    const members = clusters.flatMap(({ members: all }) => all.map(({ id }: { id: string }) => id));
    expect(members.sort()).toEqual(['b', 'near', 'twice']);
    const [summary] = await read(`${out}/summary.json`);
    expect(summary).toMatchObject({
      pages: 5,
      kept: 2,
      dropped: 3,
      against: { inputs: ['known.jsonl'], pages: 4 },
    });
    expect(JSON.parse(await run(`audit ${out} --json`))).toMatchObject({ removals: 3, proven: 3 });
  },
);

test('an earlier run stands for its input, and a removal that its pages no longer prove is named', async () => {
  await run('dedup known.jsonl --out earlier');
  await run('dedup fresh.jsonl --against earlier --out held');
  expect(
    (await read('held/decisions.jsonl')).filter(({ known: isKnown }) => isKnown).map(({ id }) => id),
  ).toEqual(['b', 'near']);
  await writeFile(join(folder, 'known.jsonl'), linesOf(known.slice(1)));
  const { code, stdout } = await neardup(['audit', 'held', '--json'], { cwd: folder });
  expect([code, JSON.parse(stdout).failed]).toEqual([
    3,
    [{ id: 'b', representative: 'a', failure: 'representative-missing' }],
  ]);
  await writeFile(join(folder, 'known.jsonl'), linesOf(known));
});

test('a page at several URLs that is there as it was repeats what is known: no URL of it gave another text', async () => {
  const site = Array.from({ length: 4 }, (_, i) => `https://a.example/page?sid=${i}f${i}`);
  const pages = site.map((url) => ({ id: url, url, text: text(5) }));
  await writeFile(join(folder, 'before.jsonl'), linesOf(pages));
  await writeFile(join(folder, 'after.jsonl'), linesOf(pages));
  await run('dedup after.jsonl --against before.jsonl --out recrawled');
  const decisions = await read('recrawled/decisions.jsonl');
  expect(decisions.map(({ decision, code, known: isKnown }) => [decision, code, isKnown])).toEqual(
    pages.map(() => ['drop', 'same-grams', true]),
  );
});

test('declared.jsonl says what new pages declare, of a known target that it is known, and nothing that known pages declare', async () => {
  const page = (id: string, host: string, canonical: string, seed: number) => ({
    ...{ id, url: `https://${host}.example/${id}` },
    html: `<link rel=canonical href="${canonical}"><p>${text(seed)}`,
  });
  await writeFile(
    join(folder, 'o.jsonl'),
    linesOf([page('1', 'o', 'https://n.example/2', 6), page('2', 'o', '/1', 5)]),
  );
  await writeFile(
    join(folder, 'n.jsonl'),
    linesOf([page('1', 'n', 'https://o.example/2', 5), page('2', 'n', '/1', 6)]),
  );
  await run('dedup n.jsonl --against o.jsonl --out declaring');
  const declared = await read('declaring/declared.jsonl');
  expect(declared.map(({ id, targetId, known: isKnown, agrees }) => [id, targetId, isKnown, agrees])).toEqual(
    [
      ['1', '2', true, true],
      ['2', '1', undefined, false],
    ],
  );
  expect((await read('declaring/hosts.jsonl'))[0].canonicals).toEqual({ a: 1, b: 0 });
});

test('an index that keeps gram sets stands for its pages', async () => {
  await run('index add seen known.jsonl');
  await run('dedup fresh.jsonl --against seen --out indexed');
  const removed = (await read('indexed/removals.jsonl')).map(({ id, representative, known: isKnown }) => [
    id,
    representative,
    isKnown,
  ]);
  expect(removed).toEqual([
    ['b', 'a', true],
    ['near', expect.stringMatching(/^b2?$/), true],
    ['twice', 'new', undefined],
  ]);
  expect(JSON.parse(await run('audit indexed --json'))).toMatchObject({ removals: 3, proven: 3 });
  expect(await run('dedup fresh.jsonl --against seen')).toContain('2 pages alike: a (known)\n    1.000  b\n');
});

test('a page about another thing than a known page is kept and says that it is known, by a dump and by an index, which has names', async () => {
  const page = (name: string) => ({
    ...{ id: 'same', url: `https://shop.example/${name}` },
    html: `<title>${name}</title><h1>${name}</h1><p>${text(7).split(' ').slice(0, 60).join(' ')}`,
  });
  await writeFile(join(folder, 'had.jsonl'), linesOf([page('Hammer')]));
  await writeFile(join(folder, 'has.jsonl'), linesOf([page('Gimlet')]));
  await run('index add named had.jsonl');
  for (const name of ['had.jsonl', 'named']) {
    await run(`dedup has.jsonl --against ${name} --out beside --force`);
    expect(await read('beside/decisions.jsonl')).toMatchObject([
      { code: 'other-subject', alike: 'same', alikeKnown: true },
    ]);
  }
});

test('a call that holds against nothing that can be read is refused in one line, before the input is read', async () => {
  // reading it would be told
  await writeFile(join(folder, 'torn.jsonl'), `{"torn\n${linesOf(fresh)}`);
  await run('index add compact known.jsonl --setting compact');
  for (const [code, name, said] of [
    [1, 'missing.jsonl', 'no such file'],
    [2, '-', 'a file, a folder, a glob or an index'],
    [
      2,
      'compact',
      'an index of setting, grams, text and multiset exact, word:4, main, false; got compact, word:4',
    ],
  ] as const) {
    const found = await neardup(['dedup', 'torn.jsonl', '--against', name], { cwd: folder });
    expect([name, found.code, found.stdout]).toEqual([name, code, '']);
    expect(found.stderr).toContain(said);
    expect(found.stderr.trimEnd().split('\n')).toHaveLength(1);
  }
});
