import { forgetFirst } from '../../src/flow/index.ts';
import type { PageVerdict } from '../../src/store/index.ts';
import type { PageRequest } from './requests.ts';

/** Most originals of which a copy is kept; about 300 bytes each. */
const MOST_ORIGINALS = 20_000;

/**
 * In a later crawl, the pages that were passed over since they repeat a page of an earlier one; in any crawl, the copies that name what
 * their URLs name. If that page is then found to be gone, to have changed or to be a wall, its content has to come from a copy: the
 * first one is kept.
 */
export class SkippedCopies {
  readonly #byOriginal = new Map<string, PageRequest>();

  /** @param request what it takes to fetch the page again; undefined if its handler is called anyway */
  add({ key, url, of }: PageVerdict, request: string | undefined): void {
    if (request === undefined || of === undefined || this.#byOriginal.has(of.key)) return;
    this.#byOriginal.set(of.key, { key, url, request });
    forgetFirst(this.#byOriginal, MOST_ORIGINALS);
  }

  /** Removes and returns the copy of a page. */
  take(original: string): PageRequest | undefined {
    const copy = this.#byOriginal.get(original);
    this.#byOriginal.delete(original);
    return copy;
  }
}
