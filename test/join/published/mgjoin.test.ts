import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rankSets } from '../../../src/grams/token-sets.ts';
import { valueSetsFromIntegers } from '../../../src/grams/value-sets.ts';
import type { Join } from '../../../src/join/join.ts';
import { mgjoin } from '../../../src/join/published/mgjoin.ts';
import { naive } from '../../../src/join/published/naive.ts';
import { savedMs } from '../../../src/join/published/ordering-cost.ts';
import { furtherOrdering, tokenFrequencies } from '../../../src/join/published/orderings.ts';
import { sidesOf } from '../../../src/join/published/sides.ts';
import { boundsOf } from '../../../src/join/similarity.ts';
import { joinStatistics } from '../../../src/join/statistics.ts';
import { argumentError } from '../../argument-error.ts';
import { often } from '../../repetition.ts';
import { collections, resultsOf, testJoin, thresholds } from '../common.ts';

const withOrderings =
  (orderings: number): Join =>
  (input, similarity, t, emit, statistics) =>
    mgjoin(input, similarity, t, emit, statistics, orderings);

describe('with K from the cost model', () => testJoin(mgjoin, often(1000)));

describe('with 3 orderings', () => testJoin(withOrderings(3), often(3000)));

test('finds the same pairs whatever the number of orderings', () => {
  fc.assert(
    fc.property(
      collections,
      fc.constantFrom(...thresholds),
      fc.integer({ min: 1, max: 7 }),
      (records, t, k) => {
        const sets = rankSets(valueSetsFromIntegers(records));
        expect(resultsOf(withOrderings(k), sets, 'jaccard', t)).toEqual(resultsOf(naive, sets, 'jaccard', t));
      },
    ),
    { numRuns: often(1000) },
  );
});

/** `count` records of 20 tokens out of 400, no two alike: nearly all candidates are false. */
function randomRecords(count: number): number[][] {
  let state = 1;
  return Array.from({ length: count }, () =>
    Array.from({ length: 20 }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return (state >>> 8) % 400;
    }),
  );
}

test('every further ordering cuts the false candidates', () => {
  const sets = rankSets(valueSetsFromIntegers(randomRecords(2000)));
  const candidates = [1, 2, 3, 4].map((k) => {
    const statistics = joinStatistics();
    resultsOf(withOrderings(k), sets, 'jaccard', 0.8, statistics);
    expect(statistics.orderings).toBe(k);
    return statistics.candidates;
  });
  for (let k = 1; k < candidates.length; k++) expect(candidates[k]).toBeLessThan(0.5 * candidates[k - 1]);
});

test('a further ordering is a permutation that puts rarer classes of tokens first and differs by its number', () => {
  const sets = rankSets(valueSetsFromIntegers(randomRecords(500)));
  const frequencies = tokenFrequencies(sidesOf(sets, boundsOf('jaccard', 0.8)));
  const [second, third] = [furtherOrdering(frequencies, 2), furtherOrdering(frequencies, 3)];
  expect([...second].sort((a, b) => a - b)).toEqual(Array.from(second, (_, rank) => rank));
  expect(second).not.toEqual(third);
  expect(furtherOrdering(frequencies, 2)).toEqual(second);
  const tokenAt = new Map([...second].map((rank, token) => [rank, token]));
  for (let rank = 1; rank < second.length; rank++) {
    const [before, here] = [frequencies[tokenAt.get(rank - 1)!], frequencies[tokenAt.get(rank)!]];
    expect(Math.clz32(before)).toBeGreaterThanOrEqual(Math.clz32(here));
  }
});

test('the cost model weighs saved verification against tests and prefixes', () => {
  const ordering = { candidates: 1e6, passRate: 0.25, verifyMs: 1e-4, testMs: 2e-5, buildMs: 20 };
  expect(savedMs(ordering)).toBeCloseTo(75 - 20 - 20);
  expect(savedMs({ ...ordering, passRate: 1 })).toBeLessThan(0);
  expect(savedMs({ ...ordering, candidates: 1e5 })).toBeLessThan(0);
});

test('the cost model adds no ordering where there is no candidate to rule out', () => {
  const disjoint = Array.from({ length: 50 }, (_, k) => [2 * k, 2 * k + 1]);
  const statistics = joinStatistics();
  resultsOf(mgjoin, rankSets(valueSetsFromIntegers(disjoint)), 'jaccard', 0.8, statistics);
  expect(statistics.orderings).toBe(1);
});

test.each([0, -1, 1.5, Number.NaN])('%s orderings are refused', (orderings) => {
  const sets = rankSets(valueSetsFromIntegers([[1], [1]]));
  expect(() => resultsOf(withOrderings(orderings), sets, 'jaccard', 0.8)).toThrow(
    argumentError('RangeError', `orderings: expected 1 to 64; got ${orderings}`),
  );
});
