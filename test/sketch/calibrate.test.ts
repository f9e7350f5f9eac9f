import fc from 'fast-check';
import { expect, test } from 'vitest';
import { binomialTail } from '../../src/sketch/binomial.ts';
import { agreementProbability, calibrate, leastAgreeing } from '../../src/sketch/calibrate.ts';
import { agreeingComponents, minHash } from '../../src/sketch/minhash.ts';
import { randomPair, seededRandom } from './sets.ts';

test('the calibration keeps the recall, and one more agreeing component would not', () => {
  const threshold = fc.double({ min: 0.3, max: 1, noNaN: true });
  const recall = fc.double({ min: 0.5, max: 0.9999, noNaN: true });
  fc.assert(
    fc.property(threshold, fc.integer({ min: 32, max: 256 }), recall, (t, s, wanted) => {
      const { agreeing, setThreshold, recall: reached } = calibrate(t, s, wanted);
      expect(reached).toBe(binomialTail(s, t, agreeing));
      expect(reached).toBeGreaterThanOrEqual(wanted);
      if (agreeing < s) expect(binomialTail(s, t, agreeing + 1)).toBeLessThan(wanted);
      expect(leastAgreeing(setThreshold, s)).toBe(agreeing);
    }),
  );
});

test('the least number that agrees is the first whose quotient reaches the threshold', () => {
  for (let s = 1; s <= 80; s++) {
    for (let hundredths = 1; hundredths <= 100; hundredths++) {
      const t = hundredths / 100;
      let naive = 0;
      while (naive / (2 * s - naive) < t) naive++;
      expect(leastAgreeing(t, s)).toBe(naive);
    }
  }
});

test('32 shingles as published ask for 32 of 32 at 0.95 where 27 keep 99 % of the pairs', () => {
  expect(leastAgreeing(0.95, 32)).toBe(32);
  expect(agreementProbability(0.95, 32, 32)).toBeCloseTo(0.95 ** 32, 12);
  const { agreeing, setThreshold } = calibrate(0.95, 32, 0.99);
  expect(agreeing).toBe(27);
  expect(setThreshold).toBe(27 / 37);
});

test.each([
  [0.8, 400, 450],
  [0.95, 38, 39],
  [0.5, 200, 300],
])('simulated pairs at threshold %d are found as often as calibrated', (threshold, overlap, size) => {
  const random = seededRandom(overlap);
  const { agreeing, recall } = calibrate(threshold, 32, 0.99);
  const trials = 3000;
  let found = 0;
  for (let i = 0; i < trials; i++) {
    const [x, y] = randomPair(random, size, overlap).map((grams) => minHash(grams, 32));
    if (agreeingComponents(x, y) >= agreeing) found++;
  }
  expect(overlap / (2 * size - overlap)).toBeCloseTo(threshold, 12);
  expect(Math.abs(found / trials - recall)).toBeLessThan(4 * Math.sqrt((recall * (1 - recall)) / trials));
});

test('what cannot be reached is refused with the best that can', () => {
  expect(() => calibrate(0.05, 32, 0.99)).toThrow(
    /^recall: expected 0\.806 at most, .* at threshold 0\.05; got 0\.99/,
  );
  for (const bad of [0, 1.1, Number.NaN]) expect(() => calibrate(bad, 32, 0.9)).toThrow(RangeError);
  for (const bad of [0, 1, Number.NaN]) expect(() => calibrate(0.8, 32, bad)).toThrow(RangeError);
  for (const bad of [0, 1.5, Number.NaN]) expect(() => calibrate(0.8, bad, 0.9)).toThrow(RangeError);
});
