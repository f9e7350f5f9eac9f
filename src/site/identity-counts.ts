import { halvesOf } from '../grams/halves.ts';
import { placeOfHash } from '../grams/hash-place.ts';
import { mixed32 } from '../grams/mixed32.ts';
import { type CommonGrams, fewestChanged, fewestIdentities } from './template.ts';

/** Numbers kept for a gram: its halves, its pages, its identities, and those of these with pages that lack it; */
const [LOW, HIGH, PAGES, IDENTITIES, CHANGED] = [0, 1, 2, 3, 4];
/** the identity last seen with it, how many pages of that identity have it, and a hash of its identities. */
const [LAST, CARRIERS, HASH, NUMBERS] = [5, 6, 7, 8];
const FIRST_GRAMS = 1 << 8;
/** Largest share of the places that are taken. */
const MOST_TAKEN = 3 / 4;
/** The next range is chosen so that its grams, spread as those of the last one are, take this share of the memory. */
const AIMED_SHARE = 0.9;
const LARGEST_GRAM = 2n ** 64n - 1n;

/** Most bytes that a distinct gram takes, with its place in the table. */
export const BYTES_A_COUNTED_GRAM: number = 4 * NUMBERS + 12;

/**
 * Counts on how many identities of a site each gram of a range occurs. Identities are counted, not pages: a text on
 * forty versions of a page, or at forty addresses, is no template.
 *
 * Memory: that of `mostGrams` distinct grams, on any number of pages. If there are more, the larger half of the counted
 * grams is forgotten, and the range ends before it. Another pass over the pages must begin there.
 */
export class IdentityCounts {
  readonly #from: Uint32Array;
  readonly #most: number;
  /** The halves of `to`. */
  #to: Uint32Array | undefined;
  #counts = new Uint32Array(NUMBERS * FIRST_GRAMS);
  /** For each place, the number of its gram in the order of arrival, plus 1; 0 for an empty place. */
  #places = new Uint32Array(2 * FIRST_GRAMS);
  #size = 0;
  /** Number of pages of each identity. */
  readonly #pagesOf: number[] = [];
  #pages = 0;

  /**
   * @param from the smallest gram that is counted
   * @param mostGrams most distinct grams that are counted; at least 256
   * @param to the first gram after the range, if it should end before the largest
   */
  constructor(from: bigint, mostGrams: number, to?: bigint) {
    this.#from = halvesOf(BigUint64Array.of(from));
    this.#most = Math.max(FIRST_GRAMS, mostGrams);
    if (to !== undefined) this.#to = halvesOf(BigUint64Array.of(to));
  }

  /** The first gram that was not counted on all pages; undefined if the range ends with the largest gram. */
  get to(): bigint | undefined {
    return this.#to && new BigUint64Array(this.#to.buffer)[0];
  }

