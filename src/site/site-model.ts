import { hash64 } from '../grams/hash.ts';
import { ValueSetsBuilder } from '../grams/value-sets.ts';
import { SiteNames } from './identities.ts';
import { siteTemplate, type Template } from './template.ts';

/** A template is counted on so many identities of a site at most: those of smallest hash, so that order plays no part. */
const mostIdentities = 4096;
/** Versions of one thing have much the same grams: so many of an identity, if they differ, say what stands on it. */
const mostPagesOfIdentity = 4;

/** What the model of a site needs of a page beside its grams. */
export interface SitePage {
  /** The host that it came from; pages of none are taken for one site. */
  readonly host: string;
  /** As `nameWords` gives them. */
  readonly names: readonly string[];
}

/** Reads the gram set of a page, by its number. */
type ReadGrams = (page: number) => BigUint64Array | Promise<BigUint64Array>;

/** What is known of one site. */
export interface Site {
  readonly host: string;
  /** Numbers of its pages, ascending. */
  readonly pages: readonly number[];
  readonly template: Template;
}

/** What each page calls itself, by its number; empty for a page that does not say. */
export function identitiesOf(pages: readonly SitePage[]): string[] {
  const sites = new Map<string, SiteNames>();
  for (const { host, names } of pages) {
    let site = sites.get(host);
    if (site === undefined) sites.set(host, (site = new SiteNames()));
    site.add(names);
  }
  return pages.map(({ host, names }) => sites.get(host)!.identityOf(names));
}

/**
 * The sites of a collection, one after the other, each with its template: the same in any order of the pages.
 *
 * Memory: the gram sets of at most 4 pages of 4,096 identities of one site, three times over.
 *
 * @param identities as `identitiesOf` gives them
 */
export async function* modelSites(
  pages: readonly SitePage[],
  identities: readonly string[],
  readGrams: ReadGrams,
): AsyncGenerator<Site> {
  const pagesOfHost = new Map<string, number[]>();
  for (const [page, { host }] of pages.entries()) {
    const others = pagesOfHost.get(host);
    if (others === undefined) pagesOfHost.set(host, [page]);
    else others.push(page);
  }
  for (const [host, ofSite] of pagesOfHost) {
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

/** Some gram sets of pages, each once: those of the smallest first grams, which are the same whatever the order of the pages. */
async function someSets(pages: readonly number[], readGrams: ReadGrams): Promise<BigUint64Array[]> {
  const sets: BigUint64Array[] = [];
  for (const page of pages) {
    const grams = await readGrams(page);
    if (grams.length === 0 || sets.some((known) => looksEqual(known, grams))) continue;
    sets.push(grams);
    if (sets.length <= mostPagesOfIdentity) continue;
    sets.sort((x, y) => (x[0] < y[0] ? -1 : x[0] > y[0] ? 1 : x.length - y.length));
    sets.pop();
  }
  return sets;
}

/** Two sets of one page's versions with the same ends and size are as good as equal. */
function looksEqual(x: BigUint64Array, y: BigUint64Array): boolean {
  return x.length === y.length && x[0] === y[0] && x[x.length - 1] === y[y.length - 1];
}
