import { addToGroup } from '../add-to-group.ts';
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

/** Seeds of the two halves of a name's key. */
const [highSeed, lowSeed] = [1, 2];
const HIGH_BITS = 21;

/**
 * The pages of each name that several pages of a site have. Names come in the order of their first pages. None if the
 * site has no notices, since comparing them again would change nothing. Memory: 30 bytes a page of the site, and one
 * name.
 *
 * @param identityOf the identity of a page, from `identifyPages`
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

/** Separates pages whose names share a key: anybody can make many such names. */
function* byName(pages: Uint32Array, identityOf: (page: number) => string): Generator<Namesakes> {
  const named = new Map<string, number[]>();
  for (const page of pages) {
    const name = identityOf(page);
    addToGroup(named, name, page);
  }
  for (const [name, own] of named) if (own.length > 1) yield { name, pages: Uint32Array.from(own) };
}

function keyOf(name: string): number {
  return (textHash(name, highSeed) >>> (32 - HIGH_BITS)) * 2 ** 32 + textHash(name, lowSeed);
}

/** A page's number, and its grams outside the notices of its site, marked with its name. */
export interface LastingGrams {
  readonly page: number;
  /** Ascending and distinct, one for each gram that is left. Those of two pages with different names differ. */
  readonly grams: BigUint64Array;
}

/**
 * The grams of pages with one name outside the notices of their site, for a join in which only pages of one site and
 * name can be similar. None if no page of the name has a notice. Gram sets are read once; those of the pages returned,
 * twice.
 *
 * @param readGrams returns a set that is valid until the next one is read
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

/** The grams with low halves that depend on the mark. Nearly all keep their order, which their high halves give. */
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
