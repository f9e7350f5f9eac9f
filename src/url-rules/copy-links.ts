import { BoundedMap } from './bounded-map.ts';
import { movedLinks } from './moved-links.ts';
import { hash53, partsOf, urlOf } from './url-parts.ts';

/** How many links of copies on a host may lead to nothing new, in addition to one for each of its new pages. */
const BARREN_LINKS = 50;
/** How many links of copies on a host may wait for their verdicts. */
const PENDING_LINKS = 1000;
/**
 * Most links that are remembered, some 60 bytes each; most of them without a verdict; most hosts, some 200 bytes each.
 */
const MOST_SEEN = 1 << 18;
const MOST_PENDING = 50_000;
const MOST_HOSTS = 10_000;

/** The outcome of links of copies on one host. */
interface Yield {
  /** Links of copies of its pages that have no verdict yet. */
  pending: number;
  /** Links of copies that led to nothing new. */
  barren: number;
  /** Its new pages, found in any way. */
  newPages: number;
}

/**
 * Tells which links of an exact copy may lead to a new page. A copy has the text of another page, and as a rule the same links.
 * But all pages of a listing that shows only pictures have one text, and each its own links; and a page has links
 * that its print version, which was fetched first, lacks.
 *
 * A link of a copy is followed if no page has linked to its URL, nor to the URL that it would have on the original.
 * Links that a site generates for each visit always look new. So links of a host's copies are followed in vain at most
 * 50 times, and once more for each of its new pages. In the worst case they cost that many fetches, plus the links that
 * then wait: at most 1,000.
 */
export class CopyLinks {
  readonly #seen = new BoundedMap<number, true>(MOST_SEEN);
  /** The links of copies whose pages have no verdict yet. */
  readonly #pending = new BoundedMap<number, Yield>(MOST_PENDING);
  /** By origin. A copy counts for the origin of the original, since its own host may have been generated for it. */
  readonly #yields = new BoundedMap<string, Yield>(MOST_HOSTS);

  /** Remembers a link that is followed. O(|url|) */
  see(link: string): void {
    const parts = partsOf(link);
    if (parts !== undefined) this.#seen.set(hash53(urlOf(parts)), true);
  }

  /**
   * Whether to follow a link of an exact copy. If so, the link is counted and remembered. O(|url|)
   *
   * @param copy URL of the copy
   * @param original URL of the page that it repeats
   */
  follows(link: string, copy: string, original: string): boolean {
    const [parts, from, to] = [partsOf(link), partsOf(copy), partsOf(original)];
    // a URL that is too long or cannot be parsed is not worth a fetch
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

  /** Call this for every page that has its verdict. @param isNew whether it has a new text. O(|url|) */
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

  /** What is known of a host. It becomes the last one to be forgotten. */
  #yieldOf(origin: string): Yield {
    const found = this.#yields.get(origin) ?? { pending: 0, barren: 0, newPages: 0 };
    this.#yields.set(origin, found);
    return found;
  }
}
