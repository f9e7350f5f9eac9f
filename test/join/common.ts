import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rankSets, rankTwo } from '../../src/grams/token-sets.ts';
import { valueSetsFromIntegers } from '../../src/grams/value-sets.ts';
import type { Join, JoinInput } from '../../src/join/join.ts';
import { naive } from '../../src/join/published/naive.ts';
import type { Similarity } from '../../src/join/similarity.ts';
import { type JoinStatistics, joinStatistics } from '../../src/join/statistics.ts';
import { argumentError } from '../argument-error.ts';

export const fractionalMeasures = ['jaccard', 'cosine', 'dice'] as const;

/** 0.05 … 1 in steps of 0.05 as typed, and values that are no binary fraction or no decimal one. */
export const thresholds: readonly number[] = [
  ...Array.from({ length: 20 }, (_, k) => (k + 1) / 20),
  ...[1 / 3, 2 / 3, 3 / 7, 6 / 7, 0.01, 0.99, 1e-9, Number.MIN_VALUE],
];

/** The results of a join as sorted "x y overlap" lines. */
export function resultsOf(
  join: Join,
  input: JoinInput,
  similarity: Similarity,
  threshold: number,
  statistics?: JoinStatistics,
): string[] {
  const results: string[] = [];
  join(input, similarity, threshold, (x, y, overlap) => results.push(`${x} ${y} ${overlap}`), statistics);
  return results.sort();
}

/** Similar collections: every record is a mutation of a few, over few tokens, so that pairs near t are common. */
export const collections: fc.Arbitrary<number[][]> = fc
  .record({
    universe: fc.constantFrom(1, 3, 8, 20, 60),
    largest: fc.constantFrom(0, 1, 3, 8, 24),
    seeds: fc.array(fc.infiniteStream(fc.nat()), { minLength: 1, maxLength: 3 }),
    count: fc.nat(14),
    noise: fc.infiniteStream(fc.nat()),
  })
  .map(({ universe, largest, seeds, count, noise }) => {
    const next = () => noise.next().value;
    const bases = seeds.map((stream) =>
      Array.from({ length: largest }, () => stream.next().value % universe),
    );
    return Array.from({ length: count }, () => {
      const base = bases[next() % bases.length];
      const size = next() % 3 === 0 ? next() % (largest + 1) : largest;
      return base.slice(0, size).map((token) => (next() % 8 === 0 ? next() % universe : token));
    });
  });

const allMeasures: fc.Arbitrary<[Similarity, number]> = fc.oneof(
  fc.tuple(fc.constantFrom(...fractionalMeasures), fc.constantFrom(...thresholds)),
  fc.tuple(fc.constant('overlap' as const), fc.integer({ min: 1, max: 25 })),
);

