import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Positions } from '../../src/grams/positions.ts';

test('positions up to 2⁴⁸ are what was added or set, and 0 before', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(2 ** 48 - 1), { maxLength: 3000 }),
      fc.array(
        fc.tuple(
          fc.nat(1100),
          fc.maxSafeNat().map((n) => n % 2 ** 48),
        ),
      ),
      (added, set) => {
        const positions = new Positions(1101);
        const naive = [...new Array<number>(1101).fill(0), ...added];
        for (const position of added) positions.push(position);
        for (const [i, position] of set) {
          positions.set(i, position);
          naive[i] = position;
        }
        expect(naive.map((_, i) => positions.at(i))).toEqual(naive);
      },
    ),
  );
});
