import { expect, test } from 'vitest';
import { COMPONENTS, estimateResemblance, minHash } from '../../src/sketch/minhash.ts';
import { randomPair, randomSet, seededRandom } from './sets.ts';

test.each([
  [5, 4],
  [12, 10],
  [20, 14],
  [500, 250],
  [500, 400],
  [500, 470],
])(
  'the estimate for two sets of %i grams that share %i is unbiased, with the binomial error',
  (size, overlap) => {
    const random = seededRandom(size + overlap);
    const resemblance = overlap / (2 * size - overlap);
    const trials = size > 100 ? 400 : 2000;
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < trials; i++) {
      const [x, y] = randomPair(random, size, overlap);
      const error = estimateResemblance(minHash(x), minHash(y)) - resemblance;
      sum += error;
      squares += error * error;
    }
    const variance = (resemblance * (1 - resemblance)) / COMPONENTS;
    expect(Math.abs(sum / trials)).toBeLessThan(5 * Math.sqrt(variance / trials));
    // A variance over n trials has itself a relative standard error of √(2 / n).
    expect(Math.abs(squares / trials / variance - 1)).toBeLessThan(5 * Math.sqrt(2 / trials));
  },
);

test('every component is the smallest value of its hash function, whatever the order of the grams', () => {
  const random = seededRandom(1);
  const grams = randomSet(random, 40);
  const whole = minHash(grams);
  const parts = [...grams].map((gram) => minHash(BigUint64Array.of(gram)));
  expect([...whole]).toEqual([...whole].map((_, i) => Math.min(...parts.map((part) => part[i]))));
  expect(minHash(grams.slice().reverse())).toEqual(whole);
});

test('sketches of unlike lengths are refused, since their components are of unlike functions', () => {
  const set = randomSet(seededRandom(3), 50);
  expect(() => estimateResemblance(minHash(set, 32), minHash(set, 16))).toThrow(
    'sketches: expected two of one length, at least 1; got 32 and 16 components',
  );
});

test('a sketch stays the same in every release, since it is stored', () => {
  const sketch = minHash(BigUint64Array.of(1n, 0x123456789abcdef0n, 0xffffffffffffffffn));
  expect([...sketch.subarray(0, 4), sketch[127]]).toEqual([
    -1866868004, -1308881300, -2030010150, -898211320, -1621308408,
  ]);
  expect(minHash(new BigUint64Array(0))).toEqual(new Int32Array(128).fill(0x7fffffff));
});
