import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dedupeResults } from '../../src/store/results.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';
import { similarity, versionedSets } from './common.ts';

test('of 50 results the first 10 distinct ones are kept, each of the others with the kept one it repeats most', () => {
  const sets = versionedSets(31, 12, 5);
  const order = fc.shuffledSubarray([...sets.keys()], { minLength: 50, maxLength: 50 });
  fc.assert(
    fc.property(order, fc.constantFrom(0.6, 0.8, 0.95), (ranked, threshold) => {
      const results = ranked.map((i) => ({ name: `${i}`, grams: sets[i] }));
      const { kept, repeated } = dedupeResults(results, { threshold, limit: 10 });
      // The naive definition: walk down, and keep what is like nothing kept.
      const distinct: typeof results = [];
      const others: { result: unknown; of: unknown; similarity: number }[] = [];
      for (const result of results) {
        if (distinct.length === 10) break;
        const values = distinct.map(({ grams }) => similarity(grams, result.grams));
        const best = Math.max(0, ...values);
        if (best >= threshold) others.push({ result, of: distinct[values.indexOf(best)], similarity: best });
        else distinct.push(result);
      }
      expect(kept).toEqual(distinct);
      expect(repeated).toEqual(others);
    }),
    { numRuns: 50 },
  );
});

test('results without grams repeat nothing, and without a limit all results are looked at', () => {
  const none = { grams: new BigUint64Array(0) };
  const text = { grams: randomSet(seededRandom(1), 10) };
  const { kept, repeated } = dedupeResults([none, none, text, text], { threshold: 0.8 });
  expect(kept).toEqual([none, none, text]);
  expect(repeated).toEqual([{ result: text, of: text, similarity: 1 }]);
});

test('of two kept results that are equally similar the better ranked one is named', () => {
  const grams = (...values: number[]) => ({ grams: BigUint64Array.from(values, BigInt) });
  const both = [1, 2, 3, 4, 5, 6, 7, 8];
  const [first, second, third] = [grams(...both, 9, 10), grams(...both, 11, 12), grams(...both)];
  const { kept, repeated } = dedupeResults([first, second, third], { threshold: 0.8 });
  expect(kept).toEqual([first, second]);
  expect(repeated).toEqual([{ result: third, of: first, similarity: 0.8 }]);
});

test('a threshold out of range is refused', () => {
  for (const threshold of [0, 1.5, Number.NaN]) {
    expect(() => dedupeResults([], { threshold })).toThrow(
      'threshold: expected a number above 0 and up to 1',
    );
  }
});
