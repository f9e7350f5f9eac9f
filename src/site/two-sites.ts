import { jaccard, jaccardOfSets, overlapOfSorted } from '../grams/jaccard.ts';

/** What of a page is compared with one of another site. */
export interface PageContent {
  /** All grams, ascending and distinct. */
  readonly grams: BigUint64Array;
  /** Those of them that are not of its site's template, nor cross into what stands around running text. */
  readonly content: BigUint64Array;
}

/** How many grams of two pages are compared, and how many of them both have. */
export interface SharedContent {
  readonly overlap: number;
  readonly sizes: readonly [number, number];
}

/**
 * The content of two pages of two sites, as far as either site takes it for that: Gx ∩ (Cx ∪ Cy) and Gy ∩ (Cx ∪ Cy). Four
 * pages of one site may have by chance, or quote, what is on no other page of the second. The union of both is that of Cx
 * and Cy, so that no similarity is smaller than theirs. O(grams).
 */
export function contentOfTwoSites(x: PageContent, y: PageContent): SharedContent {
  const ofBoth = overlapOfSorted(x.content, y.content);
  const ofX = overlapOfSorted(x.content, y.grams);
  const ofY = overlapOfSorted(x.grams, y.content);
  return {
    overlap: ofX + ofY - ofBoth,
    sizes: [x.content.length + ofY - ofBoth, y.content.length + ofX - ofBoth],
  };
}

/**
 * The similarity of what each site takes for content from which on two pages are compared by {@link contentOfTwoSites}: half
 * the threshold, or a page that quotes another one's licence, which is nothing but template there, would repeat it.
 *
 * @param isCount whether thresholds are numbers of grams
 */
export function leastOfTwoSites(threshold: number, isCount = false): number {
  return isCount ? Math.ceil(threshold / 2) : threshold / 2;
}

/** Jaccard similarity of what two pages have beside their sites' templates: by {@link contentOfTwoSites} where that is what makes them similar. */
export function contentSimilarity(
  x: PageContent & { readonly host: string },
  y: PageContent & { readonly host: string },
  threshold: number,
): number {
  const own = jaccardOfSets(x.content, y.content);
  if (x.host === y.host || own >= threshold || own < leastOfTwoSites(threshold)) return own;
  const { overlap, sizes } = contentOfTwoSites(x, y);
  const similarity = jaccard(overlap, ...sizes);
  return similarity >= threshold ? similarity : own;
}
