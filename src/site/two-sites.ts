import { jaccard, jaccardOfSets, overlapOfSorted } from '../grams/jaccard.ts';

/** The grams of a page that is compared with a page of another site. */
export interface PageContent {
  /** All grams, ascending and distinct. */
  readonly grams: BigUint64Array;
  /** The grams outside its site's template that do not cross from running text into what surrounds it. */
  readonly content: BigUint64Array;
}

/** Numbers of the grams of two pages that are compared, and of those that both have. */
export interface SharedContent {
  readonly overlap: number;
  readonly sizes: readonly [number, number];
}

/**
 * The grams G of each of two pages that at least one of their sites takes for content C: Gx ∩ (Cx ∪ Cy) and
 * Gy ∩ (Cx ∪ Cy). What is on only one page of a site may be template on the other, where four pages have it by chance,
 * or quote it. Both sets have the same union as Cx and Cy, so that the similarity is never smaller than that of Cx and
 * Cy. O(grams).
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
 * Two pages are compared by {@link contentOfTwoSites} if what each site takes for content has at least this similarity:
 * half the threshold. Otherwise a page would repeat another site's page by quoting its licence, which is only template
 * there.
 *
 * @param isCount whether thresholds are numbers of grams
 */
export function leastOfTwoSites(threshold: number, isCount = false): number {
  return isCount ? Math.ceil(threshold / 2) : threshold / 2;
}

/**
 * Jaccard similarity of two pages outside their sites' templates: by {@link contentOfTwoSites} if that is what makes
 * them similar.
 */
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
