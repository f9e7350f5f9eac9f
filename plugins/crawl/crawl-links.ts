import { forgetFirst } from '../../src/flow/index.ts';
import { CopyLinks, withoutFragment } from '../../src/url-rules/index.ts';
import type { Decider } from './decider.ts';
import type { LinkedRequest } from './transform-request.ts';
import { type CrawlVerdict, linkSourceOf } from './verdict.ts';

/** Most links that are remembered as enqueued, some 10 MB; beyond that the earliest are asked about again if met again. */
const MOST_ENQUEUED = 50_000;

/** The links of a crawl: which are enqueued, which page led where, and what came of those that copies led to. */
export class CrawlLinks {
  readonly #decider: Pick<Decider, 'dropsLink' | 'links' | 'keepLinks'>;
  readonly #copyLinks = new CopyLinks();
  /** URLs of links that were not left out. */
  readonly #enqueued = new Set<string>();
  /** Whether links are stored. */
  #areKept = false;

  constructor(decider: Pick<Decider, 'dropsLink' | 'links' | 'keepLinks'>) {
    this.#decider = decider;
  }

  /** Continues with the links that an earlier process has kept. */
  async restore(): Promise<void> {
    const links = (await this.#decider.links?.()) ?? [];
    this.#copyLinks.restore(links);
    this.#areKept = links.length > 0;
  }

  /** Stores the links that wait for their verdicts. */
  async keep(): Promise<void> {
    const links = this.#copyLinks.unjudged();
    if (links.length === 0 && !this.#areKept) return;
    this.#areKept = links.length > 0;
    await this.#decider.keepLinks?.(links);
  }

  /** Whether a link is left out. Only its first answer counts if it is let through: then it is in the queue, and nothing is saved. */
  leavesOut(request: LinkedRequest): boolean {
    const { url, method = 'GET' } = request as LinkedRequest & { readonly method?: string };
    // what is sent to a URL may bring another page
    if (method.toUpperCase() !== 'GET') return false;
    const page = typeof url === 'string' ? withoutFragment(url) : '';
    if (this.#enqueued.has(page)) return false;
    if (this.#decider.dropsLink(request)) return true;
    this.#enqueued.add(page);
    forgetFirst(this.#enqueued, MOST_ENQUEUED);
    return false;
  }

  /** Whether to follow a link of a page with this verdict: see `Deduper.follows`. O(|link|) */
  follows(link: string, verdict: CrawlVerdict): boolean {
    const { url, requestedUrl = url } = verdict;
    const source = linkSourceOf(verdict);
    if (source !== undefined) return this.#copyLinks.follows(link, url, source, requestedUrl);
    this.#copyLinks.see(link, requestedUrl, url, verdict.of?.url);
    return true;
  }

  /** Learns that a link is not fetched after all; with the verdict of the page that has it, that no request was made for it. O(|link|) */
  leftOut(link: string, verdict?: CrawlVerdict): void {
    this.#copyLinks.leftOut(link, verdict?.requestedUrl ?? verdict?.url);
  }

  /** Learns whether what a URL led to is new. O(|url|) */
  judged(url: string, isNew: boolean): void {
    this.#copyLinks.judged(url, isNew);
  }

  /** The URL of the page that linked to a URL first, as far as it is remembered. O(|url|) */
  linkedFrom(url: string): string | undefined {
    return this.#copyLinks.linkedFrom(url);
  }
}
