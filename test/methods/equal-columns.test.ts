import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairsEqualInAColumn } from '../../src/methods/equal-columns.ts';

test('names every two rows that agree in a column, each pair once, as comparing every two rows does', () => {
  // values that share their low or their high halves
  const value = fc.tuple(fc.nat(2), fc.nat(2)).map(([high, low]) => high * 2 ** 30 + low);
  const table = fc
    .integer({ min: 1, max: 3 })
    .chain((columns) =>
      fc
        .array(fc.array(value, { minLength: columns, maxLength: columns }), { maxLength: 12 })
        .map((rows) => ({ columns, rows })),
    );
  fc.assert(
    fc.property(table, fc.nat(12), ({ columns, rows }, leftOut) => {
      const expected: string[] = [];
      for (let a = 0; a < rows.length; a++) {
        for (let b = a + 1; b < rows.length; b++) {
          const isAlike = rows[a].some((cell, column) => cell === rows[b][column]);
          if (isAlike && a !== leftOut && b !== leftOut) expected.push(`${a} ${b}`);
        }
      }
      const named: string[] = [];
      pairsEqualInAColumn(
        Uint32Array.from(rows.flat()),
        columns,
        (row) => row === leftOut,
        (a, b) => named.push(`${a} ${b}`),
      );
      expect(named.sort()).toEqual(expected.sort());
    }),
  );
});
