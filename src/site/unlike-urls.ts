import { textHash } from './text-hash.ts';
import { areNaming, type ComparedUrl, homeWords, type WordsOf, withId, wordsOf } from './url-words.ts';
import { fewestNames, fewestUrls, type LeastOfWall, needed } from './wall-evidence.ts';

/** So many URLs with one id may be versions of a page; of more it is the id of what they are part of, such as the programme of an episode. */
const mostVersions = 8;

/** Most URLs that are compared: with more, any of them show whether the text is a wall. */
const mostCompared = 4096;

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
