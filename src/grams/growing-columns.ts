/** A typed array of some kind. */
type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Share by which a full column grows: with an eighth, each number is copied nine times, at a nanosecond each. */
const GROWTH = 1 / 8;
const LEAST_ROOM = 1 << 10;

/** A column that numbers are added to. Memory: that of the numbers and an eighth more, twice as much while it grows. */
export class GrowingColumn<Kind extends Column> {
  readonly #make: (length: number) => Kind;
  #values: Kind;
  #length: number;

  /** @param length number of zeros in it at first */
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

  /** The numbers so far: a view, which does not show later additions. */
  get values(): Kind {
    return this.#values.subarray(0, this.#length) as Kind;
  }

  /** Removes all numbers from place `length` on. */
  cut(length: number): void {
    this.#length = Math.min(length, this.#length);
  }
}
