import { pathOf } from './decoded-path.ts';
import { textHash } from './text-hash.ts';

/** Most folders of a site that are told apart: beyond it, or by chance, two may count as one. */
const mostSlots = 1 << 16;
/** Slots for each page of a small site. */
const slotsOfPage = 16;
/** Most lists that are found for folders of a site, those of the most pages first. */
export const mostFolderTitles = 64;
/** Different for folders, lists and paths. */
const [folderSeed, listSeed, pathSeed] = [5, 6, 7];

/** A number of the folder of a URL, 32 bits; two folders of a site may have one. O(url). */
export function folderOf(url: string): number {
  const path = pathOf(url);
  return textHash(path.slice(0, path.lastIndexOf('/') + 1), folderSeed);
}

/** A number of the path of a URL, which is that of its page whatever the query; 32 bits, as of {@link folderOf}. O(url). */
export function pathNumberOf(url: string): number {
  return textHash(pathOf(url), pathSeed);
}

/** Pages of a site by number, and what is asked about them. */
interface TitledPages {
  /** Numbers of all pages; walked more than once. */
  readonly pages: Iterable<number>;
  /** The names of a page, one a line; empty if it has none. */
  listOf(page: number): string;
  /** {@link folderOf} its URL. */
  folderOf(page: number): number;
}

/** What is counted of the folders of a slot, and in a last slot of all pages. */
interface Votes {
  /** Hash of the list that most pages have, if there is one. */
  readonly voted: Uint32Array;
  /** Number of pages with names, and of those that have the list. */
  readonly all: Uint32Array;
  readonly having: Uint32Array;
}

/** Titles that say nothing about any page. */
export interface CommonTitles {
  /** The list of names that is the title of the site, if it has one. */
  readonly ofSite: string | undefined;
  /** Those of its folders. */
  readonly ofFolders: readonly string[];
}

/**
 * The lists of names that more than half of the pages of a site or folder have, and at least `fewest`, if these pages are unlike. That
 * of a folder is the title of a site within the site, as an exhibition has in a museum's archive. Pages with the site's title do not
 * count for those of folders, of which at most 64 are found. The order of the pages does not matter. O(pages). Memory: 16 bytes a slot,
 * of which there are at most 65,537, and 8 a page that has such a list.
 *
 * @param count number of pages with names
 * @param isUnlike whether the pages with these numbers are unlike
 */
export function commonTitles(
  site: TitledPages,
  count: number,
  fewest: number,
  isUnlike: (pages: Iterable<number>) => boolean,
): CommonTitles {
  if (count < fewest) return { ofSite: undefined, ofFolders: [] };
  let slots = 1;
  while (slots < Math.min(mostSlots, slotsOfPage * count)) slots *= 2;
  const slotOf = (page: number): number => site.folderOf(page) & (slots - 1);
  const votes = votesOf(site, slots, slotOf);
  const isCommon = ({ having, all }: Votes, slot: number): boolean =>
    having[slot] >= fewest && 2 * having[slot] > all[slot];
  const [ofSite] = isCommon(votes, slots) ? titlesIn(site, votes, [slots], () => slots, isUnlike) : [];
  const others =
    ofSite === undefined
      ? site
      : { ...site, listOf: (page: number) => (site.listOf(page) === ofSite ? '' : site.listOf(page)) };
  const ofOthers = ofSite === undefined ? votes : votesOf(others, slots, slotOf);
  const common: number[] = [];
  for (let slot = 0; slot < slots; slot++) if (isCommon(ofOthers, slot)) common.push(slot);
  const { having, voted } = ofOthers;
  common.sort((x, y) => having[y] - having[x] || voted[x] - voted[y]);
  return {
    ofSite,
    ofFolders: titlesIn(others, ofOthers, common.slice(0, mostFolderTitles), slotOf, isUnlike),
  };
}

/** The lists that were voted for in some slots, if the pages that have them there are unlike. */
function titlesIn(
  site: TitledPages,
  { voted }: Votes,
  slots: readonly number[],
  slotOf: (page: number) => number,
  isUnlike: (pages: Iterable<number>) => boolean,
): string[] {
  if (slots.length === 0) return [];
  const groups = new Map(slots.map((slot) => [slot, { list: '', pages: [] as number[] }]));
  for (const page of site.pages) {
    const slot = slotOf(page);
    const group = groups.get(slot);
    const list = group === undefined ? '' : site.listOf(page);
    if (group === undefined || list === '' || textHash(list, listSeed) !== voted[slot]) continue;
    group.list = list;
    group.pages.push(page);
  }
  const titles = new Set<string>();
  for (const { list, pages } of groups.values()) if (!titles.has(list) && isUnlike(pages)) titles.add(list);
  return [...titles];
}

/** Counts by majority vote (Boyer and Moore 1991). */
function votesOf(site: TitledPages, slots: number, slotOf: (page: number) => number): Votes {
  const [voted, all, having] = Array.from({ length: 3 }, () => new Uint32Array(slots + 1));
  const lead = new Int32Array(slots + 1);
  const eachVote = (vote: (slot: number, hash: number) => void): void => {
    for (const page of site.pages) {
      const list = site.listOf(page);
      if (list === '') continue;
      const hash = textHash(list, listSeed);
      vote(slotOf(page), hash);
      vote(slots, hash);
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
  return { voted, all, having };
}
