import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPercent, formatSimilarity } from '../../src/grams/format-similarity.ts';

/** A threshold, and a value at it, beside it by one step of doubles, or anywhere. */
const thresholdsAndValues = fc
  .tuple(
    fc.oneof(
      fc.integer({ min: 1, max: 10_000 }).map((steps) => steps / 10_000),
      fc.double({ min: 1e-9, max: 1, noNaN: true }),
    ),
    fc.oneof(
      fc.constantFrom(-(2 ** -53), 0, 2 ** -53, -1e-4, 1e-4),
      fc.double({ min: -1, max: 1, noNaN: true }),
    ),
  )
  .map(([threshold, distance]) => ({
    threshold,
    value: Math.min(1, Math.max(0, threshold + distance)),
  }));

test('what is printed is on the same side of the threshold as the value, not above it, and 0 or 1 only where it is that', () => {
  fc.assert(
    fc.property(thresholdsAndValues, fc.integer({ min: 1, max: 5 }), ({ threshold, value }, decimals) => {
      const shown = Number(formatSimilarity(value, threshold, decimals));
      expect(shown >= threshold).toBe(value >= threshold);
      expect(shown === 1).toBe(value === 1);
      expect(shown === 0).toBe(value === 0);
      expect(shown).toBeLessThanOrEqual(value + 1e-12);
      expect(shown).toBeGreaterThan(value - 10 ** -decimals - 1e-12);
    }),
    { numRuns: 2000 },
  );
});

test('a value has the decimals asked for, more only where fewer would say something false', () => {
  expect([0.93, 1, 0, 0.9998, 0.79996].map((value) => formatSimilarity(value))).toEqual([
    '0.930',
    '1.000',
    '0.000',
    '0.999',
    '0.799',
  ]);
  expect([formatSimilarity(0.29, 0, 2), formatSimilarity(0.7 ** 2, 0, 4)]).toEqual(['0.29', '0.4900']);
  expect(formatSimilarity(0.7 ** 2, 0.49, 4)).toBe('0.4899');
  expect(formatSimilarity(0.81259, 0.8125)).toBe('0.8125');
  expect(formatSimilarity(0.81249, 0.8125)).toBe('0.812');
  expect(formatSimilarity(1 / 3, 1 / 3)).toBe('0.3333333333333333');
  expect([0.0004567, 1e-7].map((value) => formatSimilarity(value))).toEqual(['0.0004', '1e-7']);
});

test('counts are printed whole, also those of one gram and of none', () => {
  expect([0, 1].map((count) => formatSimilarity(count, 1))).toEqual(['0', '1']);
  expect([12, 12_345].map((count) => formatSimilarity(count, 10))).toEqual(['12', '12345']);
});

test('per cent are cut alike', () => {
  expect([0.99, 0.9999, 1].map(formatPercent)).toEqual(['99.0 %', '99.9 %', '100.0 %']);
  expect([0, 0.29, 0.5, 0.9998, 1, 0.00004].map(formatPercent)).toEqual([
    '0.0 %',
    '29.0 %',
    '50.0 %',
    '99.9 %',
    '100.0 %',
    '0.004 %',
  ]);
  expect([1e-6, 1.9e-7, 9.99e-9].map(formatPercent)).toEqual(['0.0001 %', '0.00001 %', '9e-7 %']);
});
