import { addToGroup } from '../add-to-group.ts';
import { GramLookup } from '../grams/gram-lookup.ts';
import { halvesOf } from '../grams/halves.ts';
import { lowerBound } from '../grams/lower-bound.ts';
import { commonTitles } from './common-titles.ts';
import { SiteNames } from './identities.ts';
import { gramsOfMost } from './one-message.ts';
import { pagesByHost, type SitePages } from './site-pages.ts';
import { textHash } from './text-hash.ts';
import { unlikePages } from './unlike-pages.ts';

/**
 * Most distinct lists of names of a site that are counted. What is common in those with the smallest hashes is common
 * in all.
 */
const mostLists = 1 << 15;
/** A title says nothing if this many pages with it are unlike. */
export const fewestUnlike = 8;
/** The names of a page, from `nameWords`. */
export type NamesOf = (page: number) => readonly string[];

/** Which title that is no name a page has (`SiteNames.titleOf`). */
export type TitleOf = (page: number) => number | undefined;

/** Hosts on which some title is no name, by number, and which pages have it. */
export type UnnamedHosts = ReadonlyMap<number, TitleOf>;

/** How a page is read to tell whether a title is no name. Without it such a title counts as one. */
export interface TitledPages {
  readGrams(page: number): BigUint64Array;
  /** A number of the folder of a page's URL (`folderOf`). */
  folderOf(page: number): number;
  /** A number of the path of a page's URL (`pathNumberOf`). */
  pathOf(page: number): number;
}

/** No title of a folder, where one is kept in a byte. */
const noTitle = 255;

/**
 * Finds the identity of each page, by its number, site by site; empty for a page that has none; what the page lists
 * (`SiteNames.listedBy`); and how many headings of its own it has (`SiteNames.countOwnHeadings`). Memory: 12 bytes a page, 4 a host, and 4 a page and up to 32,768 lists of names of one site at a time; a byte
 * for each page of a host with titles of folders.
 *
 * @returns which pages have a title that is no name
 */
export function identifyPages(
  pages: SitePages,
  namesOf: NamesOf,
  tell: (page: number, identity: string, listed: number, ownHeadings: number) => void,
  titled?: TitledPages,
): UnnamedHosts {
  const unnamed = new Map<number, TitleOf>();
  for (const { pages: ofSite } of pagesByHost(pages)) {
    const site = namesOfSite();
    for (const page of ofSite) site.add(namesOf(page));
    if (titled !== undefined && disownTitles(site, ofSite, namesOf, titled))
      unnamed.set(pages.hostNumberOf(ofSite[0]), titlesOf(site, ofSite, namesOf));
    const isPage = identitiesIn(ofSite, (page) => site.identityOf(namesOf(page)));
    for (const page of ofSite) {
      const names = namesOf(page);
      tell(page, site.identityOf(names), site.listedBy(names, isPage), site.countOwnHeadings(names));
    }
  }
  return unnamed;
}

/** Whether a page of a site has an identity, or one with the same hash of 32 bits. Memory: 4 bytes a page. */
export function identitiesIn(
  pages: Uint32Array,
  identityOf: (page: number) => string,
): (identity: string) => boolean {
  const hashes = pages.map((page) => textHash(identityOf(page), 0)).sort();
  return (identity) => {
    const hash = textHash(identity, 0);
    return identity !== '' && hashes[lowerBound(hashes, 0, hashes.length, hash)] === hash;
  };
}

/** The titles of a site's pages, kept. @param pages ascending */
function titlesOf(names: SiteNames, pages: Uint32Array, namesOf: NamesOf): TitleOf {
  const titles = Uint8Array.from(pages, (page) => names.titleOf(namesOf(page)) ?? noTitle);
  return (page) => {
    const title = titles[lowerBound(pages, 0, pages.length, page)];
    return title === noTitle ? undefined : title;
  };
}

