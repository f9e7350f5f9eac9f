import { measures } from '../similarity.ts';
import type { Arena } from './arena.ts';
import type { RangeTask } from './range-join.ts';

/** Number of prefix tokens in the sample: some tenths of a millisecond. */
const SAMPLED_TOKENS = 1 << 12;

/**
 * How many other records have a token of a probe prefix in their own prefix, averaged over such tokens. It is above an
 * even share if a few tokens are common, such as goods in baskets. Estimated from a sample of records of all sizes.
 * O(1).
 *
 * @param prefixTokens number of prefix tokens of all records
 */
export function sampledFrequency(
  arena: Arena,
  { tokensAt, tokenCount, startsAt, sizesAt, size, similarity, threshold }: RangeTask,
  prefixTokens: number,
): number {
  const tokens = arena.words(tokensAt, tokenCount);
  const starts = arena.words(startsAt, size);
  const sizes = arena.words(sizesAt, size);
  const { isSimilar, probePrefix } = measures[similarity];
  const step = Math.max(1, Math.ceil(prefixTokens / SAMPLED_TOKENS));
  const counts = new Map<number, number>();
  let records = 0;
  let taken = 0;
  for (let x = 0; x < size; x += step) {
    const m = sizes[x];
    records++;
    if (m === 0 || !isSimilar(m, m, m, threshold)) continue;
    const prefix = Math.min(SAMPLED_TOKENS, probePrefix(m, threshold));
    for (let k = 0; k < prefix; k++) {
      const token = tokens[starts[x] + k];
      counts.set(token, (counts.get(token) ?? 0) + 1);
    }
    taken += prefix;
  }
  if (records < 2 || taken === 0) return 0;
  let shared = 0;
  for (const count of counts.values()) shared += count * (count - 1);
  return ((shared / taken) * (size - 1)) / (records - 1);
}
