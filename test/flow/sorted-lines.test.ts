import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SortedLines, WorkFolder } from '../../src/flow/index.ts';

test('lines come out sorted by code units, whatever part of them fits in memory', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.constant('x'.repeat(9000))), {
        maxLength: 200,
      }),
      fc.integer({ min: 1, max: 20_000 }),
      (lines, memoryBytes) => {
        const folder = new WorkFolder();
        const sorted = new SortedLines(folder, memoryBytes);
        for (const line of lines) sorted.add(line);
        expect([...sorted.finish()]).toEqual([...lines].sort());
        folder.close();
      },
    ),
    { numRuns: 60 },
  );
});
