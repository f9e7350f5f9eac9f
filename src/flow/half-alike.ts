import { type GramSets, gramReader } from '../grams/gram-sets.ts';
import { overlapOfSorted } from '../grams/jaccard.ts';
import { measures, type Similarity } from '../join/similarity.ts';

/** Whether two gram sets (ascending, distinct) are at least half as similar as the threshold asks. O(grams). */
export function areHalfAlike(
  x: BigUint64Array,
  y: BigUint64Array,
  { similarity, threshold }: { readonly similarity: Similarity; readonly threshold: number },
): boolean {
  return measures[similarity].value(overlapOfSorted(x, y), x.length, y.length) >= threshold / 2;
}

/** {@link areHalfAlike} of two sets by their numbers. Reads both; the first once for pairs that follow each other. */
export function halfAlike(
  sets: GramSets,
  options: { readonly similarity: Similarity; readonly threshold: number },
): (a: number, b: number) => boolean {
  const [readA, readB] = [gramReader(sets), gramReader(sets)];
  let known = -1;
  let grams: BigUint64Array = new BigUint64Array(0);
  return (a, b) => {
    if (a !== known) [known, grams] = [a, readA(a)];
    return areHalfAlike(grams, readB(b), options);
  };
}
