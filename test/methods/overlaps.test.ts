import fc from 'fast-check';
import { expect, test } from 'vitest';
import { overlapOfSorted } from '../../src/grams/jaccard.ts';
import { measures } from '../../src/join/similarity.ts';
import { Overlaps } from '../../src/methods/overlaps.ts';
import { setsOf } from '../evaluate/collections.ts';

/** Numbers that repeat themselves, as hashes are spread; `seed` draws others. */
function drawn(seed: bigint, count: number, bits = 64n): BigUint64Array {
  const values = new Set<bigint>();
  for (let state = seed; values.size < count; ) {
    state = BigInt.asUintN(64, state * 0x5851f42d4c957f2dn + 0x14057b7ef767814fn);
    values.add(BigInt.asUintN(64, (state ^ (state >> 29n)) * 0x9e3779b97f4a7c15n) >> (64n - bits));
  }
  return BigUint64Array.from(values).sort();
}

const ends = [0n, 1n, 2n, 2n ** 64n - 1n, 2n ** 64n - 2n, 2n ** 63n];
/** Part of a common stock, so that sets overlap; with neighbours, and what is at the ends of the range. */
const set = fc
  .record({
    from: fc.nat(300),
    length: fc.nat(300),
    alone: fc.nat(80),
    run: fc.nat(12),
    some: fc.subarray(ends),
    seed: fc.bigInt(0n, 2n ** 32n),
  })
  .map(({ from, length, alone, run, some, seed }) => {
    const stock = drawn(7n, 600).slice(from, from + length);
    const neighbours = Array.from({ length: run }, (_, i) => (stock[0] ?? 99n) + BigInt(i));
    return BigUint64Array.from(new Set([...stock, ...drawn(seed, alone), ...neighbours, ...some])).sort();
  });

test('the overlap of two sets is given where it is as large as asked, whatever was compared before, and 0 where it is not', () => {
  const reused = [1, 400, 1 << 20].map((mostValues) => new Overlaps(0.5, measures.jaccard, mostValues));
  fc.assert(
    fc.property(
      fc.array(set, { minLength: 2, maxLength: 6 }),
      fc.array(fc.tuple(fc.nat(5), fc.nat(5), fc.integer({ min: -2, max: 2 })), { maxLength: 30 }),
      fc.constantFrom(...reused),
      (sets, calls, each) => {
        const overlaps = each.of(setsOf(sets));
        for (const [i, k, more] of calls) {
          const [x, y] = [i % sets.length, k % sets.length];
          const least = Math.min(sets[x].length, sets[y].length);
          const overlap = overlapOfSorted(sets[x], sets[y]);
          for (const asked of [Math.max(1, overlap + more), Math.ceil(least / 2)]) {
            if (asked < 1 || asked > least) continue;
            expect(overlaps.atLeast(x, y, asked)).toBe(overlap >= asked ? overlap : 0);
          }
        }
      },
    ),
    { numRuns: 150 },
  );
});

/** Sets that lack some values of one of a few hundred, and have some of their own. */
const alike = fc
  .record({
    count: fc.integer({ min: 2, max: 300 }),
    run: fc.nat(9),
    others: fc.array(fc.nat(1000), { minLength: 2, maxLength: 6 }),
  })
  .map(({ count, run, others }) => {
    const base = drawn(11n, count);
    const all = new Set([...base, ...Array.from({ length: run }, (_, i) => base[count >> 1] + BigInt(i))]);
    return [BigUint64Array.from(all).sort()].concat(
      others.map((seed) => {
        const kept = Array.from(all).filter((_, i) => ((i + 1) * (seed + 7)) % 11 > seed % 7);
        return BigUint64Array.from(new Set([...kept, ...drawn(BigInt(seed), seed % 90)])).sort();
      }),
    );
  });

test('sets that are like a third are compared by how they differ from it, and their overlap is the same in any order', () => {
  fc.assert(
    fc.property(
      alike,
      fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { minLength: 5, maxLength: 40 }),
      fc.constantFrom(0.1, 0.5, 0.9),
      (sets, calls, threshold) => {
        const overlaps = new Overlaps(threshold).of(setsOf(sets));
        for (const [i, k] of calls) {
          const [x, y] = [i % sets.length, k % sets.length];
          const overlap = overlapOfSorted(sets[x], sets[y]);
          const asked = overlaps.needed(x, y);
          expect(overlaps.atLeast(x, y, asked)).toBe(overlap >= asked ? overlap : 0);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('a set that takes the place of another in memory is not taken for it', () => {
  const sets = [1n, 2n, 3n, 4n].map((seed) =>
    BigUint64Array.from([...drawn(seed, 9000), ...drawn(seed > 2n ? 8n : 9n, 9000)]).sort(),
  );
  const overlaps = new Overlaps(0.2, measures.jaccard, 1).of(setsOf(sets));
  expect([overlaps.atLeast(0, 1, 10), overlaps.atLeast(2, 3, 10), overlaps.atLeast(0, 2, 1)]).toEqual([
    9000, 9000, 0,
  ]);
});

test('sets too large to be looked up, and sets whose values begin alike, are compared as others are', () => {
  const sets = [
    drawn(1n, 40_000),
    drawn(2n, 39_000),
    drawn(3n, 3000, 40n),
    drawn(4n, 3000, 40n),
    drawn(5n, 30_000),
  ].map((alone) => BigUint64Array.from(new Set([...alone, ...drawn(6n, 9000)])).sort());
  const overlaps = new Overlaps(0.5).of(setsOf(sets));
  for (const [x, a] of sets.entries()) {
    for (const [y, b] of sets.entries()) {
      const overlap = overlapOfSorted(a, b);
      expect([x, y, overlaps.atLeast(x, y, overlap)]).toEqual([x, y, overlap]);
      if (overlap < Math.min(a.length, b.length)) expect(overlaps.atLeast(x, y, overlap + 1)).toBe(0);
    }
  }
});

test('no overlap is enough for sets whose sizes rule it out, and for empty ones', () => {
  const overlaps = new Overlaps(0.8).of(setsOf([drawn(1n, 10), drawn(1n, 5), new BigUint64Array(0)]));
  expect([overlaps.needed(0, 1), overlaps.needed(0, 2), overlaps.needed(0, 0)]).toEqual([
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    9,
  ]);
  expect(overlaps.atLeast(0, 1, overlaps.needed(0, 1))).toBe(0);
});
