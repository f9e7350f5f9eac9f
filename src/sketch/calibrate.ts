import { checkWhole } from '../argument-checks.ts';
import { binomialTail, mostSuccesses } from './binomial.ts';
import { MOST_COMPONENTS } from './minhash.ts';
import { checkThresholdAndRecall, recallOutOfReach } from './recall.ts';

/** What two sketches must have in common so that pairs at a threshold are found with the recall asked for. */
export interface Calibration {
  /** Number of components that must agree. */
  readonly agreeing: number;
  /** Jaccard, `m / (2s − m)`, of two sketches as sets that agree in just so many: the threshold for joining them. */
  readonly setThreshold: number;
  /** Probability that a pair exactly at the threshold agrees in so many or more. Pairs above it do so more often. */
  readonly recall: number;
}

/**
 * The most agreeing components that can be required of two sketches if a pair at `threshold` must be found with
 * probability `recall`.
 *
 * The components of a pair of resemblance J agree independently, each with probability J, so that the number that agree
 * is binomial. Sketches as sets of s tagged components (`taggedShingles`), m of which agree, have Jaccard
 * `m / (2s − m)`. Comparing this with the threshold itself, as was published, requires far too much: at J = 0.95 and
 * s = 32 it requires 32 of 32 components where 27 are right. Pairs that agree in `agreeing` components are candidates,
 * to be confirmed on the full sets.
 *
 * This holds for sketches whose components are independent: for `minHash`, but not for `onePermutation` of sets that
 * are small compared to the number of bins.
 *
 * @param threshold (0, 1]
 * @param sketchSize components of a sketch, s: 1 to 2²⁰
 * @param recall (0, 1)
 * @throws RangeError when an argument is out of range, or no number of agreeing components reaches the recall
 */
export function calibrate(threshold: number, sketchSize: number, recall: number): Calibration {
  checkThresholdAndRecall(threshold, recall);
  checkWhole('sketchSize', sketchSize, 1, MOST_COMPONENTS);
  const agreeing = mostSuccesses(sketchSize, threshold, recall);
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
 * Fewest agreeing components with which two sketches of s components, as sets, reach the Jaccard `setThreshold`, t:
 * `⌈2st / (1 + t)⌉`, by the same quotient that joins compare, so that ties are exact.
 */
export function leastAgreeing(setThreshold: number, sketchSize: number): number {
  // No more than the number sought, whatever the rounding.
  let agreeing = Math.floor((2 * sketchSize * setThreshold) / (1 + setThreshold));
  while (agreeing / (2 * sketchSize - agreeing) < setThreshold) agreeing++;
  return agreeing;
}

/** Probability that two sets of resemblance J agree in `agreeing` or more of `sketchSize` components. O(sketchSize). */
export function agreementProbability(resemblance: number, sketchSize: number, agreeing: number): number {
  return binomialTail(sketchSize, resemblance, agreeing);
}
