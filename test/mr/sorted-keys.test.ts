import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SortedKeys } from '../../plugins/mr/sets/sorted-keys.ts';

const keys = fc.oneof(fc.nat(5), fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.constant(2 ** 32 - 1));
const entries = fc.oneof(
  { weight: 3, arbitrary: fc.array(keys, { maxLength: 100 }) },
  { weight: 1, arbitrary: fc.array(keys, { minLength: 2000, maxLength: 9000 }) },
);

test('the numbers of each key come in order, as often as asked for, whether memory holds them all or runs are merged', () => {
  fc.assert(
    fc.property(entries, fc.constantFrom(0, 2 ** 13, 2 ** 20), (all, memoryBytes) => {
      const sorted = new SortedKeys(memoryBytes);
      const expected = new Map<number, number[]>();
      for (const [i, key] of all.entries()) {
        const number = (i * 7919) % all.length;
        sorted.add(key, number);
        expected.set(key, [...(expected.get(key) ?? []), number]);
      }
      sorted.finish();
      const inOrder = [...expected]
        .sort(([x], [y]) => x - y)
        .map(([key, list]) => ({ key, list: list.sort((x, y) => x - y) }));
      for (let time = 0; time < 2; time++) {
        // some are read again while groups are gone through
        const found = Array.from(sorted.groups(), ({ key, from, to }) => ({
          key,
          list: [...sorted.numbers(from, to)],
        }));
        expect(found).toEqual(inOrder);
      }
      sorted.close();
    }),
    { numRuns: 60 },
  );
});
