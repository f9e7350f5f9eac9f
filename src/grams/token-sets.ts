/**
 * Records as sets of 64-bit values, one after the other: record i is
 * `values[offsets[i] .. offsets[i + 1]]`, ascending and distinct.
 */
export interface ValueSets {
  /** Uint32Array(records + 1). */
  readonly offsets: Uint32Array;
  readonly values: BigUint64Array;
}

/** Ranked sets, the input of every join: tokens rarest first, records smallest first. */
export interface TokenSets {
  /** Number of records. */
  readonly size: number;
  /** Uint32Array(size + 1): record x is `tokens[offsets[x] .. offsets[x + 1]]`, ascending. */
  readonly offsets: Uint32Array;
  /** A token is its rank in ascending document frequency (ties by value): 0 is the rarest. */
  readonly tokens: Uint32Array;
  /** `records[x]` is the number that record x had in the input. */
  readonly records: Uint32Array;
  /** Number of distinct tokens. */
  readonly universe: number;
}
