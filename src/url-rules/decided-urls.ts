import { BoundedMap } from './bounded-map.ts';
import { hash53 } from './url-parts.ts';

/** A URL that holds a content that is known. */
interface DecidedUrl {
  /** Hash of the content's id. */
  readonly content: number;
  /** Grows with every page. */
  readonly at: number;
  /** The page's own URL, where it is noted under another form. */
  readonly url: string | undefined;
}

/** An entry as `toJSON` has it: hashes of the URL and of its content, and the page's own URL where that is another, else ''. */
export type StoredUrl = readonly [url: number, content: number, ownUrl: string];

/** Which content the last so many URLs hold: about 150 bytes each. */
export class DecidedUrls {
  readonly #urls: BoundedMap<number, DecidedUrl>;
  #count = 0;

  constructor(most: number) {
    this.#urls = new BoundedMap(most);
  }

  /** What is known of a URL, or of a form of URLs. O(|url|). */
  get(url: string): DecidedUrl | undefined {
    return this.at(hash53(url));
  }

  /** {@link get}, by the URL's `hash53`. */
  at(hash: number): DecidedUrl | undefined {
    return this.#urls.get(hash);
  }

  /** Whether this very URL was decided. */
  holds(url: string): boolean {
    const known = this.get(url);
    return known !== undefined && known.url === undefined;
  }

  /** Notes what a URL holds. */
  add(url: string, content: string): void {
    this.#urls.set(hash53(url), { content: hash53(content), at: this.#count++, url: undefined });
  }

  /** Notes what a URL holds under a form that it shares with others, unless that is a page's own URL. */
  addUnder(form: string, url: string, content: string): void {
    const hash = hash53(form);
    const known = this.#urls.get(hash);
    if (form === url || (known !== undefined && known.url === undefined)) return;
    this.#urls.set(hash, { content: hash53(content), at: this.#count++, url });
  }

  /** All, oldest first. */
  *entries(): Generator<StoredUrl> {
    for (const [hash, { content, url }] of this.#urls) {
      yield [hash, content, url ?? ''];
    }
  }

  /** Takes back what `entries` gave. */
  restore([hash, content, url]: StoredUrl): void {
    this.#urls.set(hash, { content, at: this.#count++, url: url === '' ? undefined : url });
  }
}
