import { NameLetters } from './name-letters.ts';
import { subjectsOf, type UnnamedHosts } from './page-identities.ts';
import { pagesByHost, type SitePages } from './site-pages.ts';
import {
  identityHash,
  mostCountBytes,
  mostIdentities,
  type ReadGrams,
  templateWithin,
} from './site-template.ts';
import { FilterRoom } from './spread-filter.ts';
import type { Template } from './template.ts';

/** What is known of one site. */
export interface Site {
  readonly host: string;
  /** Numbers of its pages, ascending. */
  readonly pages: Uint32Array;
  readonly template: Template;
}

/** What else is known about the pages, and the memory for counting. The templates do not depend on the memory. */
interface ModelOptions {
  /** For each page the first page of any site with the same gram set, so that equal sets are read once. */
  readonly firstOf?: Uint32Array;
  /** Hosts with a title that is no name, as `identifyPages` returns them, and a function that reads their pages. */
  readonly unnamed?:
    | { readonly hosts: UnnamedHosts; readonly read: (page: number) => BigUint64Array }
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
    const titleOf = unnamed?.hosts.get(pages.hostNumberOf(ofSite[0]));
    const subjectOf =
      titleOf === undefined ? identityOf : subjectsOf(ofSite, identityOf, unnamed!.read, titleOf);
    const all = pagesOfIdentities(ofSite, subjectOf);
    const identities = firstOf === undefined ? all : all.map((pages) => distinctOf(pages, firstOf));
    const letters = new NameLetters();
    for (const [page] of identities) letters.learn(subjectOf(page));
    const counted = {
      length: identities.length,
      everyday: letters.everyday,
      [Symbol.iterator]: () => identities.values(),
    };
    const template = await templateWithin(room, counted, ofSite.length, readGrams, (2 * countBytes) / 3);
    yield { host, pages: ofSite, template };
  }
}

/** The first page of each gram set. */
function distinctOf(pages: readonly number[], firstOf: Uint32Array): number[] {
  const known = new Map<number, number>();
  for (const page of pages) if (!known.has(firstOf[page])) known.set(firstOf[page], page);
  return [...known.values()];
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
