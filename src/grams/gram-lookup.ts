import { halvesOf } from './halves.ts';

/** How many more leading bits the filter uses: it lets one in eight of the absent hashes pass. */
const filterBits = 3;

/**
 * Looks 64-bit hashes up in an ascending list, by binary search in the bucket of their leading bits. A filter with a
 * bit for each value of some more leading bits rejects most absent hashes first. 5 bytes a hash.
 */
export class GramLookup {
  readonly #halves: Uint32Array;
  /** Where the hashes with each value of their leading bits begin. */
  readonly #begins: Uint32Array;
  readonly #shift: number;
  /** 1 for each value of the leading bits that some hash has. */
  readonly #isThere: Uint32Array;
  readonly #filterShift: number;

  /** @param grams ascending and distinct */
  constructor(grams: BigUint64Array) {
    this.#halves = halvesOf(grams);
    const bits = Math.max(1, Math.min(22, 32 - Math.clz32(grams.length)));
    this.#shift = 32 - bits;
    this.#filterShift = this.#shift - filterBits;
    this.#isThere = new Uint32Array(1 << Math.max(0, bits + filterBits - 5));
    this.#begins = new Uint32Array((1 << bits) + 1);
    for (let i = 0; i < grams.length; i++) {
      const high = this.#halves[2 * i + 1];
      this.#begins[(high >>> this.#shift) + 1]++;
      const place = high >>> this.#filterShift;
      this.#isThere[place >>> 5] |= 1 << (place & 31);
    }
    for (let b = 0; b < 1 << bits; b++) this.#begins[b + 1] += this.#begins[b];
  }

  /** The place in the list of the hash with these halves; −1 if it is absent. */
  placeOf(low: number, high: number): number {
    const filterPlace = high >>> this.#filterShift;
    if (((this.#isThere[filterPlace >>> 5] >>> (filterPlace & 31)) & 1) === 0) return -1;
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
