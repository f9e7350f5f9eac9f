import type { PagePairs } from '../cluster/pairs.ts';
import { pairsInMemory } from '../cluster/sorted-pairs.ts';
import { numbersWhere } from '../grams/counting-sort.ts';
import { measures } from '../join/similarity.ts';
import { qp } from '../methods/exact-joins.ts';
import type { SearchOptions } from '../methods/find-pairs.ts';
import type { SearchResult } from '../methods/method.ts';

/** Pairs that an exact join elsewhere has found, such as that of `neardup mr`: asked for when all pages are read. */
export interface FoundPairs {
  /** Similar over all grams: by page numbers, sorted by a, then b. */
  byGrams(): Promise<PagePairs>;
  /** Similar over the grams that are not of their sites' templates; of pages of several sites from half the threshold on (`leastOfTwoSites`). */
  byContent(): Promise<PagePairs>;
  /** Of one site and one name, similar over the grams that are in no notice of the site, or half as similar: asked for where a site has notices. */
  byLasting(): Promise<PagePairs>;
}

/** What such pairs are said to be found by. */
export const methodOfFound: string = qp.variant;

/** Pairs that were found elsewhere, as a search names them; what that took is not known here. */
export function resultOf(pairs: PagePairs): SearchResult {
  return {
    ...{ method: qp, pairs: pairsInMemory(pairs), isEstimated: false },
    ...{ candidates: pairs.length, milliseconds: { total: 0 } },
  };
}

/** Of pairs found from half the threshold on those that reach it. @param sizeOf number of grams of a page that were compared */
export function reachingPairs(
  { length, a, b, overlap }: PagePairs,
  sizeOf: (page: number) => number,
  { similarity, threshold }: Pick<SearchOptions, 'similarity' | 'threshold'>,
): PagePairs {
  const { value } = measures[similarity];
  const places = numbersWhere(length, (i) => value(overlap[i], sizeOf(a[i]), sizeOf(b[i])) >= threshold);
  const of = (column: Uint32Array): Uint32Array => places.map((i) => column[i]);
  return { length: places.length, a: of(a), b: of(b), overlap: of(overlap) };
}
