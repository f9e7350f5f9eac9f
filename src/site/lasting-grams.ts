import { halvesOf } from '../grams/halves.ts';
import { KeyedPages } from './page-groups.ts';
import type { Site } from './site-model.ts';
import { textHash } from './text-hash.ts';

/** Pages of one site and one name. */
export interface Namesakes {
  readonly name: string;
  /** Two or more, ascending. */
  readonly pages: Uint32Array;
}

/** Of a name the two halves of a key are told apart by their seeds. */
const [highSeed, lowSeed] = [1, 2];
const HIGH_BITS = 21;

/**
 * The pages of each name that several pages of a site have, names in the order of their first pages; none where a site has no
 * notices, so that there is nothing by which they would be compared again. Memory: 30 bytes a page of the site, and one name.
 *
 * @param identityOf what a page calls itself, as `identifyPages` tells it
 */
export function* namesakesOf(
  { pages, template }: Pick<Site, 'pages' | 'template'>,
  identityOf: (page: number) => string,
): Generator<Namesakes> {
  if (!template.hasNotices) return;
  const keyed = new KeyedPages();
  for (const page of pages) {
    const name = identityOf(page);
    if (name !== '') keyed.add(page, keyOf(name));
  }
  for (const group of keyed.groups()) {
    const name = identityOf(group[0]);
    if (group.every((page) => identityOf(page) === name)) yield { name, pages: group };
    else yield* byName(group, identityOf);
  }
}

/** Pages of names that share a key, of which anybody can make many. */
function* byName(pages: Uint32Array, identityOf: (page: number) => string): Generator<Namesakes> {
  const named = new Map<string, number[]>();
  for (const page of pages) {
    const name = identityOf(page);
    const others = named.get(name);
    if (others === undefined) named.set(name, [page]);
    else others.push(page);
  }
  for (const [name, own] of named) if (own.length > 1) yield { name, pages: Uint32Array.from(own) };
}

function keyOf(name: string): number {
  return (textHash(name, highSeed) >>> (32 - HIGH_BITS)) * 2 ** 32 + textHash(name, lowSeed);
}

/** Of a page: its number, and what it has beside the notices of its site, marked with its name. */
export interface LastingGrams {
  readonly page: number;
  /** Ascending and distinct. As many as are left of the page's grams; those of two pages of other names differ. */
  readonly grams: BigUint64Array;
}

/**
 * Pages of one name by what they have beside the notices of their site, for a join in which only pages of one site and name can
 * be similar. None where none of them has a notice. Gram sets are read once, those of the pages that are told twice.
 *
 * @param readGrams a set that lasts until the next is read
 */
export function* lastingGrams(
  { host, template }: Pick<Site, 'host' | 'template'>,
  { name, pages }: { readonly name: string; readonly pages: Iterable<number> },
  readGrams: (page: number) => BigUint64Array,
): Generator<LastingGrams> {
  const hasNotice = (page: number): boolean => {
    const grams = readGrams(page);
    return template.lastingOf(grams).length < grams.length;
  };
  if (!some(pages, hasNotice)) return;
  const mark = textHash(name, textHash(host, 0));
  for (const page of pages) yield { page, grams: marked(template.lastingOf(readGrams(page)), mark) };
}

function some(pages: Iterable<number>, condition: (page: number) => boolean): boolean {
  for (const page of pages) if (condition(page)) return true;
  return false;
}

/** The grams with other low halves for each mark: the order of nearly all is that of their high ones. */
function marked(grams: BigUint64Array, mark: number): BigUint64Array {
  const result = grams.slice();
  const halves = halvesOf(result);
  let isAscending = true;
  for (let k = 0; k < halves.length; k += 2) {
    halves[k] ^= mark;
    if (k > 0 && halves[k + 1] === halves[k - 1] && halves[k] < halves[k - 2]) isAscending = false;
  }
  return isAscending ? result : result.sort();
}
