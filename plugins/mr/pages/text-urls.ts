import {
  patternsOf,
  type TextAtPattern,
  TextPatterns,
  textHash,
  type UrlPattern,
} from '../../../src/flow/index.ts';
import { unescaped } from '../lines/format.ts';
import { SortedKeys } from '../sets/sorted-keys.ts';
import { StoredPages } from '../sets/stored-pages.ts';

/** Most pages whose URLs are in memory, as each pattern takes a kilobyte. More wait on disk. */
const MOST_HELD = 1024;
/** Bytes for patterns that are not sorted yet. */
const SORTED_BYTES = 1 << 21;
const noGrams = new BigUint64Array(0);

/** The fields of a page that `TextPatterns` needs. URLs are escaped, as in lines. */
interface PageUrl {
  readonly url: string;
  readonly names: string;
  readonly named: number;
  /** A number for its title, if the page hides it. */
  readonly hiddenTitle: string | undefined;
}

/**
 * The URLs of pages with one text on one host, and the patterns that `TextPatterns` finds among them. Memory: 1,024
 * pages with their patterns, and 6 MB for any number of further pages.
 */
export class TextUrls {
  #held: PageUrl[] = [];
  #stored: StoredPages | undefined;

  add(url: string, names: string, named: number, hiddenTitle?: string): void {
    this.#held.push({ url, names, named, hiddenTitle });
    if (this.#stored !== undefined || this.#held.length > MOST_HELD) this.#store();
  }

  /** Patterns that unlike URLs fit, and names that these have in common. Call it only once. */
  *unlike(): Generator<TextAtPattern> {
    if (this.#stored === undefined) {
      const patterns = new TextPatterns();
      for (const { url, names, named, hiddenTitle } of this.#held)
        patterns.add(unescaped(url), names, named, hiddenTitle);
      yield* patterns.unlike();
    } else yield* unlikeAmong(this.#stored);
  }

  /** Removes all pages. */
  clear(): void {
    this.#held = [];
    this.#stored?.close();
    this.#stored = undefined;
  }

  #store(): void {
    this.#stored ??= new StoredPages();
    for (const { url, names, named, hiddenTitle } of this.#held)
      this.#stored.push(0, noGrams, [named, hiddenTitle ?? '', names, url].join('\t'));
    this.#held = [];
  }
}

/** The patterns, one after the other. Sorting by hashes of their patterns brings the pages together. */
function* unlikeAmong(pages: StoredPages): Generator<TextAtPattern> {
  const sorted = new SortedKeys(SORTED_BYTES);
  for (let page = 0; page < pages.length; page++) {
    const { url, names } = parseUrl(pages.factsOf(page));
    for (const pattern of patternsOf(unescaped(url))) sorted.add(hashOf(pattern, names), page);
  }
  sorted.finish();
  try {
    for (const { key, from, to } of sorted.groups()) {
      // one page alone has no unlike URLs
      if (to - from === 1) continue;
      const patterns = new TextPatterns();
      let last = -1;
      for (const page of sorted.numbers(from, to)) {
        // two of its patterns may have the same hash
        if (page === last) continue;
        last = page;
        const { url, names, named, hiddenTitle } = parseUrl(pages.factsOf(page));
        for (const pattern of patternsOf(unescaped(url)))
          if (hashOf(pattern, names) === key) patterns.addAt(pattern, names, named, hiddenTitle);
      }
      yield* patterns.unlike();
    }
  } finally {
    sorted.close();
  }
}

function hashOf({ key }: UrlPattern, names: string): number {
  return textHash(`${key} ${names}`, 0);
}

function parseUrl(facts: string): PageUrl {
  const [named, hiddenTitle, names, url] = facts.split('\t');
  return { url, names, named: Number(named), hiddenTitle: hiddenTitle || undefined };
}
