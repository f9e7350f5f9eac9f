import fc from 'fast-check';
import { expect, test } from 'vitest';
import { duration, many, share } from '../../plugins/report/browser/numbers.ts';

test('a share never reads as more than it is, and as no less than a step below', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (value) => {
      expect(Number(share(value))).toBeLessThanOrEqual(value + 1e-9);
      expect(Number(share(value))).toBeGreaterThan(value - 1e-4 - 1e-9);
    }),
  );
  expect(share(0.79996)).toBe('0.7999');
  expect(share(0.29, 2)).toBe('0.29');
  expect(share(812)).toBe('812');
  expect(share(0.80004, 3, 0.80003)).toBe('0.80004');
});

test('times are given in the unit that suits them, counts with their noun', () => {
  expect([0.04, 8.81, 213.4, 999.7, 1500, 65_000, 600_000].map(duration)).toEqual([
    '0.0 ms',
    '8.8 ms',
    '213 ms',
    '1.00 s',
    '1.50 s',
    '65.0 s',
    '10.0 min',
  ]);
  expect([many(1, 'page'), many(12_345, 'page')]).toEqual(['1 page', '12,345 pages']);
});
