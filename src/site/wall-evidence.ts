import { textHash } from './text-hash.ts';
import type { TextAtPattern } from './url-patterns.ts';
import { areNaming, homeWords } from './url-words.ts';

/** A text under this many unlike URLs may be a wall, if there is other evidence. */
const fewestUrls = 2;
/** Most URLs that are compared: with more, any of them show whether the text is a wall. */
const mostCompared = 4096;
/** Fewer URLs may be names of one page, and so may fewer beside that of the home page. */
const fewestNames = 3;
/** Probability that pages which do not contain the words of their URLs have one text by chance. */
const mostChance = 1 / 20;

/** A text under this many unlike URLs of a pattern may be a wall. Two may be a page that was moved. */
export const fewestValues = 3;
/**
 * At most this share of the pages of a wall at a pattern contains the words of their URLs: a page may have other names,
 * too.
 */
const mostNamedOfPattern = 1 / 8;

/** What is needed before a text counts as a wall, by the words of its URLs. */
export interface LeastOfWall {
  /** Number of unlike URLs. */
  readonly urls: number;
  /** Number of other pages that show what is usual on the site. */
  readonly others: number;
  /** At most this share of its pages contains the words of their URLs. */
  readonly mostNamed: number;
}

const neededOfText: LeastOfWall = { urls: fewestUrls, others: 3, mostNamed: 1 / 4 };
/**
 * For each kind of text: one message, similar pages with messages, and pages of which at least one has none. A message
 * needs no other pages: if a host has nothing else, five such pages are those of a parked site. Under two URLs, or under
 * one that it names, a text that is no message is an article that was moved; few walls are as long.
 */
export const needed: Readonly<Record<'message' | 'text' | 'no message', LeastOfWall>> = {
  message: { ...neededOfText, others: 0 },
  text: neededOfText,
  'no message': { ...neededOfText, urls: fewestValues, mostNamed: mostNamedOfPattern },
};
/** If more of the other pages share texts or names, as in a mail archive, a value does not determine the page. */
const mostShared = 1 / 2;
/** A site has fewer walls than this: of so many texts with two values, some are copies. */
const mostWalls = 32;
/** Number of other pages of a pattern that show whether each has a text of its own. */
const fewestOfPattern = 8;

/** How many of some pages contain the words of their URLs. */
export interface Named {
  /** Number of pages whose URL has a word. */
  readonly worded: number;
  readonly named: number;
}

/** The counts of no pages. */
export const none: Named = { worded: 0, named: 0 };

/** The counts of some sites together. */
export function sumOfNamed(counts: Iterable<Named>): Named {
  let [worded, named] = [0, 0];
  for (const each of counts) {
    worded += each.worded;
    named += each.named;
  }
  return { worded, named };
}

/**
 * Number of URLs, if no word is in most of them; else 0. Also 0 if there is only one, or if most pages have the same
 * URL words, as the first page of a manual has in each version: then the words say what the page is about. And 0 if
 * the home page of the host has the text and so have only two others: these may be its other addresses.
 *
 * @param words words of each page's URL (`comparedWords`); equal URLs count once, the home page and those without words
 *   not at all
 */
export function countUnlike(words: Iterable<string>): number {
  const urls: UrlsByWords = new Map();
  for (const each of words) addUrl(urls, each, false);
  return unlikeAmong(urls);
}

/**
 * Whether pages name at most this share of their URLs. URLs of the same words count once, however many session ids or
 * versions a page has there.
 */
export function isRarelyNamed(
  pages: Iterable<{ readonly words: string; readonly isNamedByUrl: boolean | undefined }>,
  mostNamed: number,
): boolean {
  const urls: UrlsByWords = new Map();
  for (const { words, isNamedByUrl } of pages) addUrl(urls, words, isNamedByUrl === true);
  return areRarelyNamed(urls, mostNamed);
}

/** The pages whose URLs have the same words: their number, and whether any of them has these words in its names. */
interface PagesAtUrl {
  readonly pages: number;
  readonly isNamed: boolean;
}

type UrlsByWords = Map<string, PagesAtUrl>;

function addUrl(urls: UrlsByWords, words: string, isNamed: boolean): void {
  const known = urls.get(words);
  urls.set(words, { pages: (known?.pages ?? 0) + 1, isNamed: isNamed || known?.isNamed === true });
}

function areRarelyNamed(urls: Readonly<UrlsByWords>, mostNamed: number): boolean {
  let [all, named] = [0, 0];
  for (const [words, { isNamed }] of urls) {
    if (!areNaming(words)) continue;
    all++;
    if (isNamed) named++;
  }
  return named <= mostNamed * all;
}

