import fc from 'fast-check';
import { expect, test } from 'vitest';
import { halfAlike } from '../../src/flow/half-alike.ts';
import { overlapOfSorted } from '../../src/grams/jaccard.ts';
import { measures } from '../../src/join/similarity.ts';
import { storedSets } from '../methods/stored-sets.ts';

const gramSet = fc
  .subarray(Array.from({ length: 20 }, (_, gram) => gram))
  .map((grams) => BigUint64Array.from(grams, BigInt));

test('sets are half as similar as the threshold asks by any measure, whichever were read before', () => {
  const seen = [0, 0];
  fc.assert(
    fc.property(
      fc.array(gramSet, { minLength: 3, maxLength: 3 }),
      fc.constantFrom(
        { similarity: 'jaccard', threshold: 0.8 } as const,
        { similarity: 'cosine', threshold: 0.9 } as const,
        { similarity: 'overlap', threshold: 9 } as const,
      ),
      (sets, options) => {
        const areHalf = halfAlike(storedSets(sets), options);
        const { value } = measures[options.similarity];
        for (const [a, b] of [
          [0, 1],
          [0, 2],
          [1, 2],
          [1, 0],
        ] as const) {
          const [x, y] = [sets[a]!, sets[b]!];
          const isHalf = value(overlapOfSorted(x, y), x.length, y.length) >= options.threshold / 2;
          expect(areHalf(a, b)).toBe(isHalf);
          seen[Number(isHalf)]!++;
        }
      },
    ),
    { numRuns: 100 },
  );
  expect(Math.min(...seen)).toBeGreaterThan(50);
});
