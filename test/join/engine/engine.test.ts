import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { rankSets, type TokenSets } from '../../../src/grams/token-sets.ts';
import { valueSetsFromIntegers } from '../../../src/grams/value-sets.ts';
import { allocateTokens } from '../../../src/join/engine/arena.ts';
import { closeEngine } from '../../../src/join/engine/parallel.ts';
import { type ExactJoinOptions, exactJoin, type Pairs } from '../../../src/join/exact-join.ts';
import { naive } from '../../../src/join/published/naive.ts';
import { ppjoin } from '../../../src/join/published/ppjoin.ts';
import type { Similarity } from '../../../src/join/similarity.ts';
import { joinStatistics } from '../../../src/join/statistics.ts';
import { missing, realData } from '../../data.ts';
import { often } from '../../repetition.ts';
import { sampleSets } from '../sample-sets.ts';

afterAll(closeEngine);

const fractions = [...Array.from({ length: 20 }, (_, i) => (i + 1) / 20), 2 / 3, 1 / 3, 0.01];
const counts = [1, 2, 3, 5, 8, 13];

/** Sets that are often alike: tokens from a small universe, some records repeated with a few changes. */
const records = fc
  .record({
    base: fc.array(fc.uniqueArray(fc.nat(40), { maxLength: 24 }), { maxLength: 25 }),
    edits: fc.array(fc.tuple(fc.nat(), fc.nat(40), fc.nat(40)), { maxLength: 25 }),
  })
  .map(({ base, edits }) => {
    const all = base.map((record) => new Set(record));
    for (const [k, removed, added] of edits) {
      if (all.length === 0) break;
      const copy = new Set(all[k % all.length]);
      copy.delete(removed);
      copy.add(added);
      all.push(copy);
    }
    return rankSets(valueSetsFromIntegers(all.map((record) => [...record])));
  });

const question = fc.oneof(
  fc.record({
    similarity: fc.constantFrom<Similarity>('jaccard', 'cosine', 'dice'),
    threshold: fc.constantFrom(...fractions),
  }),
  fc.record({ similarity: fc.constant<Similarity>('overlap'), threshold: fc.constantFrom(...counts) }),
);

