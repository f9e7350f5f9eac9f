import { halvesOf } from '../grams/halves.ts';
import { placeOfHash } from '../grams/hash-place.ts';

const FEWEST_PLACES = 64;
/** Most places that are taken, as a share. */
const MOST_TAKEN = 3 / 4;

/** Number of sets, among those added so far, that have each gram. 13 to 27 bytes a distinct gram. */
export class GramCounts {
  /** `[low, high]` of the gram at each place. */
  #grams = new Uint32Array(2 * FEWEST_PLACES);
  /** Count at each place; 0 for an empty one. */
  #counts = new Uint16Array(FEWEST_PLACES);
  #size = 0;

  /** Counts a set; at most 65,535 sets. O(grams). @param grams distinct */
  add(grams: BigUint64Array): void {
    let places = this.#counts.length;
    while (this.#size + grams.length > MOST_TAKEN * places) places *= 2;
    if (places > this.#counts.length) this.#resize(places, 1);
    const halves = halvesOf(grams);
    for (let k = 0; k < halves.length; k += 2) {
      const place = this.#placeOf(halves[k], halves[k + 1]);
      if (this.#counts[place]++ > 0) continue;
      this.#grams[2 * place] = halves[k];
      this.#grams[2 * place + 1] = halves[k + 1];
      this.#size++;
    }
  }

  /** Bytes of memory. */
  get bytes(): number {
    return this.#grams.byteLength + this.#counts.byteLength;
  }

  /** Removes the grams that fewer sets have. */
  keepAtLeast(least: number): void {
    let kept = 0;
    for (const count of this.#counts) if (count >= least) kept++;
    let places = FEWEST_PLACES;
    while (kept > MOST_TAKEN * places) places *= 2;
    this.#resize(places, least);
  }

  /** The grams that at least this many sets have, ascending, and the number of sets with each. */
  atLeast(least: number): { grams: BigUint64Array; counts: Uint16Array } {
    const [table, tableCounts] = [this.#grams, this.#counts];
    const found = new Uint32Array(2 * this.#size);
    let length = 0;
    for (let place = 0; place < tableCounts.length; place++) {
      if (tableCounts[place] < least) continue;
      found[length++] = table[2 * place];
      found[length++] = table[2 * place + 1];
    }
    const halves = found.slice(0, length);
    const grams = new BigUint64Array(halves.buffer).sort();
    const counts = new Uint16Array(grams.length);
    for (let i = 0; i < counts.length; i++)
      counts[i] = tableCounts[this.#placeOf(halves[2 * i], halves[2 * i + 1])];
    return { grams, counts };
  }

  /** The place of a gram, or where it would be. */
  #placeOf(low: number, high: number): number {
    const mask = this.#counts.length - 1;
    let place = placeOfHash(low, high, mask + 1);
    while (
      this.#counts[place] !== 0 &&
      (this.#grams[2 * place] !== low || this.#grams[2 * place + 1] !== high)
    ) {
      place = (place + 1) & mask;
    }
    return place;
  }

  /** Moves the grams that at least this many sets have to a table of this many places. */
  #resize(places: number, least: number): void {
    const [grams, counts] = [this.#grams, this.#counts];
    this.#grams = new Uint32Array(2 * places);
    this.#counts = new Uint16Array(places);
    this.#size = 0;
    for (let from = 0; from < counts.length; from++) {
      if (counts[from] < least) continue;
      const place = this.#placeOf(grams[2 * from], grams[2 * from + 1]);
      this.#counts[place] = counts[from];
      this.#grams[2 * place] = grams[2 * from];
      this.#grams[2 * place + 1] = grams[2 * from + 1];
      this.#size++;
    }
  }
}
