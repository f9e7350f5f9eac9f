import { checkGrams, checkWhole, wrongType } from '../argument-checks.ts';
import { smallestOfUnion } from '../grams/smallest-of-union.ts';
import { type Estimate, estimateContainment, estimateShare } from './estimate.ts';

/** The k smallest grams of a set, and how many it has. */
export interface BottomK {
  readonly k: number;
  /** Number of grams in the whole set. */
  readonly size: number;
  /** The `min(k, size)` smallest grams, ascending. */
  readonly smallest: BigUint64Array;
}

/**
 * Bottom-k sketch of a gram set: its k smallest hashes (Broder 1997 calls it MIN_s; Cohen & Kaplan 2007).
 *
 * One permutation serves all k, and the gram hash itself is that permutation: the sketch is the head of the sorted
 * set. O(k).
 *
 * @param grams hashes, ascending and distinct
 * @throws RangeError when k is no positive integer
 */
export function bottomK(grams: BigUint64Array, k = 128): BottomK {
  checkGrams('bottomK: grams', grams);
  checkWhole('k', k, 1);
  return { k, size: grams.length, smallest: grams.slice(0, k) };
}

/**
 * Resemblance of two sets: the share of the k smallest grams of their union that both sets have. O(k).
 *
 * Unbiased. The k grams are drawn from the union without replacement, which lowers the standard error below
 * `√(J(1 − J) / k)`. Exact, with error 0, when both sets have at most k grams. Sketches of different k are compared
 * at the smaller one.
 */
export function bottomKResemblance(x: BottomK, y: BottomK): Estimate {
  checkSketch(x);
  checkSketch(y);
  const complete = x.smallest.length === x.size && y.smallest.length === y.size;
  const { shared, drawn } = smallestOfUnion(
    x.smallest,
    y.smallest,
    complete ? Number.POSITIVE_INFINITY : Math.min(x.k, y.k),
  );
  // |x ∪ y| = (|x| + |y|) / (1 + J), and at least what was seen of it.
  const union = Math.max(drawn, ((x.size + y.size) * drawn) / Math.max(1, drawn + shared));
  return estimateShare(shared, drawn, complete ? drawn : union);
}

/** Containment of x in y, `|x ∩ y| / |x|`; exact when the resemblance is. O(k). */
export function bottomKContainment(x: BottomK, y: BottomK): Estimate {
  return estimateContainment(bottomKResemblance(x, y), x.size, y.size);
}

function checkSketch(sketch: BottomK): void {
  if (Object(sketch) !== sketch) throw wrongType('sketch', 'one that bottomK returned', sketch);
  checkWhole('sketch: k', sketch.k, 1);
  checkWhole('sketch: size', sketch.size, 0);
  checkGrams('sketch: smallest', sketch.smallest);
}
