import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ascending, countingSort, radixSort } from '../../src/grams/counting-sort.ts';

test('items come in ascending order of their keys, and in the order given where keys are equal', () => {
  const keys = fc.array(fc.constantFrom(0, 1, 2, 7, 300), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(keys, fc.array(fc.nat(), { maxLength: 40 }), (list, picks) => {
      // Some of the items only, in any order: the keys of the others do not matter.
      const order = Uint32Array.from(new Set(picks.map((pick) => pick % list.length)));
      const given = order.slice();
      const expected = [...order].sort((i, j) => list[i] - list[j] || given.indexOf(i) - given.indexOf(j));
      expect([...countingSort(order, Uint32Array.from(list))]).toEqual(expected);
      expect(order).toEqual(given);
    }),
  );
});

test('items come in ascending order of keys of any size, few items and many, and equal keys in the order given', () => {
  const key = fc.oneof(fc.nat(2), fc.nat(1 << 12), fc.integer({ min: 0, max: 2 ** 32 - 1 }));
  const sorted = (keys: Uint32Array, order: Uint32Array): Uint32Array =>
    order.slice().sort((i, j) => keys[i] - keys[j] || order.indexOf(i) - order.indexOf(j));
  fc.assert(
    fc.property(fc.array(key, { maxLength: 60 }), (list) => {
      const keys = Uint32Array.from(list);
      const order = ascending(keys.length).reverse();
      expect(radixSort(order, keys)).toEqual(sorted(keys, order));
    }),
  );
  const many = Uint32Array.from({ length: 140_000 }, (_, i) => Math.imul(i >> 1, 0x9e3779b1));
  const inOrder = ascending(many.length).sort((i, j) => many[i] - many[j] || i - j);
  expect(radixSort(ascending(many.length), many)).toEqual(inOrder);
});

test('ascending numbers count from 0', () => {
  expect(ascending(4)).toEqual(Uint32Array.of(0, 1, 2, 3));
  expect(ascending(0)).toEqual(new Uint32Array(0));
});
