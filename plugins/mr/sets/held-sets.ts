const TOKEN_BYTES = 8;
/** Bytes of a set besides its tokens: for its id and its place. */
const BYTES_A_SET = 100;
/** Tokens in a chunk, unless one set has more. */
const CHUNK_TOKENS = 1 << 16;

/**
 * Sets by their ids, as many as fit in memory. Their tokens are in chunks, many sets in each: an array for each set
 * took three times as much memory, and one array for all of them had to be copied to grow.
 */
export class HeldSets {
  #chunks: BigUint64Array[] = [];
  /** Tokens in the last chunk. */
  #filled = 0;
  #tokens = 0;
  /** For each set: its chunk, where it begins in the chunk, and its size. */
  #places: number[] = [];
  /** Numbers of sets by id. Ids are numbers here: as fields they would keep their whole lines in memory. */
  readonly #numbers = new Map<number, number>();
  readonly #mostBytes: number;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Adds a set, whose tokens are copied; false if there is no room. There is always room for one set. */
  add(id: number, tokens: BigUint64Array): boolean {
    const bytes = TOKEN_BYTES * (this.#tokens + tokens.length) + BYTES_A_SET * (this.#numbers.size + 1);
    if (this.#numbers.size > 0 && bytes > this.#mostBytes) return false;
    const last = this.#chunks.at(-1);
    if (last === undefined || this.#filled + tokens.length > last.length) {
      this.#chunks.push(new BigUint64Array(Math.max(CHUNK_TOKENS, tokens.length)));
      this.#filled = 0;
    }
    const chunk = this.#chunks.length - 1;
    this.#chunks[chunk].set(tokens, this.#filled);
    this.#places.push(chunk, this.#filled, tokens.length);
    this.#filled += tokens.length;
    this.#tokens += tokens.length;
    this.#numbers.set(id, this.#numbers.size);
    return true;
  }

  /** The tokens of a set, not copied; undefined if it is not held. */
  get(id: number): BigUint64Array | undefined {
    const number = this.#numbers.get(id);
    if (number === undefined) return undefined;
    const [chunk, begin, size] = this.#places.slice(3 * number, 3 * number + 3);
    return this.#chunks[chunk].subarray(begin, begin + size);
  }

  /** Removes all sets. */
  clear(): void {
    this.#chunks = [];
    this.#filled = 0;
    this.#tokens = 0;
    this.#places = [];
    this.#numbers.clear();
  }
}
