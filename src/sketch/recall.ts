import { refusedValue, wrongValue } from '../argument-checks.ts';
import { formatSimilarity } from '../grams/format-similarity.ts';

/**
 * Throws a RangeError if the threshold or the recall is out of range.
 *
 * @param threshold (0, 1]
 * @param recall (0, 1)
 */
export function checkThresholdAndRecall(threshold: number, recall: number): void {
  if (typeof threshold !== 'number' || !(threshold > 0 && threshold <= 1)) {
    throw wrongValue('threshold', 'a number above 0 and up to 1', threshold);
  }
  if (typeof recall !== 'number' || !(recall > 0 && recall < 1)) {
    throw wrongValue('recall', 'a number above 0 and below 1', recall);
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
  return refusedValue(
    'recall',
    `${reached} at most, which ${components} components reach at threshold ${threshold}`,
    `${recall}: take larger sketches, raise the threshold or lower the recall`,
  );
}
