import { randomInt } from 'node:crypto';
import { halvesOf } from '../grams/halves.ts';

/** Grams on so many things that a site writes about are its template. */
export const fewestIdentities = 4;
/** Template that pages of so many things have and other pages of the same things have not is a notice. */
const fewestChanged = 4;

const fewestPlaces = 1 << 10;
/** No more of the places are taken. */
const mostTaken = 3 / 4;
/** Of each process others, so that nobody can make grams that stand in each other's way. */
const seed = randomInt(2 ** 32);

/** Words of a place: the halves of a gram, how many pages have it (0 of an empty place), and what is known of identities. */
const [wordsOfPlace, high, pagesAt, identitiesAt] = [4, 1, 2, 3];
/** What is known of identities, in one word: how many have the gram, and are changed, up to 7; pages of the last one with it, and its number plus 1. */
const [changedShift, carriersShift, lastShift] = [3, 6, 14];
const [mostSeen, mostCarriers] = [7, 255];
/** So many identities are told apart. */
const mostIdentities = 2 ** (32 - lastShift) - 1;

/** Grams that are on enough identities. */
export interface CommonGrams {
  /** Ascending and distinct. */
  readonly grams: BigUint64Array;
  /** How many in a hundred of the pages have each, rounded down. */
  readonly percents: Uint8Array;
  /**
   * 1 for each gram of a notice: on four identities or more there are pages with it and pages without, as with a banner that
   * one version of a site has.
   */
  readonly notices: Uint8Array;
}

/**
 * Counts on how many identities of a site each gram stands: those on four or more are its template.
 *
 * Identities are counted, not pages: a text that stands on forty versions of a page, or at forty addresses, is no
 * template. 21 to 43 bytes a distinct gram. In one pass: to sort all values and list the pages of each took three times as long.
 */
export class TemplateCounts {
  #places = new Uint32Array(wordsOfPlace * fewestPlaces);
  #taken = 0;
  #pages = 0;
  /** Number of pages of each identity. */
  readonly #pagesOf: number[] = [];

  /**
   * Counts a page. O(grams).
   *
   * @param identity its number, 0, 1, 2 … up to 2¹⁸ − 2; all pages of one, 255 at most, are counted before those of the next
   * @param grams distinct
   */
  add(identity: number, grams: BigUint64Array): void {
    const pages = (this.#pagesOf[identity] ?? 0) + 1;
    if (identity < this.#pagesOf.length - 1 || identity >= mostIdentities || pages > mostCarriers) {
      throw new RangeError(
        `expected identities in order, up to ${mostIdentities - 1}, of ${mostCarriers} pages at most; got page ${pages} of ${identity}`,
      );
    }
    while (this.#pagesOf.length <= identity) this.#pagesOf.push(0);
    this.#pagesOf[identity] = pages;
    this.#pages++;
    this.#makeRoom(grams.length);
    const places = this.#places;
    const halves = halvesOf(grams);
    const last = identity + 1;
    for (let k = 0; k < halves.length; k += 2) {
      const at = this.#placeOf(halves[k], halves[k + 1]);
      if (places[at + pagesAt]++ === 0) {
        places[at] = halves[k];
        places[at + high] = halves[k + 1];
        places[at + identitiesAt] = (last << lastShift) | (1 << carriersShift) | 1;
        this.#taken++;
        continue;
      }
      const known = places[at + identitiesAt];
      if (known >>> lastShift === last) places[at + identitiesAt] = known + (1 << carriersShift);
      else {
        const [seen, changed] = this.#settled(known);
        const counted = (changed << changedShift) | Math.min(mostSeen, seen + 1);
        places[at + identitiesAt] = (last << lastShift) | (1 << carriersShift) | counted;
      }
    }
  }

  /** The grams that are on enough identities. */
  finish(): CommonGrams {
    const places = this.#places;
    const found = new Uint32Array(2 * this.#taken);
    let length = 0;
    for (let at = 0; at < places.length; at += wordsOfPlace) {
      if (places[at + pagesAt] === 0 || (places[at + identitiesAt] & mostSeen) < fewestIdentities) continue;
      found[length++] = places[at];
      found[length++] = places[at + high];
    }
    const halves = found.slice(0, length);
    const grams = new BigUint64Array(halves.buffer).sort();
    const [percents, notices] = [new Uint8Array(grams.length), new Uint8Array(grams.length)];
    for (let i = 0; i < grams.length; i++) {
      const at = this.#placeOf(halves[2 * i], halves[2 * i + 1]);
      const [, changed] = this.#settled(places[at + identitiesAt]);
      percents[i] = Math.floor((100 * places[at + pagesAt]) / this.#pages);
      notices[i] = changed >= fewestChanged ? 1 : 0;
    }
    return { grams, percents, notices };
  }

  /** How many identities have a gram, and of how many only some pages, up to 7, once the last one that has it is done. */
  #settled(known: number): [seen: number, changed: number] {
    const seen = known & mostSeen;
    const changed = (known >>> changedShift) & mostSeen;
    const carriers = (known >>> carriersShift) & mostCarriers;
    const isChanged = carriers < this.#pagesOf[(known >>> lastShift) - 1];
    return [seen, isChanged ? Math.min(mostSeen, changed + 1) : changed];
  }

  /** Where the place of a gram begins, or would. */
  #placeOf(low: number, highHalf: number): number {
    return placeOf(this.#places, low, highHalf);
  }

  /** Makes room for so many more. */
  #makeRoom(more: number): void {
    let count = this.#places.length / wordsOfPlace;
    while (this.#taken + more > mostTaken * count) count *= 2;
    if (wordsOfPlace * count === this.#places.length) return;
    const known = this.#places;
    const larger = new Uint32Array(wordsOfPlace * count);
    for (let from = 0; from < known.length; from += wordsOfPlace) {
      if (known[from + pagesAt] === 0) continue;
      const at = placeOf(larger, known[from], known[from + high]);
      for (let word = 0; word < wordsOfPlace; word++) larger[at + word] = known[from + word];
    }
    this.#places = larger;
  }
}

function placeOf(places: Uint32Array, low: number, highHalf: number): number {
  const mask = places.length - wordsOfPlace;
  const mixed = Math.imul(low ^ seed, 0x9e3779b1) ^ highHalf;
  let at = (wordsOfPlace * (mixed ^ (mixed >>> 15))) & mask;
  while (places[at + pagesAt] !== 0 && (places[at] !== low || places[at + high] !== highHalf)) {
    at = (at + wordsOfPlace) & mask;
  }
  return at;
}
