import { checkArray, checkString } from '../argument-checks.ts';
import { BoundedMap } from './bounded-map.ts';
import { movedLinks } from './moved-links.ts';
import { hash53, partsOf, type UrlParts, urlOf } from './url-parts.ts';

/** Most links of a host's copies that may lead to nothing new, in addition to one for each of its new pages. */
const BARREN_LINKS = 50;
/** Most links of a host's copies that may wait for their verdicts. */
const PENDING_LINKS = 1000;
/**
 * After one to two times this many verdicts on its host, a link without a verdict is no longer waited for: it is
 * probably never fetched.
 */
const VERDICTS_OF_EPOCH = 1000;
/**
 * Most links that are remembered, some 60 bytes each; most that have no verdict yet; most hosts, some 200 bytes each.
 */
const MOST_SEEN = 1 << 18;
const MOST_PENDING = 50_000;
const MOST_HOSTS = 10_000;

/** What the pages of one host led to. */
interface Yield {
  verdicts: number;
  /** Links of copies without a verdict: those followed in this epoch, and those followed in the one before. */
  pending: number;
  pendingBefore: number;
  /** Links of copies that led to nothing new. */
  barren: number;
  /** New pages of the host, however they were found. */
  newPages: number;
}

/** URLs of pages, each with hashes of links that it had first. */
export type UnjudgedLinks = readonly (readonly [page: string, links: readonly number[]])[];

/** A link of a copy that has no verdict yet. */
interface PendingLink {
  readonly from: Yield;
  readonly epoch: number;
}

/**
 * Tells which links of an exact copy may lead to a new page. A copy has the text of another page, and usually the same
 * links. But all pages of a listing that shows only pictures have one text, and each has links of its own; and a page
 * has links that its print version, which may be fetched first, lacks.
 *
 * A link of a copy is followed if no page has linked to its URL, nor to the URL that it would have on the original.
 * Links that a site makes anew for each visit always look new. So on each host 50 links of copies may be followed in
 * vain, and one more for each new page. Together with those that wait for a verdict, at most 1,000, this bounds the
 * fetches that copies can waste. A link that is never fetched does not count once it is `leftOut`, or once its host has
 * had 2,000 more verdicts.
 */
export class CopyLinks {
  /** The links that were followed, and for each the URL of the page that had it first. */
  readonly #seen = new BoundedMap<number, string>(MOST_SEEN);
  /** The links of copies whose pages have no verdict yet. */
  readonly #pending = new BoundedMap<number, PendingLink>(MOST_PENDING);
  /** Of the links that were followed, those whose pages have no verdict yet; the same of those that an earlier process followed. */
  readonly #unjudged = new BoundedMap<number, string>(MOST_PENDING);
  readonly #left = new BoundedMap<number, string>(MOST_PENDING);
  /** By origin; for copies by the origin of the original, since a copy may be on a host that was made up for it. */
  readonly #yields = new BoundedMap<string, Yield>(MOST_HOSTS);

