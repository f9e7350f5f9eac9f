import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sizeRuns } from '../../../src/join/engine/size-runs.ts';

test('each size that occurs in a range of records comes once, with the first of its records there', () => {
  const sorted = fc.array(fc.nat(6), { maxLength: 60 }).map((sizes) => Uint32Array.from(sizes).sort());
  fc.assert(
    fc.property(sorted, fc.nat(60), fc.nat(60), (sizes, from, to) => {
      const [first, end] = [from, to].map((x) => Math.min(x, sizes.length)).sort((a, b) => a - b);
      const expected: number[] = [];
      for (let x = first; x < end; x++)
        if (x === first || sizes[x] !== sizes[x - 1]) expected.push(sizes[x], x);
      expect(sizeRuns(sizes, first, end)).toEqual(expected);
    }),
  );
});
