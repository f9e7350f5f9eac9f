import { type GramSets, gramReader } from '../grams/gram-sets.ts';
import { overlapOfSorted } from '../grams/jaccard.ts';
import { measures, type Similarity } from '../join/similarity.ts';
import type { SearchOptions } from '../methods/find-pairs.ts';
import type { PartPairs } from './lasting-pairs.ts';

/** What two pages share outside the notices of their site. */
export interface SharedLasting {
  /** Number of these grams. */
  readonly overlap: number;
  /** Number of the grams of each page that are in no notice, and of all. */
  readonly lastingSizes: readonly [number, number];
  readonly sizes: readonly [number, number];
}

/** Whether sets of these sizes are at least half as similar as the threshold asks. */
export function isHalf(
  overlap: number,
  sizes: readonly [number, number],
  { similarity, threshold }: { readonly similarity: Similarity; readonly threshold: number },
): boolean {
  return measures[similarity].value(overlap, ...sizes) >= threshold / 2;
}

/** {@link isHalf} for all grams of two pages; undefined where that depends on how many grams of notices both have. O(1). */
export function isHalfByLasting(
  { overlap, lastingSizes, sizes }: SharedLasting,
  options: { readonly similarity: Similarity; readonly threshold: number },
): boolean | undefined {
  if (isHalf(overlap, sizes, options)) return true;
  const ofNotices = Math.min(sizes[0] - lastingSizes[0], sizes[1] - lastingSizes[1]);
  return isHalf(overlap + ofNotices, sizes, options) ? undefined : false;
}

/**
 * {@link isHalf} for all grams of two pages of a search over lasting grams, by the number of these that they share. Reads the two sets
 * if that number does not tell; the first of them once for pairs that follow each other. O(grams) a pair.
 */
export function halfAlikeAmong(
  sets: GramSets,
  { found: { isEstimated }, sizes: lastingSizes }: PartPairs,
  options: Pick<SearchOptions, 'similarity' | 'threshold'>,
): (overlap: number, a: number, b: number) => boolean {
  const [readA, readB] = [gramReader(sets), gramReader(sets)];
  let known = -1;
  let grams: BigUint64Array = new BigUint64Array(0);
  return (overlap, a, b) => {
    const sizes = [sets.sizeOf(a), sets.sizeOf(b)] as const;
    const shared = { overlap, sizes, lastingSizes: [lastingSizes.at(a), lastingSizes.at(b)] as const };
    const told = isEstimated ? undefined : isHalfByLasting(shared, options);
    if (told !== undefined) return told;
    if (a !== known) [known, grams] = [a, readA(a)];
    return isHalf(overlapOfSorted(grams, readB(b)), sizes, options);
  };
}
