import { expect, test } from 'vitest';
import { RecentPages } from '../../../src/store/memory/recent-pages.ts';

const grams = (count: number) => new BigUint64Array(count);

test('the pages asked about last are kept, as many as there is room for', () => {
  // room for eight pages of 1 KB, with 1 KB each for the rest
  const pages = new RecentPages(16 << 10);
  const kept = () =>
    Array.from({ length: 11 }, (_, page) => page).filter((page) => pages.get(page) !== undefined);
  for (let page = 0; page < 8; page++) pages.keep(page, { grams: grams(128) });
  expect(pages.get(0)?.grams?.length).toBe(128);
  pages.keep(8, { grams: grams(128) });
  expect(kept()).toEqual([0, 2, 3, 4, 5, 6, 7, 8]);
  pages.forget(2);
  pages.forget(9);
  pages.keep(10, { grams: grams(128) });
  expect(kept()).toEqual([0, 3, 4, 5, 6, 7, 8, 10]);
});

test('what is learned of a page is added to what is known of it', () => {
  const pages = new RecentPages(16 << 10);
  const record = { verdict: 'unique', key: 'a', size: 0, fingerprint: '', storedAt: 0 } as const;
  pages.keep(1, { grams: grams(3) });
  pages.keep(1, { record });
  expect(pages.get(1)).toEqual({ grams: grams(3), record });
  for (let page = 2; page < 17; page++) pages.keep(page, { record });
  expect(pages.get(1)).toBeUndefined();
});

test('a page that would take an eighth of the room is not kept, and takes no other out', () => {
  const pages = new RecentPages(16 << 10);
  pages.keep(1, { grams: grams(1) });
  pages.keep(2, { grams: grams(129) });
  expect(pages.get(2)).toBeUndefined();
  expect(pages.get(1)).toBeDefined();
});