  /**
   * After the last page: where the range that begins at `to` should end; undefined for the largest gram. Without it, a
   * pass begins to count all grams that are left, and forgets most of them.
   */
  get nextTo(): bigint | undefined {
    const to = this.to;
    if (to === undefined) return undefined;
    const [from] = new BigUint64Array(this.#from.buffer);
    const aimed = BigInt(Math.floor(AIMED_SHARE * this.#most));
    const end = to + ((to - from) * aimed) / BigInt(Math.max(1, this.#size)) + 1n;
    return end > LARGEST_GRAM ? undefined : end;
  }

  /** The grams of a page that are in the range. O(log grams). @param grams ascending */
  inRange(grams: BigUint64Array): BigUint64Array {
    const halves = halvesOf(grams);
    const end = this.#to === undefined ? grams.length : firstFrom(halves, this.#to);
    return grams.subarray(firstFrom(halves, this.#from), end);
  }

  /**
   * Counts a page. O(grams).
   *
   * @param identity number of the page's identity, from 0. The pages of one identity must come one after the other
   * @param grams ascending and distinct
   */
  add(identity: number, grams: BigUint64Array): void {
    this.#pages++;
    this.#pagesOf[identity] = (this.#pagesOf[identity] ?? 0) + 1;
    const halves = halvesOf(grams);
    for (let k = 0; k < halves.length; k += 2) {
      const [low, high] = [halves[k], halves[k + 1]];
      if (isBelow(low, high, this.#from)) continue;
      if (this.#to !== undefined && !isBelow(low, high, this.#to)) return;
      this.#count(low, high, identity);
    }
  }

  /** The grams of the range that are on enough identities. Call it after the last page. O(grams). */
  common(): CommonGrams {
    const counts = this.#counts;
    const found: number[] = [];
    for (let at = 0; at < NUMBERS * this.#size; at += NUMBERS) {
      this.#endIdentity(at);
      if (counts[at + IDENTITIES] >= fewestIdentities) found.push(counts[at + LOW], counts[at + HIGH]);
    }
    const halves = Uint32Array.from(found);
    const grams = new BigUint64Array(halves.buffer).sort();
    const [percents, notices] = [new Uint8Array(grams.length), new Uint8Array(grams.length)];
    const [identities, carriers] = [new Uint32Array(grams.length), new Uint32Array(grams.length)];
    for (let i = 0; i < grams.length; i++) {
      const at = NUMBERS * (this.#places[this.#placeOf(halves[2 * i], halves[2 * i + 1])] - 1);
      percents[i] = Math.floor((100 * counts[at + PAGES]) / this.#pages);
      notices[i] = counts[at + CHANGED] >= fewestChanged ? 1 : 0;
      identities[i] = counts[at + IDENTITIES];
      carriers[i] = counts[at + HASH];
    }
    return { grams, percents, notices, identities, carriers };
  }

  #count(low: number, high: number, identity: number): void {
    let place = this.#placeOf(low, high);
    if (this.#places[place] === 0) {
      if (this.#size === this.#most) {
        this.#forgetHalf();
        if (!isBelow(low, high, this.#to!)) return;
      }
      if (NUMBERS * this.#size === this.#counts.length) this.#makeRoom();
      place = this.#placeOf(low, high);
      const at = NUMBERS * this.#size;
      this.#counts.fill(0, at, at + NUMBERS);
      this.#counts[at + LOW] = low;
      this.#counts[at + HIGH] = high;
      this.#places[place] = ++this.#size;
    }
    const counts = this.#counts;
    const at = NUMBERS * (this.#places[place] - 1);
    if (counts[at + LAST] !== identity) this.#endIdentity(at);
    counts[at + LAST] = identity;
    if (counts[at + CARRIERS]++ === 0) {
      counts[at + IDENTITIES]++;
      // sums of different identities differ
      counts[at + HASH] += mixed32(identity + 1);
    }
    counts[at + PAGES]++;
  }

  /** Finishes the identity that was last seen with a gram: all its pages have been counted. */
  #endIdentity(at: number): void {
    const counts = this.#counts;
    const carriers = counts[at + CARRIERS];
    if (carriers > 0 && carriers < this.#pagesOf[counts[at + LAST]]) counts[at + CHANGED]++;
    counts[at + CARRIERS] = 0;
  }

  /** The place of a gram, or where it would be. */
  #placeOf(low: number, high: number): number {
    const mask = this.#places.length - 1;
    let place = placeOfHash(low, high, mask + 1);
    for (;;) {
      const at = NUMBERS * (this.#places[place] - 1);
      if (at < 0 || (this.#counts[at + LOW] === low && this.#counts[at + HIGH] === high)) return place;
      place = (place + 1) & mask;
    }
  }

  #makeRoom(): void {
    const room = Math.min(2 * this.#size, this.#most);
    const larger = new Uint32Array(NUMBERS * room);
    larger.set(this.#counts);
    this.#counts = larger;
    let places = this.#places.length;
    while (room > MOST_TAKEN * places) places *= 2;
    this.#places = new Uint32Array(places);
    this.#placeAll();
  }

  /** Ends the range at the median of the grams in it. */
  #forgetHalf(): void {
    const counts = this.#counts;
    const halves = new Uint32Array(2 * this.#size);
    for (let number = 0; number < this.#size; number++) {
      halves[2 * number] = counts[NUMBERS * number + LOW];
      halves[2 * number + 1] = counts[NUMBERS * number + HIGH];
    }
    new BigUint64Array(halves.buffer).sort();
    const middle = this.#size >>> 1;
    const to = halves.slice(2 * middle, 2 * middle + 2);
    this.#to = to;
    let kept = 0;
    for (let at = 0; at < NUMBERS * this.#size; at += NUMBERS) {
      if (isBelow(counts[at + LOW], counts[at + HIGH], to))
        counts.copyWithin(NUMBERS * kept++, at, at + NUMBERS);
    }
    this.#size = kept;
    this.#places.fill(0);
    this.#placeAll();
  }

  #placeAll(): void {
    for (let number = 0; number < this.#size; number++) {
      const at = NUMBERS * number;
      this.#places[this.#placeOf(this.#counts[at + LOW], this.#counts[at + HIGH])] = number + 1;
    }
  }
}

/** The number of the first of ascending grams, given as halves, that is not below another gram. */
function firstFrom(halves: Uint32Array, other: Uint32Array): number {
  let [low, high] = [0, halves.length / 2];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBelow(halves[2 * middle], halves[2 * middle + 1], other)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a gram is below another one, by their halves. */
function isBelow(low: number, high: number, [otherLow, otherHigh]: Uint32Array): boolean {
  return high < otherHigh || (high === otherHigh && low < otherLow);
}
