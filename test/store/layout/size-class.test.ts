import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jaccard } from '../../../src/grams/jaccard.ts';
import { similarSizes, sizeClass } from '../../../src/store/layout/size-class.ts';

const size = fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 2 ** 32 - 1 }));

test('a size that can reach the threshold is never outside of the similar classes', () => {
  fc.assert(
    fc.property(size, fc.double({ min: 0.01, max: 1, noNaN: true }), fc.nat(), (a, threshold, drawn) => {
      // The sizes just at the limit are where rounding would show.
      for (const b of [a, Math.ceil(a * threshold), Math.floor(a / threshold), 1 + (drawn % (2 * a))]) {
        if (b < 1 || b >= 2 ** 32 || jaccard(Math.min(a, b), a, b) < threshold) continue;
        const { least, most } = similarSizes(a, threshold);
        expect(sizeClass(b)).toBeGreaterThanOrEqual(least);
        expect(sizeClass(b)).toBeLessThanOrEqual(most);
      }
    }),
  );
});

test('a size class is one byte, and grows with the size', () => {
  expect(sizeClass(1)).toBe(0);
  expect(sizeClass(2 ** 32 - 1)).toBe(255);
  fc.assert(
    fc.property(size, size, (a, b) => {
      expect(Math.sign(sizeClass(b) - sizeClass(a)) * Math.sign(b - a)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('sizes a tenth beyond what the threshold allows are outside of the similar classes', () => {
  for (const n of [40, 400, 40_000]) {
    const { least, most } = similarSizes(n, 0.8);
    expect(sizeClass(Math.ceil((n / 0.8) * 1.1))).toBeGreaterThan(most);
    expect(sizeClass(Math.floor(n * 0.8 * 0.9))).toBeLessThan(least);
  }
});
