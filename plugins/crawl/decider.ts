import type { IndexCounts } from '../../src/index.ts';
import type { PageVerdict, ProvisionalPage, RecheckedDuplicate } from '../../src/store/index.ts';
import type { UnjudgedLinks } from '../../src/url-rules/index.ts';
import type { LearnedRules } from './crawl-rules.ts';
import type { ComparablePage } from './read-page.ts';
import type { BringBack } from './requests.ts';
import type { LinkedRequest } from './transform-request.ts';
import type { ClaimFacts } from './verdict.ts';
import type { WaitingPage } from './walled-pages.ts';

/** How a page is claimed. */
export interface DecideOptions {
  /** Ends the wait for a similar page that is in work. */
  readonly signal?: AbortSignal;
  /** Set if the page may be a provisional duplicate: what it takes to fetch it again. */
  readonly provisional?: ProvisionalPage;
}

/** A verdict as it is stored. */
export interface StoredVerdict extends PageVerdict {
  /** Whether the page is a duplicate of one that is gone or has changed since: it would get another verdict. */
  readonly isOutdated?: true;
}

/** The verdict on a page, and the right to store it. */
export interface DecidedPage {
  readonly verdict: PageVerdict & ClaimFacts;
  /**
   * Stores the verdict and learns from it. False if the claim was released or superseded, or its original given
   * up.
   */
  commit(): Promise<boolean>;
  /** Gives the page up. */
  release(): void;
}

/** Decides the pages of a crawl: the index in this process, or a connection to the process that has it. */
export interface Decider {
  /** Number of pages by verdict. */
  readonly counts: IndexCounts;
  /** Number of provisional duplicates. */
  readonly provisional: number;
  /** Sets the function that has requests made again. REQUIRES: called before the first page is claimed. */
  onReturn(bringBack: BringBack): void;
  /**
   * Decides a page. The result is `wall` if a wall answered for the page: then it has no verdict. A page
   * without grams is never checked for walls.
   */
  claim(page: ComparablePage, options: DecideOptions): Promise<DecidedPage | 'wall'>;
  /** Brings back, or decides, the pages that an earlier process left. */
  resume(): Promise<void>;
  /** Resolves when the copies of all pages that were committed or released are decided or brought back. */
  settled(): Promise<void>;
  /** Forgets a page that cannot be fetched. */
  giveUp(key: string): Promise<void>;
  /** Learns that a URL led to no page. */
  ledToNoPage(url: string): Promise<void>;
  /**
   * Forgets the verdict on a page that is no more; a copy of it that was passed over is brought back.
   *
   * @param url the one that was asked for; undefined if something was sent to it, of which the page may depend
   */
  forget(key: string, url: string | undefined): Promise<void>;
  /**
   * Says that a page was not sent again, since it has not changed. A duplicate is brought back if the page that it repeats is gone or
   * has changed: now, or when that is found.
   *
   * @param request what it takes to make its request again
   */
  passOver(key: string, request: string): Promise<void>;
  /**
   * Stores a page that waits for a wall to go, or whose request was put back into its queue, or that this is over. Resolves when that
   * survives the process.
   */
  keepWaiting(key: string, page: WaitingPage | undefined): Promise<void>;
  /** The pages that were stored so. From now on they are fetched whatever their URLs. */
  waiting(): Promise<readonly WaitingPage[]>;
  /** Whether a link leads to a page that is already stored. */
  dropsLink(request: LinkedRequest): boolean;
  /** Whether the page that a request in a queue leads to is already stored. */
  isKnown(url: string, key: string, request: string): boolean | Promise<boolean>;
  learned(): LearnedRules;
  /** The verdict that is stored of a page. */
  get(key: string): Promise<StoredVerdict | undefined>;
  /** The text that was kept of a page. */
  text(key: string): Promise<string | undefined>;
  verdicts(): AsyncIterable<PageVerdict>;
  /**
   * Pages that were taken for duplicates and would not be now. With `fetchAgain` they are forgotten and brought
   * back.
   */
  recheck(fetchAgain: boolean): AsyncIterable<RecheckedDuplicate>;
  /** The whole content of the index, as `SketchIndex.export` writes it. */
  export(): AsyncIterable<string>;
  /** What was stored by `keepLinks`. Missing, as that is, if processes share the index. */
  links?(): Promise<UnjudgedLinks>;
  /** Stores the links that wait for their verdicts. */
  keepLinks?(links: UnjudgedLinks): Promise<void>;
  /** Forces verdicts and rules to disk. */
  flush(): Promise<void>;
  close(): Promise<void>;
}
