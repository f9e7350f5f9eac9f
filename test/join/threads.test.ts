import { expect, test, vi } from 'vitest';
import { rankSets } from '../../src/grams/token-sets.ts';
import { valueSetsFromIntegers } from '../../src/grams/value-sets.ts';
import { Arena, allocateTokens, arenaOf } from '../../src/join/engine/arena.ts';
import type { RangeTask } from '../../src/join/engine/range-join.ts';
import { exactJoin } from '../../src/join/exact-join.ts';
import { mostThreads, threadCount } from '../../src/join/threads.ts';
import { argumentError } from '../argument-error.ts';
import { seededRandom } from '../sketch/sets.ts';

/** What the other threads were given. Workers take seconds to start by the hundred: here they answer at once. */
const given: { thread: number; tasks: readonly RangeTask[] }[] = [];
let failure: Error | undefined;
let progressBefore: number | undefined;
vi.mock('../../src/join/engine/parallel.ts', () => ({
  possibleThreads: (threads: number) => threads,
  areStarted: () => true,
  async runInWorker(_module: WebAssembly.Module, arena: Arena, tasks: readonly RangeTask[], thread: number) {
    given.push({ thread, tasks });
    progressBefore ??= arena.progress(mostThreads);
    if (failure) throw failure;
    // Taken by no other: this thread joins all ranges.
    return [];
  },
}));

test('a thread count is what was asked for, up to the most that work is spread over', () => {
  const asked = [1, 2, mostThreads, mostThreads + 1, 1e9];
  expect(asked.map(threadCount)).toEqual([1, 2, mostThreads, mostThreads, mostThreads]);
  for (const threads of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => threadCount(threads)).toThrow(
      argumentError('RangeError', `threads: expected 1, 2, 3 …; got ${threads}`),
    );
  }
});

// Tokens that are common make enough work to be split.
const random = seededRandom(5);
const records = Array.from({ length: 1200 }, () =>
  Array.from({ length: 60 }, () => Math.floor(150 * random())),
);
const sets = rankSets(valueSetsFromIntegers(records));

test.each([2, 240, 241, 10_000])('a join may be asked for on %i threads', async (threads) => {
  await exactJoin(sets, { similarity: 'jaccard', threshold: 0.2, threads });
  const others = given.splice(0);
  expect(others.map(({ thread }) => thread)).toEqual(
    Array.from({ length: Math.min(threads, 256) - 1 }, (_, k) => k + 1),
  );
  for (const { tasks } of others) {
    expect(tasks.map(({ end }) => end)).toEqual([
      ...tasks.slice(1).map(({ probeStart }) => probeStart),
      sets.size,
    ]);
  }
});

test('ranges that are taken the last first give the pairs of one range, in its order', async () => {
  const question = { similarity: 'jaccard', threshold: 0.2 } as const;
  const whole = await exactJoin(sets, question);
  const inRanges = await exactJoin(sets, { ...question, threads: 3 });
  expect(given.splice(0)[0].tasks.length).toBeGreaterThan(3);
  expect(whole.length).toBeGreaterThan(1000);
  // Not toEqual: it takes minutes to show how long arrays differ.
  const columns = ['x', 'y', 'overlap'] as const;
  expect(columns.filter((column) => inRanges[column].some((value, i) => value !== whole[column][i]))).toEqual(
    [],
  );
  expect(inRanges.length).toBe(whole.length);
});

test('a thread that fails fails the join with its reason, after all have ended', async () => {
  failure = new RangeError('4 GiB are not enough');
  const join = exactJoin(sets, { similarity: 'jaccard', threshold: 0.2, threads: 3 });
  await expect(join).rejects.toThrow(failure);
  failure = undefined;
});

test('threads begin with no progress in a memory where an earlier join has left some', async () => {
  const tokens = allocateTokens(sets.tokens.length);
  tokens.set(sets.tokens);
  const arena = arenaOf(tokens)!;
  for (let thread = 0; thread < 4; thread++) arena.setProgress(thread, 1000);
  progressBefore = undefined;
  await exactJoin({ ...sets, tokens }, { similarity: 'jaccard', threshold: 0.2, threads: 4 });
  expect(progressBefore).toBe(0);
});

test('the memory of a join counts the progress of as many threads, apart from what is allocated', () => {
  const arena = new Arena();
  const words = arena.words(arena.allocate(64), 16).fill(7);
  for (let thread = 0; thread < mostThreads; thread++) arena.setProgress(thread, 2);
  expect(arena.progress(mostThreads)).toBe(2 * mostThreads);
  expect(arena.progress(3)).toBe(6);
  expect(words).toEqual(new Uint32Array(16).fill(7));
  expect(arena.isCancelled).toBe(false);
});
