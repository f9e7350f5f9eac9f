import { expect, test } from 'vitest';
import { bandHashes, chooseBands, collisionProbability } from '../../src/sketch/bands.ts';
import { binomialTail } from '../../src/sketch/binomial.ts';
import { bottomK, bottomKResemblance } from '../../src/sketch/bottom-k.ts';
import { agreementProbability, calibrate, leastAgreeing } from '../../src/sketch/calibrate.ts';
import { agreeingComponents, minHash } from '../../src/sketch/minhash.ts';
import { onePermutation } from '../../src/sketch/one-permutation.ts';
import { pairSketches } from '../../src/sketch/pairing.ts';
import { SHINGLES } from '../../src/sketch/shingles.ts';
import { hammingDistance, simHash } from '../../src/sketch/simhash.ts';
import {
  sharedSuperShingles,
  superShingleProbability,
  superShingles,
} from '../../src/sketch/super-shingles.ts';
import { inFull } from '../repetition.ts';
import { randomPair, seededRandom } from './sets.ts';
import { exactDiffering } from './simhash-model.ts';

const THRESHOLD = 0.8;
const SIZE = 120;
const PAIRS = inFull ? 2000 : 600;

/** Beyond a band that a right sketch leaves once in 10⁵ samples. */
const UNLIKELY = 1e-5;

type Pair = readonly [x: BigUint64Array, y: BigUint64Array];

/** Pairs of 120 grams each that share `overlap`. */
interface Sample {
  readonly overlap: number;
  readonly resemblance: number;
  readonly pairs: readonly Pair[];
}

// Overlaps with resemblances from 0.05 to 1.
const random = seededRandom(2026);
const samples: Sample[] = Array.from({ length: 20 }, (_, i) => {
  const wanted = (i + 1) / 20;
  const overlap = Math.round((2 * SIZE * wanted) / (1 + wanted));
  return {
    overlap,
    resemblance: overlap / (2 * SIZE - overlap),
    pairs: Array.from({ length: PAIRS }, () => randomPair(random, SIZE, overlap)),
  };
});

const bands = chooseBands(THRESHOLD, 0.99);
const few = calibrate(THRESHOLD, 32, 0.99).agreeing;
const many = calibrate(THRESHOLD, 128, 0.99).agreeing;
const published = leastAgreeing(THRESHOLD, 32);
const bottom = 64;

/** What each sketch calls a candidate, and the probability that its theory gives for that. */
const sketches: Record<
  string,
  [isCandidate: (pair: Pair) => boolean, probability: (sample: Sample) => number]
> = {
  'Broder sketch of 32 shingles, calibrated': [
    ([x, y]) => agreeingComponents(minHash(x, SHINGLES), minHash(y, SHINGLES)) >= few,
    ({ resemblance }) => agreementProbability(resemblance, 32, few),
  ],
  'Broder sketch of 32 shingles, as published': [
    ([x, y]) => agreeingComponents(minHash(x, SHINGLES), minHash(y, SHINGLES)) >= published,
    ({ resemblance }) => agreementProbability(resemblance, 32, published),
  ],
  'MinHash of 128 components': [
    ([x, y]) => agreeingComponents(minHash(x), minHash(y)) >= many,
    ({ resemblance }) => agreementProbability(resemblance, 128, many),
  ],
  'MinHash bands': [
    ([x, y]) => {
      const other = bandHashes(minHash(y), bands);
      return bandHashes(minHash(x), bands).some((hash, band) => hash === other[band]);
    },
    ({ resemblance }) => collisionProbability(resemblance, bands.bands, bands.rows),
  ],
  'bottom-64': [
    ([x, y]) => bottomKResemblance(bottomK(x, bottom), bottomK(y, bottom)).value >= THRESHOLD,
    ({ overlap }) => hypergeometricTail(2 * SIZE - overlap, overlap, bottom, Math.ceil(bottom * THRESHOLD)),
  ],
  'super-shingles, 6 of 14': [
    ([x, y]) => sharedSuperShingles(superShingles(minHash(x, 84)), superShingles(minHash(y, 84))) > 0,
    ({ resemblance }) => superShingleProbability(resemblance, 6, 14),
  ],
  'SimHash within 3 bits': [
    ([x, y]) => hammingDistance(simHash(x), simHash(y)) <= 3,
    ({ overlap }) => 1 - binomialTail(64, exactDiffering(SIZE, SIZE, overlap), 4),
  ],
  'SimHash within 12 bits': [
    ([x, y]) => hammingDistance(simHash(x), simHash(y)) <= 12,
    ({ overlap }) => 1 - binomialTail(64, exactDiffering(SIZE, SIZE, overlap), 13),
  ],
};

