import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folderOf, folderTitles, mostFolderTitles } from '../../src/site/folder-titles.ts';
import { seededRandom } from '../sketch/sets.ts';

interface Page {
  readonly url: string;
  readonly list: string;
}

/** The titles of folders with at least `fewest` pages, and the pages asked about. */
function found(
  pages: readonly Page[],
  fewest: number,
  isUnlike = true,
): { titles: string[]; asked: string[] } {
  const asked: string[] = [];
  const titles = folderTitles(
    {
      pages: { [Symbol.iterator]: () => pages.keys() },
      listOf: (page) => pages[page].list,
      folderOf: (page) => folderOf(pages[page].url),
    },
    pages.length,
    fewest,
    (having) => {
      for (const page of having) asked.push(pages[page].url);
      return isUnlike;
    },
  );
  return { titles: titles.sort(), asked: asked.sort() };
}

test('a folder is the path of a URL up to its last slash, without query and path parameters', () => {
  const folder = folderOf('https://a.example/b/c.html');
  const ofSame = ['https://a.example/b/', 'https://a.example/b/d?e=/f/', 'https://a.example/b;id=1/c'];
  expect(ofSame.map(folderOf)).toEqual(ofSame.map(() => folder));
  expect(folderOf('https://a.example/b')).not.toBe(folder);
});

test('the titles of folders are the lists that more than half of their pages have, as a count of all tells, in any order', () => {
  const page = fc.record({
    url: fc.nat(3).map((folder) => `https://a.example/${folder}/page`),
    list: fc.constantFrom('one', 'one', 'one', 'two', 'three', ''),
  });
  let titled = 0;
  fc.assert(
    fc.property(fc.array(page, { maxLength: 60, size: 'max' }), fc.nat(1000), (pages, seed) => {
      const folders = new Map<string, Map<string, number>>();
      for (const { url, list } of pages) {
        const counts = folders.get(url) ?? new Map<string, number>();
        folders.set(url, counts.set(list, (counts.get(list) ?? 0) + 1));
      }
      const expected = new Set<string>();
      for (const counts of folders.values()) {
        counts.delete('');
        const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
        for (const [list, count] of counts) if (count >= 4 && 2 * count > all) expected.add(list);
      }
      titled += expected.size;
      const random = seededRandom(seed);
      const order = pages
        .map((page) => ({ page, at: random() }))
        .sort((x, y) => x.at - y.at)
        .map(({ page }) => page);
      for (const each of [pages, order]) expect(found(each, 4).titles).toEqual([...expected].sort());
      expect(found(order, 4, false).titles).toEqual([]);
    }),
  );
  expect(titled).toBeGreaterThan(50);
});

test('of more titles of folders than are found on a site those of the most pages are', () => {
  const pages = Array.from({ length: 100 }, (_, folder) =>
    Array.from({ length: folder < 36 ? 8 : 9 }, () => folder),
  ).flat();
  let asked = 0;
  const titles = folderTitles(
    {
      pages: { [Symbol.iterator]: () => pages.keys() },
      listOf: (page) => `${pages[page]}`,
      folderOf: (page) => pages[page],
    },
    pages.length,
    8,
    () => ++asked > 0,
  );
  expect(titles.map(Number).sort((x, y) => x - y)).toEqual(
    Array.from({ length: mostFolderTitles }, (_, i) => 36 + i),
  );
  expect(asked).toBe(mostFolderTitles);
});
