import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jaccard, overlapOfSorted, overlapReaching } from '../../src/grams/jaccard.ts';

const gramSets = fc
  .uniqueArray(fc.oneof(fc.bigInt({ min: 0n, max: 40n }), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })), {
    maxLength: 40,
  })
  .map((values) => BigUint64Array.from(values).sort());

test('overlapOfSorted counts what a set intersection counts', () => {
  fc.assert(
    fc.property(gramSets, gramSets, (x, y) => {
      const other = new Set(y);
      expect(overlapOfSorted(x, y)).toBe([...x].filter((gram) => other.has(gram)).length);
    }),
  );
});

test('overlapOfSorted tells values apart that differ in their high or in their low half only', () => {
  const x = BigUint64Array.of(1n, 2n ** 32n, 2n ** 63n + 1n);
  expect(overlapOfSorted(x, BigUint64Array.of(0n, 2n ** 32n + 1n, 2n ** 63n))).toBe(0);
  expect(overlapOfSorted(x, x)).toBe(3);
});

test('overlapOfSorted reads views that do not begin at the start of their buffer', () => {
  const buffer = BigUint64Array.of(1n, 2n, 3n, 4n);
  expect(overlapOfSorted(buffer.subarray(1, 3), buffer.subarray(2))).toBe(1);
});

test('overlapReaching is the overlap where the resemblance reaches the threshold, ties included, and nothing elsewhere', () => {
  const small = fc.uniqueArray(fc.bigInt({ min: 0n, max: 24n }), { maxLength: 24 });
  const sets = small.map((values) => BigUint64Array.from(values).sort());
  const thresholds = fc.oneof(
    fc.constantFrom(0.5, 0.8, 1),
    fc.double({ min: 0.01, max: 1, noNaN: true }),
    fc.tuple(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 24, max: 48 })).map(([p, q]) => p / q),
  );
  let reached = 0;
  fc.assert(
    fc.property(sets, sets, thresholds, (x, y, threshold) => {
      const overlap = overlapOfSorted(x, y);
      const isReached = jaccard(overlap, x.length, y.length) >= threshold;
      if (isReached) reached++;
      expect(overlapReaching(x, y, threshold)).toBe(isReached ? overlap : undefined);
    }),
    { numRuns: 2000 },
  );
  expect(reached).toBeGreaterThan(100);
});

test('jaccard is exact at ties: p of q is the double that p/q denotes, so ≥ finds pairs at the threshold', () => {
  expect(jaccard(28, 31, 32)).toBe(0.8);
  expect(jaccard(2, 2, 3)).toBe(2 / 3);
});

test('jaccard of an empty set is 0, even with another empty set', () => {
  expect(jaccard(0, 0, 0)).toBe(0);
  expect(jaccard(0, 0, 5)).toBe(0);
});
