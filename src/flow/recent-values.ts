/** Values of the numbers met last, such as pages. Each number has one place, and takes it from another that shares it. O(1). */
export class RecentValues<Value> {
  readonly #entries: ({ readonly number: number; readonly value: Value } | undefined)[];

  /** @param places most values that are kept */
  constructor(places: number) {
    // of this length from the start: an array that grows by leaps becomes a table
    this.#entries = new Array(places);
  }

  /** The value of a number; undefined if it has none, or lost its place. */
  get(number: number): Value | undefined {
    const entry = this.#entries[number % this.#entries.length];
    return entry?.number === number ? entry.value : undefined;
  }

  /** Keeps the value of a number. Returns it. */
  set(number: number, value: Value): Value {
    this.#entries[number % this.#entries.length] = { number, value };
    return value;
  }
}
