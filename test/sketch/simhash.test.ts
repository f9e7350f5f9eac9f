import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hammingDistance, simHash } from '../../src/sketch/simhash.ts';
import { randomSet, seededRandom } from './sets.ts';

/** The definition: 64 counters, one BigInt shift a bit. */
function naive(grams: BigUint64Array): bigint {
  let bits = 0n;
  for (let bit = 0n; bit < 64n; bit++) {
    let sum = 0;
    for (const gram of grams) sum += (gram >> bit) & 1n ? 1 : -1;
    if (sum > 0) bits |= 1n << bit;
  }
  return bits;
}

function value([low, high]: Uint32Array): bigint {
  return (BigInt(high) << 32n) | BigInt(low);
}

const fingerprint = fc
  .tuple(fc.nat(0xffffffff), fc.nat(0xffffffff))
  .map((halves) => Uint32Array.from(halves));

test.each([0, 1, 2, 7, 255, 256, 511, 1200])('SimHash of %i grams is the majority of every bit', (size) => {
  const grams = randomSet(seededRandom(size), size);
  expect(value(simHash(grams))).toBe(naive(grams));
});

test('weights count a gram so many times, and a weight of 0 leaves it out', () => {
  const random = seededRandom(12);
  for (const size of [0, 1, 2, 50, 401]) {
    const grams = randomSet(random, size);
    const weights = Float64Array.from(grams, () => Math.floor(4 * random()));
    const repeated = BigUint64Array.from(
      [...grams].flatMap((gram, i) => Array.from({ length: weights[i] }, () => gram)),
    );
    expect(simHash(grams, weights)).toEqual(simHash(repeated));
    expect(simHash(grams, weights.fill(0.5))).toEqual(simHash(grams));
  }
  expect(() => simHash(randomSet(random, 3), new Float64Array(2))).toThrow(
    'weights: expected 3, one for each gram; got 2',
  );
});

test('counters that take every gram do not overflow', () => {
  // 8 · 255 words are counted between two spills
  for (const size of [1000, 2039, 2040, 2041, 2048, 5000]) {
    const grams = new BigUint64Array(size).fill(0xffffffffffffffffn);
    expect(value(simHash(grams))).toBe(0xffffffffffffffffn);
  }
});

test('every bit is that of the majority, for any number of grams', () => {
  const random = seededRandom(13);
  for (const size of [...Array(40).keys(), 255, 256, 2040, 2049, 4100]) {
    const grams = randomSet(random, size);
    let expected = 0n;
    for (let bit = 0n; bit < 64n; bit++) {
      const ones = grams.reduce((count, gram) => count + Number((gram >> bit) & 1n), 0);
      if (2 * ones > size) expected |= 1n << bit;
    }
    expect([size, value(simHash(grams))]).toEqual([size, expected]);
  }
});

test('the Hamming distance is the number of differing bits', () => {
  fc.assert(
    fc.property(fingerprint, fingerprint, (a, b) => {
      const ones = (value(a) ^ value(b)).toString(2).replaceAll('0', '').length;
      expect(hammingDistance(a, b)).toBe(ones);
    }),
  );
});
