import { checkGrams } from '../argument-checks.ts';
import { halvesOf } from './halves.ts';

/**
 * Resemblance of two sets that share `overlap` elements: `overlap / (sizeX + sizeY − overlap)`, in [0, 1].
 *
 * The one place where Jaccard is computed. `jaccard(…) >= threshold` is exact at ties: the quotient of two
 * integers below 2⁵³ is correctly rounded, so 28 of 35 is the same double as the literal 0.8. Two empty sets
 * give 0: an empty set is similar to nothing, not even to another.
 */
export function jaccard(overlap: number, sizeX: number, sizeY: number): number {
  return overlap === 0 ? 0 : overlap / (sizeX + sizeY - overlap);
}

/** Number of elements that two gram sets (ascending, distinct) share. O(|x| + |y|). */
export function overlapOfSorted(x: BigUint64Array, y: BigUint64Array): number {
  checkGrams('overlapOfSorted: x', x);
  checkGrams('overlapOfSorted: y', y);
  const a = halvesOf(x);
  const b = halvesOf(y);
  const m = a.length;
  const n = b.length;
  let overlap = 0;
  let i = 0;
  let j = 0;
  while (i < m && j < n) {
    const high = a[i + 1] - b[j + 1];
    const order = high === 0 ? a[i] - b[j] : high;
    if (order === 0) {
      overlap++;
      i += 2;
      j += 2;
    } else if (order < 0) {
      i += 2;
    } else {
      j += 2;
    }
  }
  return overlap;
}

/**
 * {@link overlapOfSorted} of two sets whose resemblance reaches `threshold`, (0, 1]; undefined for others. Stops as
 * soon as too many elements are in only one of the sets: at 0.8, a ninth of unlike sets is read. O(|x| + |y|).
 */
export function overlapReaching(x: BigUint64Array, y: BigUint64Array, threshold: number): number | undefined {
  // a loop of its own: counting unshared elements would make the loop of overlapOfSorted 15 % slower
  const least = leastOverlap(x.length, y.length, threshold);
  // how many elements each set may have that the other lacks
  let aloneInX = x.length - least;
  let aloneInY = y.length - least;
  if (aloneInX < 0 || aloneInY < 0) return undefined;
  const a = halvesOf(x);
  const b = halvesOf(y);
  const m = a.length;
  const n = b.length;
  let overlap = 0;
  let i = 0;
  let j = 0;
  while (i < m && j < n) {
    const high = a[i + 1] - b[j + 1];
    const order = high === 0 ? a[i] - b[j] : high;
    if (order === 0) {
      overlap++;
      i += 2;
      j += 2;
    } else if (order < 0) {
      if (--aloneInX < 0) return undefined;
      i += 2;
    } else {
      if (--aloneInY < 0) return undefined;
      j += 2;
    }
  }
  // the set that ended stayed within its allowance: all its other elements are shared
  return overlap;
}

/** Fewest shared elements, at least 1, with which these sizes reach `threshold`; above the smaller size if none do. */
export function leastOverlap(sizeX: number, sizeY: number, threshold: number): number {
  let least = Math.max(1, Math.floor((threshold / (1 + threshold)) * (sizeX + sizeY)) - 1);
  const most = Math.min(sizeX, sizeY);
  while (least <= most && jaccard(least, sizeX, sizeY) < threshold) least++;
  return least;
}

/** Resemblance of two gram sets (ascending, distinct). O(|x| + |y|). */
export function jaccardOfSets(x: BigUint64Array, y: BigUint64Array): number {
  return jaccard(overlapOfSorted(x, y), x.length, y.length);
}
