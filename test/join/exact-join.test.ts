import { getEventListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { rankSets, type TokenSets } from '../../src/grams/token-sets.ts';
import { valueSetsFromIntegers } from '../../src/grams/value-sets.ts';
import { allocateTokens, arenaOf } from '../../src/join/engine/arena.ts';
import { closeEngine } from '../../src/join/engine/parallel.ts';
import { exactJoin, groupedJoin, joinSplit, type Pairs } from '../../src/join/exact-join.ts';
import type { Similarity } from '../../src/join/similarity.ts';
import { joinStatistics } from '../../src/join/statistics.ts';
import { collections } from './common.ts';
import { sampleSets } from './sample-sets.ts';

afterAll(closeEngine);

function rows({ length, x, y, overlap }: Pairs): string[] {
  return Array.from({ length }, (_, i) => `${x[i]} ${y[i]} ${overlap[i]}`);
}

/** The same sets, their tokens in a memory of the engine. */
function inArena(sets: TokenSets): TokenSets {
  const tokens = allocateTokens(sets.tokens.length);
  tokens.set(sets.tokens);
  return { ...sets, tokens };
}

/** Sets whose join at 0.15 takes long enough to be watched. */
const many = sampleSets(20_000, 30);
const slow = { similarity: 'jaccard', threshold: 0.15 } as const;

describe('groupedJoin', () => {
  test('stands for exactly the pairs of the exact join, each once, and counts them', async () => {
    const questions = fc.constantFrom<[Similarity, number]>(
      ['jaccard', 0.5],
      ['jaccard', 1],
      ['overlap', 1],
      ['overlap', 3],
    );
    // few numbers, so that many records are equal
    const lists = fc.array(fc.uniqueArray(fc.nat(4), { maxLength: 4 }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(lists, collections),
        questions,
        fc.constantFrom(1, 2),
        async (lists, [similarity, threshold], threads) => {
          const sets = rankSets(valueSetsFromIntegers(lists));
          const statistics = joinStatistics();
          const found = await groupedJoin(sets, { similarity, threshold, threads, statistics });
          const recordsOf = (g: number) => [...found.members.subarray(found.begins[g], found.begins[g + 1])];
          const { length, x, y, overlap } = found.pairs;
          const pairs = Array.from({ length }, (_, i) =>
            recordsOf(x[i]).flatMap((a) => recordsOf(y[i]).map((b) => [a, b, overlap[i]])),
          ).flat();
          for (const [g, within] of found.overlapWithin.entries()) {
            const records = recordsOf(g);
            expect(records).toEqual(records.toSorted((a, b) => a - b));
            if (within > 0)
              for (const a of records) for (const b of records) if (a > b) pairs.push([a, b, within]);
          }
          const lines = pairs.map(([a, b, shared]) => `${Math.max(a, b)} ${Math.min(a, b)} ${shared}`);
          expect(lines.sort()).toEqual(rows(await exactJoin(sets, { similarity, threshold })).sort());
          expect(found.length).toBe(lines.length);
          expect(statistics.results).toBe(lines.length);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('more pairs of equal records than fit in memory are counted, not made', async () => {
    const sets = rankSets(valueSetsFromIntegers(Array.from({ length: 100_000 }, () => [1, 2, 3])));
    const { length, pairs } = await groupedJoin(sets, { similarity: 'jaccard', threshold: 0.8 });
    expect([length, pairs.length]).toEqual([(100_000 * 99_999) / 2, 0]);
  });
});

describe('joinSplit', () => {
  test('joins the records from the split on with those before it, and no others', async () => {
    const questions = fc.constantFrom<[Similarity, number]>(
      ['jaccard', 0.5],
      ['cosine', 0.8],
      ['overlap', 2],
    );
    await fc.assert(
      fc.asyncProperty(collections, questions, fc.nat(), async (lists, [similarity, threshold], at) => {
        const sets = rankSets(valueSetsFromIntegers(lists));
        const all = await exactJoin(sets, { similarity, threshold });
        const split = lists.length === 0 ? 0 : 1 + (at % lists.length);
        const progress: [number, number][] = [];
        const statistics = joinStatistics();
        const onProgress = (done: number, total: number): void => void progress.push([done, total]);
        const some = await joinSplit(sets, { similarity, threshold, onProgress, statistics }, split);
        const isAcross = (pair: string) => {
          const [x, y] = pair.split(' ').map(Number);
          return split === 0 || (y < split && x >= split);
        };
        expect(rows(some).sort()).toEqual(rows(all).filter(isAcross).sort());
        expect(progress.at(-1)).toEqual([lists.length - split, lists.length - split]);
        expect(statistics).toMatchObject({ records: lists.length, results: some.length });
      }),
      { numRuns: 150 },
    );
  });
});

describe('exactJoin', () => {
  test('finds more pairs than one part of its results holds, in the order of x', async () => {
    // Any two share 15 of 20 tokens: 87,990 pairs.
    const common = Array.from({ length: 15 }, (_, k) => k);
    const lists = Array.from({ length: 420 }, (_, i) => [
      ...common,
      ...Array.from({ length: 5 }, (_, k) => 100 + 5 * i + k),
    ]);
    const sets = rankSets(valueSetsFromIntegers(lists));
    const { length, x, y, overlap } = await exactJoin(sets, { similarity: 'jaccard', threshold: 0.6 });
    expect(length).toBe((420 * 419) / 2);
    const seen = new Uint8Array(420 * 420);
    for (let i = 0; i < length; i++) {
      seen[420 * x[i] + y[i]]++;
      if (overlap[i] !== 15 || y[i] >= x[i] || (i > 0 && x[i] < x[i - 1])) expect.fail(`pair ${i} is wrong`);
    }
    expect(seen.every((times, pair) => times === (pair % 420 < Math.floor(pair / 420) ? 1 : 0))).toBe(true);
  });

  test('more pairs of equal records than 32 bits count are refused, not written over other memory', async () => {
    // 92,683 · 92,682 / 2 pairs are 55,607 more than 2^32
    const size = 92_683;
    const equal = rankSets({
      offsets: Uint32Array.from({ length: size + 1 }, (_, i) => i),
      values: new BigUint64Array(size).fill(5n),
    });
    await expect(exactJoin(equal, { similarity: 'jaccard', threshold: 0.8 })).rejects.toThrow(
      'join: expected at most 357913941 pairs, 12 bytes each in 4 GiB; got 4295022903: raise the threshold, or use groupedJoin',
    );
  });

  test('a count of shared tokens that no set has, however large, is no pair', async () => {
    const sets = rankSets(
      valueSetsFromIntegers([
        [1, 2],
        [1, 2],
        [1, 2, 3],
        [1, 2, 3],
      ]),
    );
    for (const [threshold, length] of [
      [2, 6],
      [3, 1],
      [4, 0],
      [2 ** 32 - 1, 0],
      [2 ** 32, 0],
      [2 ** 53 - 1, 0],
    ]) {
      expect((await exactJoin(sets, { similarity: 'overlap', threshold })).length).toBe(length);
    }
  });

  test('leaves the memory that its sets lie in as it was, after a join, an abort and an error', async () => {
    const sets = inArena(sampleSets(300, 20));
    const arena = arenaOf(sets.tokens)!;
    const { top } = arena;
    arena.isCancelled = true;
    await exactJoin(sets, { similarity: 'jaccard', threshold: 0.5 });
    expect([arena.top, arena.isBusy, arena.isCancelled]).toEqual([top, false, false]);
    const failing = {
      similarity: 'jaccard',
      threshold: 0.5,
      onProgress: () => expect.unreachable('watched'),
    } as const;
    await expect(exactJoin(sets, failing)).rejects.toThrow('watched');
    expect([arena.top, arena.isBusy]).toEqual([top, false]);

    const large = inArena(many);
    const before = arenaOf(large.tokens)!.top;
    const controller = new AbortController();
    const aborted = exactJoin(large, { ...slow, signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 5);
    await expect(aborted).rejects.toThrow('enough');
    expect([arenaOf(large.tokens)!.top, arenaOf(large.tokens)!.isBusy]).toEqual([before, false]);
  });

  test('pairs left in place are those copied out, and what they lie in is used again by the next join', async () => {
    await fc.assert(
      fc.asyncProperty(collections, fc.constantFrom(0.8, 0.3), async (lists, threshold) => {
        const sets = inArena(rankSets(valueSetsFromIntegers([...lists, ...lists])));
        const options = { similarity: 'jaccard', threshold } as const;
        const copied = await exactJoin(sets, options);
        const arena = arenaOf(sets.tokens)!;
        const tops: number[] = [arena.top];
        for (let k = 0; k < 3; k++) {
          expect(rows(await exactJoin(sets, { ...options, inPlace: true }))).toEqual(rows(copied));
          tops.push(arena.top);
        }
        expect(tops[3]).toBe(tops[1]);
        expect(rows(await exactJoin(sets, options))).toEqual(rows(copied));
        expect(arena.top).toBe(tops[0]);
      }),
      { numRuns: 100 },
    );
  });

  test('does not listen to its signal, nor report, when it has ended', async () => {
    const { signal } = new AbortController();
    let reports = 0;
    const onProgress = (): void => void reports++;
    await exactJoin(sampleSets(300, 20), { similarity: 'jaccard', threshold: 0.5, signal, onProgress });
    const seen = reports;
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    await delay(120);
    expect(reports).toBe(seen);
  });

  test('reports while it works what is done, the total being the distinct sets', async () => {
    const sets = inArena(many);
    // As an earlier join has left it.
    for (let thread = 0; thread < 3; thread++) arenaOf(sets.tokens)!.setProgress(thread, 1e6);
    const distinct = new Set(
      Array.from({ length: many.size }, (_, x) =>
        many.tokens.subarray(many.offsets[x], many.offsets[x + 1]).join(),
      ),
    ).size;
    for (const threads of [1, 2]) {
      const reports: number[] = [];
      const controller = new AbortController();
      await exactJoin(sets, {
        ...{ ...slow, threads, signal: controller.signal },
        onProgress(done, total) {
          if (total < distinct || total >= sets.size)
            expect.fail(`${total} in all; ${distinct} are distinct`);
          reports.push(done);
          if (done > 0) controller.abort(new Error('seen'));
        },
      }).catch(({ message }) => expect(message).toBe('seen'));
      expect(reports.at(-1)).toBeGreaterThan(0);
      for (const done of reports) expect(done).toBeLessThan(sets.size);
    }
  });

  test('says how long its index and its probes took, on all threads', async () => {
    const statistics = joinStatistics();
    const startedAt = performance.now();
    await exactJoin(many, { similarity: 'jaccard', threshold: 0.5, statistics, threads: 2 });
    const elapsed = performance.now() - startedAt;
    const { index, join } = statistics.milliseconds;
    expect(index).toBeGreaterThan(0);
    expect(join).toBeGreaterThan(0);
    expect(index + join).toBeLessThan(elapsed);
  });
});
