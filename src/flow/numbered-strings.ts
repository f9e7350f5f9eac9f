import { blake3 } from '../grams/gram-kernel.ts';
import { GrowingColumn } from '../grams/growing-columns.ts';
import { placeOfHash } from '../grams/hash-place.ts';
import type { WorkFolder } from '../grams/work-folder.ts';
import { StoredStrings } from './stored-strings.ts';

/** 64-bit words of a string's fingerprint. Finding two strings with the same one takes some 2⁶⁴ trials. */
const WORDS = 4;
/** Number of recent strings in memory: most strings have come shortly before. */
const MOST_RECENT = 1 << 13;
const LEAST_PLACES = 1 << 10;

/**
 * Distinct strings, numbered from 0 in the order of their first occurrence. They are on disk as soon as they exceed a megabyte, and compared
 * by 128 bits of BLAKE3. Memory: {@link bytesPerString} each, and some 2 MB.
 */
export class NumberedStrings {
  readonly #strings: StoredStrings;
  readonly #words = new GrowingColumn((length) => new Uint32Array(length));
  readonly #recent = new Map<string, number>();
  /** Open addressing by the first words of a fingerprint: the number of a string plus 1; 0 for an empty place. */
  #places = new Uint32Array(LEAST_PLACES);

  constructor(folder: WorkFolder) {
    this.#strings = new StoredStrings(0, folder);
  }

  get length(): number {
    return this.#words.length / WORDS;
  }

  /** The number of a string: the next one, if it is new. */
  numberOf(text: string): number {
    let number = this.#recent.get(text);
    if (number !== undefined) return number;
    number = this.#number(text);
    if (this.#recent.size === MOST_RECENT) this.#recent.clear();
    this.#recent.set(text, number);
    return number;
  }

  /** The string of a number. */
  at(number: number): string {
    return this.#strings.at(number);
  }

  /** Releases all strings. */
  close(): void {
    this.#strings.close();
  }

  #number(text: string): number {
    const { buffer, byteOffset } = blake3(Buffer.from(text));
    const words = new Uint32Array(buffer, byteOffset, WORDS);
    const place = this.#placeOf(words);
    if (this.#places[place] > 0) return this.#places[place] - 1;
    const number = this.length;
    for (const word of words) this.#words.push(word);
    this.#strings.push(text);
    this.#places[place] = number + 1;
    if (3 * this.length > 2 * this.#places.length) this.#grow();
    return number;
  }

  /** The place of the string with a fingerprint, or where it would be. */
  #placeOf(words: Uint32Array): number {
    const mask = this.#places.length - 1;
    let place = placeOfHash(words[0], words[1], mask + 1);
    while (this.#places[place] > 0 && !this.#isOf(this.#places[place] - 1, words)) place = (place + 1) & mask;
    return place;
  }

  #isOf(number: number, words: Uint32Array): boolean {
    for (let k = 0; k < WORDS; k++) if (this.#words.at(WORDS * number + k) !== words[k]) return false;
    return true;
  }

  #grow(): void {
    this.#places = new Uint32Array(2 * this.#places.length);
    const words = this.#words.values;
    for (let at = 0; at < words.length; at += WORDS)
      this.#places[this.#placeOf(words.subarray(at, at + WORDS))] = 1 + at / WORDS;
  }
}

/** Most bytes of memory for a string: 16 for its fingerprint and 6 for its offset, an eighth more of these, and 12 for its places. */
export const bytesPerString = 37;
