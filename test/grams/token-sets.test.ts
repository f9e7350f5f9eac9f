import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rankBehind, rankSets, rankTwo, type TokenSets } from '../../src/grams/token-sets.ts';
import { valueSetsFromIntegers } from '../../src/grams/value-sets.ts';
import { argumentError } from '../argument-error.ts';
import { often } from '../repetition.ts';
import { recordSets, valueSets } from './value-records.ts';

/** The definition, on plain arrays: each record's ranks, in the order of the ranked sets. */
function rankNaively(collections: readonly bigint[][][]): number[][][] {
  const frequencies = new Map<bigint, number>();
  for (const record of collections.flat()) {
    for (const v of new Set(record)) frequencies.set(v, (frequencies.get(v) ?? 0) + 1);
  }
  const order = [...frequencies.keys()].sort(
    (v, w) => frequencies.get(v)! - frequencies.get(w)! || (v < w ? -1 : 1),
  );
  const rankOf = new Map(order.map((v, rank) => [v, rank]));
  return collections.map((records) =>
    records
      .map((record) => [...new Set(record)].map((v) => rankOf.get(v)!).sort((a, b) => a - b))
      .sort((x, y) => x.length - y.length),
  );
}

function recordsOf(sets: TokenSets): number[][] {
  return Array.from({ length: sets.size }, (_, x) => [
    ...sets.tokens.subarray(sets.offsets[x], sets.offsets[x + 1]),
  ]);
}

describe('rankSets', () => {
  test('ranks by ascending document frequency, ties by value, and sorts records by size, ties by number', () => {
    const sets = rankSets(valueSetsFromIntegers([[5, 7, 9], [], [9, 5], [3, 9]]));
    expect(sets.size).toBe(4);
    expect(sets.universe).toBe(4);
    expect([...sets.records]).toEqual([1, 2, 3, 0]);
    // 3 and 7 are in one record each, 5 in two, 9 in three.
    expect(recordsOf(sets)).toEqual([[], [2, 3], [0, 3], [1, 2, 3]]);
  });

  test('agrees with sorting by hand on random records', () => {
    fc.assert(
      fc.property(recordSets, (records) => {
        const sets = rankSets(valueSets(records));
        expect(recordsOf(sets)).toEqual(rankNaively([records])[0]);
        expect(sets.universe).toBe(new Set(records.flat()).size);
        const sizes = records.map((record) => new Set(record).size);
        const order = records.map((_, i) => i).sort((i, j) => sizes[i] - sizes[j]);
        expect([...sets.records]).toEqual(order);
      }),
      { numRuns: often(2000) },
    );
  });

  test.each([
    ['64-bit hashes', (i: number) => BigInt.asUintN(64, BigInt(i + 1) * 0x9e3779b97f4a7c15n)],
    ['small integers', (i: number) => BigInt(i)],
    ['values that differ in the high half only', (i: number) => BigInt(i) << 32n],
    ['values that agree in their leading bits', (i: number) => (1n << 63n) + BigInt(i)],
  ])('agrees with sorting by hand on a collection of many partitions: %s', (_name, valueAt) => {
    let seed = 7;
    const records = Array.from({ length: 600 }, () =>
      Array.from({ length: 60 }, () => {
        seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
        return valueAt((seed >>> 8) % 20_000);
      }),
    );
    expect(recordsOf(rankSets(valueSets(records)))).toEqual(rankNaively([records])[0]);
  });

  test('counts as singletons the tokens that one record has, which are the first of all', () => {
    fc.assert(
      fc.property(recordSets, (records) => {
        const { singletons, universe, tokens } = rankSets(valueSets(records));
        const counts = new Uint32Array(universe);
        for (const token of tokens) counts[token]++;
        expect(singletons).toBe(counts.filter((count) => count === 1).length);
        expect(counts.subarray(0, singletons).every((count) => count === 1)).toBe(true);
      }),
    );
  });

  test('puts the tokens into the array that the caller allocates, of as many as there are', () => {
    const memory = Uint32Array.of(8, 0, 0, 0, 0, 0, 8);
    const lengths: number[] = [];
    const sets = rankSets(valueSetsFromIntegers([[5, 7, 9], [], [9, 5]]), (length) => {
      lengths.push(length);
      return memory.subarray(1, 1 + length);
    });
    expect(lengths).toEqual([5]);
    expect(sets.tokens.buffer).toBe(memory.buffer);
    expect([...memory]).toEqual([8, 1, 2, 0, 1, 2, 8]);
    expect(sets.tokens).toEqual(Uint32Array.of(1, 2, 0, 1, 2));
  });

  test('reads views of a larger buffer at their own offset', () => {
    const buffer = BigUint64Array.of(99n, 1n, 2n, 2n);
    const sets = rankSets({ offsets: Uint32Array.of(0, 2, 3), values: buffer.subarray(1) });
    expect(recordsOf(sets)).toEqual([[1], [0, 1]]);
  });

  test.each([
    ['repeated', [1n, 2n, 2n]],
    ['descending', [1n, 3n, 2n]],
    ['descending in the high half', [1n, 2n ** 32n, 2n]],
  ])('refuses a record whose values are %s', (_name, record) => {
    const values = BigUint64Array.from([5n, ...record]);
    const sets = { offsets: Uint32Array.of(0, 1, 4), values };
    const expected = `record 1: expected ascending and distinct values; got ${record[2]} after ${record[1]}`;
    expect(() => rankSets(sets)).toThrow(argumentError('RangeError', expected));
  });
});

test('rankTwo ranks two collections by their common document frequency', () => {
  fc.assert(
    fc.property(recordSets, recordSets, (r, s) => {
      const two = rankTwo(valueSets(r), valueSets(s));
      const [expectedR, expectedS] = rankNaively([r, s]);
      expect(recordsOf(two.r)).toEqual(expectedR);
      expect(recordsOf(two.s)).toEqual(expectedS);
      expect(two.r.universe).toBe(two.s.universe);
      expect([...two.s.offsets]).toEqual([...rankSets(valueSets(s)).offsets]);
      expect([...two.s.records]).toEqual([...rankSets(valueSets(s)).records]);
    }),
    { numRuns: often(1000) },
  );
});

test('rankBehind is rankTwo as one collection, the records of the second behind those of the first', () => {
  fc.assert(
    fc.property(recordSets, recordSets, (r, s) => {
      const two = rankTwo(valueSets(r), valueSets(s));
      const one = rankBehind(valueSets(r), valueSets(s));
      expect(recordsOf(one)).toEqual([...recordsOf(two.r), ...recordsOf(two.s)]);
      expect([...one.records]).toEqual([...two.r.records, ...two.s.records]);
      expect([one.universe, one.singletons]).toEqual([two.r.universe, two.r.singletons]);
    }),
    { numRuns: often(300) },
  );
});

test('offsets that are none are named before the kernel works by them', () => {
  const values = BigUint64Array.of(1n, 2n, 3n, 4n, 5n);
  const ranking =
    (...offsets: number[]) =>
    () =>
      rankSets({ offsets: Uint32Array.from(offsets), values });
  expect(ranking(0, 5, 3)).toThrow('sets: offsets: expected ascending ones from 0; got 3 at 2');
  expect(ranking(2, 5)).toThrow('sets: offsets: expected ascending ones from 0; got 2 at 0');
  expect(ranking(0, 6)).toThrow('6 for 5 values');
  expect(ranking(0, 0, 2, 2, 5)).not.toThrow();
});
