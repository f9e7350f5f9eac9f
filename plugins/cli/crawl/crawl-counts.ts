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

  /** @param crawler the crawler, once it is made */
  constructor(crawler: () => CheerioCrawler, duplicates: NearDuplicates) {
    this.#crawler = crawler;
    this.#duplicates = duplicates;
  }

  async all(): Promise<KeptCounts> {
    const kept = await this.#crawler().useState<KeptCounts>({ ...none });
    // a crawl of an earlier version did not count these
    kept.elsewhere ??= 0;
    this.#savedBefore ??= kept.saved;
    kept.saved = this.#savedBefore + this.#duplicates.stats().saved;
    return kept;
  }

  async add(name: Exclude<keyof KeptCounts, 'saved'>): Promise<void> {
    (await this.all())[name]++;
  }
}
