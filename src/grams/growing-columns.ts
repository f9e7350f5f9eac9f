/** A typed array of some kind. */
type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Room that a full column gets, of what it has: with an eighth each number is copied nine times, a nanosecond each. */
const GROWTH = 1 / 8;
const LEAST_ROOM = 1 << 10;

/** A column that numbers are added to. Memory: theirs and an eighth, twice while it grows. */
export class GrowingColumn<Kind extends Column> {
  readonly #make: (length: number) => Kind;
  #values: Kind;
  #length: number;

  /** @param length of how many zeros it has at first */
  constructor(make: (length: number) => Kind, length = 0) {
    this.#make = make;
    this.#length = length;
    this.#values = make(length);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = this.#make(this.#length + Math.max(LEAST_ROOM, Math.ceil(GROWTH * this.#length)));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  at(i: number): number {
    return this.#values[i];
  }

  set(i: number, value: number): void {
    this.#values[i] = value;
  }

  /** What was added: a view, which later additions do not reach. */
  get values(): Kind {
    return this.#values.subarray(0, this.#length) as Kind;
  }

  /** Forgets all from a place on. */
  cut(length: number): void {
    this.#length = Math.min(length, this.#length);
  }
}
