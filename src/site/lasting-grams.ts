import { halvesOf } from '../grams/halves.ts';
import type { Site } from './site-model.ts';
import { textHash } from './text-hash.ts';

/** Pages of one site and one name. */
export interface Namesakes {
  readonly name: string;
  /** Two or more, ascending. */
  readonly pages: readonly number[];
}

/**
 * The pages of each name that several pages of a site have, names in the order of their first pages; none where a site has no
 * notices, so that there is nothing by which they would be compared again. Memory: the names of the site.
 *
 * @param identityOf what a page calls itself, as `identifyPages` tells it
 */
export function namesakesOf(
  { pages, template }: Pick<Site, 'pages' | 'template'>,
  identityOf: (page: number) => string,
): Namesakes[] {
  if (!template.hasNotices) return [];
  /** The first page of a name, until there is a second one. */
  const known = new Map<string, number | number[]>();
  for (const page of pages) {
    const name = identityOf(page);
    if (name === '') continue;
    const others = known.get(name);
    if (others === undefined) known.set(name, page);
    else if (typeof others === 'number') known.set(name, [others, page]);
    else others.push(page);
  }
  const groups: Namesakes[] = [];
  for (const [name, pages] of known) if (typeof pages !== 'number') groups.push({ name, pages });
  return groups;
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
