import { isAboveList } from './message.ts';
import { textHash } from './text-hash.ts';
import type { TextAtPattern } from './url-patterns.ts';
import { areNaming, type ComparedUrl, homeWords, type WordsOf, withId, wordsOf } from './url-words.ts';

/** So many URLs with one id may be versions of a page; of more it is the id of what they are part of, such as the programme of an episode. */
const mostVersions = 8;

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
/** If more of the other pages of a pattern hide their titles, these are names there although no page says them. */
const mostHiding = 1 / 8;

/** What is needed before a text counts as a wall, by the words of its URLs. */
export interface LeastOfWall {
  /** Number of unlike URLs. */
  readonly urls: number;
  /** Number of other pages that show what is usual on the site. */
  readonly others: number;
  /** At most this share of its pages contains the words of their URLs. */
  readonly mostNamed: number;
  /** What the words of a URL that counts must name at least (`wordsOf`). */
  readonly wordsOf: WordsOf;
}

const neededOfText: LeastOfWall = { urls: fewestUrls, others: 3, mostNamed: 1 / 4, wordsOf: wordsOf.folder };
/**
 * For each kind of text: one message, the same above a list, similar pages with messages, and pages of which at least one has none. A message
 * needs no other pages: if a host has nothing else, five such pages are those of a parked site. A text that is no message is an article that
 * was moved, if it is under two URLs or under one that it names, since few walls are as long. So is a lesson under the URLs of three series.
 */
export const needed: Readonly<Record<'message' | 'above a list' | 'text' | 'no message', LeastOfWall>> = {
  message: { ...neededOfText, others: 0 },
  'above a list': { ...neededOfText, urls: Number.POSITIVE_INFINITY },
  text: neededOfText,
  'no message': { ...neededOfText, urls: fewestValues, mostNamed: mostNamedOfPattern, wordsOf: wordsOf.page },
};
/** What a text that all its pages have as their message needs. */
export function neededOfMessage(message: number): LeastOfWall {
  return needed[isAboveList(message) ? 'above a list' : 'message'];
}

/** If more of the other pages share texts or names, as in a mail archive, a value does not determine the page. */
const mostShared = 1 / 2;
/** A site has fewer walls than this: of more texts with three values, some are copies. */
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
 * Number of URLs, if no word is in most of them; else 0. It is also 0
 *
 * - if there is only one, or if most pages have the same URL words, as the first page of a manual has in each version: then the words say what
 *   the page is about;
 * - if the home page of the host has the text and so have at most two others: these may be its other addresses.
 *
 * The page of a folder, such as `/guide/`, does not count beside one below it, which it may show. URLs that have one id, each beside other
 * words, count once: `/story/17`, `/print/17` and `/email.php?id=17` are versions of a page.
 *
 * @param urls equal words count once, those of the home page and of URLs without words not at all
 */
export function countUnlike(urls: Iterable<ComparedUrl>, least: LeastOfWall = needed.message): number {
  const all = new UrlsByWords();
  for (const url of urls) all.add(url, false);
  return all.unlike(least);
}

/**
 * Whether pages name at most this share of their URLs. URLs of the same words count once, however many session ids or
 * versions a page has there.
 */
export function isRarelyNamed(
  pages: Iterable<{ readonly words: string; readonly isNamed: boolean }>,
  mostNamed: number,
): boolean {
  const urls = new UrlsByWords();
  for (const { words, isNamed } of pages) urls.add({ words, folders: '', of: wordsOf.page, id: '' }, isNamed);
  return urls.areRarelyNamed(mostNamed);
}

/** The pages whose URLs have the same words. */
interface PagesAtUrl {
  readonly pages: number;
  /** Whether any of them has these words in its names. */
  readonly isNamed: boolean;
  readonly of: WordsOf;
  /** The id that all of them have; empty if they have several, or none. */
  readonly id: string;
}

/**
 * The URLs with a text, by their words. Memory: the words of at most 8,192 URLs, and of as many folders.
 */
