import { expect, test } from 'vitest';
import { halvesOf } from '../../src/grams/halves.ts';

test('halves are a view of the values at their own place in a buffer, the low half first', () => {
  const values = BigUint64Array.of(9n, 5n + 2n ** 33n, 2n ** 64n - 1n, 9n).subarray(1, 3);
  const halves = halvesOf(values);
  expect([...halves]).toEqual([5, 2, 2 ** 32 - 1, 2 ** 32 - 1]);
  halves[0] = 6;
  expect(values[0]).toBe(6n + 2n ** 33n);
});
