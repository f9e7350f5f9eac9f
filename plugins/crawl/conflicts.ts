import { putLast, webUrl } from '../../src/flow/index.ts';
import { indexKey } from './page-key.ts';
import type { CrawlVerdict, NamedPage } from './verdict.ts';

/** What a page says about URLs, made absolute. */
export interface DeclaredUrls {
  /** `rel=canonical`: the URL that the page wants to be known by. */
  readonly canonical?: string;
  /** `rel=alternate hreflang`: URLs of the page in other languages. */
  readonly translations?: readonly string[];
}

/** Something that a site says about two URLs and that its pages contradict. */
export interface UrlConflict {
  /**
   * - `canonical`: a page names another URL as canonical, and the page there is not similar to it; or two
   *   copies name different canonical URLs.
   * - `redirect`: a URL redirects to one where another page was seen.
   * - `hreflang`: a page is similar to the one that it names as its translation.
   */
  readonly kind: 'canonical' | 'redirect' | 'hreflang';
  readonly page: NamedPage;
  /** The URL that the page names, or that it redirects to. */
  readonly declared: string;
  /** The page that contradicts `declared`. */
  readonly other: NamedPage;
  /** One sentence for people. */
  readonly reason: string;
}

/** A page that was seen, with the page that stands for its cluster. */
interface SeenPage {
  readonly page: NamedPage;
  readonly cluster: string;
  readonly canonical: string | undefined;
  readonly isRedirected: boolean;
}

/** What a page says about a URL that has not been seen yet. */
interface Expectation {
  readonly by: SeenPage;
  readonly kind: 'canonical' | 'hreflang';
}

/** Most pages and URLs that are remembered, some 500 bytes each. The oldest are forgotten first. */
const MOST_PAGES = 50_000;
const MOST_CONFLICTS = 10_000;
/** Most pages that are remembered because they name the same URL, which has not been seen yet. */
const MOST_WAITING = 64;

/**
 * Finds canonical links, redirects and translations that disagree with the clusters of a crawl, page by page.
 * It is not stored: every process starts with none. O(1) a page, plus the translations that it names.
 */
export class UrlConflicts {
  /** Pages by their URL. */
  readonly #seen = new Map<string, SeenPage>();
  /** What pages say about URLs that have not been seen yet, by URL. */
  readonly #expected = new Map<string, Expectation[]>();
  readonly #list: UrlConflict[] = [];
  #count = 0;

  /** How many were found, including those that are not listed. */
  get count(): number {
    return this.#count;
  }

  /** The first 10,000 conflicts. */
  list(): readonly UrlConflict[] {
    return this.#list;
  }

  /** Must be called with every verdict that is stored, and what its page says about URLs. */
  see(verdict: CrawlVerdict, { canonical, translations = [] }: DeclaredUrls = {}): void {
    const { key, crawler, url, of, requestedUrl } = verdict;
    const address = webUrl(url);
    if (verdict.verdict === 'unclassifiable' || address === undefined) return;
    const page = { key, ...(crawler !== undefined && { crawler }), url };
    const cluster = indexKey(of ?? page);
    const seen: SeenPage = { page, cluster, canonical, isRedirected: requestedUrl !== undefined };
    const before = this.#seen.get(address);
    if (before !== undefined && before.cluster !== cluster) this.#redirected(seen, before);
    if (of !== undefined && canonical !== undefined) {
      this.#comparesCanonicals(seen, canonical, this.#seen.get(webUrl(of.url) ?? ''));
    }
    putLast(this.#seen, address, seen, MOST_PAGES);
    if (canonical !== undefined) this.#expects({ by: seen, kind: 'canonical' }, canonical, address);
    for (const target of translations) {
      if (target !== canonical) this.#expects({ by: seen, kind: 'hreflang' }, target, address);
    }
    const expectations = this.#expected.get(address) ?? [];
    this.#expected.delete(address);
    for (const expectation of expectations) this.#check(expectation, address, seen);
  }

  #expects(expectation: Expectation, target: string, address: string): void {
    if (target === address) return;
    const other = this.#seen.get(target);
    if (other !== undefined) {
      this.#check(expectation, target, other);
      return;
    }
    const waiting = this.#expected.get(target) ?? [];
    if (waiting.length < MOST_WAITING) waiting.push(expectation);
    putLast(this.#expected, target, waiting, MOST_PAGES);
  }

  #check({ by, kind }: Expectation, declared: string, { page: other, cluster }: SeenPage): void {
    const areSimilar = by.cluster === cluster;
    if (kind === 'canonical' && !areSimilar) {
      this.#add(
        kind,
        by.page,
        declared,
        other,
        `names ${declared} its canonical URL, and the page there is not similar`,
      );
    } else if (kind === 'hreflang' && areSimilar) {
      this.#add(kind, by.page, declared, other, `names ${declared} its translation, and both say the same`);
    }
  }

  #redirected(seen: SeenPage, before: SeenPage): void {
    const redirected = seen.isRedirected ? seen : before;
    if (!redirected.isRedirected) return;
    const { page } = redirected;
    const other = redirected === seen ? before.page : seen.page;
    this.#add(
      'redirect',
      page,
      page.url,
      other,
      `was redirected to ${page.url}, where another page was seen`,
    );
  }

  #comparesCanonicals({ page }: SeenPage, own: string, original: SeenPage | undefined): void {
    const other = original?.canonical;
    if (other === undefined || original === undefined || own === other) return;
    const words = `repeats ${original.page.url}, which names ${other} its canonical URL, and names ${own}`;
    this.#add('canonical', page, own, original.page, words);
  }

  #add(kind: UrlConflict['kind'], page: NamedPage, declared: string, other: NamedPage, reason: string): void {
    this.#count++;
    if (this.#list.length < MOST_CONFLICTS) this.#list.push({ kind, page, declared, other, reason });
  }
}
