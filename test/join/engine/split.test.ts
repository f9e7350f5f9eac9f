import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RangeTask } from '../../../src/join/engine/range-join.ts';
import { splitProbes } from '../../../src/join/engine/split.ts';
import { measures, type Similarity } from '../../../src/join/similarity.ts';

/** A task over records of these sizes, of whose tokens each is in `frequency` records. */
function taskOf(sizes: Uint32Array, frequency: number, given: Partial<RangeTask> = {}): RangeTask {
  const tokenCount = sizes.reduce((a, b) => a + b, 0);
  const size = sizes.length;
  return {
    ...{
      tokensAt: 0,
      startsAt: 0,
      sizesAt: 0,
      headsAt: 0,
      tokenCount,
      size,
      universe: tokenCount / frequency,
      singletons: 0,
      areDistinct: false,
    },
    ...{ similarity: 'jaccard', threshold: 0.8, first: 0, indexEnd: size, probeStart: 0, end: size },
    ...given,
  };
}

const question = fc.constantFrom<[Similarity, number]>(
  ['jaccard', 0.8],
  ['cosine', 0.9],
  ['dice', 0.5],
  ['overlap', 40],
);
/** Of many records, and of few, of which the last may be most of the work. */
const sortedSizes = fc
  .oneof(
    { weight: 3, arbitrary: fc.array(fc.nat(60), { minLength: 200, maxLength: 300 }) },
    { weight: 1, arbitrary: fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1, maxLength: 4 }) },
  )
  .map((sizes) => Uint32Array.from(sizes).sort());

