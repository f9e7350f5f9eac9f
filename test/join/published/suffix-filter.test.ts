import fc from 'fast-check';
import { expect, test } from 'vitest';
import { suffixFilter } from '../../../src/join/published/suffix-filter.ts';
import { often } from '../../repetition.ts';

const sortedSet = (universe: number) =>
  fc
    .uniqueArray(fc.nat(universe), { maxLength: Math.min(universe + 1, 40) })
    .map((tokens) => Uint32Array.from(tokens).sort());

const twoSets = fc
  .constantFrom(2, 6, 20, 60)
  .chain((universe) => fc.tuple(sortedSet(universe), sortedSet(universe)));

function hammingDistance(x: Uint32Array, y: Uint32Array): number {
  const inX = new Set(x);
  const shared = y.filter((token) => inX.has(token)).length;
  return x.length + y.length - 2 * shared;
}

test('never exceeds the Hamming distance without the distance being above hMax, at any depth', () => {
  fc.assert(
    fc.property(twoSets, fc.nat(45), fc.nat(6), ([x, y], hMax, depth) => {
      const distance = hammingDistance(x, y);
      const h = suffixFilter(x, 0, x.length, y, 0, y.length, hMax, depth);
      expect(h).toBeLessThanOrEqual(distance);
    }),
    { numRuns: often(30_000) },
  );
});

test('keeps a pair whose distance is exactly hMax, clipped ranges and empty halves included', () => {
  fc.assert(
    fc.property(twoSets, fc.nat(6), ([x, y], depth) => {
      const hMax = hammingDistance(x, y);
      const h = suffixFilter(x, 0, x.length, y, 0, y.length, hMax, depth);
      expect(h).toBeLessThanOrEqual(hMax);
    }),
    { numRuns: often(30_000) },
  );
});

test('is exact when it may halve down to single tokens', () => {
  fc.assert(
    fc.property(twoSets, ([x, y]) => {
      expect(suffixFilter(x, 0, x.length, y, 0, y.length, 1000, 10)).toBe(hammingDistance(x, y));
    }),
    { numRuns: often(5000) },
  );
});

test('prunes exactly the pairs whose distance is above hMax when it may halve down to single tokens', () => {
  fc.assert(
    fc.property(twoSets, fc.nat(45), ([x, y], hMax) => {
      const h = suffixFilter(x, 0, x.length, y, 0, y.length, hMax, 10);
      expect(h > hMax).toBe(hammingDistance(x, y) > hMax);
    }),
    { numRuns: 5000 },
  );
});

test('looks only between the given positions', () => {
  const x = Uint32Array.of(0, 5, 6, 7, 90);
  const y = Uint32Array.of(1, 2, 5, 6, 7, 91, 92);
  expect(suffixFilter(x, 1, 4, y, 2, 5, 0, 3)).toBe(0);
});

test('prunes the pair of the paper (Example 4), whose halves differ by 2 at one split and by 4 at two', () => {
  // xs = ? ? ? D ? ? and ys = ? ? D F ? ?, and no more may differ than 2.
  const x = Uint32Array.of(1, 40, 41, 42, 60, 61);
  const y = Uint32Array.of(2, 3, 40, 60, 70, 71);
  expect(suffixFilter(x, 0, 6, y, 0, 6, 2, 0)).toBe(0);
  expect(suffixFilter(x, 0, 6, y, 0, 6, 2, 2)).toBeGreaterThan(2);
});
