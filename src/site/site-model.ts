import { ascending, countingSort } from '../grams/counting-sort.ts';
import { GramLookup } from '../grams/gram-lookup.ts';
import { halvesOf } from '../grams/halves.ts';
import { hash64 } from '../grams/hash.ts';
import { fewestUnlike, SiteNames } from './identities.ts';
import { BYTES_A_COUNTED_GRAM, IdentityCounts } from './identity-counts.ts';
import { gramsOfMost, mostCounted } from './one-message.ts';
import { FilterRoom, SpreadFilter } from './spread-filter.ts';
import { type CommonGrams, fewestIdentities, type Template, templateOfParts } from './template.ts';

/**
 * A template is counted on so many identities of a site at most: those of smallest hash, so that order plays no part. What fewer
 * of a larger site's identities have in common, such as inherited members, the sample may miss.
 */
export const mostIdentities = 1 << 14;
/**
 * Versions of one thing have much the same grams: a few, if they differ, say what stands on it. Where a site has few
 * identities, more of each: what only one version has is seen so.
 */
const fewestPagesOfIdentity = 4;
const mostPagesOfIdentity = 32;
const mostPages = 8192;

/** Names are counted on so many distinct lists of a site at most: what is common in those of smallest hash is so in all. */
const mostLists = 1 << 15;
/** What grams take while they are counted, unless told: 800,000 distinct ones, and a filter of 16 MB. */
export const mostCountBytes: number = 48 << 20;

/** What the model of sites needs of pages beside their grams, by their numbers from 0. */
export interface SitePages {
  readonly length: number;
  /** The host that a page came from; pages of none are taken for one site. */
  hostOf(page: number): string;
  /** The number of that host: from 0, in the order of their first pages. */
  hostNumberOf(page: number): number;
}

/** As `nameWords` gives them. */
export type NamesOf = (page: number) => readonly string[];

/** Pages in memory. */
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

/** Reads the gram set of a page, by its number: it is not kept until the next is read. */
export type ReadGrams = (page: number) => BigUint64Array | Promise<BigUint64Array>;

/** What is known of one site. */
export interface Site {
  readonly host: string;
  /** Numbers of its pages, ascending. */
  readonly pages: Uint32Array;
  readonly template: Template;
}

/**
 * Tells what each page calls itself, by its number, site by site; empty for a page that does not say. Memory: 12 bytes a
 * page, 4 a host, and up to 32,768 lists of names of one site at a time.
 *
 * @param readGrams of a page by its number, for sites of which nearly all pages have one title: without it such a title is a name
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
 * Whether nearly all pages of a site have one title and are unlike: then it is no name, and the template is counted on
 * what {@link unnamedSubjects} tells of pages that have no other. Gram sets are read where one list of names is that of most pages alone.
 *
 * @param names of all of these pages
 */
export function isUnnamed(
  names: SiteNames,
  pages: Iterable<number>,
  namesOf: NamesOf,
  readGrams: (page: number) => BigUint64Array,
): boolean {
  return names.disownSiteList(pages, namesOf, (having) => {
    const subjectOf = unnamedSubjects(having, readGrams);
    const subjects = new Set<string>();
    for (const page of having) {
      const subject = subjectOf(page);
      if (subject !== '') subjects.add(subject);
      if (subjects.size === fewestUnlike) return true;
    }
    return false;
  });
}

/**
 * What each page of a site without names is counted as: the smallest of its grams that half of these pages at most have. Versions
 * have it in common as often as any such gram (MinHash of Broder, 1997). No name, and none that a page could have; empty where
 * a page has no such gram. Of more than 4,096 pages those whose sets have the smallest hashes say what most have, the same in any order.
 * Memory: two times 4,096 hashes, and the grams of so many pages.
 *
 * @param readGrams a set that lasts until the next is read
 */
function unnamedSubjects(
  pages: Iterable<number>,
  readGrams: (page: number) => BigUint64Array,
): (page: number) => string {
  let hashes: { readonly page: number; readonly hash: bigint }[] = [];
  const cut = (): void => {
    hashes.sort((x, y) => (x.hash < y.hash ? -1 : x.hash > y.hash ? 1 : 0));
    hashes = hashes.slice(0, mostCounted);
  };
  for (const page of pages) {
    hashes.push({ page, hash: setHash(readGrams(page)) });
    if (hashes.length === 2 * mostCounted) cut();
  }
  cut();
  const counted = {
    *[Symbol.iterator]() {
      for (const { page } of hashes) yield readGrams(page);
    },
  };
  const common = new GramLookup(gramsOfMost(counted));
  return (page) => {
    const grams = readGrams(page);
    const halves = halvesOf(grams);
    for (let i = 0; i < grams.length; i++)
      if (common.placeOf(halves[2 * i], halves[2 * i + 1]) < 0) return `\n${grams[i]}`;
    return '';
  };
}