test('ranges follow each other, each with all records that one of its own can match, and share the work', () => {
  fc.assert(
    fc.property(
      sortedSizes,
      fc.integer({ min: 2, max: 9 }),
      question,
      fc.nat(),
      (sizes, threads, asked, at) => {
        const [similarity, threshold] = asked;
        const split = at % Math.min(100, sizes.length);
        // A universe of one token, which is so frequent that 250 prefix tokens are worth splitting.
        const whole = taskOf(sizes, 1, {
          ...{ similarity, threshold, probeStart: split, indexEnd: split || sizes.length },
          ...{ tokenCount: 1, universe: 1 },
        });
        const tasks = splitProbes(sizes, whole, threads, 'missing');
        const measure = measures[similarity];
        const canMatch = (m: number) => m > 0 && measure.isSimilar(m, m, m, threshold);
        const least = (m: number) => (canMatch(m) ? measure.minSize(m, threshold) : m);
        const prefix = (m: number) => (canMatch(m) ? measure.probePrefix(m, threshold) : 0);
        fc.pre(sizes.subarray(split).reduce((sum, m) => sum + prefix(m), 0) >= 250);
        const windowOf = (x: number) => sizes.findIndex((n) => n >= least(sizes[x]));
        const works = Array.from(sizes, (m, x) => (x < split ? 0 : prefix(m) * (x - windowOf(x) + 1)));
        const all = works.reduce((a, b) => a + b, 0);
        let next = split;
        for (const task of tasks) {
          expect(task).toEqual({
            ...whole,
            ...{ probeStart: next, first: windowOf(next), end: task.end },
            indexEnd: Math.min(task.end, whole.indexEnd),
          });
          expect(task.end).toBeGreaterThan(next);
          next = task.end;
        }
        expect(next).toBe(sizes.length);
        // A range ends with the record that reaches its share: one of one to four for each thread.
        const sharesWork = (parts: number) =>
          tasks.length <= parts &&
          tasks.slice(0, -1).every(({ probeStart, end }, k) => {
            const done = works.slice(0, end).reduce((a, b) => a + b, 0);
            const share = (all * (k + 1)) / parts;
            return done >= share - 1e-6 && (end === probeStart + 1 || done - works[end - 1] < share);
          });
        expect([1, 2, 3, 4].some((each) => sharesWork(each * threads))).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

test.each([
  ['8 ms, of sets of one size,', 'started', 8e6],
  ['16 ms where the workers are to be started', 'missing', 16e6],
] as const)(
  'what takes less than %s is not split: 10 ns a probed token, and 2 ns for each record that has it',
  (_, workers, leastNs) => {
    const isSplit = (records: number, frequency: number, given: Partial<RangeTask> = {}) => {
      const sizes = new Uint32Array(records).fill(200);
      return splitProbes(sizes, taskOf(sizes, frequency, given), 2, workers).length > 1;
    };
    // 41 of 200 tokens are probed, so that those are in 0.205² of the records that a token is in on average.
    const frequency = 5 / 0.205 ** 2;
    const tokens = (ns: number) => Math.ceil(leastNs / ns / 41);
    expect([tokens(20), tokens(20) - 1].map((records) => isSplit(records, frequency))).toEqual([true, false]);
    expect([tokens(10), tokens(9)].map((records) => isSplit(records, 1e-9))).toEqual([true, true]);
    expect(isSplit(tokens(10) - 1, 1e-9)).toBe(false);
    // Records that are indexed only make no work.
    const probeStart = 1000;
    expect(isSplit(tokens(10) + 999, 1e-9, { probeStart })).toBe(false);
    expect(isSplit(tokens(10) + 1000, 1e-9, { probeStart })).toBe(true);
  },
);

test('what takes 4 ms, 10 ns a probed token, is split where few records are indexed by both threads', () => {
  const threshold = 0.95;
  const sizesOf = (records: number) => Uint32Array.from({ length: records }, (_, x) => 20 + x);
  const isSplit = (records: number) =>
    splitProbes(sizesOf(records), taskOf(sizesOf(records), 1e-9, { threshold }), 2, 'started').length > 1;
  const tokens = (records: number) =>
    sizesOf(records).reduce((sum, m) => sum + measures.jaccard.probePrefix(m, threshold), 0);
  let least = 3000;
  while (tokens(least) < 4e6 / 10) least++;
  expect([least - 1, least].map(isSplit)).toEqual([false, true]);
});

test('what is guessed to be too little is split where a sample says that its tokens are common, which is asked of no other', () => {
  const sizes = Uint32Array.from({ length: 4000 }, (_, x) => 20 + Math.floor(x / 2));
  const asked: number[] = [];
  const ranges = (records: number, frequency: number) =>
    splitProbes(
      sizes.subarray(0, records),
      taskOf(sizes.subarray(0, records), 1e-9),
      2,
      'started',
      (tokens) => {
        asked.push(tokens);
        return frequency;
      },
    ).length;
  const tokens = (records: number) =>
    sizes.subarray(0, records).reduce((sum, m) => sum + measures.jaccard.probePrefix(m, 0.8), 0);
  const some = 2000;
  expect(tokens(some)).toBeGreaterThan(1e6 / 10);
  expect(tokens(some)).toBeLessThan(4e6 / 10);
  expect(ranges(some, 0)).toBe(1);
  expect(ranges(some, 50)).toBeGreaterThan(1);
  expect(asked).toEqual([tokens(some), tokens(some)]);
  expect([ranges(100, 50), ranges(4000, 0) > 1]).toEqual([1, true]);
  expect(asked).toHaveLength(2);
});

test('threads take several ranges each, but for sets of one size, of which every range indexes all before it', () => {
  const growing = Uint32Array.from({ length: 20_000 }, (_, x) => 20 + Math.floor(x / 20));
  const equal = new Uint32Array(20_000).fill(500);
  expect(splitProbes(growing, taskOf(growing, 2000), 2, 'missing')).toHaveLength(8);
  expect(splitProbes(equal, taskOf(equal, 0.1), 2, 'missing')).toHaveLength(2);
});

test('a join on one thread is one range, whatever it takes', () => {
  const sizes = new Uint32Array(100_000).fill(200);
  const whole = taskOf(sizes, 1000);
  expect(splitProbes(sizes, whole, 1, 'started')).toEqual([whole]);
  expect(splitProbes(new Uint32Array(0), taskOf(new Uint32Array(0), 1), 3, 'started')).toHaveLength(1);
});
