/** A class spans 9 %. */
const CLASSES_A_DOUBLING = 8;

/** The sizes of sets that may be similar to a set, as classes from `least` to `most`, both included. */
interface SizeClasses {
  readonly least: number;
  readonly most: number;
}

/**
 * The size of a set in one byte. It is stored with each entry of the trees and SimHash tables, so that candidates too
 * large or too small are rejected without reading their sketch, one read each.
 *
 * @param size 1 to 2³² − 1
 */
export function sizeClass(size: number): number {
  return Math.floor(CLASSES_A_DOUBLING * Math.log2(size));
}

/** The classes of all sets that can reach Jaccard `threshold` with a set of `size` grams, possibly with a few more. */
export function similarSizes(size: number, threshold: number): SizeClasses {
  const least = Math.max(1, Math.floor(size * threshold));
  const most = Math.min(2 ** 32 - 1, Math.ceil(size / threshold));
  return { least: sizeClass(least), most: sizeClass(most) };
}
