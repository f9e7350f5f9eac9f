import { expect, test } from 'vitest';
import { binomialTail } from '../../src/sketch/binomial.ts';

/** Exact: integers over a power of the denominator. */
function exactTail(trials: number, [hits, of]: readonly [number, number], least: number): number {
  let sum = 0n;
  let choose = 1n;
  for (let k = 0; k <= trials; k++) {
    if (k >= least) sum += choose * BigInt(hits) ** BigInt(k) * BigInt(of - hits) ** BigInt(trials - k);
    choose = (choose * BigInt(trials - k)) / BigInt(k + 1);
  }
  // 10³⁰ keeps 15 digits of tails down to 10⁻¹⁵.
  return Number((sum * 10n ** 30n) / BigInt(of) ** BigInt(trials)) / 1e30;
}

test('the tail is the exact sum of the binomial, for every count', () => {
  const odds = [
    [1, 20],
    [1, 2],
    [4, 5],
    [19, 20],
  ] as const;
  for (const share of odds) {
    for (const trials of [1, 2, 7, 32, 128]) {
      for (let least = 0; least <= trials + 1; least++) {
        const expected = exactTail(trials, share, least);
        expect(Math.abs(binomialTail(trials, share[0] / share[1], least) - expected)).toBeLessThan(1e-12);
      }
    }
  }
});

test('a small tail keeps its digits', () => {
  expect(binomialTail(128, 0.05, 128) / 0.05 ** 128).toBeCloseTo(1, 9);
  expect(binomialTail(100, 0.5, 99) / (101 / 2 ** 100)).toBeCloseTo(1, 9);
});

test('certain and impossible trials', () => {
  expect([
    binomialTail(5, 0, 0),
    binomialTail(5, 0, 1),
    binomialTail(5, 1, 5),
    binomialTail(5, 1, 6),
  ]).toEqual([1, 0, 1, 0]);
});
