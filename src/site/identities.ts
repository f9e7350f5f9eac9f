import { halvesOf } from '../grams/halves.ts';
import { placeOfHash } from '../grams/hash-place.ts';
import { textHash } from './text-hash.ts';

/** So few lists of names are too few to say what is common. */
const fewest = 4;
/** A word is common that more than this share of the lists of a site have, and a name that this share has. */
const commonWordShare = 1 / 2;
const commonNameShare = 1 / 20;
/** Where so many pages are unlike, and two thirds of all have one list of names, this is the site's. */
export const fewestUnlike = 8;
/** So many lists have one best name and different next ones before the best says too little by itself, in so large a part of them. */
const fewestNext = 8;
const nextShare = 3 / 4;
/** What is common is counted anew when so large a part of the lists has changed. */
const newShare = 1 / 8;
/** A sample is cut to its size when it has grown beyond it by so much. */
const mostOverfull = 1 / 8;

/** Names and words are told apart by their seeds, and lists have two hashes. */
const [nameSeed, wordSeed, lowSeed, highSeed] = [1, 2, 3, 4];
/** Of a record: hash of the list (two numbers), names, words; their hashes follow. */
const headLength = 4;

/**
 * What the pages of one site call themselves: tells the names that are about the page from those about the site.
 *
 * Counted are distinct lists of names, not pages, so that neither versions of one page nor a wall that answers for
 * many URLs make their names common. Of more than `mostLists` those of smallest hash are counted, the same in any order.
 *
 * Memory: 4 bytes a name and word of these lists, and some 40 a list.
 */
export class SiteNames {
  #mostLists: number;
  #lists = 0;
  /** One record a list, one after the other. */
  #records = new Uint32Array(0);
  #length = 0;
  /** Open addressing by the hash of a list: where its record begins, plus 1; 0 of an empty place. */
  #places = new Uint32Array(0);
  /** Lists since what is common was counted. */
  #changes = 0;
  /** Hashes. */
  #commonNames: ReadonlySet<number> = none;
  #commonWords: ReadonlySet<number> = none;
  /** Best names of many pages, such as `Client` in a manual of services, that only the next name tells apart. */
  #unspecificNames: ReadonlySet<number> = none;
  /** Pages with names. */
  #pages = 0;
  /** By the vote of Boyer and Moore (1991): hash of the list that most pages have, if any list has most, and its lead over all others. */
  #votedLow = 0;
  #votedHigh = 0;
  #lead = 0;
  #isVotedOfSite = false;

  /** @param mostLists that are counted: all unless told */
  constructor(mostLists: number = Number.POSITIVE_INFINITY) {
    this.#mostLists = mostLists;
  }

  /** Memory for lists. */
  get bytes(): number {
    return this.#records.byteLength + this.#places.byteLength;
  }

