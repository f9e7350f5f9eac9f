import { halvesOf } from '../grams/halves.ts';

/**
 * Places for each expected page. With four times as many, fewer grams pass, but the whole took a third longer, since
 * the filter missed the cache. A filter takes at least 4 KB and at most 16 MB.
 */
const placesPerPage = 128;
const fewestPlaces = 1 << 10;
const mostPlaces = 1 << 22;
/** Low bits of a place: its number of identities, up to 7. Above them: the identity last seen there, plus 1. */
const countBits = 3;
const mostCounted = 7;

/** Buffer for the grams of a page that pass. */
let scratch = new Uint32Array(0);

/**
 * Memory that filters use one after the other. Otherwise each of a million small sites would leave some KB of garbage.
 */
export class FilterRoom {
  readonly mostPlaces: number;
  #places = new Uint32Array(0);

  /** @param mostBytes of a filter, at least 4 KB. With fewer bytes more grams pass */
  constructor(mostBytes: number = 4 * mostPlaces) {
    let places = fewestPlaces;
    while (places < mostPlaces && 8 * places <= mostBytes) places *= 2;
    this.mostPlaces = places;
  }

  /** An array of this many zeros, valid until the next call. */
  cleared(places: number): Uint32Array {
    if (this.#places.length < places) this.#places = new Uint32Array(places);
    else this.#places.fill(0, 0, places);
    return this.#places.subarray(0, places);
  }
}

/**
 * Rejects grams that cannot be on enough identities, so that only the others need an exact count. If many grams share a
 * place, more pass; no gram that is on enough identities is rejected. On documentation sites it rejects nine of ten
 * grams of all pages, and counting takes a tenth of the time.
 */
export class SpreadFilter {
  readonly #places: Uint32Array;
  readonly #fewest: number;

  /**
   * @param pages expected number of pages
   * @param fewest identities that a gram must be on, up to 7
   * @param room of an earlier filter that is no longer used
   */
  constructor(pages: number, fewest: number, room: FilterRoom = new FilterRoom()) {
    let places = fewestPlaces;
    while (places < room.mostPlaces && places < placesPerPage * pages) places *= 2;
    this.#places = room.cleared(places);
    this.#fewest = fewest;
  }

  /**
   * Learns the grams of a page. O(grams).
   *
   * @param identity number of its identity. All pages of one must come before those of the next
   */
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

  /** The grams that may be on enough identities, valid until the next call. O(grams). */
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
