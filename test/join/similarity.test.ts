import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  boundsOf,
  checkThreshold,
  LARGEST_SIZE,
  measures,
  type Similarity,
} from '../../src/join/similarity.ts';
import { argumentError } from '../argument-error.ts';
import { often } from '../repetition.ts';
import { fractionalMeasures } from './common.ts';

/** Thresholds p / q: steps of 0.05, others of two or three digits, and fractions that no decimal can write. */
const fractions: readonly (readonly [bigint, bigint])[] = [
  ...Array.from({ length: 20 }, (_, k) => [BigInt(k + 1), 20n] as const),
  ...([1n, 33n, 66n, 82n, 99n] as const).map((p) => [p, 100n] as const),
  ...([801n, 875n, 999n] as const).map((p) => [p, 1000n] as const),
  ...([3n, 7n, 9n, 11n] as const).flatMap((q) => [[1n, q] as const, [q - 1n, q] as const]),
];

/** The bounds as integers, worked out by hand from "similarity ≥ p / q". */
interface ExactBounds {
  neededOverlap(m: bigint, n: bigint, p: bigint, q: bigint): bigint;
  minSize(m: bigint, p: bigint, q: bigint): bigint;
  maxSize(m: bigint, p: bigint, q: bigint): bigint;
}

const exact: Record<(typeof fractionalMeasures)[number], ExactBounds> = {
  jaccard: {
    neededOverlap: (m, n, p, q) => ceilDivide(p * (m + n), p + q),
    minSize: (m, p, q) => ceilDivide(p * m, q),
    maxSize: (m, p, q) => (m * q) / p,
  },
  cosine: {
    neededOverlap: (m, n, p, q) => ceilRoot(p * p * m * n, q * q),
    minSize: (m, p, q) => ceilDivide(p * p * m, q * q),
    maxSize: (m, p, q) => (m * q * q) / (p * p),
  },
  dice: {
    neededOverlap: (m, n, p, q) => ceilDivide(p * (m + n), 2n * q),
    minSize: (m, p, q) => ceilDivide(p * m, 2n * q - p),
    maxSize: (m, p, q) => (m * (2n * q - p)) / p,
  },
};

function ceilDivide(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}

/** Least o with o² ≥ a / b. */
function ceilRoot(a: bigint, b: bigint): bigint {
  let o = BigInt(Math.floor(Math.sqrt(Number(a) / Number(b))));
  while (o * o * b >= a) o--;
  while (o * o * b < a) o++;
  return o;
}

