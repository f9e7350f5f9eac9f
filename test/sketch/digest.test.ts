import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agreeingInDigests, digestAgreement, digestBytes, sketchDigest } from '../../src/sketch/digest.ts';
import { minHash } from '../../src/sketch/minhash.ts';
import { randomPair, seededRandom } from './sets.ts';

test('the components that agree in two digests are those whose two lowest bits are equal', () => {
  const sketches = fc
    .integer({ min: 1, max: 130 })
    .chain((n) => fc.tuple(...[0, 1].map(() => fc.int32Array({ minLength: n, maxLength: n }))));
  fc.assert(
    fc.property(sketches, fc.nat(3), ([a, b], start) => {
      const naive = a.filter((component, i) => (component & 3) === (b[i] & 3)).length;
      const shifted = Uint8Array.of(...new Uint8Array(start).fill(255), ...sketchDigest(b));
      expect(agreeingInDigests(sketchDigest(a), shifted, start, a.length)).toBe(naive);
    }),
  );
});

test('a digest has these bytes in every release', () => {
  expect(sketchDigest(Int32Array.of(1, 2, 3, 4, -1))).toEqual(Uint8Array.of(0b00_11_10_01, 0b11));
  expect(digestBytes(128)).toBe(32);
});

test.each([0, 0.3, 0.5, 0.8, 1])(
  'pairs of resemblance %d agree in digests as often as the theory says',
  (j) => {
    const random = seededRandom(100 * j + 1);
    const size = 120;
    const trials = 400;
    const overlap = Math.round((2 * size * j) / (1 + j));
    let agreeing = 0;
    for (let i = 0; i < trials; i++) {
      const [a, b] = randomPair(random, size, overlap).map((set) => sketchDigest(minHash(set)));
      agreeing += agreeingInDigests(a, b, 0, 128);
    }
    const p = digestAgreement(overlap / (2 * size - overlap));
    const components = 128 * trials;
    expect(Math.abs(agreeing / components - p)).toBeLessThanOrEqual(
      4 * Math.sqrt((p * (1 - p)) / components),
    );
  },
);