/** What each page of a site that `isUnnamed` is counted as: its identity, or what {@link unnamedSubjects} tells. */
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

function setHash(grams: BigUint64Array): bigint {
  return hash64(new Uint8Array(grams.buffer, grams.byteOffset, grams.byteLength));
}

/** Whether something is what {@link unnamedSubjects} tells, and no name. */
export function isUnnamedSubject(subject: string): boolean {
  return subject.startsWith('\n');
}

/** What the pages of one site call themselves, as it is counted for all of them: none yet. */
export function namesOfSite(): SiteNames {
  return new SiteNames(mostLists);
}

/** What each page calls itself, by its number, in memory: see {@link identifyPages}. */
export function identitiesOf(pages: SitePages, namesOf: NamesOf): string[] {
  const identities = new Array<string>(pages.length).fill('');
  identifyPages(pages, namesOf, (page, identity) => {
    identities[page] = identity;
  });
  return identities;
}

/**
 * The pages of each host, ascending; hosts in the order of their first pages. Memory: 12 bytes a page, of which 4 stay, and 4
 * a host.
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

/** What is known beside the pages, and how much memory there is: with less templates are the same. */
interface ModelOptions {
  /** For each page the first one with its gram set, of any site: sets that are known to be equal are read once. */
  readonly firstOf?: Uint32Array;
  /** Hosts of which nearly all pages have one title, as `identifyPages` returns them, and what reads their pages. */
  readonly unnamed?:
    | { readonly hosts: ReadonlySet<number>; readonly read: (page: number) => BigUint64Array }
    | undefined;
  /** For grams while they are counted, a third of it for their filter: with less they are read more often. */
  readonly countBytes?: number;
}

/**
 * The sites of a collection, one after the other, each with its template: the same in any order of the pages.
 *
 * Memory: 12 bytes a page, 4 a host; of one site the names and numbers of pages of up to 32,768 identities, and `countBytes`.
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

/** Of pages of each gram set the first. */
function distinctOf(pages: readonly number[], firstOf: Uint32Array): number[] {
  const known = new Map<number, number>();
  for (const page of pages) if (!known.has(firstOf[page])) known.set(firstOf[page], page);
  return [...known.values()];
}

/** The pages of identities of a site, ascending; gone through more than once. */
export interface PagesOfIdentities extends Iterable<Iterable<number>> {
  /** How many identities. */
  readonly length: number;
}

/** By which some identities of a site are taken and others are not. */
export function identityHash(identity: string): bigint {
  return hash64(Buffer.from(identity));
}

/**
 * The template of one site.
 *
 * Memory: that of up to 65,536 pages' numbers, of the template itself, and `countBytes`.
 *
 * @param identities those of smallest `identityHash`, `mostIdentities` of them unless the site has fewer, in that order
 * @param pages how many the site has
 * @param countBytes for grams while they are counted, a third of it for their filter: with less they are read more often, and the template is
 *   the same
 */
export function templateOfSite(
  identities: PagesOfIdentities,
  pages: number,
  readGrams: ReadGrams,
  countBytes: number = mostCountBytes,
): Promise<Template> {
  return templateWithin(new FilterRoom(countBytes / 3), identities, pages, readGrams, (2 * countBytes) / 3);
}

/** {@link templateOfSite}, with the room that the filters of sites have one after the other. */
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
  /** Of each identity the pages that are counted. */
  const counted: number[][] = [];
  for (const ofIdentity of identities) {
    const number = counted.length;
    counted.push(await somePages(ofIdentity, mostOfEach, readGrams, (grams) => filter.add(number, grams)));
  }
  const mostGrams = Math.floor(countBytes / BYTES_A_COUNTED_GRAM);
  const common: CommonGrams[] = [];
  for (let from: bigint | undefined = 0n; from !== undefined; ) {
    const counts = new IdentityCounts(from, mostGrams);
    for (const [identity, pages] of counted.entries()) {
      for (const page of pages) {
        const read = readGrams(page);
        counts.add(identity, filter.pass(read instanceof BigUint64Array ? read : await read));
      }
    }
    common.push(counts.common());
    from = counts.to;
  }
  return templateOfParts(common);
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
 * Some pages of distinct gram sets: those whose sets have the smallest hashes, the same whatever the order of the pages. Each set
 * that may be one of them is shown.
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
    // to wait for what is there took a third of the time of sites
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