  /** @param names of a page, as `nameWords` gives them. O(characters), and now and then O(memory) */
  add(names: readonly string[]): void {
    const list = names.join('\n');
    if (list === '') return;
    const [low, high] = [textHash(list, lowSeed), textHash(list, highSeed)];
    this.#pages++;
    if (this.#lead === 0) [this.#votedLow, this.#votedHigh] = [low, high];
    this.#lead += low === this.#votedLow && high === this.#votedHigh ? 1 : -1;
    if (2 * (this.#lists + 1) > this.#places.length) this.#index(Math.max(8, 2 * this.#places.length));
    const place = this.#placeOf(low, high);
    if (this.#places[place] !== 0) return;
    const words = new Set(list.split(/[ \n]/));
    const at = this.#room(headLength + names.length + words.size);
    const records = this.#records;
    let to = at + headLength;
    for (const name of names) records[to++] = textHash(name, nameSeed);
    for (const word of words) records[to++] = textHash(word, wordSeed);
    records.set([low, high, names.length, words.size], at);
    this.#places[place] = at + 1;
    this.#lists++;
    this.#changes++;
    if (this.#lists > (1 + mostOverfull) * this.#mostLists) this.shrink(this.#mostLists);
  }

  /** Counts no more lists than `mostLists` from now on. */
  shrink(mostLists: number): void {
    this.#mostLists = mostLists;
    if (this.#lists <= mostLists) return;
    const records = this.#records;
    const hashes = new BigUint64Array(this.#lists);
    let list = 0;
    for (let at = 0; at < this.#length; at = nextOf(records, at)) hashes[list++] = rankOf(records, at);
    const largest = hashes.sort()[mostLists - 1];
    // those that stay move down where they are: a view of each took more memory than all of them
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
    this.#lists = kept;
    let places = 8;
    while (places < 2 * (this.#lists + 1)) places *= 2;
    this.#index(places);
  }

  /**
   * Whether one list of names is that of two thirds of the pages or more, which are unlike: a title that no page of the site is
   * without says nothing of any. From then on pages with it have no name. To be asked when all pages are added; the answer is
   * the same in any order of them. O(1) unless some list may be it, else O(pages).
   *
   * @param pages all of them, with their names; gone through more than once
   * @param isUnlike whether the pages of these numbers are unlike: asked once, of the pages with the list
   */
  disownSiteList(
    pages: Iterable<number>,
    namesOf: (page: number) => readonly string[],
    isUnlike: (pages: Iterable<number>) => boolean,
  ): boolean {
    // a list of that share leads by as much at least, whatever the order
    if (this.#pages < fewestUnlike || 3 * this.#lead < this.#pages) return false;
    const isVoted = (page: number): boolean => this.#isVoted(namesOf(page));
    const having = {
      *[Symbol.iterator](): Generator<number> {
        for (const page of pages) if (isVoted(page)) yield page;
      },
    };
    let count = 0;
    for (const _ of having) count++;
    this.#isVotedOfSite = 3 * count >= 2 * this.#pages && isUnlike(having);
    return this.#isVotedOfSite;
  }

  #isVoted(names: readonly string[]): boolean {
    const list = names.join('\n');
    if (list === '') return false;
    return textHash(list, lowSeed) === this.#votedLow && textHash(list, highSeed) === this.#votedHigh;
  }

  /**
   * What a page calls itself: the words of its first name that is not common on the site, without common words where
   * others are left; with those of the next one where many pages have the first and go on differently. Empty where it has no such name.
   */
  identityOf(names: readonly string[]): string {
    if (this.#isVotedOfSite && this.#isVoted(names)) return '';
    if (this.#changes > 0 && this.#changes >= newShare * this.#lists) this.#count();
    let best = '';
    for (const name of names) {
      const hash =
        this.#commonNames.size + this.#unspecificNames.size === 0 ? undefined : textHash(name, nameSeed);
      if (hash !== undefined && this.#commonNames.has(hash)) continue;
      if (best !== '') return `${best} ${this.#ownWords(name)}`;
      if (hash === undefined || !this.#unspecificNames.has(hash)) return this.#ownWords(name);
      best = this.#ownWords(name);
    }
    return best;
  }

  /** A name without common words where others are left. */
  #ownWords(name: string): string {
    if (this.#commonWords.size === 0) return name;
    const words = name.split(' ');
    const own = words.filter((word) => !this.#commonWords.has(textHash(word, wordSeed)));
    // the name itself where nothing is left out: of most pages no other string is kept
    return own.length === 0 || own.length === words.length ? name : own.join(' ');
  }

  /** Finds out what is common. */
  #count(): void {
    this.#changes = 0;
    if (this.#lists < fewest) return;
    const [names, words] = [new Map<number, number>(), new Map<number, number>()];
    const records = this.#records;
    for (let at = 0; at < this.#length; at = nextOf(records, at)) {
      const ofWords = at + headLength + records[at + 2];
      countEach(records, at + headLength, ofWords, names);
      countEach(records, ofWords, nextOf(records, at), words);
    }
    this.#commonNames = commonIn(names, commonNameShare * this.#lists);
    this.#commonWords = commonIn(words, commonWordShare * this.#lists);
    this.#unspecificNames = this.#unspecific();
  }

  /** The best names of lists that go on differently: not those of versions, which have one or a few next ones. */
  #unspecific(): ReadonlySet<number> {
    const records = this.#records;
    const begins = new BigUint64Array(this.#lists);
    let list = 0;
    for (let at = 0; at < this.#length; at = nextOf(records, at)) {
      const own: number[] = [];
      const end = at + headLength + records[at + 2];
      for (let i = at + headLength; i < end && own.length < 2; i++)
        if (!this.#commonNames.has(records[i])) own.push(records[i]);
      const [best = 0, next = 0] = own;
      begins[list++] = (BigInt(best) << 32n) | BigInt(next);
    }
    const halves = halvesOf(begins.sort());
    const found = new Set<number>();
    for (let from = 0, to = 0; from < list; from = to) {
      let different = 0;
      for (; to < list && halves[2 * to + 1] === halves[2 * from + 1]; to++)
        if (to === from || halves[2 * to] !== halves[2 * to - 2]) different++;
      if (different >= fewestNext && different >= nextShare * (to - from)) found.add(halves[2 * from + 1]);
    }
    return found.size === 0 ? none : found;
  }

  /** Where a list stands, or would. */
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

  /** Where a record of so many numbers goes. */
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

const none: ReadonlySet<number> = new Set();

function nextOf(records: Uint32Array, at: number): number {
  return at + headLength + records[at + 2] + records[at + 3];
}

function countEach(records: Uint32Array, from: number, end: number, counts: Map<number, number>): void {
  for (let at = from; at < end; at++) counts.set(records[at], (counts.get(records[at]) ?? 0) + 1);
}

/** By which some lists are taken and others are not. */
function rankOf(records: Uint32Array, at: number): bigint {
  return (BigInt(records[at + 1]) << 32n) | BigInt(records[at]);
}

function commonIn(counts: ReadonlyMap<number, number>, share: number): ReadonlySet<number> {
  const common = new Set<number>();
  for (const [hash, count] of counts) if (count >= fewest && count > share) common.add(hash);
  return common.size === 0 ? none : common;
}