describe('exactJoin', () => {
  test('finds what comparing every pair finds, for every measure and at every threshold', async () => {
    await fc.assert(
      fc.asyncProperty(records, question, async (sets, options) => {
        expect(sorted(await exactJoin(sets, options))).toEqual(expected(sets, options));
      }),
      { numRuns: often(1500) },
    );
  });

  test('keeps pairs that lie exactly on the threshold, for all sizes up to 40', async () => {
    for (const [similarity, threshold] of [
      ['jaccard', 0.8],
      ['jaccard', 2 / 3],
      ['cosine', 0.8],
      ['dice', 0.7],
    ] as const) {
      const all: number[][] = [];
      for (let n = 1; n <= 40; n++) {
        for (let shared = Math.floor(n / 2); shared <= n; shared++) {
          all.push(Array.from({ length: n }, (_, i) => (i < shared ? i : 1000 * n + 50 * shared + i)));
        }
      }
      const sets = rankSets(valueSetsFromIntegers(all));
      expect(sorted(await exactJoin(sets, { similarity, threshold }))).toEqual(
        expected(sets, { similarity, threshold }),
      );
    }
  });

  test('finds all pairs of equal records and none of different ones', async () => {
    const equal = rankSets(valueSetsFromIntegers(Array.from({ length: 300 }, () => [3, 1, 2, 7, 9])));
    expect((await exactJoin(equal, { similarity: 'jaccard', threshold: 1 })).length).toBe((300 * 299) / 2);
    const different = rankSets(
      valueSetsFromIntegers(Array.from({ length: 300 }, (_, i) => [2 * i, 2 * i + 1])),
    );
    expect((await exactJoin(different, { similarity: 'jaccard', threshold: 0.01 })).length).toBe(0);
  });

  test('finds short sets that are equal or lack a token, at thresholds that let no others of one size be similar', async () => {
    const short = fc.array(fc.tuple(fc.integer({ min: 1, max: 24 }), fc.nat({ max: 3 }), fc.boolean()), {
      maxLength: 40,
    });
    const measures = fc.constantFrom<Similarity>('jaccard', 'cosine', 'dice');
    const strict = fc.constantFrom(0.8, 0.9, 0.95, 0.98, 1);
    await fc.assert(
      fc.asyncProperty(short, measures, strict, async (lists, similarity, threshold) => {
        // The first tokens of a few rows, of which one may be another's.
        const all = lists.map(([size, row, isChanged]) =>
          Array.from({ length: size }, (_, k) => (isChanged && k === 0 ? 999 : 100 * row + k)),
        );
        const sets = rankSets(valueSetsFromIntegers(all));
        const options = { similarity, threshold };
        expect(sorted(await exactJoin(sets, options))).toEqual(expected(sets, options));
      }),
      { numRuns: often(200) },
    );
  });

  test('finds equal sets among many that agree in what their search looks at', async () => {
    // Twelve sets with the same eight rarest tokens, each three times; the tokens that tell them apart are commoner.
    const common = Array.from({ length: 5 }, (_, k) => 100 + k);
    const sets = Array.from({ length: 36 }, (_, i) => [
      ...Array.from({ length: 8 }, (_, k) => k),
      ...common.filter((_, k) => (((i % 12) + 3) >> k) & 1).slice(0, 2),
      ...Array.from({ length: 3 }, (_, k) => 200 + 3 * (i % 12) + k),
    ]);
    const fillers = [...common, ...Array.from({ length: 36 }, (_, k) => 200 + k)].flatMap((token) =>
      Array.from({ length: 40 }, (_, i) => [token, 1000 + i]),
    );
    const ranked = rankSets(valueSetsFromIntegers([...sets, ...fillers]));
    for (const threshold of [0.95, 1]) {
      const options = { similarity: 'jaccard', threshold } as const;
      expect(sorted(await exactJoin(ranked, options))).toEqual(expected(ranked, options));
    }
  });

  test('answers an input of no, of one and of empty records with no pair', async () => {
    for (const input of [[], [[]], [[], []], [[1]], [[], [1]]]) {
      const sets = rankSets(valueSetsFromIntegers(input));
      expect((await exactJoin(sets, { similarity: 'dice', threshold: 0.5 })).length).toBe(0);
    }
  });

  test('counts records of more shared tokens than a 16-bit counter holds', async () => {
    const large = Array.from({ length: 200_000 }, (_, i) => i);
    const other = Array.from({ length: 200_000 }, (_, i) => i + 100_000);
    const sets = rankSets(valueSetsFromIntegers([large, large.slice(0, 199_000), other]));
    for (const threshold of [0.3, 0.2, 0.99]) {
      const options = { similarity: 'jaccard', threshold } as const;
      expect(sorted(await exactJoin(sets, options))).toEqual(expected(sets, options));
    }
  });

  test('joins sets in its own memory where they lie, again and again', async () => {
    const sets = sampleSets(400, 30);
    const tokens = allocateTokens(sets.tokens.length);
    tokens.set(sets.tokens);
    for (const threshold of [0.9, 0.5, 0.7, 0.5]) {
      const options = { similarity: 'jaccard', threshold } as const;
      const [one, two] = await Promise.all([
        exactJoin({ ...sets, tokens }, options),
        exactJoin({ ...sets, tokens }, options),
      ]);
      expect(sorted(one)).toEqual(expected(sets, options));
      expect(two).toEqual(one);
    }
    expect(tokens).toEqual(sets.tokens);
  });

  test('finds what comparing every pair finds among records too long for signatures', async () => {
    const sets = sampleSets(400, 150);
    for (const threshold of [0.3, 0.6, 0.9]) {
      const options = { similarity: 'jaccard', threshold } as const;
      expect(sorted(await exactJoin(sets, options))).toEqual(expected(sets, options));
    }
  });

  test('emits pairs in ascending x, with and without equal records', async () => {
    const records = Array.from({ length: 200 }, (_, i) => [i % 7, (i % 7) + 10, (i % 3) + 20, (i % 3) + 30]);
    for (const sets of [rankSets(valueSetsFromIntegers(records)), sampleSets(500, 30)]) {
      const { x, length } = await exactJoin(sets, { similarity: 'jaccard', threshold: 0.3 });
      expect(length).toBeGreaterThan(0);
      expect(x).toEqual(x.slice().sort());
    }
  });

  test.skipIf(missing('sets-fimi/retail.csv'))('finds the pairs of PPJoin among real baskets', async () => {
    const lines = readFileSync(realData('sets-fimi/retail.csv')!, 'utf8').trim().split('\n').slice(0, 20_000);
    const sets = rankSets(valueSetsFromIntegers(lines.map((line) => (line.match(/\d+/g) ?? []).map(Number))));
    for (const threshold of [0.6, 0.9]) {
      const found: number[][] = [];
      ppjoin(sets, 'jaccard', threshold, (x, y, overlap) => found.push([x, y, overlap]));
      const pairs = sorted(await exactJoin(sets, { similarity: 'jaccard', threshold }));
      expect(pairs.length).toBe(found.length);
      expect(pairs.join(' ')).toBe(found.sort(byXThenY).join(' '));
    }
  });

  test('reports its work in the statistics', async () => {
    const sets = sampleSets(500, 30);
    const statistics = joinStatistics();
    const pairs = await exactJoin(sets, { similarity: 'jaccard', threshold: 0.5, statistics });
    expect(statistics.records).toBe(500);
    expect(statistics.results).toBe(pairs.length);
    expect(statistics.verified).toBeGreaterThan(0);
    expect(statistics.candidates).toBeGreaterThanOrEqual(statistics.verified);
    expect(statistics.candidates).toBeGreaterThanOrEqual(statistics.results);
  });

  test('counts every pair of equal records as a candidate, although one look at their set is enough', async () => {
    const copies = rankSets(valueSetsFromIntegers(Array.from({ length: 20 }, () => [1, 2, 3])));
    const statistics = joinStatistics();
    await exactJoin(copies, { similarity: 'jaccard', threshold: 0.8, statistics });
    expect([statistics.results, statistics.candidates]).toEqual([190, 190]);
  });

  test('says what it expects instead of a wrong threshold or number of threads', async () => {
    const sets = sampleSets(3, 3);
    await expect(exactJoin(sets, { similarity: 'jaccard', threshold: 1.5 })).rejects.toThrow(RangeError);
    await expect(exactJoin(sets, { similarity: 'jaccard', threshold: 0.5, threads: 0 })).rejects.toThrow(
      /threads: expected 1, 2, 3 …; got 0/,
    );
  });
});

function rows({ length, x, y, overlap }: Pairs): number[][] {
  return Array.from({ length }, (_, i) => [x[i], y[i], overlap[i]]);
}

function sorted(pairs: Pairs): number[][] {
  return rows(pairs).sort(byXThenY);
}

function byXThenY(a: number[], b: number[]): number {
  return a[0] - b[0] || a[1] - b[1];
}

function expected(sets: TokenSets, { similarity, threshold }: ExactJoinOptions): number[][] {
  const found: number[][] = [];
  naive(sets, similarity, threshold, (x, y, overlap) => found.push([x, y, overlap]));
  return found.sort(byXThenY);
}