  /**
   * Remembers a link that is followed. O(|url|)
   *
   * @param page URL of the page that has it
   * @param copy URL of that page after redirects, if it is similar to another one
   * @param original URL of the other one
   */
  see(link: string, page: string, copy?: string, original?: string): void {
    checkString('see', 'link', link);
    checkString('see', 'page', page);
    if (copy !== undefined) checkString('see', 'copy', copy);
    if (original !== undefined) checkString('see', 'original', original);
    const parts = partsOf(link);
    if (parts === undefined) return;
    const hash = hash53(urlOf(parts));
    const seen = this.#seen.get(hash) ?? (copy && original && this.#seenMoved(parts, copy, original));
    if (!this.#seen.has(hash)) this.#unjudged.set(hash, seen ?? page);
    this.#seen.set(hash, seen ?? page);
  }

  /** URL of the page that linked to a URL first, in this form or in that of its original, as far as it is remembered. O(|url|) */
  linkedFrom(url: string): string | undefined {
    checkString('linkedFrom', 'url', url);
    const parts = partsOf(url);
    if (parts === undefined) return undefined;
    const hash = hash53(urlOf(parts));
    return this.#seen.get(hash) ?? this.#left.get(hash);
  }

  /** The links that were followed and have no verdict yet, for `restore` of the next process. O(links) */
  unjudged(): UnjudgedLinks {
    const byPage = new Map<string, number[]>();
    for (const links of [this.#left, this.#unjudged]) {
      for (const [hash, page] of links) {
        const known = byPage.get(page);
        if (known === undefined) byPage.set(page, [hash]);
        else known.push(hash);
      }
    }
    return [...byPage];
  }

  /**
   * Continues with the links that an earlier process followed: where its queue goes on, `linkedFrom` knows them. They do not count as
   * links of this process, which may begin anew.
   */
  restore(links: UnjudgedLinks): void {
    checkArray('restore', 'links', 'pages with the links that they had', links);
    for (const [page, hashes] of links) for (const hash of hashes) this.#left.set(hash, page);
  }

  /**
   * Whether to follow a link of an exact copy. If so, counts and remembers it. O(|url|)
   *
   * @param copy URL of the copy
   * @param original URL of the page that it repeats
   * @param page URL by which the copy was asked for, if it was redirected
   */
  follows(link: string, copy: string, original: string, page: string = copy): boolean {
    checkString('follows', 'link', link);
    checkString('follows', 'copy', copy);
    checkString('follows', 'original', original);
    checkString('follows', 'page', page);
    const [parts, from, to] = [partsOf(link), partsOf(copy), partsOf(original)];
    // Longer URLs than `partsOf` accepts are not worth a fetch, since their pages are probably known.
    if (parts === undefined || from === undefined || to === undefined) return false;
    const hash = hash53(urlOf(parts));
    const isSeen =
      this.#seen.has(hash) || movedLinks(parts, from, to).some((url) => this.#seen.has(hash53(url)));
    if (isSeen) return false;
    const found = this.#yieldOf(to.origin);
    const pending = found.pending + found.pendingBefore;
    if (pending >= PENDING_LINKS || found.barren >= BARREN_LINKS + found.newPages) return false;
    found.pending++;
    this.#pending.set(hash, { from: found, epoch: epochOf(found) });
    this.#unjudged.set(hash, page);
    this.#seen.set(hash, page);
    return true;
  }

  /** Must be called with each page that has its verdict, and whether its text is new. O(|url|) */
  judged(url: string, isNew: boolean): void {
    checkString('judged', 'url', url);
    const parts = partsOf(url);
    if (parts === undefined) return;
    const host = this.#yieldOf(parts.origin);
    if (isNew) host.newPages++;
    if (++host.verdicts % VERDICTS_OF_EPOCH === 0) {
      host.pendingBefore = host.pending;
      host.pending = 0;
    }
    const followed = this.#take(hash53(urlOf(parts)));
    if (followed !== undefined && !isNew) followed.barren++;
  }

  /**
   * Must be called with a link that will not be fetched, which then waits for no verdict. With the `page` that has it, the link is no longer
   * remembered, unless another page had it first: a copy of that page may be allowed to follow it. O(|url|)
   */
  leftOut(url: string, page?: string): void {
    checkString('leftOut', 'url', url);
    if (page !== undefined) checkString('leftOut', 'page', page);
    const parts = partsOf(url);
    if (parts === undefined) return;
    const hash = hash53(urlOf(parts));
    if (page !== undefined) {
      if (this.#seen.get(hash) !== page) return;
      this.#seen.delete(hash);
    }
    this.#take(hash);
  }

  /** The page that had the link which a link of a copy would be on the original. */
  #seenMoved(link: UrlParts, copy: string, original: string): string | undefined {
    const [from, to] = [partsOf(copy), partsOf(original)];
    if (from === undefined || to === undefined) return undefined;
    for (const url of movedLinks(link, from, to)) {
      const page = this.#seen.get(hash53(url));
      if (page !== undefined) return page;
    }
    return undefined;
  }

  /** Ends the wait for the verdict on a link. @returns what is known of the host that it counted for */
  #take(hash: number): Yield | undefined {
    this.#unjudged.delete(hash);
    this.#left.delete(hash);
    const link = this.#pending.get(hash);
    if (link === undefined) return undefined;
    this.#pending.delete(hash);
    const { from, epoch } = link;
    if (epoch === epochOf(from)) from.pending--;
    else if (epoch === epochOf(from) - 1) from.pendingBefore--;
    return from;
  }

  /** What is known of a host, which becomes the last to be forgotten. */
  #yieldOf(origin: string): Yield {
    const found = this.#yields.get(origin) ?? {
      verdicts: 0,
      pending: 0,
      pendingBefore: 0,
      barren: 0,
      newPages: 0,
    };
    this.#yields.set(origin, found);
    return found;
  }
}

/** Number of the epoch of {@link VERDICTS_OF_EPOCH} verdicts that a host is in. */
function epochOf({ verdicts }: Yield): number {
  return Math.floor(verdicts / VERDICTS_OF_EPOCH);
}
