import { textHash } from './text-hash.ts';
import type { TextAtPattern } from './url-patterns.ts';

/** One text under so many unlike URLs may be a wall, if what else speaks for one is there. */
const fewestUrls = 2;
/** Of more URLs these are compared: what stands under so many is a wall, or is none, by any of them. */
const mostCompared = 4096;
/** Fewer may be names of one page. */
const fewestNames = 3;
/** Of the pages of a wall at most this share names what its URL does. */
const mostNamed = 1 / 4;
/** So many other pages say what is usual on a site. */
const fewestOthers = 3;
/** For a message it takes none: five pages of a host that has nothing else are those of a parked one. */
export const fewestBesideMessage = 0;
/** Pages of a site that do not name what their URLs do have one text by chance as seldom as this. */
const mostChance = 1 / 20;

/** One text under so many unlike URLs of a pattern may be a wall: two may be a page that was moved. */
export const fewestValues = 3;
/** Of the pages of a wall at a pattern at most this share names what its URL does: a page may be under other names as well. */
const mostNamedOfPattern = 1 / 8;
/** Where more of the other pages have a text, or a name, in common with one another, as in an archive of mail, a value does not tell what is there. */
const mostShared = 1 / 2;
/** So many other pages of a pattern say whether each has a text of its own. */
const fewestOfPattern = 8;

/** How many of some pages name what their URL does. */
export interface Named {
  /** Pages whose URL has a word. */
  readonly worded: number;
  readonly named: number;
}

/** Of no pages. */
export const none: Named = { worded: 0, named: 0 };

/**
 * How many URLs there are that share no word with most others; 0 where they do, of one alone, and where most pages have one
 * of these URLs, such as that of a manual's first page in one version after the other: then that is what the page is about.
 *
 * @param words of the URL of each page (`urlWords`), one space between two; equal URLs count once, empty ones not at all
 */
export function countUnlike(words: Iterable<string>): number {
  const pages = new Map<string, number>();
  for (const each of words) pages.set(each, (pages.get(each) ?? 0) + 1);
  return unlikeAmong(pages);
}

/** The same by how many pages have each URL. */
function unlikeAmong(pages: ReadonlyMap<string, number>): number {
  const distinct = new Set(pages.keys());
  distinct.delete('');
  if (distinct.size < fewestUrls) return 0;
  let [most, all] = [0, 0];
  for (const url of distinct) {
    const count = pages.get(url)!;
    most = Math.max(most, count);
    all += count;
  }
  if (2 * most > all) return 0;
  const mostAllowed = Math.max(1, distinct.size / 2);
  const urlsOfWord = new Map<string, number>();
  for (const url of distinct) {
    for (const word of url.split(' ')) {
      const urls = (urlsOfWord.get(word) ?? 0) + 1;
      if (urls > mostAllowed) return 0;
      urlsOfWord.set(word, urls);
    }
  }
  return distinct.size;
}

/** The words of some URLs, those with the smallest hashes: so their order plays no part. Memory: the words of 8,192 URLs at most. */
class ComparedUrls {
  /** How many pages have each. */
  readonly #words = new Map<string, number>();
  /** The largest hash that is among the smallest ones so far. */
  #largest = 2 ** 32;

