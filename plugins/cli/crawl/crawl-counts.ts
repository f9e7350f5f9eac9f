import type { CheerioCrawler } from 'crawlee';
import type { NearDuplicates } from '../../crawlee/index.ts';
import type { CrawlSummary } from './summary.ts';

/** Counts that are kept in Crawlee's storage. A resumed crawl continues them. */
type KeptCounts = {
  -readonly [Name in
    | 'errors'
    | 'otherTypes'
    | 'failed'
    | 'refused'
    | 'disallowedLinks'
    | 'elsewhere'
    | 'saved']: CrawlSummary[Name];
};

/** What is counted of requests that may be made again, and then bring a page. */
type InVain = 'errors' | 'otherTypes' | 'failed';

interface Kept extends KeptCounts {
  /** The keys of these requests, so that each counts once, by what came last. */
  inVain?: Record<string, InVain>;
}

/** Most keys that are kept; of further requests each counts. */
const MOST_IN_VAIN = 20_000;

const none: KeptCounts = {
  errors: 0,
  otherTypes: 0,
  failed: 0,
  refused: 0,
  disallowedLinks: 0,
  elsewhere: 0,
  saved: 0,
};

/** What a crawl and those that it goes on with have counted beside verdicts. */
export class CrawlCounts {
  readonly #crawler: () => CheerioCrawler;
  readonly #duplicates: NearDuplicates;
  /** What earlier crawls had saved. */
  #savedBefore: number | undefined;
  /** Number of keys that are kept. */
  #inVain = 0;

  /** @param crawler the crawler, once it is made */
  constructor(crawler: () => CheerioCrawler, duplicates: NearDuplicates) {
    this.#crawler = crawler;
    this.#duplicates = duplicates;
  }

  async all(): Promise<Readonly<KeptCounts>> {
    const { inVain: _, ...counts } = await this.#kept();
    return counts;
  }

  async add(name: Exclude<keyof KeptCounts, 'saved' | InVain>, count = 1): Promise<void> {
    (await this.#kept())[name] += count;
  }

  /** Counts a request that brought no page, by the key of its page. */
  async addInVain(key: string, name: InVain): Promise<void> {
    const kept = await this.#kept();
    this.#takeBack(kept, key);
    kept[name]++;
    kept.inVain ??= {};
    if (this.#inVain === MOST_IN_VAIN) return;
    kept.inVain[key] = name;
    this.#inVain++;
  }

  /** Says that a page has come whose request may have been counted. */
  async came(key: string): Promise<void> {
    this.#takeBack(await this.#kept(), key);
  }

  async #kept(): Promise<Kept> {
    const kept = await this.#crawler().useState<Kept>({ ...none });
    // a crawl of an earlier version did not count these
    kept.elsewhere ??= 0;
    if (this.#savedBefore === undefined) this.#inVain = Object.keys(kept.inVain ?? {}).length;
    this.#savedBefore ??= kept.saved;
    kept.saved = this.#savedBefore + this.#duplicates.stats().saved;
    return kept;
  }

  #takeBack(kept: Kept, key: string): void {
    if (kept.inVain === undefined || !Object.hasOwn(kept.inVain, key)) return;
    kept[kept.inVain[key]!]--;
    delete kept.inVain[key];
    this.#inVain--;
  }
}
