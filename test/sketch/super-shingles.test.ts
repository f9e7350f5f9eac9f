import { expect, test } from 'vitest';
import { minHash } from '../../src/sketch/minhash.ts';
import {
  sharedSuperShingles,
  superShingleProbability,
  superShingles,
} from '../../src/sketch/super-shingles.ts';
import { randomPair, seededRandom } from './sets.ts';

test('a super-shingle depends on every component of its group and on no other', () => {
  const sketch = Int32Array.from({ length: 86 }, (_, i) => i);
  const hashes = superShingles(sketch, 6);
  expect(new Set(hashes).size).toBe(6);
  for (let i = 0; i < 86; i++) {
    const changed = sketch.slice();
    changed[i] = -1;
    const after = superShingles(changed, 6);
    expect([0, 1, 2, 3, 4, 5].filter((group) => after[group] !== hashes[group])).toEqual(
      i < 84 ? [Math.floor(i / 14)] : [],
    );
  }
});

test('equal groups in different places are different super-shingles', () => {
  expect(new Set(superShingles(new Int32Array(84).fill(42))).size).toBe(6);
});

test.each([
  [1, 20, 19],
  [1, 400, 390],
  [2, 400, 390],
  [1, 20, 18],
])(
  'at least %i super-shingles are shared by sets of %i grams with %i in common as often as the formula says',
  (least, size, overlap) => {
    const random = seededRandom(least + size + overlap);
    const trials = size > 100 ? 600 : 4000;
    let found = 0;
    for (let i = 0; i < trials; i++) {
      const [x, y] = randomPair(random, size, overlap).map((grams) => superShingles(minHash(grams, 84)));
      if (sharedSuperShingles(x, y) >= least) found++;
    }
    const expected = superShingleProbability(overlap / (2 * size - overlap), 6, 14, least);
    expect(Math.abs(found / trials - expected)).toBeLessThan(
      4 * Math.sqrt((expected * (1 - expected)) / trials),
    );
  },
);

test('super-shingles of unlike numbers of groups are refused, since the groups are unlike', () => {
  const sketch = minHash(new BigUint64Array([1n, 2n, 3n]), 12);
  expect(() => sharedSuperShingles(superShingles(sketch, 2), superShingles(sketch, 3))).toThrow(
    'sketches: expected two of one length; got 2 and 3 super-shingles',
  );
});

test('more groups than components are refused', () => {
  expect(() => superShingles(new Int32Array(5), 6)).toThrow(/1 to 5 super-shingles/);
  expect(() => superShingles(new Int32Array(5), 0)).toThrow(RangeError);
});

test('the probabilities are 1 − (1 − Jʳ)ᵍ for one super-shingle and the binomial tail for more', () => {
  const one = 0.9 ** 14;
  expect(superShingleProbability(0.9, 6, 14)).toBeCloseTo(1 - (1 - one) ** 6, 12);
  expect(superShingleProbability(0.9, 6, 14, 2)).toBeCloseTo(
    1 - (1 - one) ** 6 - 6 * one * (1 - one) ** 5,
    12,
  );
});
