/** A typed array of some kind. */
type Column = Uint8Array | Uint32Array | Float64Array;

/** A column that numbers are added to: half as much room again whenever it is full. */
export class GrowingColumn<Kind extends Column> {
  readonly #make: (length: number) => Kind;
  #values: Kind;
  #length = 0;

  constructor(make: (length: number) => Kind) {
    this.#make = make;
    this.#values = make(1 << 10);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = this.#make(Math.ceil(1.5 * this.#length));
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
