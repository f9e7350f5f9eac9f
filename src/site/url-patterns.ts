import { splitUrl, withoutParameters } from './decoded-path.ts';
import { digest48 } from './digest48.ts';
import { PatternMap } from './pattern-map.ts';
import { urlParts } from './url-words.ts';

/** Queries of more parameters have no open parts. */
const mostParameters = 4;
/** Most values of an open part that are distinguished for one text. */
const mostValues = 16;
/**
 * `1.2`, `v3`, and the end of `release-1.2`, but not of `2-104.07`: another version of a page does not count as other content. `2610.10582`
 * is the number of a paper, and `NMA-30447.47` that of an object; only a date has more than four digits before a dot.
 */
const version = /(?<=^|[a-z][-_])(?!\d{4}\.\d{4}|(?!(?:19|20)\d{6}\.)\d{5,}\.)v?\d+\.\d[\w.+-]*$|^v\d+$/i;
/** The code of a language, perhaps with that of a country: `/fr`, `/zh-hans.html`, `?lang=pt_BR`. What is not translated is one text under several. */
const language = /^[a-z]{2}(?:[-_](?:[a-z]{2}|han[st]))?(?:\.html?)?$/i;
/** Longer values are no names of versions, and need not be searched for one. */
const longestVersion = 64;

/** Parameters that ask for a version of the page at the path, such as an earlier one of a wiki. */
const ofVersion = /^(?:version|rev(?:ision)?|oldid)=$/i;

const number = /^\d+$/;
/** What may be an id: three or more characters, one of them a digit. A year is none. */
const idOfFolder = /^(?!(?:19|20)\d\d$)(?=.*\d).{3,}$/;
/**
 * The id of a page in letters and digits: a letter follows a digit, as in `5kx7q`, or there are five digits, as in `HSL:1040105`. Releases
 * and words that are counted, such as `python3`, are none.
 */
const mixedId = /^(?:(?=.*\d[a-z])[a-z\d]{5,}|(?=(?:\D*\d){5})[^.]+)$/i;
/** A year after two words or more: what has this name has an edition each year, as `open-posts-for-nurses-2026`. */
const edition = /(?<=\p{L}[-_]\p{L}+[-_])(?:19|20)\d\d(?=$|\.[a-z]{1,5}$)/iu;
/** Keys of patterns with an open folder begin here. */
const ofFolders = 2 ** 48;

/** A pattern that a URL fits, and the values that the URL has in its open parts. */
export interface UrlPattern {
  /** 48 bits of the pattern and its host; 49 if a folder is open. */
  readonly key: number;
  /** The value of each open part. Versions count as equal, and so do editions of a year, and languages. */
  readonly values: readonly string[];
  /** The open parts, as bits of `urlParts`. */
  readonly open: number;
  /** If only parameters are open: 48 bits of the host and of the open ones' names, whatever path they are at. */
  readonly anyPath?: number | undefined;
}

/**
 * The patterns with open parts that a URL fits: the last part of its path is open, or all of its query, or both, or one
 * parameter of several; or the folder of a page whose name has no digit, if that may be an id (`/title/tt0111161/reviews`).
 * `/news/17?page=2` fits `/news/*?page=2`, `/news/17?page=*` and `/news/*?page=*`. Parameters
 * within the path, such as `;jsessionid=…`, count as those of the query. Numbers and ids of folders do not matter, as in
 * `/2025/06/storm` and `/2025/07/frost`, or `/a/5kx7q/storm` and `/a/8zt2m/frost`. A URL without path and query has none. O(url).
 */
export function patternsOf(url: string): UrlPattern[] {
  const { host, folders, last, query, id } = partsOf(url);
  const folder = folders
    .split('/')
    .map((part) => (number.test(part) || mixedId.test(part) ? '#' : part))
    .join('/');
  const parameters = query === '' ? [] : query.split('&');
  const patterns: UrlPattern[] = [];
  const { path: ofPath, query: ofQuery } = urlParts;
  const add = (pattern: string, open: number, values: readonly string[], openNames?: string): void => {
    const anyPath = openNames === undefined ? undefined : digest48(`${host}\n?${openNames}`);
    patterns.push({
      key: digest48(`${host}\n${pattern}`),
      open,
      values: values.map(withoutVersion),
      anyPath,
    });
  };
  if (last !== '') add(`${folder}\n*\n${query}`, ofPath, [last]);
  if (id !== '') {
    const around = folder.slice(0, folder.lastIndexOf('/') + 1);
    const key = ofFolders + digest48(`${host}\n${around}*\n${last}\n${query}`);
    patterns.push({ key, open: ofPath, values: [id] });
  }
  if (parameters.length === 0 || parameters.length > mostParameters) return patterns;
  const names = parameters.map(nameOf);
  const values = parameters.map((each, i) => (ofVersion.test(names[i]) ? '' : each.slice(names[i].length)));
  const open = names.map((name) => `${name}*`);
  add(`${folder}\n${last}\n${open.join('&')}`, ofQuery, values, open.join('&'));
  if (last !== '') add(`${folder}\n*\n${open.join('&')}`, ofPath | ofQuery, [last, ...values]);
  if (parameters.length === 1) return patterns;
  for (const [i, value] of values.entries()) {
    const others = parameters.map((each, j) => (j === i ? open[i] : each)).join('&');
    add(`${folder}\n${last}\n${others}`, ofQuery, [value], open[i]);
  }
  return patterns;
}

