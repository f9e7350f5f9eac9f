import { ascending, countingSort } from '../grams/counting-sort.ts';
import { GramLookup } from '../grams/gram-lookup.ts';
import { halvesOf } from '../grams/halves.ts';
import { hash64 } from '../grams/hash.ts';
import { fewestUnlike, SiteNames } from './identities.ts';
import { BYTES_A_COUNTED_GRAM, IdentityCounts } from './identity-counts.ts';
import { gramsOfMost } from './one-message.ts';
import { setHash } from './set-hash.ts';
import { FilterRoom, SpreadFilter } from './spread-filter.ts';
import { type CommonGrams, fewestIdentities, type Template, templateOfParts } from './template.ts';
import { unlikePages } from './unlike-pages.ts';

/**
 * Most identities of a site on which its template is counted: those with the smallest hashes, so that order does not
 * matter. On a larger site the sample may miss what only a few identities have in common, such as inherited members.
 */
export const mostIdentities = 1 << 14;
/**
 * Fewest pages counted for each identity. Versions of one thing have nearly the same grams, so that a few that differ
 * are enough. If a site has few identities, more pages of each are counted, to see what only one version has.
 */
const fewestPagesOfIdentity = 4;
const mostPagesOfIdentity = 32;
const mostPages = 8192;

/**
 * Most distinct lists of names of a site that are counted. What is common in those with the smallest hashes is common
 * in all.
 */
const mostLists = 1 << 15;
/** Default memory for counting grams, in bytes: 800,000 distinct ones, and a filter of 16 MB. */
export const mostCountBytes: number = 48 << 20;

/** What the model of sites needs to know about pages besides their grams, by page number from 0. */
export interface SitePages {
  readonly length: number;
  /** The host that a page came from. Pages without a host count as one site. */
  hostOf(page: number): string;
  /** The number of that host. Hosts are numbered from 0 in the order of their first pages. */
  hostNumberOf(page: number): number;
}

/** The names of a page, from `nameWords`. */
export type NamesOf = (page: number) => readonly string[];

/** {@link SitePages} of pages in memory. */
export function sitesAmong(pages: readonly { readonly host: string }[]): SitePages {
  const numbers = new Map<string, number>();
  const numberOf = pages.map(({ host }) => {
    const known = numbers.get(host) ?? numbers.size;
    numbers.set(host, known);
    return known;
  });
  return {
    length: pages.length,
    hostOf: (page) => pages[page].host,
    hostNumberOf: (page) => numberOf[page],
  };
}

/** Reads the gram set of a page, by its number. The set is valid until the next one is read. */
export type ReadGrams = (page: number) => BigUint64Array | Promise<BigUint64Array>;

/** What is known of one site. */
export interface Site {
  readonly host: string;
  /** Numbers of its pages, ascending. */
  readonly pages: Uint32Array;
  readonly template: Template;
}

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

/**
 * The pages of each host, ascending; hosts in the order of their first pages. Memory: 12 bytes a page, of which 4 stay,
 * and 4 a host.
 */
function* pagesByHost(pages: SitePages): Generator<{ readonly host: string; readonly pages: Uint32Array }> {
  const order = orderByHost(pages);
  for (let from = 0, to = 0; from < order.length; from = to) {
    const host = pages.hostNumberOf(order[from]);
    while (to < order.length && pages.hostNumberOf(order[to]) === host) to++;
    yield { host: pages.hostOf(order[from]), pages: order.subarray(from, to) };
  }
}

function orderByHost(pages: SitePages): Uint32Array {
  const hosts = new Uint32Array(pages.length);
  for (let page = 0; page < hosts.length; page++) hosts[page] = pages.hostNumberOf(page);
  return countingSort(ascending(hosts.length), hosts);
}

/** What else is known about the pages, and the memory for counting. The templates do not depend on the memory. */
interface ModelOptions {
  /** For each page the first page of any site with the same gram set, so that equal sets are read once. */
  readonly firstOf?: Uint32Array;
  /**
   * Hosts on which nearly all pages have one title, as `identifyPages` returns them, and a function that reads their
   * pages.
   */
  readonly unnamed?:
    | { readonly hosts: ReadonlySet<number>; readonly read: (page: number) => BigUint64Array }
    | undefined;
  /** Memory for counting grams, a third of it for their filter. With less, grams are read more often. */
  readonly countBytes?: number;
}

/**
 * The sites of a collection, one after the other, each with its template. The order of the pages does not matter.
 *
 * Memory: 12 bytes a page, 4 a host; for one site at a time the names and page numbers of up to 32,768 identities; and
 * `countBytes`.
 *
 * @param identityOf what a page calls itself, as `identifyPages` tells it
 */
export async function* modelSites(
  pages: SitePages,
  identityOf: (page: number) => string,
  readGrams: ReadGrams,
  { firstOf, unnamed, countBytes = mostCountBytes }: ModelOptions = {},
): AsyncGenerator<Site> {
  const room = new FilterRoom(countBytes / 3);
  for (const { host, pages: ofSite } of pagesByHost(pages)) {
    const subjectOf = unnamed?.hosts.has(pages.hostNumberOf(ofSite[0]))
      ? subjectsOf(ofSite, identityOf, unnamed.read)
      : identityOf;
    const all = pagesOfIdentities(ofSite, subjectOf);
    const identities = firstOf === undefined ? all : all.map((pages) => distinctOf(pages, firstOf));
    const template = await templateWithin(room, identities, ofSite.length, readGrams, (2 * countBytes) / 3);
    yield { host, pages: ofSite, template };
  }
}

