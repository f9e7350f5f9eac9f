import { BoundedMap } from './bounded-map.ts';
import { movedLinks } from './moved-links.ts';
import { hash53, partsOf, urlOf } from './url-parts.ts';

/** How many links of copies may lead to nothing new on a host, besides one for each page of it that is new. */
const BARREN_LINKS = 50;
/** How many may wait for their verdicts on a host. */
const PENDING_LINKS = 1000;
/** Most links that are remembered, some 60 bytes each; most that have no verdict yet, and most hosts, some 200 bytes each. */
const MOST_SEEN = 1 << 18;
const MOST_PENDING = 50_000;
const MOST_HOSTS = 10_000;

/** What pages of one host led to. */
interface Yield {
  /** Links of copies of its pages that have no verdict yet. */
  pending: number;
  /** Those that led to nothing new. */
  barren: number;
  /** Its pages that were new, however they were found. */
  newPages: number;
}

/**
 * Tells which links of an exact copy may lead to a new page. A copy has the text of another page, and as a rule the same links.
 * But all pages of a listing that shows only pictures have one text, and each its own links; and a page has links
 * that its print version, which was fetched first, lacks.
 *
 * A link of a copy is followed if no page has linked to its URL, nor to the URL that it would have on the original.
 * Links that a site makes anew for each visit always look new. So links of a host's copies are followed in vain 50 times, and once
 * more for each of its pages that is new; with those that wait then, 1,000 at most, they cost at the worst that many fetches.
 */
export class CopyLinks {
  readonly #seen = new BoundedMap<number, true>(MOST_SEEN);
  /** The links of copies whose pages have no verdict yet. */
  readonly #pending = new BoundedMap<number, Yield>(MOST_PENDING);
  /** By origin, of copies by that of the original: a copy may be on a host that was made up for it. */
  readonly #yields = new BoundedMap<string, Yield>(MOST_HOSTS);

  /** Remembers a link that is followed. O(|url|) */
  see(link: string): void {
    const parts = partsOf(link);
    if (parts !== undefined) this.#seen.set(hash53(urlOf(parts)), true);
  }

  /**
   * Whether a link of an exact copy is to be followed. If so it is counted, and remembered. O(|url|)
   *
   * @param copy URL of the copy
   * @param original URL of the page that it repeats
   */
  follows(link: string, copy: string, original: string): boolean {
    const [parts, from, to] = [partsOf(link), partsOf(copy), partsOf(original)];
    // URLs without bounds are not worth a fetch of what is known
    if (parts === undefined || from === undefined || to === undefined) return false;
    const hash = hash53(urlOf(parts));
    const isSeen =
      this.#seen.has(hash) || movedLinks(parts, from, to).some((url) => this.#seen.has(hash53(url)));
    if (isSeen) return false;
    const found = this.#yieldOf(to.origin);
    if (found.pending >= PENDING_LINKS || found.barren >= BARREN_LINKS + found.newPages) return false;
    found.pending++;
    this.#pending.set(hash, found);
    this.#seen.set(hash, true);
    return true;
  }

  /** Says of every page that has its verdict whether it brought a new text. O(|url|) */
  judged(url: string, isNew: boolean): void {
    const parts = partsOf(url);
    if (parts === undefined) return;
    if (isNew) this.#yieldOf(parts.origin).newPages++;
    const hash = hash53(urlOf(parts));
    const followed = this.#pending.get(hash);
    if (followed === undefined) return;
    this.#pending.delete(hash);
    followed.pending--;
    if (!isNew) followed.barren++;
  }

  /** What is known of a host, which is now the last to be forgotten. */
  #yieldOf(origin: string): Yield {
    const found = this.#yields.get(origin) ?? { pending: 0, barren: 0, newPages: 0 };
    this.#yields.set(origin, found);
    return found;
  }
}
