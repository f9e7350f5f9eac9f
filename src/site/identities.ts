import { halvesOf } from '../grams/halves.ts';
import { placeOfHash } from '../grams/hash-place.ts';
import { textHash } from './text-hash.ts';

/** Fewer lists of names do not show what is common. */
const fewest = 4;
/** A word or a name is common if more than this share of a site's lists have it. */
const commonWordShare = 1 / 2;
const commonNameShare = 1 / 20;
/** If this many pages are unlike and more than half of all have the same list of names, that list is the site's. */
export const fewestUnlike = 8;
/**
 * A best name alone says too little if its lists have at least this many different last names, or next ones, and this
 * many a list. The last one is the title, and the next one may be that of a section.
 */
const fewestOther = 8;
const otherShare = 3 / 4;
const others = ['last', 'next'] as const;
type Other = (typeof others)[number];
/** What is common is computed again when this share of the lists has changed. */
const newShare = 1 / 8;
/** A sample is cut to its size when it has grown beyond it by this share. */
const mostOverfull = 1 / 8;

/** Seeds: different for names and words; two for the hashes of a list. */
const [nameSeed, wordSeed, lowSeed, highSeed] = [1, 2, 3, 4];
/** Head of a record: hash of the list (two numbers), number of names, number of words. Their hashes follow. */
const headLength = 4;

/**
 * The identities of the pages of one site: separates the names that are about a page from those about the site.
 *
 * Distinct lists of names are counted, not pages, so that neither versions of one page nor a wall that answers for many
 * URLs make their names common. Of more than `mostLists` lists, those with the smallest hashes are counted, so that
 * order does not matter.
 *
 * Memory: 4 bytes for each name and word of these lists, and some 40 a list.
 */
export class SiteNames {
  #mostLists: number;
  #lists = 0;
  /** A record for each list, one after the other. */
  #records = new Uint32Array(0);
  #length = 0;
  /** Open addressing by the hash of a list: where its record begins, plus 1; 0 for an empty place. */
  #places = new Uint32Array(0);
  /** Lists added since what is common was computed. */
  #changes = 0;
  /** Hashes of common names and words. */
  #commonNames: ReadonlySet<number> = none;
  #commonWords: ReadonlySet<number> = none;
  /** Best names of many pages, such as `Client` in a manual of services, and which other name distinguishes these. */
  #unspecificNames: ReadonlyMap<number, Other> = new Map();
  /** Number of pages with names. */
  #pages = 0;
  /**
   * Majority vote (Boyer and Moore 1991): hash of the list that most pages have, if there is one, and its lead over all
   * others.
   */
  #votedLow = 0;
  #votedHigh = 0;
  #lead = 0;
  #isVotedOfSite = false;
  /** The lists that are titles of folders, one name a line, and their numbers, from 1. */
  #folderTitles: ReadonlyMap<string, number> = new Map();

  /** @param mostLists most lists that are counted. Default: all */
  constructor(mostLists: number = Number.POSITIVE_INFINITY) {
    this.#mostLists = mostLists;
  }

  /** Bytes of memory for lists. */
  get bytes(): number {
    return this.#records.byteLength + this.#places.byteLength;
  }

  /** Number of pages with names. */
  get pages(): number {
    return this.#pages;
  }

  /** Adds the names of a page. O(characters), and sometimes O(memory). @param names from `nameWords` */
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