/**
 * Whether a folder is open in the pattern with a key. The folder may be named by a release, or by the day on which a page was stored, and
 * equal texts there may be a page that did not change. So such a pattern decides only about texts that are compared by their names, which the
 * other versions of a page share.
 */
export function isOfFolder(key: number): boolean {
  return key >= ofFolders;
}

/** The part of a URL that patterns may leave open: its values at every pattern follow from it. O(url). */
export function openPart(url: string): string {
  const { last, query, id } = partsOf(url);
  return `${id}/${last}?${query}`;
}

/** Whether the URLs of pages differ in no part that a pattern may leave open, like those of a page's versions. O(URLs). */
export function areVersions(pages: Uint32Array, urlOf: (page: number) => string): boolean {
  if (pages.length === 1) return true;
  const open = openPart(urlOf(pages[0]));
  return pages.every((page) => openPart(urlOf(page)) === open);
}

/** The parts of a URL. `id` is the last folder, if that may be open; else empty. */
function partsOf(url: string): Readonly<Record<'host' | 'folders' | 'last' | 'query' | 'id', string>> {
  const { host, path: written, query } = splitUrl(url);
  const { path: named, parameters } = withoutParameters(written.slice(1));
  const path = named.endsWith('/') ? named.slice(0, -1) : named;
  const end = path.lastIndexOf('/');
  const folders = path.slice(0, Math.max(0, end));
  const last = path.slice(end + 1);
  const folder = withoutVersion(folders.slice(folders.lastIndexOf('/') + 1));
  return {
    host,
    folders,
    last,
    id: !/\d/.test(last) && idOfFolder.test(folder) ? folder : '',
    query: [...parameters, query].filter(Boolean).join('&'),
  };
}

/** The name of a parameter with its `=`. */
function nameOf(parameter: string): string {
  const end = parameter.indexOf('=');
  return end < 0 ? parameter : parameter.slice(0, end + 1);
}

function withoutVersion(value: string): string {
  if (value.length > longestVersion) return value;
  return language.test(value) ? '' : value.replace(version, '').replace(edition, '');
}

