import { digest48 } from './digest48.ts';
import { urlParts } from './url-words.ts';

/** URLs are looked at as far as this; in longer queries nothing is taken for open. */
const longest = 2048;
const mostParameters = 4;
/** Of an open part of a pattern so many values of one text are told apart. */
const mostValues = 16;
/** `1.2`, `v3`: a version of a page is no other content. */
const version = /^v?\d+(?:\.\d+)+[\w.+-]*$|^v\d+$/i;

const number = /^\d+$/;

/** A pattern that a URL fits, and what the URL has in its open parts. */
export interface UrlPattern {
  /** 48 bits of the pattern and its host. */
  readonly key: number;
  /** One of each open part, those of two versions equal. */
  readonly values: readonly string[];
  /** Of `urlParts`, as bits. */
  readonly open: number;
}

/**
 * The patterns with open parts that a URL fits: the last part of its path is open, or all of its query, or both, or one parameter of
 * several. `/news/17?page=2` fits `/news/*?page=2`, `/news/17?page=*` and `/news/*?page=*`. Which number a folder has plays no part, as in
 * `/2025/06/storm` and `/2025/07/frost`. None of a URL without path and query. O(url).
 */
export function patternsOf(url: string): UrlPattern[] {
  const [, host = '', written = '', query = ''] =
    /^\w+:\/\/([^/?#]*)\/?([^?#]*)(?:\?([^#]*))?/.exec(url.slice(0, longest)) ?? [];
  const parts = written.split('/');
  if (parts.length > 1 && parts.at(-1) === '') parts.pop();
  const last = parts.pop()!;
  const folder = parts.map((part) => (number.test(part) ? '#' : part)).join('/');
  const parameters = query === '' ? [] : query.split('&');
  const patterns: UrlPattern[] = [];
  const { path: ofPath, query: ofQuery } = urlParts;
  const add = (pattern: string, open: number, values: readonly string[]): void => {
    patterns.push({ key: digest48(`${host}\n${pattern}`), open, values: values.map(withoutVersion) });
  };
  if (last !== '') add(`${folder}\n*\n${query}`, ofPath, [last]);
  if (parameters.length === 0 || parameters.length > mostParameters) return patterns;
  const names = parameters.map(nameOf);
  const values = parameters.map((each, i) => each.slice(names[i].length));
  const open = names.map((name) => `${name}*`);
  add(`${folder}\n${last}\n${open.join('&')}`, ofQuery, values);
  if (last !== '') add(`${folder}\n*\n${open.join('&')}`, ofPath | ofQuery, [last, ...values]);
  if (parameters.length === 1) return patterns;
  for (const [i, value] of values.entries()) {
    const others = parameters.map((each, j) => (j === i ? open[i] : each)).join('&');
    add(`${folder}\n${last}\n${others}`, ofQuery, [value]);
  }
  return patterns;
}

/** The name of a parameter with its `=`. */
function nameOf(parameter: string): string {
  const end = parameter.indexOf('=');
  return end < 0 ? parameter : parameter.slice(0, end + 1);
}

function withoutVersion(value: string): string {
  return version.test(value) ? '' : value;
}

/** The pages of one text that fit a pattern, and how unlike their URLs are there. */
class PatternPages {
  pages = 0;
  named = 0;
  readonly #values: Set<string>[];

  constructor(open: number) {
    this.#values = Array.from({ length: open }, () => new Set());
  }

  add(values: readonly string[], isNamed: boolean): void {
    this.pages++;
    if (isNamed) this.named++;
    for (const [i, value] of values.entries()) {
      if (this.#values[i].size < mostValues) this.#values[i].add(value);
    }
  }

  /** How many values each open part has at least: addresses that differ in one of two parts may be of one content. */
  get unlike(): number {
    return Math.min(...this.#values.map(({ size }) => size));
  }
}

/** Pages of one text by patterns, and by what they call themselves: a text under another name is of its page. */
export class TextPatterns {
  readonly #patterns = new Map<string, { readonly key: number; readonly pages: PatternPages }>();
  /** The first page, which alone is under no unlike URLs: most hosts of a text have one. */
  #first: Parameters<TextPatterns['add']> | undefined;
  #pages = 0;

  /**
   * @param names equal for pages that have all names in common
   * @param named which parts of the URL the page names (`namedParts`): what is open in a pattern is what counts there
   */
  add(url: string, names: number | string, named: number): void {
    this.#pages++;
    if (this.#pages === 1) {
      this.#first = [url, names, named];
      return;
    }
    if (this.#first !== undefined) this.#count(...this.#first);
    this.#first = undefined;
    this.#count(url, names, named);
  }

  /** Those that pages under unlike URLs have in common. */
  *unlike(): Generator<TextAtPattern> {
    for (const { key, pages: of } of this.#patterns.values()) {
      const { pages, named, unlike } = of;
      if (unlike > 1) yield { key, pages, named, unlike };
    }
  }

  /** Adds a page at one of the patterns that its URL fits, for callers who have it sorted by them. */
  addAt({ key, open, values }: UrlPattern, names: number | string, named: number): void {
    const of = `${key} ${names}`;
    let known = this.#patterns.get(of);
    if (known === undefined)
      this.#patterns.set(of, (known = { key, pages: new PatternPages(values.length) }));
    known.pages.add(values, (named & open) !== 0);
  }

  #count(url: string, names: number | string, named: number): void {
    for (const pattern of patternsOf(url)) this.addAt(pattern, names, named);
  }
}

/** The pages with one text whose URLs fit a pattern. */
export interface TextAtPattern {
  readonly key: number;
  readonly pages: number;
  /** Those that name what their URLs do. */
  readonly named: number;
  /** Values that each open part has at least: 2 to `mostValues`. */
  readonly unlike: number;
}
