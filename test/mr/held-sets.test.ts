import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HeldSets } from '../../plugins/mr/sets/held-sets.ts';

const sizes = fc.array(fc.oneof(fc.nat(50), fc.integer({ min: 60_000, max: 70_000 })), { maxLength: 12 });

test('sets are given back as they were added, small ones and those larger than a chunk, also after all were forgotten', () => {
  fc.assert(
    fc.property(sizes, sizes, (earlier, later) => {
      const held = new HeldSets(2 ** 30);
      for (const [round, lengths] of [earlier, later].entries()) {
        held.clear();
        const sets = lengths.map((length, id) =>
          BigUint64Array.from({ length }, (_, i) => BigInt(i + id + round)),
        );
        for (const [id, set] of sets.entries()) expect(held.add(7 * id, set)).toBe(true);
        for (const [id, set] of sets.entries()) {
          expect(Buffer.from(held.get(7 * id)!.slice().buffer).equals(Buffer.from(set.buffer))).toBe(true);
        }
        expect(held.get(7 * sets.length)).toBeUndefined();
      }
    }),
    { numRuns: 20 },
  );
});

test('sets are held up to the bytes told, and one in any case', () => {
  const held = new HeldSets(1000);
  const set = new BigUint64Array(50);
  expect([held.add(1, new BigUint64Array(5000)), held.add(2, set)]).toEqual([true, false]);
  held.clear();
  expect([1, 2, 3].map((id) => held.add(id, set))).toEqual([true, true, false]);
});
