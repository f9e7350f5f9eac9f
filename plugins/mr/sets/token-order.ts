import { mixed, mixedId } from './mixing.ts';

/** A token that many sets have, and in about how many. */
export interface HeavyToken {
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

/**
 * The order of tokens by which prefixes are taken: as numbers, which is a random order of hashes, but those that are known
 * to be frequent last, the most frequent one as the last of all. Any order finds the same pairs; this one keeps the sets
 * that share a prefix token few, without a count of all tokens (Chaudhuri et al., ICDE 2006, order by frequency).
 */
export class TokenOrder {
  /** Numbers of the heavy tokens, by their low half: more than one where two share that. */
  readonly #byLow = new Map<number, number[]>();
  readonly #heavy: readonly HeavyToken[];

  constructor(heavy: readonly HeavyToken[]) {
    this.#heavy = [...heavy].sort((a, b) => a.count - b.count || a.high - b.high || a.low - b.low);
    for (const [number, { low }] of this.#heavy.entries()) {
      const others = this.#byLow.get(low);
      if (others === undefined) this.#byLow.set(low, [number]);
      else others.push(number);
    }
  }

  /**
   * Writes the first `count` places of a set's tokens in this order to `places`, as places in the set. O(tokens) at most.
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

  /** In about how many sets a token is; 0 where it is not heavy. */
  countOf(low: number, high: number): number {
    const number = this.#numberOf(low, high);
    return number < 0 ? 0 : this.#heavy[number].count;
  }

  /**
   * Which of `blocks` blocks a set is in. Sets with the same first token are in the same one, as similar sets mostly are;
   * unless it is heavy: then there may be too many of them, and the id decides.
   */
  blockOf(id: number, halves: Uint32Array, blocks: number): number {
    const first = new Uint32Array(1);
    this.prefix(halves, 1, first);
    const [low, high] = [halves[2 * first[0]], halves[2 * first[0] + 1]];
    return (this.#numberOf(low, high) < 0 ? mixed(low ^ high) : mixedId(id)) % blocks;
  }

  #numberOf(low: number, high: number): number {
    const numbers = this.#byLow.get(low);
    return numbers?.find((number) => this.#heavy[number].high === high) ?? -1;
  }
}
