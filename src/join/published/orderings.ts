import { ascending, countingSort } from '../../grams/counting-sort.ts';
import type { TokenSets } from '../../grams/token-sets.ts';
import type { Sides } from './sides.ts';

/**
 * A further global ordering O2, O3 … of the tokens: `ranks[token]`.
 *
 * Rare tokens come first here too, so that prefixes prune, but they are sorted only by the power of two of their
 * document frequency. Among equally rare tokens the order is random (seeded by `number`), so that each ordering prunes
 * independently of the others. Any ordering gives the same results.
 */
export function furtherOrdering(frequencies: Uint32Array, number: number): Uint32Array {
  const universe = frequencies.length;
  const order = shuffled(universe, number);
  const rarity = new Uint32Array(universe);
  for (let token = 0; token < universe; token++) rarity[token] = 32 - Math.clz32(frequencies[token]);
  const sorted = countingSort(order, rarity);
  const ranks = new Uint32Array(universe);
  for (let rank = 0; rank < universe; rank++) ranks[sorted[rank]] = rank;
  return ranks;
}

/** Document frequency of every token in the records of both sides. */
export function tokenFrequencies({ probe, index }: Sides): Uint32Array {
  const frequencies = new Uint32Array(index.universe);
  for (const token of probe.tokens) frequencies[token]++;
  if (index !== probe) for (const token of index.tokens) frequencies[token]++;
  return frequencies;
}

/** The prefix of every record under one further ordering, as ranks of that ordering, ascending. */
export interface OrderedPrefixes {
  /** Uint32Array(size + 1): record x has `ranks[offsets[x] .. offsets[x + 1]]`. */
  readonly offsets: Uint32Array;
  readonly ranks: Uint32Array;
}

/**
 * Prefixes of the given lengths under the ordering `ranks`; a record of length 0 is left out.
 * O(tokens · log(tokens of a record)).
 */
export function orderedPrefixes(sets: TokenSets, lengths: Uint32Array, ranks: Uint32Array): OrderedPrefixes {
  const offsets = new Uint32Array(sets.size + 1);
  for (let x = 0; x < sets.size; x++) offsets[x + 1] = offsets[x] + lengths[x];
  const prefixes = new Uint32Array(offsets[sets.size]);
  const last = sets.size - 1;
  const scratch = new Uint32Array(sets.size === 0 ? 0 : sets.offsets[last + 1] - sets.offsets[last]);
  for (let x = 0; x < sets.size; x++) {
    if (lengths[x] === 0) continue;
    const begin = sets.offsets[x];
    const size = sets.offsets[x + 1] - begin;
    const record = scratch.subarray(0, size);
    for (let i = 0; i < size; i++) record[i] = ranks[sets.tokens[begin + i]];
    record.sort();
    prefixes.set(record.subarray(0, lengths[x]), offsets[x]);
  }
  return { offsets, ranks: prefixes };
}

/** Whether two ascending runs, `a[i .. aEnd]` and `b[j .. bEnd]`, have an element in common. */
export function shareRank(
  a: Uint32Array,
  i: number,
  aEnd: number,
  b: Uint32Array,
  j: number,
  bEnd: number,
): boolean {
  while (i < aEnd && j < bEnd) {
    if (a[i] === b[j]) return true;
    if (a[i] < b[j]) i++;
    else j++;
  }
  return false;
}

/** 0 … n − 1 in an order that depends on `seed` alone (Fisher–Yates, with a linear congruential generator). */
function shuffled(n: number, seed: number): Uint32Array {
  const order = ascending(n);
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  for (let i = n - 1; i > 0; i--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = Math.floor((state / 2 ** 32) * (i + 1));
    const token = order[i];
    order[i] = order[j];
    order[j] = token;
  }
  return order;
}
