import { expect, test } from 'vitest';
import { overlapOfSorted } from '../../src/grams/jaccard.ts';
import { estimateContainment, estimateShare, resemblanceError } from '../../src/sketch/estimate.ts';
import { minHash, resemblanceEstimate } from '../../src/sketch/minhash.ts';
import { randomSet, seededRandom } from './sets.ts';

test('the standard error is that of a binomial share, and never 0 for a sample', () => {
  expect(resemblanceError(0.8, 128)).toBeCloseTo(Math.sqrt(0.16 / 128), 12);
  expect(estimateShare(64, 128).standardError).toBeCloseTo(Math.sqrt(0.25 / 128), 12);
  expect(estimateShare(128, 128).value).toBe(1);
  expect(estimateShare(128, 128).standardError).toBeGreaterThan(0);
  expect(estimateShare(3, 5, 5).standardError).toBe(0);
  expect(estimateShare(0, 0)).toEqual({ value: 0, standardError: 0 });
});

test('the containment of exact resemblances is the exact containment', () => {
  const random = seededRandom(4);
  for (const [shared, ownX, ownY] of [
    [5, 0, 95],
    [30, 70, 10],
    [0, 5, 5],
    [7, 0, 0],
  ]) {
    const common = randomSet(random, shared);
    const [x, y] = [ownX, ownY].map((own) =>
      BigUint64Array.from([...common, ...randomSet(random, own)]).sort(),
    );
    expect(overlapOfSorted(x, y)).toBe(shared);
    const resemblance = { value: shared / (shared + ownX + ownY), standardError: 0 };
    const { value, standardError } = estimateContainment(resemblance, x.length, y.length);
    expect(value).toBeCloseTo(shared / x.length, 12);
    expect(standardError).toBe(0);
  }
  expect(estimateContainment({ value: 0, standardError: 0 }, 0, 5).value).toBe(0);
  // More than the sizes allow is never claimed.
  expect(estimateContainment({ value: 0.9, standardError: 0.01 }, 100, 50).value).toBe(0.5);
});

test('estimates of the containment scatter as their standard error says', () => {
  const random = seededRandom(5);
  // |x| = 100 and |y| = 300 share 80: resemblance 0.25, containment 0.8 of x.
  const trials = 1500;
  let sum = 0;
  let squares = 0;
  let claimed = 0;
  for (let i = 0; i < trials; i++) {
    const common = randomSet(random, 80);
    const [x, y] = [20, 220].map((own) => BigUint64Array.from([...common, ...randomSet(random, own)]).sort());
    const resemblance = resemblanceEstimate(minHash(x, 256), minHash(y, 256));
    const { value, standardError } = estimateContainment(resemblance, 100, 300);
    sum += value - 0.8;
    squares += (value - 0.8) ** 2;
    claimed += standardError ** 2;
  }
  expect(Math.abs(sum / trials)).toBeLessThan(0.01);
  expect(Math.sqrt(squares / claimed)).toBeGreaterThan(0.85);
  expect(Math.sqrt(squares / claimed)).toBeLessThan(1.15);
});

test('the empty page resembles nothing, not even another', () => {
  const empty = minHash(new BigUint64Array(0));
  expect(resemblanceEstimate(empty, empty)).toEqual({ value: 0, standardError: 0 });
  // That another page resembles it is as uncertain as any sample.
  const other = minHash(randomSet(seededRandom(6), 5));
  for (const pair of [
    [empty, other],
    [other, empty],
  ]) {
    const { value, standardError } = resemblanceEstimate(pair[0], pair[1]);
    expect(value).toBe(0);
    expect(standardError).toBeGreaterThan(0);
  }
});

test('drawing without replacement lowers the error by what is left of the population', () => {
  const p = 3.5 / 6;
  const plain = Math.sqrt((p * (1 - p)) / 5);
  expect(estimateShare(3, 5).standardError).toBeCloseTo(plain, 12);
  expect(estimateShare(3, 5, 50).standardError).toBeCloseTo(plain * Math.sqrt(45 / 49), 12);
  expect(estimateShare(3, 5, 6).standardError).toBeCloseTo(plain * Math.sqrt(1 / 5), 12);
  // An estimated population may come out smaller than what was drawn of it.
  expect(estimateShare(3, 5, 4).standardError).toBe(0);
  expect(estimateShare(1, 1, 1)).toEqual({ value: 1, standardError: 0 });
});

test('the error of a containment is that of the resemblance, (|x| + |y|) / (|x| (1 + r)²) as large', () => {
  const { value, standardError } = estimateContainment({ value: 0.25, standardError: 0.02 }, 100, 300);
  expect(value).toBeCloseTo(0.8, 12);
  expect(standardError).toBeCloseTo((0.02 * 400) / (100 * 1.25 ** 2), 12);
});