class UrlsByWords {
  readonly #urls = new HashSample<PagesAtUrl>();
  readonly #folders = new HashSample<true>();

  /** @param pages number of pages */
  add({ words, folders, of, id }: ComparedUrl, isNamed: boolean, pages = 1): void {
    this.#urls.update(words, (known) => ({
      pages: pages + (known?.pages ?? 0),
      isNamed: isNamed || known?.isNamed === true,
      of: known === undefined || known.of < of ? of : known.of,
      id: known === undefined || known.id === id ? id : '',
    }));
    if (folders === '') return;
    for (const folder of folders.split('\n')) if (folder !== words) this.#folders.update(folder, () => true);
  }

  /** Adds the URLs of a host. How many of its pages have each says nothing about several hosts together. */
  addHost(host: UrlsByWords): void {
    for (const [words, { isNamed, of, id }] of host.#urls.values)
      this.add({ words, folders: '', of, id }, isNamed, 0);
    for (const folder of host.#folders.values.keys()) this.#folders.update(folder, () => true);
  }

  /** {@link isRarelyNamed}. */
  areRarelyNamed(mostNamed: number): boolean {
    let [all, named] = [0, 0];
    for (const [words, { isNamed }] of this.#urls.values) {
      if (!areNaming(words)) continue;
      all++;
      if (isNamed) named++;
    }
    return named <= mostNamed * all;
  }

  /** {@link countUnlike}. */
  unlike(least: LeastOfWall): number {
    const urls = this.#urls.values;
    const folders = this.#folders.values;
    const distinct = new Set<string>();
    for (const [words, { of, id }] of urls) {
      const isOfFolder =
        (folders.has(words) && of !== wordsOf.folder) || (id !== '' && folders.has(withId(words, id)));
      if (words !== '' && of >= least.wordsOf && !isOfFolder) distinct.add(words);
    }
    const fewest = distinct.delete(homeWords) ? fewestNames : fewestUrls;
    let [most, all, unlike] = [0, 0, 0];
    const byId = new Map<string, number>();
    for (const words of distinct) {
      const { pages, id } = urls.get(words)!;
      most = Math.max(most, pages);
      all += pages;
      if (id === '') unlike++;
      else byId.set(id, 1 + (byId.get(id) ?? 0));
    }
    for (const count of byId.values()) unlike += count > mostVersions ? count : 1;
    return 2 * most > all || isAnyWordInMost(distinct) || unlike < fewest ? 0 : unlike;
  }

  clear(): void {
    this.#urls.clear();
    this.#folders.clear();
  }
}

function isAnyWordInMost(urls: ReadonlySet<string>): boolean {
  const mostAllowed = Math.max(1, urls.size / 2);
  const urlsOfWord = new Map<string, number>();
  for (const url of urls) {
    for (const word of url.split(' ')) {
      const count = (urlsOfWord.get(word) ?? 0) + 1;
      if (count > mostAllowed) return true;
      urlsOfWord.set(word, count);
    }
  }
  return false;
}

/** Values of the words with the smallest hashes, so that their order does not matter. Memory: at most 8,192 values. */
class HashSample<Value> {
  readonly #values = new Map<string, Value>();
  /** The largest of the smallest hashes so far. */
  #largest = 2 ** 32;

  /** @param newValue the new value, given the one so far */
  update(words: string, newValue: (known: Value | undefined) => Value): void {
    if (this.#largest < 2 ** 32 && textHash(words, 0) > this.#largest) return;
    this.#values.set(words, newValue(this.#values.get(words)));
    if (this.#values.size >= 2 * mostCompared) this.#cut();
  }

  get values(): ReadonlyMap<string, Value> {
    if (this.#values.size > mostCompared) this.#cut();
    return this.#values;
  }

  clear(): void {
    this.#values.clear();
    this.#largest = 2 ** 32;
  }

  #cut(): void {
    const hashed = Array.from(this.#values.keys(), (words) => ({ words, hash: textHash(words, 0) }));
    hashed.sort((x, y) => x.hash - y.hash || (x.words < y.words ? -1 : 1));
    for (const { words } of hashed.slice(mostCompared)) this.#values.delete(words);
    this.#largest = hashed[mostCompared - 1].hash;
  }
}

/**
 * Whether each page of a text calls itself something that none of the others does. What stands in place of pages is one thing: notices of
 * one update, for one format each, are several, however short the words of their URLs. Memory: 4,096 names.
 */
export class NamesOfText {
  readonly #names = new Set<number>();
  #isAnyShared = false;

  /** @param name a digest of what the page calls itself; 0 for a page without a name */
  add(name: number): void {
    this.#isAnyShared ||= name === 0 || this.#names.has(name) || this.#names.size === mostCompared;
    if (!this.#isAnyShared) this.#names.add(name);
  }

  /** Whether there are several pages, and no two with one name. False also of more than 4,096 pages. */
  get areApart(): boolean {
    return !this.#isAnyShared && this.#names.size > 1;
  }

  clear(): void {
    this.#names.clear();
    this.#isAnyShared = false;
  }
}

/**
 * Finds, host by host, which hosts show a text under unlike URLs, and how many unlike URLs these hosts have together.
 * Compares 4,096 URLs of each host, and 4,096 of all. Memory: the words of at most 16,384 URLs, and of as many folders.
 */
export class StandingHosts {
  readonly #own = new UrlsByWords();
  readonly #all = new UrlsByWords();
  readonly #names = new NamesOfText();

  /**
   * Adds a URL of the host.
   *
   * @param isNamed whether its page contains its words
   * @param name a digest of what its page calls itself (`NamesOfText`). Default: 0, as for pages of one message, whose names may be those
   *   of the pages that it replaces
   */
  add(url: ComparedUrl, isNamed: boolean, name = 0): void {
    this.#own.add(url, isNamed);
    this.#names.add(name);
  }

  /**
   * Ends the host. Returns whether its URLs are unlike, and its pages do not call themselves by different names each; and how many of its
   * URLs count for a message, as {@link unlike} does of all hosts.
   */
  endHost(): { readonly isStanding: boolean; readonly unlike: number } {
    const count = this.#names.areApart ? 0 : this.#own.unlike(needed.message);
    if (count > 0) this.#all.addHost(this.#own);
    const unlike = this.#own.areRarelyNamed(needed.message.mostNamed) ? count : 0;
    this.#own.clear();
    this.#names.clear();
    return { isStanding: count > 0, unlike };
  }

  /** Number of URLs of those hosts that count; 0 if they are not unlike, or if pages name more than a share of them. */
  unlike(least: LeastOfWall): number {
    return this.#all.areRarelyNamed(least.mostNamed) ? this.#all.unlike(least) : 0;
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
  /** Number of those that hide their titles (`Naming`). Default: 0. */
  readonly hiding?: number;
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
 * are copies. If more of the texts with two values have a third than a site has walls, further values say little, as their numbers follow a
 * power law: so it is with topics that are copied once for each reply, and with repeated events. The more texts have as many values as a wall
 * needs, the less likely by chance each must be (Bonferroni), since a site has few walls, and copies of many pages. Where pages with the text
 * hide titles of their own, few of the other pages may hide theirs.
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
  if (own.haveTitles && (all.hiding ?? 0) - (own.hiding ?? 0) > mostHiding * others) return false;
  // as above; the first page has the text in any case
  const shared = (all.shared - own.pages + 1) / (others + 2);
  if (shared > mostShared) return false;
  const further = Math.max(shared, (all.tested - 1) / (all.copied - 1 + mostWalls)) ** (own.unlike - 2);
  const third = Math.max(0, all.tested - mostWalls) / all.copied;
  const repeated = third ** (Math.log(own.unlike / 2) / Math.log(3 / 2));
  const ofEach = mostChance / Math.max(1, all.tested);
  return (
    shared * Math.max(further, repeated) <=
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
