import { expect, test } from 'vitest';
import { mixedId } from '../../plugins/mr/sets/mixing.ts';
import { RecentPairs } from '../../plugins/mr/sets/recent-pairs.ts';
import { mixed32 } from '../../src/grams/mixed32.ts';

test('a pair is new once, and never taken for another that has one id with it and its place: that one would be lost', () => {
  const place = (a: number, b: number) => mixed32(mixedId(a) + Math.imul(mixedId(b), 0x9e3779b1)) & 0xfffff;
  /** The first number from which on `test` holds. */
  const first = (test: (n: number) => boolean) => {
    let n = 2;
    while (!test(n)) n++;
    return n;
  };
  const ofFirst = first((b) => place(1, b) === place(1, 1));
  const ofSecond = first((a) => place(a, 1) === place(1, 1));
  const recent = new RecentPairs();
  const pairs = [
    [1, 1],
    [1, ofFirst],
    [ofSecond, 1],
    [1, 1],
  ] as const;
  for (const [a, b] of pairs) {
    expect(recent.isNew(a, b), `${a} ${b}`).toBe(true);
    expect(recent.isNew(a, b), `${a} ${b}`).toBe(false);
  }
});
