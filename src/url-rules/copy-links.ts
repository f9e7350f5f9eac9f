import { BoundedMap } from './bounded-map.ts';
import { movedLinks } from './moved-links.ts';
import { hash53, partsOf, urlOf } from './url-parts.ts';

/** How many links of copies may lead to nothing new on a host, besides one for each page of it that is new. */
const BARREN_LINKS = 50;
/** How many may wait for their verdicts on a host. */
const PENDING_LINKS = 1000;
/** A link that has no verdict after one to two times as many verdicts on its host is not waited for any more: probably it is never fetched. */
const VERDICTS_OF_EPOCH = 1000;
/** Most links that are remembered, some 60 bytes each; most that have no verdict yet, and most hosts, some 200 bytes each. */
const MOST_SEEN = 1 << 18;
const MOST_PENDING = 50_000;
const MOST_HOSTS = 10_000;

/** What pages of one host led to. */
interface Yield {
  verdicts: number;
  /** Links of copies of its pages that have no verdict yet, by when they were followed: in this epoch, and in the one before it. */
  pending: number;
  pendingBefore: number;
  /** Those that led to nothing new. */
  barren: number;
  /** Its pages that were new, however they were found. */
  newPages: number;
}

/** A link of a copy that has no verdict yet. */
interface PendingLink {
  readonly from: Yield;
  readonly epoch: number;
}

/**
 * Tells which links of an exact copy may lead to a new page. A copy has the text of another page, and as a rule the same links.
 * But all pages of a listing that shows only pictures have one text, and each its own links; and a page has links
 * that its print version, which was fetched first, lacks.
 *
 * A link of a copy is followed if no page has linked to its URL, nor to the URL that it would have on the original.
 * Links that a site makes anew for each visit always look new. So links of a host's copies are followed in vain 50 times, and once
 * more for each of its pages that is new; with those that wait then, 1,000 at most, they cost at the worst that many fetches.
 * Links that are not fetched in the end do not count, if they are `leftOut` or once their host has had 2,000 more verdicts.
 */
export class CopyLinks {
  readonly #seen = new BoundedMap<number, true>(MOST_SEEN);
  /** The links of copies whose pages have no verdict yet. */
  readonly #pending = new BoundedMap<number, PendingLink>(MOST_PENDING);
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
    const pending = found.pending + found.pendingBefore;
    if (pending >= PENDING_LINKS || found.barren >= BARREN_LINKS + found.newPages) return false;
    found.pending++;
    this.#pending.set(hash, { from: found, epoch: epochOf(found) });
    this.#seen.set(hash, true);
    return true;
  }

  /** Says of every page that has its verdict whether it brought a new text. O(|url|) */
  judged(url: string, isNew: boolean): void {
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

  /** Says of a link that it is not fetched after all. Nothing happens unless it waits for its verdict. O(|url|) */
  leftOut(url: string): void {
    const parts = partsOf(url);
    if (parts !== undefined) this.#take(hash53(urlOf(parts)));
  }

  /** Ends the wait for the verdict on a link. @returns what is known of the host that it counted for */
  #take(hash: number): Yield | undefined {
    const link = this.#pending.get(hash);
    if (link === undefined) return undefined;
    this.#pending.delete(hash);
    const { from, epoch } = link;
    if (epoch === epochOf(from)) from.pending--;
    else if (epoch === epochOf(from) - 1) from.pendingBefore--;
    return from;
  }

  /** What is known of a host, which is now the last to be forgotten. */
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

/** Which thousand of its verdicts ({@link VERDICTS_OF_EPOCH}) a host is in. */
function epochOf({ verdicts }: Yield): number {
  return Math.floor(verdicts / VERDICTS_OF_EPOCH);
}
