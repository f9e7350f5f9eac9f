import type { TokenSets } from '../../grams/token-sets.ts';

/**
 * Inverted lists of prefix tokens in flat arrays: the list of token w is `records[heads[w] .. ends[w]]`, in
 * ascending record order, with the token's position in each record.
 *
 * Records come in size order, so a probe drops those that have become too small by moving `heads[w]` forward.
 */
export interface Postings {
  /** Uint32Array(universe). */
  readonly heads: Uint32Array;
  /** Uint32Array(universe). */
  readonly ends: Uint32Array;
  readonly records: Uint32Array;
  /** 0 is a record's first token. */
  readonly positions: Uint32Array;
}

/**
 * Indexes the first `prefixes[y]` tokens of every record y. O(universe + prefix tokens).
 *
 * The papers append record x to the lists after probing with it. Here the whole index is built first, and a probe
 * stops at x.
 */
export function buildPostings(sets: TokenSets, prefixes: Uint32Array): Postings {
  const { size, offsets, tokens, universe } = sets;
  const heads = new Uint32Array(universe);
  let length = 0;
  for (let y = 0; y < size; y++) {
    const end = offsets[y] + prefixes[y];
    for (let k = offsets[y]; k < end; k++) heads[tokens[k]]++;
    length += prefixes[y];
  }
  const ends = new Uint32Array(universe);
  for (let token = 0, begin = 0; token < universe; token++) {
    const count = heads[token];
    heads[token] = begin;
    ends[token] = begin;
    begin += count;
  }
  const records = new Uint32Array(length);
  const positions = new Uint32Array(length);
  for (let y = 0; y < size; y++) {
    for (let j = 0; j < prefixes[y]; j++) {
      const entry = ends[tokens[offsets[y] + j]]++;
      records[entry] = y;
      positions[entry] = j;
    }
  }
  return { heads, ends, records, positions };
}