  /** From now on counts at most `mostLists` lists. */
  shrink(mostLists: number): void {
    this.#mostLists = mostLists;
    if (this.#lists <= mostLists) return;
    const records = this.#records;
    const hashes = new BigUint64Array(this.#lists);
    let list = 0;
    for (let at = 0; at < this.#length; at = nextOf(records, at)) hashes[list++] = rankOf(records, at);
    const largest = hashes.sort()[mostLists - 1];
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
    this.#lists = kept;
    let places = 8;
    while (places < 2 * (this.#lists + 1)) places *= 2;
    this.#index(places);
  }

  /**
   * Whether more than half of the pages have the same list of names and are unlike: a title that every page has
   * says nothing about any. From then on pages with it have no name. Call it when all pages have been added; the answer
   * does not depend on their order. O(pages).
   *
   * @param pages all pages with their names; walked more than once
   * @param isUnlike whether the pages with these numbers are unlike; called once, with the pages that have the list
   */
  disownSiteList(
    pages: Iterable<number>,
    namesOf: (page: number) => readonly string[],
    isUnlike: (pages: Iterable<number>) => boolean,
  ): boolean {
    // a list that more than half have leads, whatever the order
    if (this.#pages < fewestUnlike || this.#lead === 0) return false;
    const isVoted = (page: number): boolean => this.#isVoted(namesOf(page));
    const having = {
      *[Symbol.iterator](): Generator<number> {
        for (const page of pages) if (isVoted(page)) yield page;
      },
    };
    let count = 0;
    for (const _ of having) count++;
    this.#isVotedOfSite = 2 * count > this.#pages && isUnlike(having);
    return this.#isVotedOfSite;
  }

  /** From now on pages with one of these lists of names, from `folderTitles`, have no name. */
  disownLists(lists: readonly string[]): void {
    this.#folderTitles = new Map(lists.map((list, i) => [list, i + 1]));
  }

  /**
   * Which title a page has that is no name: that of a folder, from 1, or 0 for the site's, which pages without names count as having;
   * undefined for other pages.
   */
  titleOf(names: readonly string[]): number | undefined {
    return this.#folderTitleOf(names) ?? (this.#isVotedOfSite ? 0 : undefined);
  }

  /** Whether this is the list that `disownSiteList` has found to be no name. */
  isOfSite(names: readonly string[]): boolean {
    return this.#isVotedOfSite && this.#isVoted(names);
  }

  /**
   * A best name that says too little (`fewestOther`) counts alone after all where the other names stand below further best names,
   * as the quotation of the day does in a forum, and its pages are not unlike. Call it when all pages have been added. O(pages)
   * if there is such a name.
   *
   * @param pages all pages with their names
   * @param isUnlike whether the pages with these numbers are unlike
   */
  disownOtherNames(
    pages: Iterable<number>,
    namesOf: (page: number) => readonly string[],
    isUnlike: (pages: Iterable<number>) => boolean,
  ): void {
    if (this.#changes > 0) this.#count();
    const having = new Map<number, number[]>(Array.from(this.#aboveCommon(), (best) => [best, []]));
    if (having.size === 0) return;
    for (const page of pages) {
      const best = namesOf(page)
        .map((name) => textHash(name, nameSeed))
        .find((name) => !this.#commonNames.has(name));
      if (best !== undefined) having.get(best)?.push(page);
    }
    const unspecific = new Map(this.#unspecificNames);
    for (const [best, of] of having) if (!isUnlike(of)) unspecific.delete(best);
    this.#unspecificNames = unspecific;
  }

  /** The best names that count together with another one, most of which stand below a second best name. */
  *#aboveCommon(): Generator<number> {
    if (this.#unspecificNames.size === 0) return;
    for (const other of others) {
      const firstOf = new Map<number, number>();
      const isBelowTwo = new Set<number>();
      const othersOf = new Map<number, Set<number>>();
      for (let at = 0; at < this.#length; at = nextOf(this.#records, at)) {
        const [best, second] = this.#bestAnd(other, at);
        const first = firstOf.get(second);
        if (first === undefined) firstOf.set(second, best);
        else if (first !== best) isBelowTwo.add(second);
        if (this.#unspecificNames.get(best) === other)
          othersOf.set(best, (othersOf.get(best) ?? new Set()).add(second));
      }
      for (const [best, all] of othersOf) {
        const common = [...all].filter((second) => isBelowTwo.has(second)).length;
        if (2 * common > all.size) yield best;
      }
    }
  }

  #folderTitleOf(names: readonly string[]): number | undefined {
    // most sites have none, so that no list need be put together
    return this.#folderTitles.size === 0 ? undefined : this.#folderTitles.get(names.join('\n'));
  }

  #isVoted(names: readonly string[]): boolean {
    const list = names.join('\n');
    if (list === '') return false;
    return textHash(list, lowSeed) === this.#votedLow && textHash(list, highSeed) === this.#votedHigh;
  }

  /**
   * The identity of a page: the words of its first name that is not common on the site, without common words if others
   * are left. If many pages have that name and different last or next names, also the words of that one. Empty if it has
   * no such name.
   */
  identityOf(names: readonly string[]): string {
    if (this.isOfSite(names) || this.#folderTitleOf(names) !== undefined) return '';
    if (this.#changes > 0 && this.#changes >= newShare * this.#lists) this.#count();
    let best = '';
    let other: Other | undefined;
    let last = '';
    for (const name of names) {
      const hash =
        this.#commonNames.size + this.#unspecificNames.size === 0 ? undefined : textHash(name, nameSeed);
      if (hash !== undefined && this.#commonNames.has(hash)) continue;
      last = name;
      if (best !== '') {
        if (other === 'next') break;
        continue;
      }
      best = name;
      other = hash === undefined ? undefined : this.#unspecificNames.get(hash);
      if (other === undefined) break;
    }
    if (best === '') return '';
    return last === best ? this.#ownWords(best) : `${this.#ownWords(best)} ${this.#ownWords(last)}`;
  }

  /** A name without common words, if others are left. */
  #ownWords(name: string): string {
    if (this.#commonWords.size === 0) return name;
    const words = name.split(' ');
    const own = words.filter((word) => !this.#commonWords.has(textHash(word, wordSeed)));
    // the name itself if nothing is left out, so that no other string is kept for most pages
    return own.length === 0 || own.length === words.length ? name : own.join(' ');
  }

  /** Computes what is common. */
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

  /** The best names of lists with many different other names; versions of a page have one or a few. */
  #unspecific(): ReadonlyMap<number, Other> {
    const records = this.#records;
    const found = new Map<number, Other>();
    for (const other of others) {
      const pairs = new BigUint64Array(this.#lists);
      let list = 0;
      for (let at = 0; at < this.#length; at = nextOf(records, at)) {
        const [best, second] = this.#bestAnd(other, at);
        pairs[list++] = (BigInt(best) << 32n) | BigInt(second);
      }
      const halves = halvesOf(pairs.sort());
      for (let from = 0, to = 0; from < list; from = to) {
        let different = 0;
        for (; to < list && halves[2 * to + 1] === halves[2 * from + 1]; to++)
          if (to === from || halves[2 * to] !== halves[2 * to - 2]) different++;
        const best = halves[2 * from + 1];
        if (different >= fewestOther && different >= otherShare * (to - from) && !found.has(best))
          found.set(best, other);
      }
    }
    return found;
  }

  /** The hashes of the first name of a list that is not common, and of another one; 0 if there is none. */
  #bestAnd(other: Other, at: number): [number, number] {
    const end = at + headLength + this.#records[at + 2];
    let [best, second] = [0, 0];
    for (let i = at + headLength; i < end; i++) {
      const name = this.#records[i];
      if (this.#commonNames.has(name)) continue;
      if (best === 0) {
        best = name;
        continue;
      }
      second = name;
      if (other === 'next') break;
    }
    return [best, second];
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

const none: ReadonlySet<number> = new Set();

function nextOf(records: Uint32Array, at: number): number {
  return at + headLength + records[at + 2] + records[at + 3];
}

function countEach(records: Uint32Array, from: number, end: number, counts: Map<number, number>): void {
  for (let at = from; at < end; at++) counts.set(records[at], (counts.get(records[at]) ?? 0) + 1);
}

/** The hash by which lists are sampled. */
function rankOf(records: Uint32Array, at: number): bigint {
  return (BigInt(records[at + 1]) << 32n) | BigInt(records[at]);
}

function commonIn(counts: ReadonlyMap<number, number>, share: number): ReadonlySet<number> {
  const common = new Set<number>();
  for (const [hash, count] of counts) if (count >= fewest && count > share) common.add(hash);
  return common.size === 0 ? none : common;
}
