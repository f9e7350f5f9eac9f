import { halvesOf } from '../grams/halves.ts';

/** Places for a gram, of each page that is expected: with four times as many less passes, and the whole took a third longer, for want of cache; between the fewest and the most in all: 4 KB and 16 MB. */
const placesPerPage = 128;
const fewestPlaces = 1 << 10;
const mostPlaces = 1 << 22;
/** In a place: the identity that was last seen there, plus 1, above its number of identities, up to 7. */
const countBits = 3;
const mostCounted = 7;

/** Room for what passes of a page. */
let scratch = new Uint32Array(0);

/** Room for one filter after the other: of a million small sites each would leave some KB to be collected. */
export class FilterRoom {
  readonly mostPlaces: number;
  #places = new Uint32Array(0);

  /** @param mostBytes of a filter, 4 KB at least; with fewer more passes */
  constructor(mostBytes: number = 4 * mostPlaces) {
    let places = fewestPlaces;
    while (places < mostPlaces && 8 * places <= mostBytes) places *= 2;
    this.mostPlaces = places;
  }

  /** So many zeros, which last until the next are asked for. */
  cleared(places: number): Uint32Array {
    if (this.#places.length < places) this.#places = new Uint32Array(places);
    else this.#places.fill(0, 0, places);
    return this.#places.subarray(0, places);
  }
}

/**
 * Tells which grams cannot stand on enough identities: in tables of the exact count only the others need to be. Where many
 * grams share a place, more pass; none that is on enough identities is held back. On documentation sites nine of ten
 * grams of all pages end here, and what is counted takes a tenth of the time.
 */
export class SpreadFilter {
  readonly #places: Uint32Array;
  readonly #fewest: number;

  /**
   * @param pages that are expected
   * @param fewest identities that a gram must be on, up to 7
   * @param room of a filter that is of no more use
   */
  constructor(pages: number, fewest: number, room: FilterRoom = new FilterRoom()) {
    let places = fewestPlaces;
    while (places < room.mostPlaces && places < placesPerPage * pages) places *= 2;
    this.#places = room.cleared(places);
    this.#fewest = fewest;
  }

  /** Learns the grams of a page. O(grams). @param identity its number; all pages of one are learned before those of the next */
  add(identity: number, grams: BigUint64Array): void {
    const places = this.#places;
    const mask = places.length - 1;
    const halves = halvesOf(grams);
    const last = identity + 1;
    for (let k = 0; k < halves.length; k += 2) {
      const at = halves[k] & mask;
      const known = places[at];
      if (known >>> countBits === last) continue;
      const count = known & mostCounted;
      places[at] = (last << countBits) | (count < mostCounted ? count + 1 : count);
    }
  }

  /** Those of the grams that may be on enough identities: they last until the next are asked for. O(grams). */
  pass(grams: BigUint64Array): BigUint64Array {
    const places = this.#places;
    const mask = places.length - 1;
    const halves = halvesOf(grams);
    if (scratch.length < halves.length) scratch = new Uint32Array(2 * halves.length);
    const passed = scratch;
    let length = 0;
    for (let k = 0; k < halves.length; k += 2) {
      if ((places[halves[k] & mask] & mostCounted) < this.#fewest) continue;
      passed[length++] = halves[k];
      passed[length++] = halves[k + 1];
    }
    return new BigUint64Array(passed.buffer, 0, length / 2);
  }
}
