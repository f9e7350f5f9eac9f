import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonTitles, folderOf, mostFolderTitles } from '../../src/site/common-titles.ts';
import { seededRandom } from '../sketch/sets.ts';

interface Page {
  readonly url: string;
  readonly list: string;
}

/** The titles of the site and of folders with at least `fewest` pages. */
function found(
  pages: readonly Page[],
  fewest: number,
  isUnlike = true,
): { ofSite: string | undefined; ofFolders: string[] } {
  const { ofSite, ofFolders } = commonTitles(
    {
      pages: { [Symbol.iterator]: () => pages.keys() },
      listOf: (page) => pages[page].list,
      folderOf: (page) => folderOf(pages[page].url),
    },
    pages.length,
    fewest,
    () => isUnlike,
  );
  return { ofSite, ofFolders: [...ofFolders].sort() };
}

test('a folder is the path of a URL up to its last slash, without query and path parameters', () => {
  const folder = folderOf('https://a.example/b/c.html');
  const ofSame = ['https://a.example/b/', 'https://a.example/b/d?e=/f/', 'https://a.example/b;id=1/c'];
  expect(ofSame.map(folderOf)).toEqual(ofSame.map(() => folder));
  expect(folderOf('https://a.example/b')).not.toBe(folder);
});

test('the title of a site is the list that more than half of its pages have, and those of folders more than half of their other pages, as counts of all tell, in any order', () => {
  const page = fc.record({
    url: fc.nat(3).map((folder) => `https://a.example/${folder}/page`),
    list: fc.constantFrom('one', 'one', 'one', 'two', 'three', ''),
  });
  let [titled, titledSites] = [0, 0];
  fc.assert(
    fc.property(fc.array(page, { maxLength: 60, size: 'max' }), fc.nat(1000), (pages, seed) => {
      const titleOf = (some: readonly Page[]): string | undefined => {
        const named = some.filter(({ list }) => list !== '');
        const countOf = (title: string): number => named.filter(({ list }) => list === title).length;
        const isCommon = (title: string): boolean => countOf(title) >= 4 && 2 * countOf(title) > named.length;
        return named.map(({ list }) => list).find(isCommon);
      };
      const ofSite = titleOf(pages);
      const others = pages.filter(({ list }) => list !== ofSite);
      const ofFolders = new Set<string>();
      for (const folder of new Set(pages.map(({ url }) => url))) {
        const title = titleOf(others.filter(({ url }) => url === folder));
        if (title !== undefined) ofFolders.add(title);
      }
      titled += ofFolders.size;
      if (ofSite !== undefined) titledSites++;
      const random = seededRandom(seed);
      const order = pages
        .map((page) => ({ page, at: random() }))
        .sort((x, y) => x.at - y.at)
        .map(({ page }) => page);
      for (const each of [pages, order])
        expect(found(each, 4)).toEqual({ ofSite, ofFolders: [...ofFolders].sort() });
      expect(found(order, 4, false)).toEqual({ ofSite: undefined, ofFolders: [] });
    }),
  );
  expect(titled).toBeGreaterThan(10);
  expect(titledSites).toBeGreaterThan(20);
});

test('of more titles of folders than are found on a site those of the most pages are', () => {
  const pages = Array.from({ length: 100 }, (_, folder) =>
    Array.from({ length: folder < 36 ? 8 : 9 }, () => folder),
  ).flat();
  let asked = 0;
  const { ofFolders } = commonTitles(
    {
      pages: { [Symbol.iterator]: () => pages.keys() },
      listOf: (page) => `${pages[page]}`,
      folderOf: (page) => pages[page],
    },
    pages.length,
    8,
    () => ++asked > 0,
  );
  expect(ofFolders.map(Number).sort((x, y) => x - y)).toEqual(
    Array.from({ length: mostFolderTitles }, (_, i) => 36 + i),
  );
  expect(asked).toBe(mostFolderTitles);
});

test('only unlike pages of the title of a site are asked about, all of them', () => {
  const titles = ['my home page', 'alpha', 'my home page', 'beta'];
  const lists = Array.from({ length: 301 }, (_, i) => titles[i % titles.length]);
  const asked = (lists: readonly string[]): number[] => {
    const having: number[] = [];
    const pages = { [Symbol.iterator]: () => lists.keys() };
    commonTitles({ pages, listOf: (page) => lists[page], folderOf: () => 0 }, lists.length, 8, (of) => {
      having.push(...of);
      return true;
    });
    return having;
  };
  expect(asked(lists)).toEqual([...lists.keys()].filter((page) => page % 2 === 0));
  // a page less is no majority
  expect(asked(['gamma', ...lists.slice(1)])).toEqual([]);
});
