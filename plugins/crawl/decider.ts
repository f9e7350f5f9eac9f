import type { IndexCounts } from '../../src/index.ts';
import type { PageVerdict, ProvisionalPage, RecheckedPage } from '../../src/store/index.ts';
import type { LearnedRules, LinkedRequest } from './crawl-urls.ts';
import type { ComparablePage } from './read-page.ts';
import type { ClaimFacts } from './verdict.ts';

/** How a page is claimed. */
export interface DecideOptions {
  /** Ends the wait for a similar page that is in work. */
  readonly signal?: AbortSignal;
  /** Whether the page may be a provisional duplicate, and what it takes to fetch it again. */
  readonly provisional?: ProvisionalPage;
}

/** The verdict on a page, and the right to store it. */
export interface DecidedPage {
  readonly verdict: PageVerdict & ClaimFacts;
  /** Stores the verdict, and learns from it. False where it was released or superseded, or its original given up. */
  commit(): Promise<boolean>;
  /** Gives the page up. */
  release(): void;
}

/** A request that is to be made again, in the words of who gave it. */
export interface ReturnedRequest {
  readonly request: string;
  readonly url: string;
  /** The key of its page in the index; missing of a link that was never enqueued. */
  readonly key?: string;
  /** Of a link: the key of the page that showed that it was left out wrongly. */
  readonly shownBy?: string;
  /** How often its page was brought back, this time included. */
  readonly returns: number;
  /** Whether an earlier process left it: it may still be in the queue. */
  readonly isLeft?: boolean;
  /** Whether it was asked for by `recheck`: it may wait for the next run. */
  readonly isRechecked?: true;
  /** Whether it is of a process that is gone, and any may make it. */
  readonly isAdopted?: true;
}

/** Has a request made again; resolves when it cannot be lost any more, to false where it cannot be made here. */
export type BringBack = (returned: ReturnedRequest) => unknown;

/** What decides the pages of a crawl: the index in this process, or a way to the process that has it. */
export interface Decider {
  /** How many pages have which verdict. */
  readonly counts: IndexCounts;
  /** How many pages are provisional duplicates. */
  readonly provisional: number;
  /** Who has requests made again. REQUIRES: called before the first page is claimed. */
  onReturn(bringBack: BringBack): void;
  /**
   * Decides a page. `wall` says that a wall answered for it, which a page without grams is never asked about: it has no
   * verdict then.
   */
  claim(page: ComparablePage, options: DecideOptions): Promise<DecidedPage | 'wall'>;
  /** Brings back, or decides, what an earlier process left. */
  resume(): Promise<void>;
  /** Resolves when the copies of all pages that were committed or released are decided, or brought back. */
  settled(): Promise<void>;
  /** Forgets a page that cannot be had. */
  giveUp(key: string): Promise<void>;
  /** Whether a link leads to a page that is stored already. */
  dropsLink(request: LinkedRequest): boolean;
  /** Whether the page that a request in a queue leads to is stored already. */
  isKnown(url: string, key: string, request: string): boolean | Promise<boolean>;
  learned(): LearnedRules;
  get(key: string): Promise<PageVerdict | undefined>;
  /** The text that was kept with a page. */
  text(key: string): Promise<string | undefined>;
  verdicts(): AsyncIterable<PageVerdict>;
  /** Pages that were taken for duplicates, and would not be now; `fetchAgain` has them forgotten and brought back. */
  recheck(fetchAgain: boolean): AsyncIterable<RecheckedPage>;
  /** All that is known, as `SketchIndex.export` writes it. */
  export(): AsyncIterable<string>;
  /** Forces what is known to disk. */
  flush(): Promise<void>;
  close(): Promise<void>;
}