/** The first page of each gram set. */
function distinctOf(pages: readonly number[], firstOf: Uint32Array): number[] {
  const known = new Map<number, number>();
  for (const page of pages) if (!known.has(firstOf[page])) known.set(firstOf[page], page);
  return [...known.values()];
}

/** The pages of each identity of a site, ascending. Iterated more than once. */
export interface PagesOfIdentities extends Iterable<Iterable<number>> {
  /** How many identities. */
  readonly length: number;
}

/** Hash by which identities of a site are sampled. */
export function identityHash(identity: string): bigint {
  return hash64(Buffer.from(identity));
}

/**
 * The template of one site.
 *
 * Memory: up to 65,536 page numbers, the template itself, and `countBytes`.
 *
 * @param identities those with the smallest `identityHash`, in that order: `mostIdentities`, or all if the site has
 *   fewer
 * @param pages number of the site's pages
 * @param countBytes memory for counting grams, a third of it for their filter. With less, grams are read more often;
 *   the template is the same
 */
export function templateOfSite(
  identities: PagesOfIdentities,
  pages: number,
  readGrams: ReadGrams,
  countBytes: number = mostCountBytes,
): Promise<Template> {
  return templateWithin(new FilterRoom(countBytes / 3), identities, pages, readGrams, (2 * countBytes) / 3);
}

/** {@link templateOfSite}, with room that the filters of all sites use one after the other. */
async function templateWithin(
  room: FilterRoom,
  identities: PagesOfIdentities,
  pages: number,
  readGrams: ReadGrams,
  countBytes: number,
): Promise<Template> {
  if (identities.length < fewestIdentities) return templateOfParts([]);
  const most = Math.floor(mostPages / identities.length);
  const mostOfEach = Math.min(mostPagesOfIdentity, Math.max(fewestPagesOfIdentity, most));
  const filter = new SpreadFilter(pages, fewestIdentities, room);
  /** For each identity, the pages that are counted. */
  const counted: number[][] = [];
  for (const ofIdentity of identities) {
    const number = counted.length;
    counted.push(await somePages(ofIdentity, mostOfEach, readGrams, (grams) => filter.add(number, grams)));
  }
  const mostGrams = Math.floor(countBytes / BYTES_A_COUNTED_GRAM);
  const common: CommonGrams[] = [];
  let counts = new IdentityCounts(0n, mostGrams);
  for (;;) {
    for (const [identity, pages] of counted.entries()) {
      for (const page of pages) {
        const read = readGrams(page);
        const grams = read instanceof BigUint64Array ? read : await read;
        counts.add(identity, filter.pass(counts.inRange(grams)));
      }
    }
    common.push(counts.common());
    if (counts.to === undefined) return templateOfParts(common);
    counts = new IdentityCounts(counts.to, mostGrams, counts.nextTo);
  }
}

/** The pages of the identities that a template is counted on, by hash of the identity. */
function pagesOfIdentities(pages: Uint32Array, identityOf: (page: number) => string): number[][] {
  let known = new Map<string, { readonly hash: bigint; readonly pages: number[] }>();
  let largest: bigint | undefined;
  const smallest = () => [...known].sort(([, x], [, y]) => (x.hash < y.hash ? -1 : x.hash > y.hash ? 1 : 0));
  for (const page of pages) {
    const identity = identityOf(page);
    if (identity === '') continue;
    const others = known.get(identity);
    if (others !== undefined) {
      others.pages.push(page);
      continue;
    }
    const hash = identityHash(identity);
    if (largest !== undefined && hash > largest) continue;
    known.set(identity, { hash, pages: [page] });
    if (known.size < 2 * mostIdentities) continue;
    const kept = smallest().slice(0, mostIdentities);
    largest = kept.at(-1)![1].hash;
    known = new Map(kept);
  }
  return smallest()
    .slice(0, mostIdentities)
    .map(([, { pages }]) => pages);
}

/**
 * Some pages with distinct gram sets: those whose sets have the smallest hashes, so that order does not matter. Calls
 * `show` with each set that may be one of them.
 */
async function somePages(
  pages: Iterable<number>,
  most: number,
  readGrams: ReadGrams,
  show: (grams: BigUint64Array) => void,
): Promise<number[]> {
  const found: { readonly hash: bigint; readonly page: number }[] = [];
  for (const page of pages) {
    const read = readGrams(page);
    // awaiting a set that is already there took a third of the time of this stage
    const grams = read instanceof BigUint64Array ? read : await read;
    if (grams.length === 0) continue;
    const hash = setHash(grams);
    let at = found.length;
    while (at > 0 && found[at - 1].hash > hash) at--;
    if (at > 0 && found[at - 1].hash === hash) continue;
    if (at === most) continue;
    show(grams);
    found.splice(at, 0, { hash, page });
    if (found.length > most) found.pop();
  }
  return found.map(({ page }) => page);
}
