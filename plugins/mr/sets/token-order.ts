import { addToGroup, mixed32 } from '../../../src/flow/index.ts';
import { mixedId } from './mixing.ts';

/** A token that many sets have, and approximately how many. */
export interface HeavyToken {
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

/**
 * The order of tokens by which prefixes are taken. Tokens known to be frequent come last, the most frequent one at the
 * end. All others are ordered as numbers, which is a random order of hashes. Any order finds the same pairs; with this
 * one few sets share a prefix token, without a count of all tokens (Chaudhuri et al., ICDE 2006, order by frequency).
 */
export class TokenOrder {
  /** Numbers of the heavy tokens, by their low half, which several may share. */
  readonly #byLow = new Map<number, number[]>();
  readonly #heavy: readonly HeavyToken[];

  constructor(heavy: readonly HeavyToken[]) {
    this.#heavy = [...heavy].sort((a, b) => a.count - b.count || a.high - b.high || a.low - b.low);
    for (const [number, { low }] of this.#heavy.entries()) {
      addToGroup(this.#byLow, low, number);
    }
  }

  /**
   * Writes the first `count` tokens of a set in this order to `places`, as places in the set. At most O(tokens).
   *
   * @param halves low and high half of each token, ascending
   */
  prefix(halves: Uint32Array, count: number, places: Uint32Array): void {
    let taken = 0;
    const last: { readonly place: number; readonly number: number }[] = [];
    for (let place = 0; taken < count && 2 * place < halves.length; place++) {
      const number = this.#numberOf(halves[2 * place], halves[2 * place + 1]);
      if (number < 0) places[taken++] = place;
      else last.push({ place, number });
    }
    if (taken === count) return;
    last.sort((a, b) => a.number - b.number);
    for (const { place } of last.slice(0, count - taken)) places[taken++] = place;
  }

  /**
   * Ranks of a set's tokens in this order, from 1, ascending; 0 for tokens that are not heavy. O(tokens · log tokens).
   */
  ranks(halves: Uint32Array): Uint32Array {
    const ranks = new Uint32Array(halves.length / 2);
    for (let place = 0; place < ranks.length; place++)
      ranks[place] = this.#numberOf(halves[2 * place], halves[2 * place + 1]) + 1;
    return ranks.sort();
  }

  /**
   * The first `count` tokens of a set in another order, as their {@link ranks}, without 0. Rare tokens come first in
   * it, too, but only by the power of two of their counts. Equally rare ones are in a random order that depends on
   * `number`.
   */
  furtherPrefix(halves: Uint32Array, count: number, number: number): Uint32Array {
    const tokens = Array.from({ length: halves.length / 2 }, (_, place) => {
      const [low, high] = [halves[2 * place], halves[2 * place + 1]];
      const rank = this.#numberOf(low, high) + 1;
      const rarity = rank === 0 ? 0 : 32 - Math.clz32(this.#heavy[rank - 1].count);
      return { rank, place, key: rarity * 2 ** 32 + mixed32(low ^ mixed32(high + number)) };
    });
    // Tokens ascend by their places, so this is a total order even if two tokens have one key.
    tokens.sort((a, b) => a.key - b.key || a.place - b.place);
    const first = tokens.slice(0, count).filter(({ rank }) => rank > 0);
    return Uint32Array.from(first, ({ rank }) => rank).sort();
  }

  /** Approximate number of sets that have a token; 0 if it is not heavy. */
  countOf(low: number, high: number): number {
    const number = this.#numberOf(low, high);
    return number < 0 ? 0 : this.#heavy[number].count;
  }

  /**
   * Which of `blocks` blocks a set is in. Sets with the same first token are in the same block, since similar sets
   * mostly share it. If that token is heavy, these sets may be too many for a block, and the id decides.
   */
  blockOf(id: number, halves: Uint32Array, blocks: number): number {
    const first = new Uint32Array(1);
    this.prefix(halves, 1, first);
    const [low, high] = [halves[2 * first[0]], halves[2 * first[0] + 1]];
    return (this.#numberOf(low, high) < 0 ? mixed32(low ^ high) : mixedId(id)) % blocks;
  }

  #numberOf(low: number, high: number): number {
    const numbers = this.#byLow.get(low);
    return numbers?.find((number) => this.#heavy[number].high === high) ?? -1;
  }
}
