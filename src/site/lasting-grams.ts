import { halvesOf } from '../grams/halves.ts';
import type { Site } from './site-model.ts';
import { textHash } from './text-hash.ts';

/** Of a page: its number, and what it has beside the notices of its site, marked with its name. */
export interface LastingGrams {
  readonly page: number;
  /** Ascending and distinct. As many as are left of the page's grams; those of two pages of other names differ. */
  readonly grams: BigUint64Array;
}

/**
 * Pages of a site by what they have beside its notices, for a join in which only pages of one name can be similar: those of
 * each name that some pages have, one of them with a notice. None where a site has no notices.
 *
 * Gram sets are read once, those of the pages that are told twice. Memory: the names of the site.
 *
 * @param identityOf what a page calls itself, as `identifyPages` tells it
 * @param readGrams a set that lasts until the next is read
 */
export function* lastingGrams(
  { host, pages, template }: Site,
  identityOf: (page: number) => string,
  readGrams: (page: number) => BigUint64Array,
): Generator<LastingGrams> {
  if (!template.hasNotices) return;
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const page of pages) {
    const identity = identityOf(page);
    if (identity !== '') (seen.has(identity) ? repeated : seen).add(identity);
  }
  const noticed = new Set<string>();
  for (const page of pages) {
    const identity = identityOf(page);
    if (!repeated.has(identity) || noticed.has(identity)) continue;
    const grams = readGrams(page);
    if (template.lastingOf(grams).length < grams.length) noticed.add(identity);
  }
  for (const page of pages) {
    const identity = identityOf(page);
    if (!noticed.has(identity)) continue;
    const grams = template.lastingOf(readGrams(page));
    yield { page, grams: marked(grams, textHash(identity, textHash(host, 0))) };
  }
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
