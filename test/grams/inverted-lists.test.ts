import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ascending } from '../../src/grams/counting-sort.ts';
import { InvertedLists } from '../../src/grams/inverted-lists.ts';
import { rankSets } from '../../src/grams/token-sets.ts';
import { type ValueSets, ValueSetsBuilder } from '../../src/grams/value-sets.ts';
import { collectGarbage } from '../collect-garbage.ts';
import { often } from '../repetition.ts';

/** A generator of numbers below 2^32, the same at every run. */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return (state ^ (state >>> 13)) >>> 0;
  };
}

function setsOf(records: readonly (readonly bigint[])[]): ValueSets {
  const builder = new ValueSetsBuilder();
  for (const record of records) builder.append(BigUint64Array.from(new Set(record)).sort());
  return builder.finish();
}

/** The definition: the rows of each distinct value, in ascending order of the values. */
function naiveLists({ offsets, values }: ValueSets, order: Uint32Array): number[][] {
  const rows = new Map<bigint, number[]>();
  order.forEach((record, row) => {
    for (const value of values.subarray(offsets[record], offsets[record + 1])) {
      const list = rows.get(value);
      if (list) list.push(row);
      else rows.set(value, [row]);
    }
  });
  return [...rows].sort(([v], [w]) => (v < w ? -1 : 1)).map(([, list]) => list.sort((x, y) => x - y));
}

function listsOf(sets: ValueSets, order = ascending(sets.offsets.length - 1)): number[][] {
  const lists = new InvertedLists([sets], [order]);
  const { postings, begins } = lists.lists();
  // so that the next ones have memory that others have worked in
  lists.close();
  return Array.from({ length: begins.length - 1 }, (_, v) =>
    [...postings.subarray(begins[v], begins[v + 1])].sort((x, y) => x - y),
  );
}

test('a record that is larger than what is copied at a time, and many empty ones, lose and double nothing', () => {
  const next = numbers(1);
  const large = Array.from({ length: 200_000 }, () => (BigInt(next()) << 32n) | BigInt(next()));
  const records = [
    large.slice(0, 10),
    ...Array.from({ length: 40_000 }, () => []),
    large,
    large.slice(5, 70_000),
    [],
    [7n],
  ];
  const sets = setsOf(records);
  expect(listsOf(sets)).toEqual(naiveLists(sets, ascending(records.length)));
});

test('records that are left out are in no list', () => {
  const next = numbers(2);
  const records = Array.from({ length: 300 }, () => Array.from({ length: 30 }, () => BigInt(next() % 500)));
  const sets = setsOf(records);
  const order = Uint32Array.from({ length: 100 }, (_, row) => 299 - 3 * row);
  expect(listsOf(sets, order)).toEqual(naiveLists(sets, order));
});

test('lists of small numbers, each with its place in a table, are those of the definition, of all records and of some', () => {
  const number = fc.bigInt(0n, 60n);
  const chosen = fc.array(fc.boolean(), { minLength: 30, maxLength: 30 });
  const records = fc.array(fc.array(number, { maxLength: 20 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(records, chosen, (numbersOf, isChosen) => {
      const sets = setsOf(numbersOf);
      const order = ascending(numbersOf.length).filter((record) => isChosen[record]);
      expect(listsOf(sets)).toEqual(naiveLists(sets, ascending(numbersOf.length)));
      expect(listsOf(sets, order)).toEqual(naiveLists(sets, order));
    }),
    { numRuns: often(1000) },
  );
});

test('a number above the last one of its record is refused, however large it is', () => {
  for (const wrong of [10n, 50n, 2n ** 20n, 2n ** 40n, 2n ** 64n - 1n]) {
    const values = BigUint64Array.from([1n, 2n, 3n, 4n, 5n, wrong, 9n, 1n, 2n, 3n]);
    expect(() => rankSets({ offsets: Uint32Array.of(0, 5, 7, 10), values })).toThrow(
      `record 1: expected ascending and distinct values; got 9 after ${wrong}`,
    );
  }
});

test('a few values that are far larger than the others are in their order, behind them', () => {
  const next = numbers(3);
  const records = Array.from({ length: 20_000 }, () =>
    Array.from({ length: 10 }, () => BigInt(next() % 50_000)),
  );
  const sets = setsOf([[2n ** 63n, 2n ** 64n - 1n, 1n], ...records, [2n ** 53n]]);
  expect(listsOf(sets)).toEqual(naiveLists(sets, ascending(records.length + 2)));
});

test('a record out of order is refused by its number wherever a part of the copying begins', () => {
  const { offsets, values } = setsOf([
    Array.from({ length: 70_000 }, (_, i) => BigInt(i)),
    Array.from({ length: 70_000 }, (_, i) => BigInt(i)),
  ]);
  for (const at of [1, 65_536, 70_001, 131_072]) {
    const wrong = values.slice();
    wrong[at] = wrong[at - 1]!;
    const record = at < 70_000 ? 0 : 1;
    expect(() => rankSets({ offsets, values: wrong })).toThrow(
      `record ${record}: expected ascending and distinct values; got ${wrong[at]} after ${wrong[at - 1]}`,
    );
  }
  // the first value of a record may be smaller than the last of the one before it
  expect(rankSets({ offsets, values }).size).toBe(2);
});

test('ranks are those of the definition where records have one value above all partitions', () => {
  const sets = setsOf([[5n, 2n ** 64n - 1n], [5n, 9n], [9n], [2n ** 63n]]);
  const { tokens, offsets, records, universe, singletons } = rankSets(sets);
  expect([universe, singletons]).toEqual([4, 2]);
  const rows = [...records].map((record, x) => [record, [...tokens.subarray(offsets[x], offsets[x + 1])]]);
  // once each: 2^63, 2^64 − 1; twice: 5, 9
  expect(rows).toEqual([
    [2, [3]],
    [3, [0]],
    [0, [1, 2]],
    [1, [2, 3]],
  ]);
});

test('lists made one after the other work in the memory of one', () => {
  const next = numbers(9);
  const sets = setsOf([Array.from({ length: 200_000 }, () => (BigInt(next()) << 32n) | BigInt(next()))]);
  const inUse = () => {
    const { external, arrayBuffers } = process.memoryUsage();
    return external - arrayBuffers;
  };
  collectGarbage();
  const before = inUse();
  for (let round = 0; round < 12; round++) new InvertedLists([sets], [ascending(1)]).close();
  // sixteen bytes a value, and what is copied at a time
  expect(inUse() - before).toBeLessThan(2 * 16 * sets.values.length);
});
