import { expect, test } from 'vitest';
import { overlapOfSorted } from '../../src/grams/jaccard.ts';
import { agreeingComponents, minHash } from '../../src/sketch/minhash.ts';
import { groupedShingles, SHINGLES, shingleSet, taggedShingles } from '../../src/sketch/shingles.ts';
import { randomPair, randomSet, seededRandom } from './sets.ts';

test('a sketch of s shingles has s minima, the head of the MinHash sketch, for any s', () => {
  const grams = randomSet(seededRandom(1), 300);
  expect(minHash(grams, SHINGLES)).toHaveLength(SHINGLES);
  for (const s of [1, 3, 32, 100, 131, 500]) {
    expect(minHash(grams, s)).toEqual(minHash(grams, 512).slice(0, s));
  }
  for (const bad of [0, -1, 1.5, Number.NaN]) expect(() => minHash(grams, bad)).toThrow(RangeError);
});

test('the plain set is the distinct minima as unsigned numbers, ascending', () => {
  expect(shingleSet(Int32Array.of(7, -1, 3, 7, -5))).toEqual(
    BigUint64Array.of(3n, 7n, 2n ** 32n - 5n, 2n ** 32n - 1n),
  );
});

test('tagged sets share exactly the components that agree', () => {
  const random = seededRandom(2);
  expect(taggedShingles(Int32Array.of(7, -1, 7))).toEqual(
    BigUint64Array.of(7n, (1n << 32n) + 2n ** 32n - 1n, (2n << 32n) + 7n),
  );
  for (let i = 0; i < 50; i++) {
    const [x, y] = randomPair(random, 100, 2 * i).map((grams) => minHash(grams, SHINGLES));
    expect(overlapOfSorted(taggedShingles(x), taggedShingles(y))).toBe(agreeingComponents(x, y));
  }
});

test('each component that differs spoils one group of shingles and no other', () => {
  const random = seededRandom(5);
  for (let i = 0; i < 300; i++) {
    const s = [32, 64, 33][i % 3] as number;
    const groups = 1 + Math.floor(random() * s);
    const x = minHash(randomSet(random, 200), s);
    const y = x.slice();
    // Each group has ⌊s / groups⌋ components or one more, the k-th ending before ⌊(k + 1) s / groups⌋.
    const spoilt = new Set<number>();
    for (let n = Math.floor(random() * 6); n > 0; n--) {
      const component = Math.floor(random() * s);
      y[component] = (y[component] as number) + 1;
      spoilt.add(Math.ceil(((component + 1) * groups) / s) - 1);
    }
    const [a, b] = [groupedShingles(x, groups), groupedShingles(y, groups)];
    expect(a).toHaveLength(groups);
    expect(a).toEqual(a.slice().sort());
    expect(overlapOfSorted(a, b)).toBe(groups - spoilt.size);
  }
});

test('equal shingles in groups of other numbers or in another order are no common groups', () => {
  const sketch = Int32Array.of(1, 2, 1, 2, 2, 1);
  expect(new Set(groupedShingles(sketch, 3)).size).toBe(3);
  expect(
    overlapOfSorted(groupedShingles(sketch, 3), groupedShingles(Int32Array.of(2, 1, 2, 1, 1, 2), 3)),
  ).toBe(0);
  for (const bad of [0, 7, 1.5]) expect(() => groupedShingles(sketch, bad)).toThrow(/expected 1 to 6 groups/);
  const long = Int32Array.from({ length: 300 }, (_, i) => i);
  const most = groupedShingles(long, 256);
  expect(most).toEqual(most.slice().sort());
  expect(new Set(most).size).toBe(256);
  expect(() => groupedShingles(long, 257)).toThrow(/expected 1 to 256 groups of 300 shingles; got 257/);
});

test('the empty page has no shingles', () => {
  const sketch = minHash(new BigUint64Array(0), SHINGLES);
  expect([shingleSet(sketch), taggedShingles(sketch), groupedShingles(sketch, 16)]).toEqual(
    Array.from({ length: 3 }, () => new BigUint64Array(0)),
  );
});

test('as sets, sketches of a pair have the Jaccard m / (2s − m), far below the resemblance', () => {
  const random = seededRandom(3);
  const trials = 400;
  let sum = 0;
  for (let i = 0; i < trials; i++) {
    const [x, y] = randomPair(random, 390, 380).map((grams) => shingleSet(minHash(grams, SHINGLES)));
    const overlap = overlapOfSorted(x, y);
    sum += overlap / (x.length + y.length - overlap);
  }
  // Resemblance 0.95; m is about 30.4 of 32.
  expect(sum / trials).toBeGreaterThan(0.89);
  expect(sum / trials).toBeLessThan(0.92);
});
