import type { PagePairs } from '../cluster/pairs.ts';
import { pairsInMemory } from '../cluster/sorted-pairs.ts';
import { qp } from '../methods/exact-joins.ts';
import type { SearchResult } from '../methods/method.ts';

/** Pairs that an exact join elsewhere has found, such as that of `neardup mr`: asked for when all pages are read. */
export interface FoundPairs {
  /** Similar over all grams: by page numbers, sorted by a, then b. */
  byGrams(): Promise<PagePairs>;
  /** Similar over the grams that are not of their sites' templates. */
  byContent(): Promise<PagePairs>;
  /** Of one site and one name, similar over the grams that are in no notice of the site: asked for where a site has notices. */
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
