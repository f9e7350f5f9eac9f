import {
  fileFormats,
  type Journal,
  type StoredDeduplication,
  type StoredList,
  webUrl,
} from '../../../src/flow/index.ts';
import { hash64 } from '../../../src/sketch/index.ts';
import type { Redirect } from '../../dump/index.ts';

/** A line of `declared.jsonl`: a URL, and another URL that is said to lead to the same page. */
export interface Declared {
  readonly format: string;
  /** Who says so: the page, by its canonical link, or the server, by a redirect. */
  readonly by: 'canonical' | 'redirect';
  /** For a canonical link, the id of the page. */
  readonly id?: string;
  readonly url: string;
  readonly target: string;
  /** The page at `target`, if the input or the known pages have one. */
  readonly targetId?: string;
  /** Whether that is a known page. A new one may have the same id. */
  readonly known?: true;
  /** For a canonical link to such a page: whether both pages were found to repeat one page. */
  readonly agrees?: boolean;
}

/** Number of lines of each kind. */
export interface DeclaredCounts {
  readonly redirects: number;
  readonly canonicals: number;
  /** Number of canonical links between pages of the input, `agreeing` if these repeat each other, else `differing`. */
  readonly agreeing: number;
  readonly differing: number;
}

/** A redirect between web URLs in the form in which they are compared; undefined if it leads nowhere else. */
export function webRedirect({ url, target }: Redirect): Redirect | undefined {
  const [from, to] = [webUrl(url), webUrl(target, url)];
  return from === undefined || to === undefined || from === to ? undefined : { url: from, target: to };
}

/** Adds a redirect to those that are to be written, if it leads from one web page to another. */
export function addRedirect(redirects: StoredList<Redirect>, redirect: Redirect): void {
  const known = webRedirect(redirect);
  if (known !== undefined) redirects.push(known);
}

/**
 * What new pages and servers declare, to be set against what was found: canonical links in the order of the pages, then
 * redirects. Memory: 12 bytes a declared URL.
 */
export function* declaredLinks(
  { journal, resolved }: Pick<StoredDeduplication, 'journal' | 'resolved'>,
  redirects: Iterable<Redirect>,
): Generator<Declared> {
  const format = fileFormats.declared;
  const pages = UrlPages.of(journal, redirects);
  const pageOf = (page: number) => resolved.representativeOf(page);
  const idAt = (page: number) => {
    if (page < 0) return {};
    const { id, known } = journal.factsOf(page);
    return { targetId: id, ...(known && { known }) };
  };
  for (const { page, canonical } of journal.canonicalLinks()) {
    const { id, url } = journal.factsOf(page);
    const target = pages.pageAt(canonical);
    const agrees = target >= 0 && (target === page || pageOf(target) === pageOf(page));
    yield {
      format,
      by: 'canonical',
      id,
      url,
      target: canonical,
      ...idAt(target),
      ...(target >= 0 && { agrees }),
    };
  }
  for (const { url, target } of redirects)
    yield { format, by: 'redirect', url, target, ...idAt(pages.pageAt(target)) };
}

/** Finds the first page of the input at a declared URL. */
class UrlPages {
  readonly #journal: Journal;
  /** Hashes of the declared URLs, ascending. Of two URLs with the same hash, only one's page may be found. */
  readonly #hashes: Float64Array;
  /** The first page for each hash, or −1. */
  readonly #pages: Int32Array;

  private constructor(journal: Journal, hashes: Float64Array) {
    this.#journal = journal;
    this.#hashes = hashes.sort();
    this.#pages = new Int32Array(hashes.length).fill(-1);
  }

  static of(journal: Journal, redirects: Iterable<Redirect>): UrlPages {
    let declared = 0;
    for (const _ of journal.canonicalLinks()) declared++;
    for (const _ of redirects) declared++;
    const hashes = new Float64Array(declared);
    for (const { canonical } of journal.canonicalLinks()) hashes[--declared] = hashOf(canonical);
    for (const { target } of redirects) hashes[--declared] = hashOf(target);
    const pages = new UrlPages(journal, hashes);
    if (hashes.length > 0) pages.#fill();
    return pages;
  }

  /** The first page at a declared URL; −1 if there is none. */
  pageAt(url: string): number {
    const page = this.#pages[this.#placeOf(hashOf(url))] ?? -1;
    return page >= 0 && webUrl(this.#journal.factsOf(page).url) === url ? page : -1;
  }

  #fill(): void {
    for (let page = 0; page < this.#journal.length; page++) {
      const url = webUrl(this.#journal.factsOf(page).url);
      if (url === undefined) continue;
      const hash = hashOf(url);
      const place = this.#placeOf(hash);
      if (this.#hashes[place] === hash && this.#pages[place] === -1) this.#pages[place] = page;
    }
  }

  /** The first place of a hash, or of the next larger one. */
  #placeOf(hash: number): number {
    let from = 0;
    for (let to = this.#hashes.length; from < to; ) {
      const middle = (from + to) >>> 1;
      if (this.#hashes[middle]! < hash) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

function hashOf(url: string): number {
  return Number(hash64(Buffer.from(url)) >> 11n);
}
