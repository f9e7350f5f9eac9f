import type { TokenSets, TwoTokenSets } from '../grams/token-sets.ts';
import type { Similarity } from './similarity.ts';
import type { JoinStatistics } from './statistics.ts';

/** One collection: a self-join, each unordered pair once. Two collections: an R–S join, r probing s. */
export type JoinInput = TokenSets | TwoTokenSets;

/**
 * Called for each result, with the overlap of the two sets.
 *
 * `x`, `y` are record indexes in ranked order (`sets.records[x]` is the input number). Self-join: y < x, so y is
 * the smaller or, of equal sizes, the earlier record. R–S join: x is a record of r, y of s.
 */
export type Emit = (x: number, y: number, overlap: number) => void;

/**
 * Emits every pair with similarity ≥ `threshold`, each once, in ascending x; nothing is allocated per candidate.
 *
 * Empty records are similar to nothing, not even to each other. `threshold`: (0, 1], for `overlap` a count ≥ 1.
 * `statistics` is filled in. Throws a RangeError for an invalid threshold or measure.
 */
export type Join = (
  input: JoinInput,
  similarity: Similarity,
  threshold: number,
  emit: Emit,
  statistics?: JoinStatistics,
) => void;