  /** @param words of a URL, as in {@link countUnlike} */
  add(words: string): void {
    if (this.#largest < 2 ** 32 && textHash(words, 0) > this.#largest) return;
    this.#words.set(words, (this.#words.get(words) ?? 0) + 1);
    if (this.#words.size >= 2 * mostCompared) this.#cut();
  }

  get words(): ReadonlyMap<string, number> {
    if (this.#words.size > mostCompared) this.#cut();
    return this.#words;
  }

  clear(): void {
    this.#words.clear();
    this.#largest = 2 ** 32;
  }

  #cut(): void {
    const hashed = Array.from(this.#words.keys(), (words) => ({ words, hash: textHash(words, 0) }));
    hashed.sort((x, y) => x.hash - y.hash || (x.words < y.words ? -1 : 1));
    for (const { words } of hashed.slice(mostCompared)) this.#words.delete(words);
    this.#largest = hashed[mostCompared - 1].hash;
  }
}

/**
 * Which hosts show a text under unlike URLs, one host after the other, and how many unlike ones these have together: of 4,096 URLs
 * of each, and of all. Memory: the words of 16,384 URLs at most.
 */
export class StandingHosts {
  readonly #own = new ComparedUrls();
  readonly #all = new ComparedUrls();

  /** Adds a URL of the host. @param words as in {@link countUnlike} */
  add(words: string): void {
    this.#own.add(words);
  }

  /** Ends the host: whether its URLs are unlike. */
  endHost(): boolean {
    const own = this.#own.words;
    const isStanding = unlikeAmong(own) > 0;
    if (isStanding) for (const words of own.keys()) this.#all.add(words);
    this.#own.clear();
    return isStanding;
  }

  /** URLs of those hosts; 0 where they are not unlike. */
  get unlike(): number {
    return countUnlike(this.#all.words.keys());
  }
}

/**
 * Whether a text stands in the place of others: its pages do not name what their URLs do, and those of the site beside them
 * do, so that it would be chance if so many that do not were found under one text. The fewer of the others do, the more
 * pages it takes: two where eight of ten do, three where two of three do.
 *
 * @param own of the pages with the text
 * @param all of all pages of the site, these among them
 * @param urls of the pages with the text: unlike ones (`countUnlike`)
 * @param fewest other pages that it takes to say what is usual: three, unless told
 */
export function standsForOthers(
  own: Named,
  all: Named,
  urls: number,
  fewest: number = fewestOthers,
): boolean {
  if (urls === 0 || own.worded === 0 || own.named > mostNamed * own.worded) return false;
  // a page that was renamed stands under both names in one version after the other
  if (urls < fewestNames && own.worded > 2 * urls) return false;
  const others = all.worded - own.worded;
  if (others < fewest) return false;
  // by Laplace's rule of succession: one page of each sort is taken as seen
  const unnamed = (others - (all.named - own.named) + 1) / (others + 2);
  return unnamed ** Math.min(urls, own.worded - own.named) <= mostChance;
}

/** The pages whose URLs fit a pattern. */
export interface PatternCounts {
  readonly pages: number;
  /** Those of a text, or a name, that stands under unlike URLs of the pattern. */
  readonly shared: number;
}

/**
 * Whether a text stands in the place of others whose URLs, such as `viewtopic.php?t=17`, have no words or none that pages
 * name: three values or more of what differs in them have it, and hardly any two have another text in common, so that the value
 * tells what is there. Where it tells nothing, as the id of a session does, many have, and equal texts are copies.
 *
 * @param own of the pages with the text
 * @param all of all pages of the pattern, these among them
 * @param isFirst whether the text was picked for having so many values while pages are still to come
 */
export function standsForOtherValues(
  own: Omit<TextAtPattern, 'key'>,
  all: PatternCounts,
  isFirst = false,
): boolean {
  if (own.unlike < fewestValues || own.named > mostNamedOfPattern * own.pages) return false;
  const others = all.pages - own.pages;
  if (others < fewestOfPattern) return false;
  // as above; the first page with a text has it by no chance
  const shared = (all.shared - own.pages + 1) / (others + 2);
  if (shared > mostShared) return false;
  return shared ** (own.unlike - 1) <= (isFirst ? chanceOfFirst(own.unlike, others) : mostChance);
}

/** The chance that one text may have, so that the first of so many texts to reach so many values does so by chance as seldom as `mostChance` says: pages of a text come in any order. */
function chanceOfFirst(values: number, texts: number): number {
  let orders = 1;
  for (let i = 2; i <= values; i++) orders *= i;
  return mostChance * Math.min(1, orders / texts);
}