test.each(Object.entries(sketches))(
  '%s: recall and false candidates as in theory, at every resemblance',
  (_, [isCandidate, probability]) => {
    const measured = samples.map(({ pairs }) => pairs.filter(isCandidate).length);
    expectWithinBands(measured, samples.map(probability), PAIRS);
  },
);

test('pairing names as many pairs as share enough shingles in theory, at every resemblance', () => {
  const measured = samples.map(({ pairs }) => {
    let found = 0;
    pairSketches(
      pairs.flat().map((grams) => minHash(grams, 32)),
      (x, y) => {
        expect([x % 2, y]).toEqual([0, x + 1]);
        found++;
      },
      { minShared: few },
    );
    return found;
  });
  const expected = samples.map(({ resemblance }) => agreementProbability(resemblance, 32, few));
  expectWithinBands(measured, expected, PAIRS);
});

test('one-permutation sketches: recall and false candidates as balls in bins have it, at every resemblance', () => {
  // 120 grams in 128 bins: four bins of ten are taken over. The number that agrees has no closed form; the
  // model draws it without a hash in sight.
  const draws = inFull ? 4000 : 1200;
  const models = seededRandom(7);
  for (const { overlap, pairs } of samples) {
    const measured = pairs.filter(
      ([x, y]) => agreeingComponents(onePermutation(x), onePermutation(y)) >= many,
    );
    let drawn = 0;
    for (let i = 0; i < draws; i++) if (modelAgreement(models, overlap) >= many) drawn++;
    const both = (measured.length + drawn) / (PAIRS + draws);
    const error = Math.sqrt(both * (1 - both) * (1 / PAIRS + 1 / draws));
    expect(Math.abs(measured.length / PAIRS - drawn / draws)).toBeLessThanOrEqual(4.4 * error);
  }
});

/** Holds each count, and the sum of all, against the binomial of its probability. */
function expectWithinBands(measured: number[], probabilities: number[], trials: number): void {
  for (const [i, count] of measured.entries()) {
    const p = probabilities[i];
    const message = `${count} of ${trials} at ${samples[i].resemblance.toFixed(3)}, expected ${p * trials}`;
    expect(binomialTail(trials, p, count), message).toBeGreaterThan(UNLIKELY);
    expect(binomialTail(trials, 1 - p, trials - count), message).toBeGreaterThan(UNLIKELY);
  }
  const sum = measured.reduce((a, b) => a + b) - trials * probabilities.reduce((a, b) => a + b);
  const variance = probabilities.reduce((all, p) => all + trials * p * (1 - p), 0);
  expect(Math.abs(sum)).toBeLessThan(4 * Math.sqrt(variance));
}

/** Probability that of `drawn` from a population with `marked` marked ones at least `least` are marked. */
function hypergeometricTail(population: number, marked: number, drawn: number, least: number): number {
  const logs = Float64Array.from({ length: population + 1 }, (_, i) => Math.log(Math.max(1, i)));
  for (let i = 1; i <= population; i++) logs[i] += logs[i - 1];
  const choose = (n: number, k: number) => (k < 0 || k > n ? -Infinity : logs[n] - logs[k] - logs[n - k]);
  let sum = 0;
  for (let k = Math.max(0, least); k <= Math.min(drawn, marked); k++) {
    sum += Math.exp(choose(marked, k) + choose(population - marked, drawn - k) - choose(population, drawn));
  }
  return Math.min(1, sum);
}

/** Agreeing bins of 128 for two sets of 120 that share `overlap`: grams fall at random, the smallest of a bin counts. */
function modelAgreement(random: () => number, overlap: number): number {
  const bins = 128;
  const agrees = new Int8Array(bins).fill(-1);
  const union = 2 * SIZE - overlap;
  // In a random order the first gram of a bin is its smallest; which grams are shared is as random.
  let shared = overlap;
  for (let left = union; left > 0; left--) {
    const bin = Math.floor(random() * bins);
    const isShared = random() * left < shared;
    if (isShared) shared--;
    if (agrees[bin] < 0) agrees[bin] = Number(isShared);
  }
  let agreeing = 0;
  for (let bin = 0; bin < bins; bin++) {
    let source = bin;
    while (agrees[source] < 0) source = Math.floor(random() * bins);
    agreeing += agrees[source];
  }
  return agreeing;
}