/** What every join must do. `runs`: random collections for each kind of input. */
export function testJoin(join: Join, runs: number): void {
  describe('as every join', () => {
    test('a self-join finds exactly the pairs of the definition in random collections', () => {
      fc.assert(
        fc.property(collections, allMeasures, (records, [similarity, t]) => {
          const sets = rankSets(valueSetsFromIntegers(records));
          expect(resultsOf(join, sets, similarity, t)).toEqual(resultsOf(naive, sets, similarity, t));
        }),
        { numRuns: runs },
      );
    });

    test('a join of two collections finds exactly the pairs of the definition', () => {
      fc.assert(
        fc.property(collections, collections, allMeasures, (r, s, [similarity, t]) => {
          const two = rankTwo(valueSetsFromIntegers(r), valueSetsFromIntegers(s));
          expect(resultsOf(join, two, similarity, t)).toEqual(resultsOf(naive, two, similarity, t));
        }),
        { numRuns: runs },
      );
    });

    test('joining a collection with itself gives both orders of every pair, and each record with itself', () => {
      const records = [[1, 2, 3, 4], [1, 2, 3, 5], [2, 3, 4, 1], [], [9]];
      const values = valueSetsFromIntegers(records);
      expect(resultsOf(join, rankTwo(values, values), 'jaccard', 0.6)).toHaveLength(4 + 2 + 4);
      expect(resultsOf(join, rankSets(values), 'jaccard', 0.6)).toHaveLength(3);
    });

    test('a pair exactly at the threshold is similar, where bounds in floating point lose it', () => {
      const x = Array.from({ length: 31 }, (_, k) => k);
      const y = [...x.slice(0, 28), 100, 101, 102, 103];
      const sets = rankSets(valueSetsFromIntegers([x, y]));
      expect(resultsOf(join, sets, 'jaccard', 0.8)).toEqual(['1 0 28']);
      expect(resultsOf(join, sets, 'jaccard', 0.8000000000000002)).toEqual([]);
    });

    test.each([
      ['no record', []],
      ['one record', [[1, 2]]],
      ['one empty record', [[]]],
      ['empty records only', [[], [], []]],
    ])('%s gives no pair', (_name, records) => {
      const values = valueSetsFromIntegers(records);
      for (const similarity of fractionalMeasures) {
        expect(resultsOf(join, rankSets(values), similarity, 0.5)).toEqual([]);
        const none = valueSetsFromIntegers([]);
        expect(resultsOf(join, rankTwo(values, none), similarity, 0.5)).toEqual([]);
        expect(resultsOf(join, rankTwo(none, values), similarity, 0.5)).toEqual([]);
      }
      expect(resultsOf(join, rankSets(values), 'overlap', 1)).toEqual([]);
    });

    test('equal records are all pairs at every threshold, and disjoint records none', () => {
      const equal = rankSets(valueSetsFromIntegers(Array.from({ length: 12 }, () => [7, 8, 9])));
      const disjoint = rankSets(valueSetsFromIntegers(Array.from({ length: 12 }, (_, k) => [k, k + 100])));
      for (const similarity of fractionalMeasures) {
        for (const t of thresholds) {
          expect(resultsOf(join, equal, similarity, t)).toHaveLength(66);
          expect(resultsOf(join, disjoint, similarity, t)).toHaveLength(0);
        }
      }
    });

    test.each([0, -0.5, 1.2, Number.NaN, Number.POSITIVE_INFINITY])('threshold %s is refused', (t) => {
      const sets = rankSets(valueSetsFromIntegers([[1], [1]]));
      for (const similarity of fractionalMeasures) {
        expect(() => resultsOf(join, sets, similarity, t)).toThrow(
          argumentError('RangeError', `threshold: expected a number above 0 and up to 1; got ${t}`),
        );
      }
    });

    test.each([0, -1, 1.5, Number.NaN])('%s shared tokens are refused', (t) => {
      const sets = rankSets(valueSetsFromIntegers([[1], [1]]));
      expect(() => resultsOf(join, sets, 'overlap', t)).toThrow(
        argumentError('RangeError', `threshold: expected a count of shared tokens (1, 2, 3 …); got ${t}`),
      );
    });

    test('the statistics are a funnel from index entries to results', () => {
      fc.assert(
        fc.property(collections, fc.constantFrom(...thresholds), (records, t) => {
          const sets = rankSets(valueSetsFromIntegers(records));
          const s = joinStatistics();
          const results = resultsOf(join, sets, 'jaccard', t, s);
          expect(s.results).toBe(results.length);
          expect([s.records, s.tokens, s.universe]).toEqual([sets.size, sets.tokens.length, sets.universe]);
          const funnel = [
            s.afterPrefix,
            s.afterPositional,
            s.afterSuffix,
            s.afterOrderings,
            s.candidates,
            s.verified,
            s.results,
          ];
          expect(funnel).toEqual([...funnel].sort((a, b) => b - a));
          expect(s.milliseconds.index).toBeGreaterThanOrEqual(0);
          expect(s.milliseconds.join).toBeGreaterThanOrEqual(0);
        }),
        { numRuns: Math.ceil(runs / 10) },
      );
    });

    test('statistics that are used again are not added up', () => {
      const sets = rankSets(
        valueSetsFromIntegers([
          [1, 2],
          [1, 2],
        ]),
      );
      const statistics = joinStatistics();
      resultsOf(join, sets, 'jaccard', 0.5, statistics);
      resultsOf(join, sets, 'jaccard', 0.5, statistics);
      expect(statistics.results).toBe(1);
      expect(statistics.candidates).toBe(1);
      expect(statistics.tokens).toBe(4);
    });
  });
}