describe.each(fractionalMeasures)('%s', (similarity) => {
  const measure = measures[similarity];

  test('needs exactly the overlap that rational arithmetic does, for all sizes to 120', () => {
    for (const [p, q] of fractions) {
      const t = Number(p) / Number(q);
      for (let m = 1; m <= 120; m++) {
        for (let n = 1; n <= m; n++) {
          const o = Number(exact[similarity].neededOverlap(BigInt(m), BigInt(n), p, q));
          const title = `m ${m}, n ${n}, t ${p}/${q}`;
          // Plain comparisons: half a million calls of expect take a minute.
          if (measure.neededOverlap(m, n, t) !== o) expect.fail(`needs ${o}: ${title}`);
          if (measure.neededOverlap(n, m, t) !== o) expect.fail(`is not symmetric: ${title}`);
          if (!measure.isSimilar(o, m, n, t)) expect.fail(`${o} is similar: ${title}`);
          if (measure.isSimilar(o - 1, m, n, t)) expect.fail(`${o - 1} is not similar: ${title}`);
        }
      }
    }
  });

  test('has exactly the size limits of rational arithmetic, for all sizes to 600', () => {
    for (const [p, q] of fractions) {
      const t = Number(p) / Number(q);
      for (let m = 1; m <= 600; m++) {
        const title = `m ${m}, t ${p}/${q}`;
        const least = Number(exact[similarity].minSize(BigInt(m), p, q));
        const most = Number(exact[similarity].maxSize(BigInt(m), p, q));
        if (measure.minSize(m, t) !== least) expect.fail(`at least ${least}: ${title}`);
        if (measure.maxSize(m, t) !== most) expect.fail(`at most ${most}: ${title}`);
      }
    }
  });

  test('is exact for sizes to a hundred million and thresholds of two digits', () => {
    const size = fc.bigInt(1n, 100_000_000n);
    fc.assert(
      fc.property(size, size, fc.bigInt(1n, 100n), (m, n, p) => {
        const t = Number(p) / 100;
        // m·n must stay below 2⁵³ for the cosine.
        fc.pre(similarity !== 'cosine' || m * n < 1_000_000_000_000n);
        const o = exact[similarity].neededOverlap(m, n, p, 100n);
        expect(measure.neededOverlap(Number(m), Number(n), t)).toBe(Number(o));
      }),
      { numRuns: often(5000) },
    );
  });

  test('has prefixes that are long enough for every partner, and no longer', () => {
    for (const [p, q] of fractions) {
      const t = Number(p) / Number(q);
      for (let m = 1; m <= 60; m++) {
        const prefix = (n: number) => m - measure.neededOverlap(m, n, t) + 1;
        const sizes = Array.from({ length: 4 * m }, (_, k) => k + 1);
        const partners = sizes.filter((n) => measure.neededOverlap(m, n, t) <= Math.min(m, n));
        expect(measure.probePrefix(m, t)).toBe(Math.max(...partners.map(prefix)));
        expect(measure.indexPrefix(m, t)).toBe(Math.max(...partners.filter((n) => n >= m).map(prefix)));
      }
    }
  });

  test('finds no set similar to an empty one', () => {
    for (const t of [Number.MIN_VALUE, 0.5, 1]) {
      expect(measure.isSimilar(0, 0, 0, t)).toBe(false);
      expect(measure.isSimilar(0, 0, 5, t)).toBe(false);
    }
  });

  test('ends at thresholds so small that the closed forms overflow', () => {
    for (const t of [Number.MIN_VALUE, 1e-200, 1e-12]) {
      expect(measure.neededOverlap(3, 5, t)).toBe(1);
      expect(measure.minSize(3, t)).toBe(1);
      expect(measure.maxSize(3, t)).toBe(LARGEST_SIZE);
    }
  });
});

test('each measure has the value of its textbook formula', () => {
  expect(measures.jaccard.value(28, 31, 32)).toBe(0.8);
  expect(measures.cosine.value(4, 5, 5)).toBe(0.8);
  expect(measures.cosine.value(2, 2, 8)).toBe(0.5);
  expect(measures.dice.value(4, 4, 6)).toBe(0.8);
  expect(measures.overlap.value(4, 4, 6)).toBe(4);
});

test('the overlap measure counts shared tokens', () => {
  expect(measures.overlap.isSimilar(3, 9, 9, 3)).toBe(true);
  expect(measures.overlap.isSimilar(2, 9, 9, 3)).toBe(false);
  const bounds = boundsOf('overlap', 3);
  expect(bounds.neededOverlap(9, 5)).toBe(3);
  expect(bounds.minSize(9)).toBe(3);
  expect([2, 3, 9].map(bounds.probePrefix)).toEqual([0, 1, 7]);
  expect([2, 3, 9].map(bounds.indexPrefix)).toEqual([0, 1, 7]);
});

test('an unknown measure and a threshold that is no number are refused with what was expected', () => {
  expect(() => checkThreshold('jacard' as Similarity, 0.8)).toThrow(
    argumentError('RangeError', 'similarity: expected one of jaccard, cosine, dice, overlap; got "jacard"'),
  );
  expect(() => checkThreshold('toString' as Similarity, 0.8)).toThrow(RangeError);
  expect(() => checkThreshold('jaccard', '0.8' as unknown as number)).toThrow(
    argumentError('TypeError', 'threshold: expected a number; got string'),
  );
});
