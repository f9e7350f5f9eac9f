import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  gatherPairs,
  mergePairs,
  PairSorter,
  PairWriter,
  type SortedPairs,
} from '../../src/cluster/sorted-pairs.ts';
import { WorkFolder } from '../../src/grams/work-folder.ts';

function rowsOf(pairs: SortedPairs): number[][] {
  const rows: number[][] = [];
  for (const { length, a, b, overlap, values } of pairs.blocks()) {
    for (let i = 0; i < length; i++) {
      rows.push([a[i]!, b[i]!, overlap[i]!, ...values.map((column) => column[i]!)]);
    }
  }
  return rows;
}

test('pairs come back by a, then b, with what stands beside them, in memory and merged from parts', () => {
  const page = fc.integer({ min: 0, max: 70_000 });
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(page, page), {
        selector: ([x, y]) => `${Math.min(x, y)} ${Math.max(x, y)}`,
        minLength: 150,
        maxLength: 300,
      }),
      fc.constantFrom(0, 1, 2),
      fc.boolean(),
      fc.constantFrom(1, 1 << 16, 1 << 20),
      (drawn, columns, isSmall, memoryBytes) => {
        // enough copies of the drawn ones for several parts
        const pairs = Array.from({ length: isSmall ? 1 : 12 }, (_, copy) =>
          drawn.filter(([x, y]) => x !== y).map(([x, y]) => [x + 80_000 * copy, y + 80_000 * copy] as const),
        ).flat();
        const folder = new WorkFolder();
        const sorter = new PairSorter({ folder, memoryBytes, columns });
        for (const [x, y] of pairs) sorter.add(x, y, (x + y) % 1000, x / 2, y / 3);
        const sorted = sorter.finish();
        const expected = pairs
          .map(([x, y]) => [
            Math.min(x, y),
            Math.max(x, y),
            (x + y) % 1000,
            ...[x / 2, y / 3].slice(0, columns),
          ])
          .sort((p, q) => p[0]! - q[0]! || p[1]! - q[1]!);
        expect(sorted.length).toBe(expected.length);
        expect(rowsOf(sorted)).toEqual(expected);
        // and again
        expect(rowsOf(sorted)).toEqual(expected);
        const { length, a } = gatherPairs(sorted, columns);
        expect([length, ...a]).toEqual([expected.length, ...expected.map((row) => row[0])]);
        folder.close();
      },
    ),
    { numRuns: 12 },
  );
});

test('parts of pairs are merged into one list, whatever is in which part, and if some have none', () => {
  const folder = new WorkFolder();
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40 }), (partOf) => {
      const sorters = Array.from({ length: 6 }, () => new PairSorter({ folder, memoryBytes: 1, columns: 1 }));
      for (const [i, part] of partOf.entries()) sorters[part]!.add(i, i + 1, 7, i / 10);
      const parts = sorters.map((sorter) => sorter.finish());
      expect(rowsOf(mergePairs(parts, folder, 1))).toEqual(partOf.map((_, i) => [i, i + 1, 7, i / 10]));
    }),
  );
  folder.close();
});

test('pairs written one after the other are there before and after the writer is sealed', () => {
  const folder = new WorkFolder();
  const writer = new PairWriter(folder.spool(), 1);
  const expected: number[][] = [];
  for (let i = 0; i < 10_000; i++) {
    writer.add(i, i + 1, 7, i / 10);
    expected.push([i, i + 1, 7, i / 10]);
  }
  expect(rowsOf(writer)).toEqual(expected);
  expect(rowsOf(writer.seal())).toEqual(expected);
  folder.close();
});
