import type { PagePairs } from '../cluster/pairs.ts';
import { pairsInMemory } from '../cluster/sorted-pairs.ts';
import { numbersWhere } from '../grams/counting-sort.ts';
import { measures } from '../join/similarity.ts';
import { qp } from '../methods/exact-joins.ts';
import type { SearchOptions } from '../methods/find-pairs.ts';
import type { SearchResult } from '../methods/method.ts';
import { methodNamed } from '../methods/registry.ts';

/** Pairs that a join elsewhere has found and confirmed, such as that of `neardup mr`. They are asked for when all pages have been read. */
export interface FoundPairs {
  /** The variant that has proposed them. Default: {@link methodOfFound}. */
  readonly method?: string;
  /** Pairs similar over all grams: page numbers, sorted by a, then b. */
  byGrams(): Promise<PagePairs>;
  /** Pairs similar over the grams outside their sites' templates; for pages of several sites from half the threshold on (`leastOfTwoSites`). */
  byContent(): Promise<PagePairs>;
  /** Pairs of one site and one name, similar over the grams in no notice of the site, from half the threshold on. Asked for if a site has notices. */
  byLasting(): Promise<PagePairs>;
}

/** The name of the method that found such pairs, if no other is named: an exact join. */
export const methodOfFound: string = qp.variant;

/** Pairs found elsewhere in the form of a search's result. Their cost is not known here. */
export function resultOf(pairs: PagePairs, method = methodOfFound): SearchResult {
  return {
    ...{ method: methodNamed(method), pairs: pairsInMemory(pairs), isEstimated: false },
    ...{ candidates: pairs.length, milliseconds: { total: 0 } },
  };
}

/** The pairs, among those found from half the threshold on, that reach the threshold. @param sizeOf number of a page's grams that were compared */
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
