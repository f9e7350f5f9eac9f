import { expect, test } from 'vitest';
import { estimateResemblance } from '../../src/sketch/minhash.ts';
import {
  onePermutation,
  onePermutationError,
  onePermutationResemblance,
} from '../../src/sketch/one-permutation.ts';
import { randomPair, randomSet, seededRandom } from './sets.ts';

const NOTHING = 0x7fffffff;

// Sets much larger than the bins, of their size, and far smaller: densification does nothing, some, nearly all.
test.each([
  [2000, 1600, 64],
  [500, 445, 128],
  [100, 60, 128],
  [30, 24, 128],
  [8, 6, 128],
])(
  'the estimate for two sets of %i grams that share %i, in %i bins, is unbiased with the error of the theory',
  (size, overlap, bins) => {
    const random = seededRandom(size + overlap);
    const union = 2 * size - overlap;
    const resemblance = overlap / union;
    const trials = size > 300 ? 1000 : 4000;
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < trials; i++) {
      const [x, y] = randomPair(random, size, overlap);
      const error = estimateResemblance(onePermutation(x, bins), onePermutation(y, bins)) - resemblance;
      sum += error;
      squares += error * error;
    }
    const variance = onePermutationError(resemblance, union, bins) ** 2;
    expect(Math.abs(sum / trials)).toBeLessThan(5 * Math.sqrt(variance / trials));
    expect(Math.abs(squares / trials / variance - 1)).toBeLessThan(5 * Math.sqrt(2 / trials));
  },
);

test('a full bin holds the least value of its own grams, whatever their order', () => {
  const random = seededRandom(1);
  const grams = randomSet(random, 400);
  const whole = onePermutation(grams, 16);
  expect(onePermutation(grams.slice().reverse(), 16)).toEqual(whole);
  // With 400 grams no bin of 16 is empty: the sketch of a union is the smaller of the two, bin by bin.
  const [head, tail] = [grams.slice(0, 200), grams.slice(200)].map((part) => onePermutation(part, 16));
  expect(whole).toEqual(head.map((value, bin) => Math.min(value, tail[bin])));
});

test('no bin of a set with a gram stays empty, and one gram fills all bins with one value', () => {
  const random = seededRandom(2);
  for (const bins of [1, 2, 100, 128, 1000]) {
    const sketch = onePermutation(randomSet(random, 1), bins);
    expect(new Set(sketch).size).toBe(1);
    expect(sketch[0]).not.toBe(NOTHING);
  }
  expect(onePermutation(new BigUint64Array(0), 4)).toEqual(new Int32Array(4).fill(NOTHING));
});

test('an empty bin takes over from bins at random, not from its neighbour', () => {
  // Two grams in 1000 bins: each value is in about half of them.
  const random = seededRandom(3);
  for (let i = 0; i < 20; i++) {
    const sketch = onePermutation(randomSet(random, 2), 1000);
    const first = sketch.filter((value) => value === sketch[0]).length;
    if (first < 1000) expect(Math.abs(first - 500)).toBeLessThan(5 * Math.sqrt(250));
  }
});

test('the estimate of a pair carries its error, and that of the empty page is 0', () => {
  const [x, y] = randomPair(seededRandom(4), 40, 30);
  const { value, standardError } = onePermutationResemblance(onePermutation(x), onePermutation(y), 40, 40);
  expect(Math.abs(value - 0.6)).toBeLessThan(4 * standardError);
  expect(standardError).toBeGreaterThan(Math.sqrt(0.24 / 128));
  const empty = onePermutation(new BigUint64Array(0));
  expect(onePermutationResemblance(empty, empty, 0, 0)).toEqual({ value: 0, standardError: 0 });
  expect(
    onePermutationResemblance(onePermutation(x), onePermutation(x), 40, 40).standardError,
  ).toBeGreaterThan(0);
});

test('a sketch stays the same in every release', () => {
  const grams = BigUint64Array.of(1n, 0x123456789abcdef0n, 0xffffffffffffffffn);
  expect([...onePermutation(grams, 6)]).toEqual([
    -2048144786, -2048144786, 2048144785, 2048144785, 2048144785, -308969064,
  ]);
  for (const bad of [0, 1.5, Number.NaN, 2 ** 21])
    expect(() => onePermutation(grams, bad)).toThrow(RangeError);
});

test('the error is that of m full bins, each weighted by itself and those that took over its value', () => {
  for (const [resemblance, union, bins] of [
    [0.5, 6, 4],
    [0.8, 100, 128],
    [0.9, 30, 64],
  ]) {
    const full = bins * (1 - (1 - 1 / bins) ** union);
    const takers = bins - full;
    // Of the squared weights (1 + takers) of the full bins the sum, over the square of all weights.
    const squares = (full + 2 * takers + takers * (1 + (takers - 1) / full)) / bins ** 2;
    const bothShared = (resemblance * (resemblance * union - 1)) / (union - 1);
    const variance = resemblance * squares + bothShared * (1 - squares) - resemblance ** 2;
    expect(onePermutationError(resemblance, union, bins)).toBeCloseTo(Math.sqrt(variance), 12);
  }
  expect(onePermutationError(0.5, 1, 128)).toBe(0.5);
  expect(onePermutationError(0, 50, 128)).toBe(0);
  // With less than one shared gram expected, no two of the bins are.
  expect(onePermutationError(0.01, 20, 8)).toBeGreaterThan(0);
});

test('a resemblance has the error of the union that its value makes likely, and none for an empty page', () => {
  const [x, y] = [Int32Array.of(1, 2, 3, 4), Int32Array.of(1, 2, 9, 9)];
  expect(onePermutationResemblance(x, y, 9, 6)).toEqual({
    value: 0.5,
    standardError: onePermutationError(2.5 / 5, 10, 4),
  });
  // A set is no smaller than the larger of the two.
  expect(onePermutationResemblance(x, x, 9, 6).standardError).toBe(onePermutationError(4.5 / 5, 9, 4));
  expect(onePermutationResemblance(x, x, 6, 9).standardError).toBe(onePermutationError(4.5 / 5, 9, 4));
  expect(onePermutationResemblance(x, y, 0, 6)).toEqual({ value: 0, standardError: 0 });
  expect(onePermutationResemblance(x, y, 6, 0)).toEqual({ value: 0, standardError: 0 });
});

test('a set whose grams all take the largest value ends: it has no full bin to fill the others from', () => {
  const gram = BigInt(NOTHING) << 32n;
  expect([...onePermutation(BigUint64Array.of(gram), 8)]).toEqual(Array(8).fill(NOTHING));
});
