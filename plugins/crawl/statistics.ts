import type { CrawlVerdict } from './verdict.ts';

/** What became of the pages that were given a verdict since the index was opened. */
export interface CrawlStatistics {
  /** All that were fetched and judged; a page that is fetched again counts again. */
  readonly pages: number;
  /** Repeat no page decided before. */
  readonly unique: number;
  /** Have exactly the grams of a page decided before. */
  readonly exact: number;
  /** Are similar to a page decided before. */
  readonly near: number;
  /** Of all: have the text that they had when they were decided before, in this crawl or an earlier one. */
  readonly unchanged: number;
  /** Say too little to be compared, by their code: `soft-404`, `consent-wall` … */
  readonly unclassifiable: Readonly<Record<string, number>>;
  /** Repeat a page whose handler has not ended: without a verdict as yet. */
  readonly provisional: number;
  /** Were fetched again: the page that they repeat was not stored, or a wall had answered for them. */
  readonly broughtBack: number;
  /** Disagreements of canonical links, redirects and hreflang with what was found: see `conflicts()`. */
  readonly conflicts: number;
}

/** Counts verdicts as they are given. */
export class Tally {
  broughtBack = 0;
  readonly #counts = { unique: 0, exact: 0, near: 0, unchanged: 0 };
  readonly #unclassifiable: Record<string, number> = {};
  #pages = 0;

  add({ verdict, code, seenBefore }: CrawlVerdict): void {
    this.#pages++;
    if (seenBefore === 'unchanged') this.#counts.unchanged++;
    if (verdict === 'unique') this.#counts.unique++;
    else if (verdict === 'duplicate') this.#counts[code === 'same-grams' ? 'exact' : 'near']++;
    else this.#unclassifiable[code] = (this.#unclassifiable[code] ?? 0) + 1;
  }

  /**
   * @param provisional how many pages wait for the page that they repeat
   * @param conflicts how many URLs disagree with what was found
   */
  counts(provisional: number, conflicts: number): CrawlStatistics {
    return {
      pages: this.#pages,
      ...this.#counts,
      unclassifiable: { ...this.#unclassifiable },
      provisional,
      broughtBack: this.broughtBack,
      conflicts,
    };
  }
}
