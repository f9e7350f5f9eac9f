import { forgetFirst } from '../../src/flow/index.ts';
import type { Verdict } from '../../src/index.ts';
import { withoutFragment } from '../../src/url-rules/index.ts';
import type { CrawlVerdict, SeenBefore } from './verdict.ts';

/** Outcomes of the pages that have been given a verdict since the index was opened. */
export interface CrawlStatistics {
  /** Pages fetched and judged; a page that is fetched again counts again. */
  readonly pages: number;
  /** Pages that repeat no page decided before. */
  readonly unique: number;
  /** Pages with exactly the grams of a page decided before. */
  readonly exact: number;
  /** Pages similar to a page decided before. */
  readonly near: number;
  /** Pages of any verdict whose text is the same as when they were last decided, in this crawl or an earlier one. */
  readonly unchanged: number;
  /** Pages that say too little to be compared, by their code: `soft-404`, `consent-wall` … */
  readonly unclassifiable: Readonly<Record<string, number>>;
  /** Pages that repeat one whose handler has not ended; their verdict is provisional. */
  readonly provisional: number;
  /**
   * Pages that were fetched again because the page that they repeat was not stored, or because a wall had
   * answered for them.
   */
  readonly broughtBack: number;
  /** Requests not made because the URLs of the site showed that their pages are stored; less those made after all. */
  readonly saved: number;
  /** Number of canonical links, redirects and hreflang that disagree with what was found: see `conflicts()`. */
  readonly conflicts: number;
}

/** What is counted of a verdict. */
interface Counted {
  readonly verdict: Verdict;
  readonly code: string;
  readonly seenBefore: SeenBefore | undefined;
}

/** Most URLs that are remembered as not requested, some 10 MB; beyond that the earliest count again if met again. */
const MOST_SAVED = 50_000;

/** Counts verdicts as they are given. */
export class Tally {
  broughtBack = 0;
  #saved = 0;
  /** URLs that are counted: a link is met on many pages, but would be requested once. */
  readonly #savedUrls = new Set<string>();
  readonly #counts = { unique: 0, exact: 0, near: 0, unchanged: 0 };
  readonly #unclassifiable: Record<string, number> = {};
  /** What was counted last for a request. */
  readonly #last = new WeakMap<object, Counted>();
  #pages = 0;

  /** @param request if it was counted before, its last verdict takes the place of the one before */
  add({ verdict, code, seenBefore }: CrawlVerdict, request?: object): void {
    const last = request && this.#last.get(request);
    if (last !== undefined) this.#count(last, -1);
    // the page itself is what was seen before then
    const counted = { verdict, code, seenBefore: last === undefined ? seenBefore : last.seenBefore };
    this.#count(counted, 1);
    if (request !== undefined) this.#last.set(request, counted);
  }

  /** Counts a URL that is not requested because its page is stored. */
  save(url: string): void {
    const page = withoutFragment(url);
    if (this.#savedUrls.has(page)) return;
    this.#savedUrls.add(page);
    this.#saved++;
    forgetFirst(this.#savedUrls, MOST_SAVED);
  }

  /** Takes back that a URL was counted: it is requested after all. */
  unsave(url: string): void {
    if (this.#savedUrls.delete(withoutFragment(url))) this.#saved--;
  }

  /**
   * @param provisional number of pages that wait for the page that they repeat
   * @param conflicts number of URLs that disagree with what was found
   */
  counts(provisional: number, conflicts: number): CrawlStatistics {
    return {
      pages: this.#pages,
      ...this.#counts,
      unclassifiable: { ...this.#unclassifiable },
      provisional,
      broughtBack: this.broughtBack,
      saved: this.#saved,
      conflicts,
    };
  }

  #count({ verdict, code, seenBefore }: Counted, by: 1 | -1): void {
    this.#pages += by;
    if (seenBefore === 'unchanged') this.#counts.unchanged += by;
    if (verdict === 'unique') this.#counts.unique += by;
    else if (verdict === 'duplicate') this.#counts[code === 'same-grams' ? 'exact' : 'near'] += by;
    else {
      this.#unclassifiable[code] = (this.#unclassifiable[code] ?? 0) + by;
      if (this.#unclassifiable[code] === 0) delete this.#unclassifiable[code];
    }
  }
}
