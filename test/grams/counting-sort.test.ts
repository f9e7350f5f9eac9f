import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ascending, countingSort } from '../../src/grams/counting-sort.ts';

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

test('ascending numbers count from 0', () => {
  expect(ascending(4)).toEqual(Uint32Array.of(0, 1, 2, 3));
  expect(ascending(0)).toEqual(new Uint32Array(0));
});
