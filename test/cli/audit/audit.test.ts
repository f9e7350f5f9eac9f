import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { digestOf, measureRemovals } from '../../../plugins/cli/audit/evidence.ts';
import type { PageGrams } from '../../../src/flow/index.ts';
import { neardup } from '../run.ts';

let folder: string;
const at = (name: string): string => join(folder, name);
const text = (seed: number, changed = 0): string => {
  const words = Array.from({ length: 120 }, (_, i) => `w${(seed * 7919 + i * 104729) % 1_000_003}`);
  for (let i = 0; i < changed; i++) words[10 + i * 20] = `changed${i}`;
  return words.join(' ');
};
const pages = [
  ...[0, 1, 2, 3].map((n) => ({ id: `o${n}`, text: text(n) })),
  ...[0, 1, 2].map((n) => ({ id: `c${n}`, text: text(n, n) })),
];
const linesOf = (list: readonly object[]): string => list.map((page) => `${JSON.stringify(page)}\n`).join('');
const dedup = (...more: string[]) =>
  neardup(['dedup', 'in.jsonl', '--out', 'out', '--site-model', 'off', ...more], { cwd: folder });
const audit = async (...more: string[]) => {
  const { code, stdout, stderr } = await neardup(['audit', 'out', ...more, '--json'], { cwd: folder });
  return { code, stderr, result: stdout === '' ? undefined : JSON.parse(stdout) };
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-audit-'));
  await writeFile(at('in.jsonl'), linesOf(pages));
  expect(await dedup('--write', 'kept.jsonl')).toMatchObject({ code: 0 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('every removal is proven again from the input, and what stands for others is in the copy', async () => {
  expect(await audit()).toMatchObject({
    code: 0,
    result: { removals: 3, proven: 3, failed: [], copy: 'kept.jsonl' },
  });
  const { stdout } = await neardup(['audit', 'out'], { cwd: folder });
  expect(stdout).toBe('3 removals: 3 proven again, 0 no longer hold\n');
  const [removal] = (await readFile(at('out/removals.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(removal).toMatchObject({
    id: 'c0',
    representative: 'o0',
    overlap: 117,
    sizes: [117, 117],
    similarity: 1,
  });
});

test('a damaged input is told where nothing was removed, too', async () => {
  await writeFile(at('damaged.jsonl'), `${linesOf(pages.slice(0, 1))}{"id":\n`);
  const call = ['dedup', 'damaged.jsonl', '--out', 'of damaged'];
  expect(await neardup(call, { cwd: folder })).toMatchObject({ code: 3 });
  const { code, stdout } = await neardup(['audit', 'of damaged', '--json'], { cwd: folder });
  expect([code, JSON.parse(stdout)]).toEqual([3, expect.objectContaining({ removals: 0, damaged: 1 })]);
});

test('what no longer holds is named, one changed byte of the input included', async () => {
  const failuresOf = async (name: string, list: readonly object[]): Promise<unknown> => {
    await writeFile(at(name), linesOf(list));
    const { code, result } = await audit(name);
    expect(code).toBe(3);
    return result.failed.map(({ id, failure }: { id: string; failure: string }) => [id, failure]);
  };
  const changed = pages.map((page) => (page.id === 'c1' ? { ...page, text: `${page.text}x` } : page));
  expect(await failuresOf('byte.jsonl', changed)).toEqual([['c1', 'page-changed']]);
  const other = pages.map((page) => (page.id === 'o2' ? { ...page, text: `x${page.text}` } : page));
  expect(await failuresOf('other.jsonl', other)).toEqual([['c2', 'representative-changed']]);
  expect(
    await failuresOf(
      'page.jsonl',
      pages.filter(({ id }) => id !== 'c0'),
    ),
  ).toEqual([['c0', 'page-missing']]);
  expect(
    await failuresOf(
      'representative.jsonl',
      pages.filter(({ id }) => id !== 'o0'),
    ),
  ).toEqual([['c0', 'representative-missing']]);
});

test('a copy that lacks a page that stands for others is told from one that has it', async () => {
  await copyFile(at('kept.jsonl'), at('saved.jsonl'));
  await writeFile(at('kept.jsonl'), linesOf(pages.filter(({ id }) => id !== 'o1')));
  const { code, result } = await audit();
  expect([code, result.failed]).toEqual([3, [{ id: 'c1', representative: 'o1', failure: 'not-in-copy' }]]);
  await copyFile(at('saved.jsonl'), at('kept.jsonl'));
  expect(await audit()).toMatchObject({ code: 0 });
});

test('removals are added to those of other runs, once; changed ones are refused', async () => {
  const first = await readFile(at('out/removals.jsonl'), 'utf8');
  await dedup();
  expect(await readFile(at('out/removals.jsonl'), 'utf8')).toBe(first);
  await dedup('--threshold', '0.99', '--force');
  const both = await readFile(at('out/removals.jsonl'), 'utf8');
  expect(both.startsWith(first)).toBe(true);
  expect(both.trim().split('\n')).toHaveLength(4);
  expect(await audit()).toMatchObject({ code: 0, result: { removals: 1 } });
  await writeFile(at('out/removals.jsonl'), both.replaceAll('"overlap":117', '"overlap":116'));
  const { code, stderr } = await audit();
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^neardup: out.removals\.jsonl: expected the 1 removals of run [0-9a-f]{32} as they were written/,
  );
});

test('the same call writes removals anew that were changed, cut or lost, whatever else is in their file', async () => {
  const file = at('out/removals.jsonl');
  for (const [broken, kept] of [
    [(written: string) => written.replaceAll('"overlap":117', '"overlap":116'), ''],
    [(written: string) => `no line\n${written.slice(0, -9)}`, 'no line\n'],
    [(written: string) => `${written.slice(written.indexOf('\n') + 1)}torn`, 'torn\n'],
    [() => '', ''],
  ] as const) {
    await rm(at('out'), { recursive: true });
    await dedup();
    const written = await readFile(file, 'utf8');
    await writeFile(file, broken(written));
    expect(await dedup()).toMatchObject({ code: 0 });
    expect(await readFile(file, 'utf8')).toBe(kept + written);
    expect(await audit()).toMatchObject({ code: 0 });
  }
});

test('a call that cannot be audited is refused in one line', async () => {
  const { removals: _, ...summary } = JSON.parse(await readFile(join(at('out'), 'summary.json'), 'utf8'));
  await writeFile(at('summary.json'), JSON.stringify(summary));
  for (const [call, said] of [
    ['audit', 'DIR'],
    ['audit missing', 'the folder of an earlier dedup'],
    ['audit .', 'a run of dedup that kept evidence'],
  ] as const) {
    const { code, stderr } = await neardup(call.split(' '), { cwd: folder });
    expect([call, code, stderr.trimEnd().split('\n').length]).toEqual([call, 2, 1]);
    expect(stderr).toContain(said);
  }
});

test('an input that is not where the run read it is told with how to name it', async () => {
  await neardup(['dedup', 'in.jsonl', '--out', 'moved'], { cwd: folder });
  const elsewhere = { cwd: at('moved') };
  const { code, stderr } = await neardup(['audit', '.'], elsewhere);
  expect(code).toBe(1);
  expect(stderr).toBe(
    'neardup: in.jsonl: no such file or folder: the run read it; start neardup in the folder of that run, or name it ' +
      'as it is now: neardup audit DIR INPUT…\n',
  );
  const named = await neardup(['audit', '.', 'missing.jsonl'], elsewhere);
  expect(named.stderr).toBe('neardup: missing.jsonl: no such file or folder\n');
});

test('the evidence is the same in little memory, in any order of pages, and beside removals that cannot be measured', async () => {
  const gramsOf = (n: number): BigUint64Array =>
    BigUint64Array.from({ length: 50 }, (_, i) => BigInt(i + n) * 0x1_0000_0001n).sort();
  const all = Array.from(
    { length: 12 },
    (_, n) => ({ facts: { id: `p${n}` }, grams: gramsOf(n) }) as unknown as PageGrams,
  );
  const removals = Array.from({ length: 9 }, (_, n) => ({ id: `p${n}`, representative: `p${9 + (n % 3)}` }));
  const unknown = [
    { id: 'p0', representative: 'nobody' },
    { id: 'nobody', representative: 'p1' },
  ];
  for (const memory of [1, 500, 1e6]) {
    for (const order of [all, [...all].reverse()]) {
      const pagesAgain = async function* () {
        yield* order;
      };
      const { evidence, met } = await measureRemovals(removals, pagesAgain, memory);
      for (const { id, representative } of removals) {
        const [x, y] = [id, representative].map((name) => gramsOf(Number(name.slice(1))));
        expect(evidence.get(id)).toEqual({
          sizes: [50, 50],
          overlap: x!.filter((gram) => y!.includes(gram)).length,
          digests: [digestOf(x!), digestOf(y!)],
        });
      }
      expect(met.size).toBe(12);
      const none = await measureRemovals(unknown, pagesAgain, memory);
      expect([none.evidence.size, [...none.met].sort()]).toEqual([0, ['p0', 'p1']]);
    }
  }
});

test('a new page is never measured in the place of a known one, whatever its id', async () => {
  const grams = (n: number): BigUint64Array => BigUint64Array.from({ length: 9 }, (_, i) => BigInt(i + n));
  const known = { facts: { id: 'a', known: true }, grams: grams(0) };
  const removed = { facts: { id: 'b' }, grams: grams(1) };
  const pagesAgain = async function* () {
    for (const id of ['a', 'a\0known', 'a\0known\0known'])
      yield { facts: { id }, grams: grams(100) } as unknown as PageGrams;
    yield removed as unknown as PageGrams;
    yield known as unknown as PageGrams;
  };
  const removals = [{ id: 'b', representative: 'a', known: true as const }];
  const { evidence } = await measureRemovals(removals, pagesAgain, 1e6);
  expect(evidence.get('b')).toMatchObject({ sizes: [9, 9], overlap: 8 });
});
