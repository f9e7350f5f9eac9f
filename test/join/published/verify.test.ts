import fc from 'fast-check';
import { expect, test } from 'vitest';
import { overlapFrom } from '../../../src/join/published/verify.ts';
import { often } from '../../repetition.ts';

const sortedSet = fc
  .uniqueArray(fc.nat(30), { maxLength: 20 })
  .map((tokens) => Uint32Array.from(tokens).sort());

test('gives the overlap where it reaches what is needed, and −1 where it does not', () => {
  fc.assert(
    fc.property(sortedSet, sortedSet, fc.nat(5), fc.nat(25), (x, y, before, needed) => {
      const inX = new Set(x);
      const overlap = before + y.filter((token) => inX.has(token)).length;
      const found = overlapFrom(x, 0, x.length, y, 0, y.length, before, needed);
      expect(found).toBe(overlap >= needed ? overlap : -1);
    }),
    { numRuns: often(10_000) },
  );
});

test('reads only the tokens between the given positions', () => {
  const x = Uint32Array.of(1, 2, 3, 4, 5);
  const y = Uint32Array.of(0, 2, 3, 4, 5, 6);
  expect(overlapFrom(x, 1, 4, y, 1, 4, 10, 13)).toBe(13);
});
