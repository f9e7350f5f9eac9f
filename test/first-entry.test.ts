import fc from 'fast-check';
import { expect, test } from 'vitest';
import { putLast, takeFirst } from '../src/first-entry.ts';
import { cpuMs } from './cpu-time.ts';

test('the entry that is taken from a map is the first of those left, whatever else was removed or put last before', () => {
  const step = fc.record({ what: fc.constantFrom('put', 'remove', 'take'), key: fc.nat(9) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const map = new Map<number, number>();
      for (const [i, { what, key }] of steps.entries()) {
        if (what === 'put') putLast(map, key, i, Number.POSITIVE_INFINITY);
        else if (what === 'remove') map.delete(key);
        else if (map.size > 0) {
          const [first] = map;
          expect(takeFirst(map)).toEqual(first);
          expect(map.has(first[0])).toBe(false);
        }
      }
    }),
  );
});

test('where each new entry of a map takes the place of the first one, this costs no more in a large map than in a small one', () => {
  const most = 140_000;
  const map = new Map<number, true>();
  for (let i = 0; i < most; i++) map.set(i, true);
  const begun = cpuMs();
  for (let i = most; i < most + 100_000; i++) putLast(map, i, true, most);
  const milliseconds = cpuMs() - begun;
  expect([map.size, map.has(100_000), map.has(99_999)]).toEqual([most, true, false]);
  // with a new iterator each time it is 5 s and more
  expect(milliseconds).toBeLessThan(1000);
});