/** What HTTrack puts before the ending of a file's name for a URL with a query: four digits of a hash. */
const ofCopy = /^(.+)[0-9a-f]{4}(\.[a-z]{1,5})?$/i;
/** Four such digits that are neither a number nor a word. Nothing tells what the program at that path was asked for. */
const ofQuery = /(?<=\p{L}{4})(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{4}(?=\.[a-z]{1,5}$)/iu;

/** The shortest values of an open part, at most `mostValues`, so that their order does not matter. */
class ShortestValues {
  readonly #values = new Set<string>();
  #longest = '';

  /** @param written all names of HTTrack for one path and its queries are one value: `index07d8.html`, `index6c1b.html` */
  add(written: string): void {
    const value = written.replace(ofQuery, '');
    const isFull = this.#values.size === mostValues;
    if ((isFull && !isShorter(value, this.#longest)) || this.#values.has(value)) return;
    if (isFull) this.#values.delete(this.#longest);
    this.#values.add(value);
    if (this.#values.size < mostValues) return;
    this.#longest = '';
    for (const each of this.#values) if (isShorter(this.#longest, each)) this.#longest = each;
  }

  /** Number of values but for copies under the names of HTTrack: `1727a3.html` beside the shorter `17.html`. */
  get apart(): number {
    let count = 0;
    for (const value of this.#values) {
      const [, name, ending = ''] = ofCopy.exec(value) ?? [];
      if (name === undefined || !this.#values.has(name + ending)) count++;
    }
    return count;
  }
}

function isShorter(x: string, y: string): boolean {
  return x.length < y.length || (x.length === y.length && x < y);
}

/** The pages of one text that fit a pattern, and how unlike their URLs are at it. */
class PatternPages {
  pages = 0;
  named = 0;
  hiding = 0;
  /** Whether those that hide their titles have two or more. */
  haveTitles = false;
  #title: number | string | undefined;
  readonly #values: ShortestValues[];
  /** Whether the last part of the path is open and parameters are, too. The path comes first. */
  readonly #areBothOpen: boolean;

  constructor({ open, values }: Pick<UrlPattern, 'open' | 'values'>) {
    this.#values = values.map(() => new ShortestValues());
    this.#areBothOpen = open === (urlParts.path | urlParts.query);
  }

  add(values: readonly string[], isNamed: boolean, hiddenTitle?: number | string): void {
    this.pages++;
    if (isNamed) this.named++;
    if (hiddenTitle !== undefined) {
      this.hiding++;
      this.#title ??= hiddenTitle;
      this.haveTitles ||= hiddenTitle !== this.#title;
    }
    for (const [i, value] of values.entries()) this.#values[i].add(value);
  }

  /**
   * Least number of values among the open parts: URLs that differ in only one of two parts may have the same content. Beside a path, a
   * parameter of one value is none, as one that all pages have.
   */
  get unlike(): number {
    const [first, ...others] = this.#values.map((values) => values.apart);
    const counted = this.#areBothOpen ? others.filter((values) => values > 1) : others;
    return Math.min(first, ...counted);
  }
}

/** The pages of one text and one name at a pattern. */
type CountedPattern = Pick<UrlPattern, 'key' | 'anyPath'> & { readonly pages: PatternPages };

/** Pages of one text by pattern and by name: a text under another name belongs to its page. */
export class TextPatterns {
  readonly #patterns: PatternMap<string, CountedPattern>;
  /** The first page. Most hosts of a text have only one, which has no unlike URLs. */
  #first: Parameters<TextPatterns['add']> | undefined;
  #pages = 0;

  /**
   * Those met longest ago are forgotten. Default: none.
   *
   * @param mostOfOne patterns that are remembered of those that one page fits
   * @param mostOfSeveral the same of those that several do
   */
  constructor(
    mostOfOne: number = Number.POSITIVE_INFINITY,
    mostOfSeveral: number = Number.POSITIVE_INFINITY,
  ) {
    this.#patterns = new PatternMap(mostOfOne, mostOfSeveral);
  }

  /** Number of patterns that are remembered. */
  get size(): number {
    return this.#patterns.size;
  }

  /**
   * @param names equal for pages that have all names in common
   * @param named which parts of the URL the page names (`namedParts`). At a pattern only its open parts count
   * @param hiddenTitle the title, if the page hides it (`Naming`), or a number for it
   */
  add(url: string, names: number | string, named: number, hiddenTitle?: number | string): void {
    this.#pages++;
    if (this.#pages === 1) {
      this.#first = [url, names, named, hiddenTitle];
      return;
    }
    if (this.#first !== undefined) this.#count(...this.#first);
    this.#first = undefined;
    this.#count(url, names, named, hiddenTitle);
  }

  /** The patterns at which the pages have unlike URLs. */
  *unlike(): Generator<TextAtPattern> {
    for (const { key, anyPath, pages: of } of this.#patterns.ofSeveral()) {
      const { pages, named, hiding, haveTitles, unlike } = of;
      if (unlike < 2) continue;
      const hidden = { ...(hiding > 0 && { hiding }), ...(haveTitles && { haveTitles }) };
      yield { key, anyPath, pages, named, unlike, ...hidden };
    }
  }

  /** Adds a page at one of the patterns that its URL fits, for callers whose pages are sorted by pattern. */
  addAt(
    { key, open, values, anyPath }: UrlPattern,
    names: number | string,
    named: number,
    hiddenTitle?: number | string,
  ): void {
    const { pages } = this.#patterns.meet(`${key} ${names}`, () => ({
      key,
      anyPath,
      pages: new PatternPages({ open, values }),
    }));
    pages.add(values, (named & open) !== 0, hiddenTitle);
  }

  #count(url: string, names: number | string, named: number, hiddenTitle?: number | string): void {
    for (const pattern of patternsOf(url)) this.addAt(pattern, names, named, hiddenTitle);
  }
}

/** The pages with one text whose URLs fit a pattern. */
export interface TextAtPattern extends Pick<UrlPattern, 'key' | 'anyPath'> {
  readonly pages: number;
  /** Number of those that name what their URLs name. */
  readonly named: number;
  /** Number of those that hide their titles; missing if none does. */
  readonly hiding?: number;
  /** Whether these have two titles or more. Default: false. */
  readonly haveTitles?: boolean;
  /** Least number of values of an open part: 2 to `mostValues`. */
  readonly unlike: number;
}
