import { expect, test } from 'vitest';
import { hammingDistance, simHash } from '../../src/sketch/simhash.ts';
import {
  differingBitProbability,
  estimateCosine,
  nearProbability,
  simHashResemblance,
} from '../../src/sketch/simhash-estimate.ts';
import { randomPair, randomSet, seededRandom } from './sets.ts';
import { exactDiffering } from './simhash-model.ts';

test('from 100 grams on, the probability that a bit differs is within 0.01 of the exact one', () => {
  for (const [sizeX, sizeY] of [
    [100, 100],
    [101, 99],
    [100, 300],
    [500, 500],
  ]) {
    for (let share = 0.05; share <= 1; share += 0.05) {
      const overlap = Math.round(share * Math.min(sizeX, sizeY));
      const approximate = differingBitProbability(overlap / Math.sqrt(sizeX * sizeY));
      expect(Math.abs(approximate - exactDiffering(sizeX, sizeY, overlap))).toBeLessThan(0.01);
    }
  }
});

test('the estimates of cosine and resemblance scatter around the truth as their errors say', () => {
  const random = seededRandom(6);
  const trials = 800;
  const sums = { cosine: 0, cosineSquares: 0, resemblance: 0, resemblanceSquares: 0 };
  const claimed = { cosine: 0, resemblance: 0 };
  for (let i = 0; i < trials; i++) {
    const [x, y] = randomPair(random, 301, 225).map((grams) => simHash(grams));
    const cosine = estimateCosine(x, y);
    const resemblance = simHashResemblance(x, y, 301, 301);
    sums.cosine += cosine.value - 225 / 301;
    sums.cosineSquares += (cosine.value - 225 / 301) ** 2;
    sums.resemblance += resemblance.value - 225 / 377;
    sums.resemblanceSquares += (resemblance.value - 225 / 377) ** 2;
    claimed.cosine += cosine.standardError ** 2;
    claimed.resemblance += resemblance.standardError ** 2;
  }
  expect(Math.abs(sums.cosine / trials)).toBeLessThan(0.03);
  expect(Math.abs(sums.resemblance / trials)).toBeLessThan(0.03);
  expect(Math.abs(Math.sqrt(sums.cosineSquares / claimed.cosine) - 1)).toBeLessThan(0.12);
  expect(Math.abs(Math.sqrt(sums.resemblanceSquares / claimed.resemblance) - 1)).toBeLessThan(0.12);
});

test('equal pages estimate 1 without claiming certainty, empty ones 0', () => {
  const x = simHash(randomSet(seededRandom(1), 50));
  expect(estimateCosine(x, x).value).toBe(1);
  expect(simHashResemblance(x, x, 50, 50).value).toBe(1);
  expect(simHashResemblance(x, x, 50, 50).standardError).toBeGreaterThan(0);
  const empty = simHash(new BigUint64Array(0));
  expect(simHashResemblance(empty, empty, 0, 0)).toEqual({ value: 0, standardError: 0 });
});

test('weighted sets differ in as many bits as their cosine says', () => {
  const random = seededRandom(7);
  const trials = 600;
  const near = { measured: 0, expected: 0 };
  let differing = 0;
  let probability = 0;
  for (let i = 0; i < trials; i++) {
    const grams = randomSet(random, 300);
    const weights = Float64Array.from(grams, () => 1 + Math.floor(4 * random()));
    const other = weights.map((weight) => (random() < 0.1 ? 5 - weight : weight));
    const dot = weights.reduce((sum, weight, k) => sum + weight * other[k], 0);
    const norm = (vector: Float64Array) =>
      Math.sqrt(vector.reduce((sum, weight) => sum + weight * weight, 0));
    const cosine = dot / (norm(weights) * norm(other));
    const distance = hammingDistance(simHash(grams, weights), simHash(grams, other));
    differing += distance;
    probability += differingBitProbability(cosine);
    if (distance <= 7) near.measured++;
    near.expected += nearProbability(cosine, 7);
  }
  const p = probability / trials;
  expect(Math.abs(differing / (64 * trials) - p)).toBeLessThan(0.01);
  expect(Math.abs(near.measured - near.expected) / trials).toBeLessThan(0.08);
});

test('the estimates are cos(π d / 64) and c √(mn) / (m + n − c √(mn)), with the binomial error of d carried over', () => {
  for (const [distance, sizeX, sizeY] of [
    [0, 40, 60],
    [5, 40, 60],
    [31, 50, 50],
    [40, 70, 20],
    [64, 5, 9],
  ]) {
    const x = Uint32Array.of(0, 0);
    const y = Uint32Array.from([0, 32], (from) => {
      const ones = Math.min(32, Math.max(0, distance - from));
      return ones === 32 ? 0xffffffff : 2 ** ones - 1;
    });
    expect(hammingDistance(x, y)).toBe(distance);
    const cosine = estimateCosine(x, y);
    // Beyond a right angle nothing is known but that they are unlike.
    expect(cosine.value).toBeCloseTo(distance < 32 ? Math.cos((Math.PI * distance) / 64) : 0, 12);
    const p = (distance + 0.5) / 65;
    const error = Math.PI * Math.sin(Math.PI * p) * Math.sqrt((p * (1 - p)) / 64);
    expect(cosine.standardError).toBeCloseTo(error, 12);

    const resemblance = simHashResemblance(x, y, sizeX, sizeY);
    const overlapOf = (c: number) => Math.min(c * Math.sqrt(sizeX * sizeY), sizeX, sizeY);
    const jaccard = (overlap: number) => overlap / (sizeX + sizeY - overlap);
    expect(resemblance.value).toBeCloseTo(jaccard(overlapOf(cosine.value)), 12);
    // The error grows as the estimate does with the cosine, as far as the sizes do not cut it off.
    const slope = (jaccard(overlapOf(cosine.value) + 1e-6) - jaccard(overlapOf(cosine.value) - 1e-6)) / 2e-6;
    expect(resemblance.standardError).toBeCloseTo(error * slope * Math.sqrt(sizeX * sizeY), 6);
  }
  const [empty, full] = [Uint32Array.of(0, 0), Uint32Array.of(1, 0)];
  expect(simHashResemblance(empty, full, 0, 5)).toEqual({ value: 0, standardError: 0 });
  expect(simHashResemblance(full, empty, 5, 0)).toEqual({ value: 0, standardError: 0 });
});

test('a cosine out of range by rounding is cut to it', () => {
  expect([1.0000001, -0.0000001].map(differingBitProbability)).toEqual([0, 0.5]);
  expect(nearProbability(1, 3)).toBe(1);
  expect(nearProbability(0, 3)).toBeCloseTo((1 + 64 + 2016 + 41664) / 2 ** 64, 15);
});
