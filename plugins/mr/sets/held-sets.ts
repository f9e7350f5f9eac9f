const TOKEN_BYTES = 8;
/** What a set takes beside its tokens: its id, and where it begins and ends. */
const BYTES_A_SET = 100;
const FIRST_TOKENS = 1 << 12;

/**
 * Sets by their ids, as many as fit, their tokens one after the other in one array: as arrays of their own they took three
 * times as much.
 */
export class HeldSets {
  #tokens = new BigUint64Array(FIRST_TOKENS);
  #filled = 0;
  /** Where each set begins, and the end of the last. */
  #begins: number[] = [0];
  /** By ids as numbers: as fields they would keep their whole lines. */
  readonly #numbers = new Map<number, number>();
  readonly #mostBytes: number;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Adds a set, whose tokens are copied; false where there is no room. There is always room for one. */
  add(id: number, tokens: BigUint64Array): boolean {
    const needed = this.#filled + tokens.length;
    const bytes = TOKEN_BYTES * needed + BYTES_A_SET * (this.#numbers.size + 1);
    if (this.#numbers.size > 0 && bytes > this.#mostBytes) return false;
    if (needed > this.#tokens.length) {
      const most = Math.max(needed, Math.floor(this.#mostBytes / TOKEN_BYTES));
      const larger = new BigUint64Array(Math.min(most, Math.max(needed, 2 * this.#tokens.length)));
      larger.set(this.#tokens.subarray(0, this.#filled));
      this.#tokens = larger;
    }
    this.#tokens.set(tokens, this.#filled);
    this.#filled = needed;
    this.#numbers.set(id, this.#numbers.size);
    this.#begins.push(needed);
    return true;
  }

  /** The tokens of a set, not copied; undefined where it is not held. */
  get(id: number): BigUint64Array | undefined {
    const number = this.#numbers.get(id);
    if (number === undefined) return undefined;
    return this.#tokens.subarray(this.#begins[number], this.#begins[number + 1]);
  }

  /** Forgets all of them. */
  clear(): void {
    this.#filled = 0;
    this.#begins = [0];
    this.#numbers.clear();
  }
}
