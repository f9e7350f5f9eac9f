import { keyOfHash, placeOfHash } from '../grams/hash-place.ts';
import { textHash } from './text-hash.ts';

/** A list is cut to its size when it has grown beyond it by this share. */
const mostOverfull = 1 / 8;
/** Seeds: different for names and words; two for the hashes of a list. */
const [nameSeed, wordSeed, lowSeed, highSeed] = [1, 2, 3, 4];
/** Head of a record: hash of the list (two numbers), number of names, number of words. Their hashes follow. */
const headLength = 4;

/** The hash of a list of names, 64 bits. */
type ListHash = readonly [low: number, high: number];

/** @param list the names, one a line */
export function listHash(list: string): ListHash {
  return [textHash(list, lowSeed), textHash(list, highSeed)];
}

/** The hash by which a name is counted, 32 bits; another one in each process (`keyOfHash`), in which two names have one as seldom. */
export function nameHash(name: string): number {
  return keyOfHash(textHash(name, nameSeed));
}

/** The same of a word of a name. */
export function wordHash(word: string): number {
  return keyOfHash(textHash(word, wordSeed));
}

/** A hash of the names that a page lists, 32 bits; the same in every process. */
export function listedHash(names: readonly string[]): number {
  return textHash(names.join('\n'), nameSeed);
}

/** The hashes of a list of names: of the names, in their order, and of their distinct words. Valid until the next list is added. */
interface NameList {
  readonly names: Uint32Array;
  readonly words: Uint32Array;
}

/**
 * Distinct lists of names. Of more than `most`, those with the smallest hashes, so that order does not matter.
 *
 * Memory: 4 bytes for each name and word of these lists, and some 40 a list.
 */
export class NameLists {
  #most: number;
  #size = 0;
  /** A record for each list, one after the other. */
  #records = new Uint32Array(0);
  #length = 0;
  /** Open addressing by the hash of a list: where its record begins, plus 1; 0 for an empty place. */
  #places = new Uint32Array(0);

  constructor(most: number) {
    this.#most = most;
  }

  /** Number of lists. */
  get size(): number {
    return this.#size;
  }

  /** Bytes of memory. */
  get bytes(): number {
    return this.#records.byteLength + this.#places.byteLength;
  }

  /** Adds a list; returns whether it is new. O(characters), and sometimes O(memory). @param hash its `listHash` */
  add(names: readonly string[], [low, high]: ListHash): boolean {
    if (2 * (this.#size + 1) > this.#places.length) this.#index(Math.max(8, 2 * this.#places.length));
    const place = this.#placeOf(low, high);
    if (this.#places[place] !== 0) return false;
    const words = new Set(names.flatMap((name) => name.split(' ')));
    const at = this.#room(headLength + names.length + words.size);
    const records = this.#records;
    let to = at + headLength;
    for (const name of names) records[to++] = nameHash(name);
    for (const word of words) records[to++] = wordHash(word);
    records.set([low, high, names.length, words.size], at);
    this.#places[place] = at + 1;
    this.#size++;
    if (this.#size > (1 + mostOverfull) * this.#most) this.shrink(this.#most);
    return true;
  }

  /** From now on keeps at most this many lists. */
  shrink(most: number): void {
    this.#most = most;
    if (this.#size <= most) return;
    const records = this.#records;
    const hashes = new BigUint64Array(this.#size);
    let list = 0;
    for (let at = 0; at < this.#length; at = nextOf(records, at)) hashes[list++] = rankOf(records, at);
    const largest = hashes.sort()[most - 1];
    // the remaining ones move down in place: a view of each took more memory than all of them
    let to = 0;
    let kept = 0;
    for (let at = 0, next = 0; at < this.#length; at = next) {
      next = nextOf(records, at);
      if (rankOf(records, at) > largest) continue;
      records.copyWithin(to, at, next);
      to += next - at;
      kept++;
    }
    this.#records = records.slice(0, to);
    this.#length = to;
    this.#size = kept;
    let places = 8;
    while (places < 2 * (this.#size + 1)) places *= 2;
    this.#index(places);
  }

  /** All lists, in no order that means anything. */
  *[Symbol.iterator](): Generator<NameList> {
    const records = this.#records;
    for (let at = 0, next = 0; at < this.#length; at = next) {
      next = nextOf(records, at);
      const ofWords = at + headLength + records[at + 2];
      yield { names: records.subarray(at + headLength, ofWords), words: records.subarray(ofWords, next) };
    }
  }

  /** The place of a list, or where it would be. */
  #placeOf(low: number, high: number): number {
    const mask = this.#places.length - 1;
    let place = placeOfHash(low, high, mask + 1);
    while (this.#places[place] !== 0) {
      const at = this.#places[place] - 1;
      if (this.#records[at] === low && this.#records[at + 1] === high) break;
      place = (place + 1) & mask;
    }
    return place;
  }

  #index(places: number): void {
    this.#places = new Uint32Array(places);
    for (let at = 0; at < this.#length; at = nextOf(this.#records, at)) {
      this.#places[this.#placeOf(this.#records[at], this.#records[at + 1])] = at + 1;
    }
  }

  /** The position for a record of this many numbers. */
  #room(length: number): number {
    const at = this.#length;
    this.#length += length;
    if (this.#length > this.#records.length) {
      const records = new Uint32Array(Math.ceil(1.25 * this.#length));
      records.set(this.#records);
      this.#records = records;
    }
    return at;
  }
}

function nextOf(records: Uint32Array, at: number): number {
  return at + headLength + records[at + 2] + records[at + 3];
}

/** The hash by which lists are sampled. */
function rankOf(records: Uint32Array, at: number): bigint {
  return (BigInt(records[at + 1]) << 32n) | BigInt(records[at]);
}
