import { halvesOf } from '../grams/halves.ts';
import { hash64 } from '../grams/hash.ts';
import { ValueSetsBuilder } from '../grams/value-sets.ts';
import { SiteNames } from './identities.ts';
import { siteTemplate, type Template } from './template.ts';

/** A template is counted on so many identities of a site at most: those of smallest hash, so that order plays no part. */
const mostIdentities = 4096;
/** Versions of one thing have much the same grams: so many of an identity, if they differ, say what stands on it. */
const mostPagesOfIdentity = 4;

/** What the model of sites needs of pages beside their grams, by their numbers from 0. */
export interface SitePages {
  readonly length: number;
  /** The host that a page came from; pages of none are taken for one site. */
  hostOf(page: number): string;
  /** As `nameWords` gives them. */
  namesOf(page: number): readonly string[];
}

/** Reads the gram set of a page, by its number. */
export type ReadGrams = (page: number) => BigUint64Array | Promise<BigUint64Array>;

/** What is known of one site. */
export interface Site {
  readonly host: string;
  /** Numbers of its pages, ascending. */
  readonly pages: readonly number[];
  readonly template: Template;
}

/** What each page calls itself, by its number; empty for a page that does not say. Memory: the names of one site at a time. */
export function identitiesOf(pages: SitePages): string[] {
  const identities = new Array<string>(pages.length).fill('');
  for (const ofSite of pagesByHost(pages).values()) {
    const site = new SiteNames();
    for (const page of ofSite) site.add(pages.namesOf(page));
    for (const page of ofSite) identities[page] = site.identityOf(pages.namesOf(page));
  }
  return identities;
}

/** Numbers of the pages of each host, ascending. */
function pagesByHost(pages: SitePages): Map<string, number[]> {
  const byHost = new Map<string, number[]>();
  for (let page = 0; page < pages.length; page++) {
    const host = pages.hostOf(page);
    const others = byHost.get(host);
    if (others === undefined) byHost.set(host, [page]);
    else others.push(page);
  }
  return byHost;
}

/**
 * The sites of a collection, one after the other, each with its template: the same in any order of the pages.
 *
 * Memory: the gram sets of at most 4 pages of 4,096 identities of one site, three times over.
 *
 * @param identities as `identitiesOf` gives them
 */
export async function* modelSites(
  pages: SitePages,
  identities: readonly string[],
  readGrams: ReadGrams,
): AsyncGenerator<Site> {
  for (const [host, ofSite] of pagesByHost(pages)) {
    yield { host, pages: ofSite, template: await templateOf(ofSite, identities, readGrams) };
  }
}

async function templateOf(
  pages: readonly number[],
  identities: readonly string[],
  readGrams: ReadGrams,
): Promise<Template> {
  const pagesOfIdentity = new Map<string, number[]>();
  for (const page of pages) {
    if (identities[page] === '') continue;
    const others = pagesOfIdentity.get(identities[page]);
    if (others === undefined) pagesOfIdentity.set(identities[page], [page]);
    else others.push(page);
  }
  const sets = new ValueSetsBuilder();
  const numbers: number[] = [];
  for (const [number, identity] of smallestByHash(pagesOfIdentity.keys()).entries()) {
    for (const grams of await someSets(pagesOfIdentity.get(identity)!, readGrams)) {
      sets.append(grams);
      numbers.push(number);
    }
  }
  return siteTemplate(sets.finish(), Int32Array.from(numbers));
}

function smallestByHash(identities: Iterable<string>): string[] {
  const hashed = Array.from(identities, (identity) => ({ identity, hash: hash64(Buffer.from(identity)) }));
  hashed.sort((x, y) => (x.hash < y.hash ? -1 : x.hash > y.hash ? 1 : 0));
  return hashed.slice(0, mostIdentities).map(({ identity }) => identity);
}

/** Some distinct gram sets of pages: the smallest by their grams, which are the same whatever the order of the pages. */
async function someSets(pages: readonly number[], readGrams: ReadGrams): Promise<BigUint64Array[]> {
  const sets: BigUint64Array[] = [];
  for (const page of pages) {
    const grams = await readGrams(page);
    if (grams.length === 0) continue;
    const at = sets.findIndex((known) => compareSets(known, grams) >= 0);
    if (at >= 0 && compareSets(sets[at], grams) === 0) continue;
    sets.splice(at < 0 ? sets.length : at, 0, grams);
    if (sets.length > mostPagesOfIdentity) sets.pop();
  }
  return sets;
}

/** By the first gram that differs; of two that agree as far as one goes the shorter is smaller. */
function compareSets(x: BigUint64Array, y: BigUint64Array): number {
  const [a, b] = [halvesOf(x), halvesOf(y)];
  const length = Math.min(a.length, b.length);
  for (let k = 0; k < length; k += 2) {
    const order = a[k + 1] - b[k + 1] || a[k] - b[k];
    if (order !== 0) return order;
  }
  return x.length - y.length;
}
