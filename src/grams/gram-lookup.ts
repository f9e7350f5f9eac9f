import { halvesOf } from './halves.ts';

/** Looks 64-bit hashes up in an ascending list: in a bucket of their leading bits, then by halving. 4 bytes a hash. */
export class GramLookup {
  readonly #halves: Uint32Array;
  /** Where the hashes with each value of their leading bits begin. */
  readonly #begins: Uint32Array;
  readonly #shift: number;

  /** @param grams ascending and distinct */
  constructor(grams: BigUint64Array) {
    this.#halves = halvesOf(grams);
    const bits = Math.max(1, Math.min(22, 32 - Math.clz32(grams.length)));
    this.#shift = 32 - bits;
    this.#begins = new Uint32Array((1 << bits) + 1);
    for (let i = 0; i < grams.length; i++) this.#begins[(this.#halves[2 * i + 1] >>> this.#shift) + 1]++;
    for (let b = 0; b < 1 << bits; b++) this.#begins[b + 1] += this.#begins[b];
  }

  /** The place in the list of the hash with these halves; −1 where it is not there. */
  placeOf(low: number, high: number): number {
    const bucket = high >>> this.#shift;
    const halves = this.#halves;
    let from = this.#begins[bucket];
    let to = this.#begins[bucket + 1];
    while (from < to) {
      const middle = (from + to) >>> 1;
      const order = halves[2 * middle + 1] - high || halves[2 * middle] - low;
      if (order === 0) return middle;
      if (order < 0) from = middle + 1;
      else to = middle;
    }
    return -1;
  }
}
