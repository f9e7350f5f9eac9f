import { expect, test } from 'vitest';
import { hypergeometricTail } from '../../src/methods/hypergeometric.ts';

function choose(n: number, k: number): bigint {
  let ways = 1n;
  for (let i = 0; i < k; i++) ways = (ways * BigInt(n - i)) / BigInt(i + 1);
  return k < 0 || k > n ? 0n : ways;
}

/** The definition: ways with at least `least` marked among all ways, with 15 digits. */
function tail(population: number, marked: number, draws: number, least: number): number {
  let ways = 0n;
  for (let k = Math.max(0, least); k <= draws; k++) {
    ways += choose(marked, k) * choose(population - marked, draws - k);
  }
  return Number((ways * 10n ** 15n) / choose(population, draws)) / 1e15;
}

test('the tail is that of counting all ways to draw', () => {
  for (const [population, marked, draws] of [
    [1, 0, 1],
    [1, 1, 1],
    [10, 4, 5],
    [10, 9, 5],
    [10, 5, 10],
    [300, 240, 128],
    [4095, 2000, 60],
    [4097, 4000, 60],
    [20_000, 15_000, 128],
  ]) {
    for (let least = -1; least <= draws + 1; least += Math.ceil(draws / 20)) {
      const found = hypergeometricTail(population, marked, draws, least);
      expect(found, `${population} ${marked} ${draws} ${least}`).toBeCloseTo(
        tail(population, marked, draws, least),
        9,
      );
      expect(found).toBeLessThanOrEqual(1);
    }
  }
  // As many as are always drawn are certain, not a sum that comes near 1.
  for (const [population, draws] of [
    [60, 30],
    [997, 60],
    [20_011, 128],
  ]) {
    for (let unmarked = 1; unmarked <= 20; unmarked++) {
      expect(hypergeometricTail(population, population - unmarked, draws, draws - unmarked)).toBe(1);
    }
  }
});
