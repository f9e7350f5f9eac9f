import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecentValues } from '../../src/flow/recent-values.ts';

test('a number has the value set last, unless another number has taken its place since', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(30), { maxLength: 60 }),
      fc.integer({ min: 1, max: 8 }),
      (numbers, places) => {
        const recent = new RecentValues<number>(places);
        for (const [value, number] of numbers.entries()) {
          expect(recent.set(number, value)).toBe(value);
          const upTo = numbers.slice(0, value + 1);
          for (let asked = 0; asked <= 30; asked++) {
            const last = upTo.findLastIndex((each) => each % places === asked % places);
            expect(recent.get(asked)).toBe(upTo[last] === asked ? last : undefined);
          }
        }
      },
    ),
  );
});