/**
 * Finds whether nearly all pages of a site have one title and are unlike, or those of a folder (`commonTitles`). Such a title is no
 * name, and pages without another name are counted for the template by their {@link unnamedSubjects}. Gram sets are read only if most
 * pages of the site or of a folder have the same list of names.
 *
 * @param names of all of these pages
 * @returns whether there is such a title
 */
export function disownTitles(
  names: SiteNames,
  pages: Iterable<number>,
  namesOf: NamesOf,
  { readGrams, folderOf, pathOf }: TitledPages,
): boolean {
  const isUnlike = (having: Iterable<number>, least?: number): boolean =>
    unlikePages(having, readGrams, fewestUnlike, least).pages.length >= fewestUnlike;
  names.disownOtherNames(pages, { namesOf, pathOf, isUnlike });
  const listOf = (page: number): string => namesOf(page).join('\n');
  const titles = commonTitles({ pages, listOf, folderOf }, names.pages, fewestUnlike, isUnlike);
  names.disownTitles(titles);
  return titles.ofSite !== undefined || titles.ofFolders.length > 0;
}

/**
 * What each page of a site without names is counted as. Versions of one page are one (`unlikePages`). Any other page is
 * the smallest of its grams that at most half of the unlike pages have, which its versions share as often as any such
 * gram (MinHash, Broder 1997). It is no name that a page could have; empty if a page has no such gram. Memory: that of
 * `unlikePages`, and the grams of so many pages.
 *
 * @param readGrams a set that lasts until the next is read
 */
function unnamedSubjects(
  pages: Iterable<number>,
  readGrams: (page: number) => BigUint64Array,
): (page: number) => string {
  const unlike = unlikePages(pages, readGrams);
  const counted = {
    *[Symbol.iterator]() {
      for (const page of unlike.pages) yield readGrams(page);
    },
  };
  const common = new GramLookup(gramsOfMost(counted));
  return (page) => {
    const grams = readGrams(page);
    const version = unlike.versionOf(grams);
    if (version >= 0) return `\n#${version}`;
    const halves = halvesOf(grams);
    for (let i = 0; i < grams.length; i++)
      if (common.placeOf(halves[2 * i], halves[2 * i + 1]) < 0) return `\n${grams[i]}`;
    return '';
  };
}

/**
 * What each page of a host with a title that is no name counts as: its identity, else its {@link unnamedSubjects} among the pages of
 * that title; empty if it has neither. Memory: 8 bytes a page with the title of a folder, and that of `unnamedSubjects` for each title.
 *
 * @param pages walked more than once
 */
export function subjectsOf(
  pages: Iterable<number>,
  identityOf: (page: number) => string,
  readGrams: (page: number) => BigUint64Array,
  titleOf: TitleOf,
): (page: number) => string {
  const ownTitle = (page: number): number | undefined =>
    identityOf(page) === '' ? titleOf(page) : undefined;
  const ofFolders = new Map<number, number[]>();
  for (const page of pages) {
    const title = ownTitle(page);
    if (title === undefined || title === 0) continue;
    addToGroup(ofFolders, title, page);
  }
  // these may be all pages of a host
  const ofSite = function* (): Generator<number> {
    for (const page of pages) if (ownTitle(page) === 0) yield page;
  };
  const subjects = new Map([[0, unnamedSubjects(ofSite(), readGrams)]]);
  for (const [title, having] of ofFolders) {
    const subjectOf = unnamedSubjects(having, readGrams);
    subjects.set(title, (page) => {
      const subject = subjectOf(page);
      return subject === '' ? '' : `\n${title}${subject}`;
    });
  }
  return (page) => {
    const identity = identityOf(page);
    if (identity !== '') return identity;
    const title = titleOf(page);
    return title === undefined ? '' : subjects.get(title)!(page);
  };
}

/** Whether a subject comes from {@link unnamedSubjects} and is no name. */
export function isUnnamedSubject(subject: string): boolean {
  return subject.startsWith('\n');
}

/** An empty count of the names of one site's pages. */
export function namesOfSite(): SiteNames {
  return new SiteNames(mostLists);
}
