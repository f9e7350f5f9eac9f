import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_ROW, offsetsInOrder, rowsInOrder, smallestFirst } from '../../src/grams/record-order.ts';
import { often } from '../repetition.ts';

const sizes = fc.array(fc.nat(9), { maxLength: 40 });

function offsetsOf(all: readonly number[]): Uint32Array {
  const offsets = new Uint32Array(all.length + 1);
  all.forEach((size, i) => {
    offsets[i + 1] = offsets[i]! + size;
  });
  return offsets;
}

test('records of one size keep the order they are given in, of all records and of some', () => {
  fc.assert(
    fc.property(sizes, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), (all, isChosen) => {
      const numbers = all.map((_, i) => i);
      const bySize = (chosen: readonly number[]): number[] => chosen.toSorted((i, k) => all[i]! - all[k]!);
      expect([...smallestFirst({ offsets: offsetsOf(all) })]).toEqual(bySize(numbers));
      const chosen = numbers.filter((i) => isChosen[i]).toReversed();
      expect([...smallestFirst({ offsets: offsetsOf(all) }, Uint32Array.from(chosen))]).toEqual(
        bySize(chosen),
      );
    }),
    { numRuns: often(300) },
  );
});

test('rows of several collections follow each other, and records in no order have none', () => {
  fc.assert(
    fc.property(fc.array(sizes, { minLength: 1, maxLength: 3 }), (collections) => {
      const records = collections.map((all) => ({ offsets: offsetsOf(all) }));
      // every third is left out
      const orders = records.map((sets) => smallestFirst(sets).filter((record) => record % 3 !== 1));
      const all = orders.flatMap((order, c) => [...order].map((record) => ({ c, record })));
      const expected = offsetsOf(all.map(({ c, record }) => collections[c]![record]!));
      expect(offsetsInOrder(records, orders)).toEqual(expected);
      const rows = rowsInOrder(records, orders);
      all.forEach(({ c, record }, row) => {
        expect(rows[c]![record]).toBe(row);
      });
      rows.forEach((own) => {
        own.forEach((row, record) => {
          if (record % 3 === 1) expect(row).toBe(NO_ROW);
        });
      });
    }),
    { numRuns: often(300) },
  );
});
