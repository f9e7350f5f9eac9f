import { binomialTail } from './binomial.ts';
import { checkThresholdAndRecall, recallOutOfReach } from './recall.ts';

/** What sketches must show of a pair, so that pairs at a threshold are found with a wanted recall. */
export interface Calibration {
  /** Components that must agree. */
  readonly agreeing: number;
  /** Jaccard of two sketches as sets that agree in just that many, `m / (2s − m)`: the threshold to join them at. */
  readonly setThreshold: number;
  /** Probability that a pair exactly at the threshold agrees in that many or more; pairs above it do so more often. */
  readonly recall: number;
}

/**
 * The most that can be asked of two sketches without losing a pair at `threshold` more often than `recall` allows.
 *
 * The components of a pair of resemblance J agree independently, each with probability J, so that their number
 * is binomial. Joined as sets of s tagged components (`taggedShingles`), m of which agree, sketches have Jaccard
 * `m / (2s − m)`; comparing that with the threshold itself, as was published, asks for far too much: at
 * J = 0.95 and s = 32 for 32 of 32 where 27 are right. What agrees in `agreeing` components is a candidate, to
 * be confirmed on the full sets.
 *
 * Holds for sketches whose components are independent: `minHash`, not `onePermutation` of sets that are small
 * beside the number of bins.
 *
 * @param threshold (0, 1]
 * @param sketchSize components of a sketch, s
 * @param recall (0, 1)
 * @throws RangeError when an argument is out of range, or no number of agreeing components reaches the recall
 */
export function calibrate(threshold: number, sketchSize: number, recall: number): Calibration {
  checkThresholdAndRecall(threshold, recall);
  if (!Number.isInteger(sketchSize) || sketchSize < 1) {
    throw new RangeError(`sketchSize: expected 1, 2, 3 …; got ${sketchSize}`);
  }
  let agreeing = 0;
  let tooMany = sketchSize + 1;
  while (tooMany - agreeing > 1) {
    const middle = (agreeing + tooMany) >>> 1;
    if (binomialTail(sketchSize, threshold, middle) >= recall) agreeing = middle;
    else tooMany = middle;
  }
  if (agreeing === 0) {
    throw recallOutOfReach(sketchSize, threshold, binomialTail(sketchSize, threshold, 1), recall);
  }
  return {
    agreeing,
    setThreshold: agreeing / (2 * sketchSize - agreeing),
    recall: binomialTail(sketchSize, threshold, agreeing),
  };
}

/**
 * Fewest agreeing components with which two sketches of s, as sets, reach the Jaccard `setThreshold`:
 * `⌈2st / (1 + t)⌉`, by the same quotient that joins compare, so that ties are exact.
 */
export function leastAgreeing(setThreshold: number, sketchSize: number): number {
  // At most the number sought, whatever the rounding.
  let agreeing = Math.floor((2 * sketchSize * setThreshold) / (1 + setThreshold));
  while (agreeing / (2 * sketchSize - agreeing) < setThreshold) agreeing++;
  return agreeing;
}

/** Probability that two sets of resemblance J agree in `agreeing` or more of `sketchSize` components. O(sketchSize). */
export function agreementProbability(resemblance: number, sketchSize: number, agreeing: number): number {
  return binomialTail(sketchSize, resemblance, agreeing);
}