/** {@link countUnlike}, given the pages with each URL. */
function unlikeAmong(pages: Readonly<UrlsByWords>): number {
  const distinct = new Set(pages.keys());
  distinct.delete('');
  const least = distinct.delete(homeWords) ? fewestNames : fewestUrls;
  if (distinct.size < least) return 0;
  let [most, all] = [0, 0];
  for (const url of distinct) {
    const count = pages.get(url)!.pages;
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

/**
 * The words of the URLs with the smallest hashes, so that their order does not matter. Memory: the words of at most
 * 8,192 URLs.
 */
class ComparedUrls {
  readonly #words: UrlsByWords = new Map();
  /** The largest of the smallest hashes so far. */
  #largest = 2 ** 32;

  /** @param words of a URL, as in {@link countUnlike} */
  add(words: string, isNamed: boolean): void {
    if (this.#largest < 2 ** 32 && textHash(words, 0) > this.#largest) return;
    addUrl(this.#words, words, isNamed);
    if (this.#words.size >= 2 * mostCompared) this.#cut();
  }

  get words(): Readonly<UrlsByWords> {
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
 * Finds, host by host, which hosts show a text under unlike URLs, and how many unlike URLs these hosts have together.
 * Compares 4,096 URLs of each host, and 4,096 of all. Memory: the words of at most 16,384 URLs.
 */
export class StandingHosts {
  readonly #own = new ComparedUrls();
  readonly #all = new ComparedUrls();

  /** Adds a URL of the host. @param words as in {@link countUnlike} @param isNamed whether its page contains them */
  add(words: string, isNamed: boolean): void {
    this.#own.add(words, isNamed);
  }

  /** Ends the host. Returns whether its URLs are unlike. */
  endHost(): boolean {
    const own = this.#own.words;
    const isStanding = unlikeAmong(own) > 0;
    if (isStanding) for (const [words, { isNamed }] of own) this.#all.add(words, isNamed);
    this.#own.clear();
    return isStanding;
  }

  /** Number of URLs of those hosts; 0 if they are not unlike, or if pages name more than a share of them. */
  unlike(mostNamed: number): number {
    return areRarelyNamed(this.#all.words, mostNamed) ? countUnlike(this.#all.words.keys()) : 0;
  }
}

/**
 * Whether a text replaces other pages: its pages do not contain the words of their URLs, but the other pages of the
 * site do, so that this many pages would hardly share a text by chance. The fewer of the others do, the more pages are
 * needed: two if eight of ten do, three if two of three do.
 *
 * @param own counts of the pages with the text
 * @param all counts of all pages of the site, including these
 * @param urls number of unlike URLs of the pages with the text (`countUnlike`)
 * @param least what is needed. Default: what similar pages with messages need
 */
export function standsForOthers(
  own: Named,
  all: Named,
  urls: number,
  least: LeastOfWall = needed.text,
): boolean {
  if (urls < least.urls || own.worded === 0 || own.named > least.mostNamed * own.worded) return false;
  // a page that was renamed has both names in version after version
  if (urls < fewestNames && own.worded > 2 * urls) return false;
  const others = all.worded - own.worded;
  if (others < least.others) return false;
  // Laplace's rule of succession: one page of each kind is taken as seen
  const unnamed = (others - (all.named - own.named) + 1) / (others + 2);
  return unnamed ** Math.min(urls, own.worded - own.named) <= mostChance;
}

/** Counts of the pages whose URLs fit a pattern. */
export interface PatternCounts {
  readonly pages: number;
  /** Pages with a text or a name that has unlike URLs of the pattern. */
  readonly shared: number;
  /** Number of texts or names with unlike URLs of the pattern. */
  readonly copied: number;
  /** Number of those with `fewestValues` or more: each of them may be a wall by chance. */
  readonly tested: number;
}

/**
 * Whether a text replaces other pages whose URLs, such as `viewtopic.php?t=17`, have no words, or none that pages
 * contain. At least three values of the differing part have the text, and hardly any two values share another text, so
 * that the value determines the page. If it does not, as with a session id, many values share texts, and equal texts
 * are copies. Where most of the texts with two values have a third, as topics have that are copied once for each reply,
 * a further value says little. The more texts have as many values as a wall needs, the less each of them may be one by
 * chance (Bonferroni): a site has few walls, and copies of many pages.
 *
 * @param own of the pages with the text
 * @param all counts of all pages of the pattern, including these
 * @param isFirst whether the text was chosen for having this many values while more pages are to come
 */
export function standsForOtherValues(
  own: Omit<TextAtPattern, 'key'>,
  all: PatternCounts,
  isFirst = false,
): boolean {
  if (own.unlike < fewestValues || own.named > mostNamedOfPattern * own.pages) return false;
  const others = all.pages - own.pages;
  if (others < fewestOfPattern) return false;
  // as above; the first page has the text in any case
  const shared = (all.shared - own.pages + 1) / (others + 2);
  if (shared > mostShared) return false;
  const further = Math.max(shared, (all.tested - 1) / (all.copied - 1 + mostWalls));
  const ofEach = mostChance / Math.max(1, all.tested);
  return (
    shared * further ** (own.unlike - 2) <=
    (isFirst ? Math.min(ofEach, chanceOfFirst(own.unlike, others)) : ofEach)
  );
}

/**
 * The probability allowed for one text, so that the first of many texts to reach this many values does so by chance
 * with at most `mostChance`: pages come in any order.
 */
function chanceOfFirst(values: number, texts: number): number {
  let orders = 1;
  for (let i = 2; i <= values; i++) orders *= i;
  return mostChance * Math.min(1, orders / texts);
}
