import { formatSimilarity } from '../grams/format-similarity.ts';

/**
 * Throws a RangeError if the threshold or the recall is out of range.
 *
 * @param threshold (0, 1]
 * @param recall (0, 1)
 */
export function checkThresholdAndRecall(threshold: number, recall: number): void {
  if (!(threshold > 0 && threshold <= 1)) {
    throw new RangeError(`threshold: expected a number above 0 and up to 1; got ${threshold}`);
  }
  if (!(recall > 0 && recall < 1)) {
    throw new RangeError(`recall: expected a number above 0 and below 1; got ${recall}`);
  }
}

/**
 * The error for a recall that `components` components cannot reach: `best` is what they reach at the threshold.
 */
export function recallOutOfReach(
  components: number,
  threshold: number,
  best: number,
  recall: number,
): RangeError {
  const reached = formatSimilarity(best, recall);
  return new RangeError(
    `recall: expected ${reached} at most, which ${components} components reach at threshold ${threshold}; ` +
      `got ${recall}: take larger sketches, raise the threshold or lower the recall`,
  );
}
