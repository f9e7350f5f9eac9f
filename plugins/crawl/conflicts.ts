import { webUrl } from '../../src/flow/index.ts';
import { indexKey } from './page-key.ts';
import type { CrawlVerdict, NamedPage } from './verdict.ts';

/** What a page says of its URLs, made absolute. */
export interface DeclaredUrls {
  /** `rel=canonical`: the URL that the page wants to be known by. */
  readonly canonical?: string;
  /** `rel=alternate hreflang`: the same in other languages. */
  readonly translations?: readonly string[];
}

/** What a site says of two URLs, and its pages do not. */
export interface UrlConflict {
  /**
   * `canonical`: a page names another URL its canonical one, and the page there is not similar; or it repeats a page, and both name
   * different ones. `redirect`: a URL redirects to one where another page was seen. `hreflang`: a page and what it names its
   * translation are similar.
   */
  readonly kind: 'canonical' | 'redirect' | 'hreflang';
  readonly page: NamedPage;
  /** What the page names, or where it was redirected to. */
  readonly declared: string;
  /** The page that it is in conflict with. */
  readonly other: NamedPage;
  /** In one sentence for people. */
  readonly reason: string;
}

/** A page that was seen, and the page that stands for its cluster. */
interface SeenPage {
  readonly page: NamedPage;
  readonly cluster: string;
  readonly declared: DeclaredUrls;
  readonly isRedirected: boolean;
}

/** What a page says of a URL that was not seen yet. */
interface Expectation {
  readonly by: SeenPage;
  readonly kind: 'canonical' | 'hreflang';
}

/** Pages and URLs that are remembered, some 500 bytes each; those met longest ago are forgotten. */
const MOST_PAGES = 50_000;
const MOST_CONFLICTS = 10_000;
/** Pages that name a URL before it was seen. */
const MOST_WAITING = 64;

/**
 * Finds where canonical links, redirects and translations disagree with the clusters of a crawl, as its pages come. It
 * begins anew with each process. O(1) a page, but for the translations that it names.
 */
export class UrlConflicts {
  /** By where they are. */
  readonly #seen = new Map<string, SeenPage>();
  /** What is expected of a URL. */
  readonly #expected = new Map<string, Expectation[]>();
  readonly #list: UrlConflict[] = [];
  #count = 0;

  /** How many were found, those that are not listed too. */
  get count(): number {
    return this.#count;
  }

  /** Those found first, 10,000 at most. */
  list(): readonly UrlConflict[] {
    return this.#list;
  }

  /** To be told of every verdict that is stored. @param declared what the page says of its URLs */
  see(verdict: CrawlVerdict, declared: DeclaredUrls = {}): void {
    const { key, crawler, url, of, requestedUrl } = verdict;
    const address = webUrl(url);
    if (verdict.verdict === 'unclassifiable' || address === undefined) return;
    const page = { key, ...(crawler !== undefined && { crawler }), url };
    const cluster = indexKey(of ?? page);
    const seen: SeenPage = { page, cluster, declared, isRedirected: requestedUrl !== undefined };
    const before = this.#seen.get(address);
    if (before !== undefined && before.cluster !== cluster) this.#redirected(seen, before);
    if (of !== undefined && declared.canonical !== undefined) {
      this.#comparesCanonicals(seen, declared.canonical, this.#seen.get(webUrl(of.url) ?? ''));
    }
    remember(this.#seen, address, seen);
    const { canonical, translations = [] } = declared;
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
    remember(this.#expected, target, waiting);
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
    const other = original?.declared.canonical;
    if (other === undefined || original === undefined || own === other) return;
    const words = `repeats ${original.page.url}, which names ${other} its canonical URL, and names ${own}`;
    this.#add('canonical', page, own, original.page, words);
  }

  #add(kind: UrlConflict['kind'], page: NamedPage, declared: string, other: NamedPage, reason: string): void {
    this.#count++;
    if (this.#list.length < MOST_CONFLICTS) this.#list.push({ kind, page, declared, other, reason });
  }
}

/** Puts an entry last; the first one goes when there are too many. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > MOST_PAGES) map.delete(map.keys().next().value!);
}
