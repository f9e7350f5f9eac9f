import { checkArray, checkGrams, wrongValue } from '../argument-checks.ts';
import { jaccard, jaccardOfSets } from '../grams/jaccard.ts';
import { checkThreshold } from '../join/similarity.ts';
import { checkCallOptions } from './call-checks.ts';

/** When results repeat each other, and how many are wanted. */
export interface DedupeOptions {
  /** Least resemblance from which results repeat each other, (0, 1]. */
  readonly threshold: number;
  /** Most distinct results to return. Default: all. */
  readonly limit?: number;
}

/** A result that repeats a better one. */
export interface RepeatedResult<T> {
  readonly result: T;
  /** The kept result that it is most similar to. */
  readonly of: T;
  readonly similarity: number;
}

/** A result list without its repetitions. */
export interface DistinctResults<T> {
  /** In rank order, at most `limit`. */
  readonly kept: readonly T[];
  /** The results skipped before the last kept one, in rank order. */
  readonly repeated: readonly RepeatedResult<T>[];
}

/**
 * Removes near-duplicates from a ranked result list at query time: returns the first `limit` results that do not repeat
 * a better one, such as the top 10 of 50. Stops at the last result kept. A result without grams repeats nothing.
 *
 * Compares each result with the kept ones: O(results · limit) merges of gram sets.
 *
 * @param results best first; their gram sets ascending and distinct
 */
export function dedupeResults<T extends { readonly grams: BigUint64Array }>(
  results: readonly T[],
  options: DedupeOptions,
): DistinctResults<T> {
  checkCallOptions('dedupeResults', options);
  checkArray('dedupeResults', 'results', 'results with grams', results);
  for (const [i, result] of results.entries())
    checkGrams(`dedupeResults: grams of result ${i}`, result?.grams);
  return distinctResults(results, options, ({ grams: x }, { grams: y }) =>
    jaccard(Math.min(x.length, y.length), x.length, y.length) < options.threshold ? 0 : jaccardOfSets(x, y),
  );
}

/** {@link dedupeResults} with any similarity function. */
export function distinctResults<T>(
  results: readonly T[],
  { threshold, limit = Number.POSITIVE_INFINITY }: DedupeOptions,
  similarity: (x: T, y: T) => number,
): DistinctResults<T> {
  checkThreshold('jaccard', threshold);
  if (typeof limit !== 'number' || Number.isNaN(limit)) throw wrongValue('limit', 'a number', limit);
  const kept: T[] = [];
  const repeated: RepeatedResult<T>[] = [];
  for (const result of results) {
    if (kept.length >= limit) break;
    let of: T | undefined;
    let highest = 0;
    for (const other of kept) {
      const found = similarity(result, other);
      if (found < threshold || found <= highest) continue;
      of = other;
      highest = found;
    }
    if (of === undefined) kept.push(result);
    else repeated.push({ result, of, similarity: highest });
  }
  return { kept, repeated };
}
