import { BoundedMap } from './bounded-map.ts';
import { hash53 } from './url-parts.ts';

/** A URL whose content is known. */
interface DecidedUrl {
  /** Hash of the content's id. */
  readonly content: number;
  /** Sequence number: increases with every page. */
  readonly at: number;
  /** The page's own URL, if the entry is for another form of it. */
  readonly url: string | undefined;
}

/** An entry in `toJSON`: hashes of a URL and its content; the page's own URL if that is another one, else ''. */
export type StoredUrl = readonly [url: number, content: number, ownUrl: string];

/** The contents of the latest URLs, some 150 bytes each. */
export class DecidedUrls {
  readonly #urls: BoundedMap<number, DecidedUrl>;
  #count = 0;

  constructor(most: number) {
    this.#urls = new BoundedMap(most);
  }

  /** What is known of a URL, or of a form of URLs. O(|url|) */
  get(url: string): DecidedUrl | undefined {
    return this.at(hash53(url));
  }

  /** {@link get} by the URL's `hash53`. */
  at(hash: number): DecidedUrl | undefined {
    return this.#urls.get(hash);
  }

  /** Whether exactly this URL was decided. */
  holds(url: string): boolean {
    const known = this.get(url);
    return known !== undefined && known.url === undefined;
  }

  /** Records the content of a URL. */
  add(url: string, content: string): void {
    this.#urls.set(hash53(url), { content: hash53(content), at: this.#count++, url: undefined });
  }

  /** Records the content of a URL under a form that it shares with others, unless the form is a page's own URL. */
  addUnder(form: string, url: string, content: string): void {
    const hash = hash53(form);
    const known = this.#urls.get(hash);
    if (form === url || (known !== undefined && known.url === undefined)) return;
    this.#urls.set(hash, { content: hash53(content), at: this.#count++, url });
  }

  /** All entries, oldest first. */
  *entries(): Generator<StoredUrl> {
    for (const [hash, { content, url }] of this.#urls) {
      yield [hash, content, url ?? ''];
    }
  }

  /** Restores what `entries` returned. */
  restore([hash, content, url]: StoredUrl): void {
    this.#urls.set(hash, { content, at: this.#count++, url: url === '' ? undefined : url });
  }
}
