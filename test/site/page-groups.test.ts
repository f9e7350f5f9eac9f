import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyedPages } from '../../src/site/page-groups.ts';

test('pages of one key are a group, in the order of their first pages, however often they are gone through', () => {
  // some share one half of their bits
  const half = fc.nat(3);
  const key = fc.tuple(half, half).map(([high, low]) => (2 ** 21 - 1 - high) * 2 ** 32 + 2 ** 32 - 1 - low);
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.nat(5)), { maxLength: 60 }), (drawn) => {
      const keyed = new KeyedPages();
      const naive = new Map<number, number[]>();
      let page = 0;
      for (const [key, gap] of drawn) {
        page += 1 + gap;
        keyed.add(page, key);
        naive.set(key, [...(naive.get(key) ?? []), page]);
      }
      const expected = [...naive.values()].filter(({ length }) => length > 1);
      const groups = keyed.groups();
      for (let pass = 0; pass < 2; pass++)
        expect(Array.from(groups, (pages) => [...pages])).toEqual(expected);
    }),
  );
});
