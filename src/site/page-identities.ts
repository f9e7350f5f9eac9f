import { GramLookup } from '../grams/gram-lookup.ts';
import { halvesOf } from '../grams/halves.ts';
import { fewestUnlike, SiteNames } from './identities.ts';
import { gramsOfMost } from './one-message.ts';
import { pagesByHost, type SitePages } from './site-pages.ts';
import { unlikePages } from './unlike-pages.ts';

/**
 * Most distinct lists of names of a site that are counted. What is common in those with the smallest hashes is common
 * in all.
 */
const mostLists = 1 << 15;
/** The names of a page, from `nameWords`. */
export type NamesOf = (page: number) => readonly string[];

/**
 * Finds the identity of each page, by its number, site by site; empty for a page that has none. Memory: 12 bytes a
 * page, 4 a host, and up to 32,768 lists of names of one site at a time.
 *
 * @param readGrams for sites on which nearly all pages have one title. Without it such a title counts as a name
 * @returns the numbers of these hosts
 */
export function identifyPages(
  pages: SitePages,
  namesOf: NamesOf,
  tell: (page: number, identity: string) => void,
  readGrams?: (page: number) => BigUint64Array,
): ReadonlySet<number> {
  const unnamed = new Set<number>();
  for (const { pages: ofSite } of pagesByHost(pages)) {
    const site = namesOfSite();
    for (const page of ofSite) site.add(namesOf(page));
    if (readGrams !== undefined && isUnnamed(site, ofSite, namesOf, readGrams))
      unnamed.add(pages.hostNumberOf(ofSite[0]));
    for (const page of ofSite) tell(page, site.identityOf(namesOf(page)));
  }
  return unnamed;
}

/**
 * Whether nearly all pages of a site have one title and are unlike. Then the title is no name, and pages without
 * another name are counted for the template by their {@link unnamedSubjects}. Gram sets are read only if most pages
 * have the same list of names.
 *
 * @param names of all of these pages
 */
export function isUnnamed(
  names: SiteNames,
  pages: Iterable<number>,
  namesOf: NamesOf,
  readGrams: (page: number) => BigUint64Array,
): boolean {
  return names.disownSiteList(
    pages,
    namesOf,
    (having) => unlikePages(having, readGrams, fewestUnlike).pages.length >= fewestUnlike,
  );
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

/** What each page of a site that is unnamed (`isUnnamed`) counts as: its identity, else its {@link unnamedSubjects}. */
export function subjectsOf(
  pages: Iterable<number>,
  identityOf: (page: number) => string,
  readGrams: (page: number) => BigUint64Array,
): (page: number) => string {
  const withoutName = function* (): Generator<number> {
    for (const page of pages) if (identityOf(page) === '') yield page;
  };
  const untitled = unnamedSubjects(withoutName(), readGrams);
  return (page) => identityOf(page) || untitled(page);
}

/** Whether a subject comes from {@link unnamedSubjects} and is no name. */
export function isUnnamedSubject(subject: string): boolean {
  return subject.startsWith('\n');
}

/** An empty count of the names of one site's pages. */
export function namesOfSite(): SiteNames {
  return new SiteNames(mostLists);
}

/** The identity of each page, by its number, in memory: see {@link identifyPages}. */
export function identitiesOf(pages: SitePages, namesOf: NamesOf): string[] {
  const identities = new Array<string>(pages.length).fill('');
  identifyPages(pages, namesOf, (page, identity) => {
    identities[page] = identity;
  });
  return identities;
}
