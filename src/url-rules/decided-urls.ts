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

  /**
   * Records the content of a URL under a form that it shares with others. If the form is another page's own URL, it is
   * recorded as the latest copy of that page.
   */
  addUnder(form: string, url: string, content: string): void {
    if (form === url) return;
    const hash = hash53(this.holds(form) ? copiesOf(form) : form);
    this.#urls.set(hash, { content: hash53(content), at: this.#count++, url });
  }

  /**
   * The latest of the pages recorded under a page's own URL. They may be decided otherwise than that page was, since more
   * was known of the site when they came.
   */
  latestCopy(form: string): DecidedUrl | undefined {
    return this.get(copiesOf(form));
  }

  /** Forgets all that has a content. @returns the own URLs that are known of these pages. O(URLs kept) */
  forget(content: number): string[] {
    const urls: string[] = [];
    for (const [hash, known] of this.#urls) {
      if (known.content !== content) continue;
      this.#urls.delete(hash);
      if (known.url !== undefined) urls.push(known.url);
    }
    return urls;
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

/** A key that no URL has. */
function copiesOf(url: string): string {
  return `copies ${url}`;
}
