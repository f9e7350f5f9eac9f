import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateSets } from '../../bench/generate-sets.ts';
import { checkEstimate } from '../../plugins/cli/mr/check-estimate.ts';
import { estimateJoin } from '../../plugins/mr/local/estimate.ts';
import { sampleSets, setsIn } from '../../plugins/mr/local/sample-sets.ts';
import { sampleStage } from '../../plugins/mr/plan.ts';
import { runAll, runLines, setLines } from './stages.ts';

const RECORDS = 600;
const call = { similarity: 'jaccard', threshold: 0.6 } as const;
let folder: string;
let lines: string;
let sets: BigUint64Array[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-mr-estimate-'));
  const { offsets, values } = generateSets({ records: RECORDS, tokens: 40, nearDuplicates: 0.4, seed: 2 });
  const records = Array.from({ length: RECORDS }, (_, i) =>
    [...values.subarray(offsets[i], offsets[i + 1])].map(Number),
  );
  lines = await setLines(records);
  const path = join(folder, 'sets');
  writeFileSync(path, lines, 'latin1');
  sets = sampleSets([path]);
});

afterAll(() => rmSync(folder, { recursive: true }));

/** What the stages have counted. */
async function counted(): Promise<(stage: string, counter: string) => number> {
  const wrote = await runAll(lines, { ...call, parts: 1 });
  return (stage, counter) => Number(new RegExp(`\\b${counter}=(\\d+)`).exec(wrote.get(stage)!)?.[1]);
}

test('of all sets as their own sample, postings and candidates are those that the stages have, but for equal sets', async () => {
  const count = await counted();
  expect(sets).toHaveLength(RECORDS);
  const distinct = [...new Map(sets.map((set) => [set.join(' '), set])).values()];
  const { postings, candidates } = estimateJoin(distinct, distinct.length, call);
  expect(postings).toBe(count('keys', 'postings'));
  expect(candidates).toBe(count('attach', 'distinct'));
});

test('from a third of the sets, postings, meetings and candidates are expected within twice what they are', async () => {
  const count = await counted();
  const third = sets.filter((_, i) => i % 3 === 0);
  const expected = estimateJoin(third, RECORDS, call);
  const got = {
    postings: count('keys', 'postings'),
    met: count('candidates', 'met'),
    candidates: count('attach', 'distinct'),
  };
  for (const [name, number] of Object.entries(got)) {
    const ratio = expected[name as keyof typeof got] / number;
    expect(ratio, name).toBeGreaterThan(0.5);
    expect(ratio, name).toBeLessThan(2);
  }
});

test('the stage that samples sets takes about one in so many, the same ones whatever the partitions, and of many sets no more than of few', async () => {
  const sampled = async (text: string): Promise<string[]> =>
    (await runLines(['sample-sets', '--every', '3'], text, { isPartition: true })).split('\n').slice(0, -2);
  const whole = await sampled(lines);
  expect(setsIn(whole.join('\n')).length).toBeGreaterThan(RECORDS / 4);
  expect(whole.length).toBeLessThan(RECORDS / 2);
  const middle = lines.indexOf('\n', lines.length / 2) + 1;
  const halves = [lines.slice(0, middle), lines.slice(middle)];
  expect((await Promise.all(halves.map(sampled))).flat()).toEqual(whole);

  expect(sampleStage(1000, 20_000)).toMatchObject({ call: ['sample-sets', '--every', '1'], reads: ['sets'] });
  const [, , every] = sampleStage(1e9, 330e9, 'content-').call;
  expect((1e9 * 3590) / Number(every)).toBeLessThan(2 ** 24);
});

test('where the sample has no pair, no more are promised than it can tell', () => {
  const apart = Array.from({ length: 10 }, (_, i) => BigUint64Array.of(BigInt(i)));
  const { candidates, largestKey } = estimateJoin(apart, 1000, call);
  expect(candidates).toBe(3 * 100 ** 2);
  expect(largestKey).toBe(200);
});

test('more pairs of a sample are counted than a set of JavaScript can hold', () => {
  const sets = Array.from({ length: 6000 }, (_, i) => BigUint64Array.of(0n, BigInt(i + 1)));
  const { candidates } = estimateJoin(sets, sets.length, { similarity: 'jaccard', threshold: 0.3 });
  expect(candidates).toBe((6000 * 5999) / 2);
  expect(candidates).toBeGreaterThan(2 ** 24);
});

test('starting a process counts as much as sorting some megabytes', () => {
  const sets = Array.from({ length: 20 }, (_, i) => BigUint64Array.of(BigInt(i), BigInt(i) + 100n));
  const hoursOf = (processes: number): number =>
    estimateJoin(sets, sets.length, { similarity: 'jaccard', threshold: 0.8, processes }).cpuHours;
  expect(3600 * (hoursOf(200) - hoursOf(0))).toBeCloseTo(30);
});

test('what a join is expected to take counts a process of each stage for each partition', () => {
  const join = { similarity: 'jaccard', threshold: 0.8 } as const;
  const sample = [BigUint64Array.of(1n, 2n)];
  const hoursOf = (parts: number): number =>
    checkEstimate({ ...join, parts }, { count: 1, sample }).expected.cpuHours;
  // ten stages of 0.15 s each
  expect(3600 * (hoursOf(101) - hoursOf(1))).toBeCloseTo(150);
});

test('where the order of all tokens is found, as published, a byte takes more of a processor', () => {
  const sets = Array.from({ length: 20 }, (_, i) => BigUint64Array.of(BigInt(i), BigInt(i) + 100n));
  const hoursAByte = (wholeRecords: boolean): number => {
    const join = { similarity: 'jaccard', threshold: 0.8, wholeRecords } as const;
    const { cpuHours, shuffleBytes } = estimateJoin(sets, sets.length, join);
    return cpuHours / shuffleBytes;
  };
  expect(hoursAByte(true)).toBeGreaterThan(2 * hoursAByte(false));
});

test('of keys by SimHash the words say how many pairs right at the threshold are found, by the cosine that this is for the measure', () => {
  const recallOf = (similarity: 'jaccard' | 'cosine' | 'overlap', threshold: number): string => {
    const join = { similarity, threshold, tables: 10, parts: 1 };
    const { words } = checkEstimate(join, { count: RECORDS, sample: sets });
    return /postings \((.*?)\), /.exec(words)![1]!;
  };
  // fingerprints of 64 bits, of which at most three differ: two sets of one size with a cosine of 1.8 / 1.9
  const angle = Math.acos(1.8 / 1.9) / Math.PI;
  const atMostThree = [1, 64, (64 * 63) / 2, (64 * 63 * 62) / 6]
    .map((ways, differing) => ways * angle ** differing * (1 - angle) ** (64 - differing))
    .reduce((sum, each) => sum + each);
  const expected = `simhash, recall ${atMostThree.toPrecision(2)} or more right at the threshold`;
  expect(recallOf('jaccard', 0.9)).toBe(expected);
  expect(recallOf('cosine', 1.8 / 1.9)).toBe(expected);
  expect(recallOf('overlap', 3)).toBe('pairs of near SimHashes');
});
