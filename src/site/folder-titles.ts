import { pathOf } from './decoded-path.ts';
import { textHash } from './text-hash.ts';

/** Most folders of a site that are told apart: beyond it, or by chance, two may count as one. */
const mostSlots = 1 << 16;
/** Slots for each page of a small site. */
const slotsOfPage = 16;
/** Most lists that are found on a site, those of the most pages first. */
export const mostFolderTitles = 64;
/** Different for folders and lists. */
const [folderSeed, listSeed] = [5, 6];

/** A number of the folder of a URL, 32 bits; two folders of a site may have one. O(url). */
export function folderOf(url: string): number {
  const path = pathOf(url);
  return textHash(path.slice(0, path.lastIndexOf('/') + 1), folderSeed);
}

/** Pages of a site by number, and what is asked about them. */
interface FolderPages {
  /** Numbers of all pages; walked more than once. */
  readonly pages: Iterable<number>;
  /** The names of a page, one a line; empty if it has none. */
  listOf(page: number): string;
  /** {@link folderOf} its URL. */
  folderOf(page: number): number;
}

/** What is counted of the folders of a slot. */
interface Votes {
  readonly mask: number;
  /** Hash of the list that most pages have, if there is one. */
  readonly voted: Uint32Array;
  /** Number of pages with names, and of those that have the list. */
  readonly all: Uint32Array;
  readonly having: Uint32Array;
}

/**
 * The lists of names that more than half of the pages of a folder have, and at least `fewest`, if these pages are unlike: such a list
 * is the title of a site within the site, as an exhibition has in a museum's archive, and says nothing about any page. At most 64 of
 * them; they do not depend on the order of the pages. O(pages). Memory: 16 bytes a slot, of which there are at most 65,536, and 8 a
 * page that has such a list.
 *
 * @param count number of pages with names
 * @param isUnlike whether the pages with these numbers are unlike
 */
export function folderTitles(
  site: FolderPages,
  count: number,
  fewest: number,
  isUnlike: (pages: Iterable<number>) => boolean,
): string[] {
  if (count < fewest) return [];
  const votes = votesOf(site, count);
  const { all, having } = votes;
  const slots: number[] = [];
  for (let slot = 0; slot <= votes.mask; slot++)
    if (having[slot] >= fewest && 2 * having[slot] > all[slot]) slots.push(slot);
  if (slots.length === 0) return [];
  slots.sort((x, y) => having[y] - having[x] || votes.voted[x] - votes.voted[y]);
  const groups = new Map(
    slots.slice(0, mostFolderTitles).map((slot) => [slot, { list: '', pages: [] as number[] }]),
  );
  for (const page of site.pages) {
    const slot = site.folderOf(page) & votes.mask;
    const group = groups.get(slot);
    const list = group === undefined ? '' : site.listOf(page);
    if (group === undefined || list === '' || textHash(list, listSeed) !== votes.voted[slot]) continue;
    group.list = list;
    group.pages.push(page);
  }
  const titles = new Set<string>();
  for (const { list, pages } of groups.values()) if (!titles.has(list) && isUnlike(pages)) titles.add(list);
  return [...titles];
}

/** Counts by majority vote (Boyer and Moore 1991). */
function votesOf(site: FolderPages, count: number): Votes {
  let slots = 1;
  while (slots < Math.min(mostSlots, slotsOfPage * count)) slots *= 2;
  const mask = slots - 1;
  const [voted, all, having] = [new Uint32Array(slots), new Uint32Array(slots), new Uint32Array(slots)];
  const lead = new Int32Array(slots);
  const eachVote = (vote: (slot: number, hash: number) => void): void => {
    for (const page of site.pages) {
      const list = site.listOf(page);
      if (list !== '') vote(site.folderOf(page) & mask, textHash(list, listSeed));
    }
  };
  eachVote((slot, hash) => {
    all[slot]++;
    if (lead[slot] === 0) voted[slot] = hash;
    lead[slot] += hash === voted[slot] ? 1 : -1;
  });
  eachVote((slot, hash) => {
    if (hash === voted[slot]) having[slot]++;
  });
  return { mask, voted, all, having };
}
