import { PageShingler, type Reason } from '../../src/flow/index.ts';
import type { IndexCounts } from '../../src/index.ts';
import type { PageVerdict, ProvisionalPage, RecheckedPage } from '../../src/store/index.ts';
import { CopyLinks } from '../../src/url-rules/index.ts';
import { gatherClusters, type PageCluster } from './clusters.ts';
import { type UrlConflict, UrlConflicts } from './conflicts.ts';
import { type LearnedRules, type TransformRequest, transformRequestBy } from './crawl-urls.ts';
import type { DecidedPage, Decider } from './decider.ts';
import { IndexDecider } from './index-decider.ts';
import { type DeduperOptions, type DeduperSettings, readDeduperOptions } from './options.ts';
import { indexKey, pageKeyOf } from './page-key.ts';
import {
  asWall,
  checkPage,
  type FetchedPage,
  isComparable,
  isRead,
  type PagePlace,
  type ReadPage,
  readPage,
  unreadPage,
} from './read-page.ts';
import { type SavedIndex, saveLines } from './saved-index.ts';
import { ownCrawler, sharedCrawler } from './shared/place.ts';
import { SharedDecider } from './shared/shared-decider.ts';
import { type CrawlStatistics, Tally } from './statistics.ts';
import { type ClaimFacts, type CrawlVerdict, named, verdictOn } from './verdict.ts';

/** How a page is claimed. */
export interface ClaimPageOptions {
  /** Ends the wait for a similar page that is in work. */
  readonly signal?: AbortSignal;
  /**
   * The page may finish as a copy of one that is still in work, without waiting for it. `request` is what it takes to fetch
   * it again, given to `onReturn` when that one fails; without, it was handled whatever its verdict. Where the option is
   * missing a copy waits.
   */
  readonly provisional?: ProvisionalPage;
  /**
   * Called when a wall answered for the page: a text that its site gives in place of many pages. What it throws fails the
   * claim, so that the page is fetched again; where it returns, the page is unclassifiable, with the code `wall`.
   */
  onWall?(): unknown;
}

/** The verdict on a page that is in work, and the right to store it. */
export interface PageClaim {
  readonly verdict: CrawlVerdict;
  /**
   * Stores the verdict: to be called when the page was handled, or skipped. Resolves to false, and stores nothing, when
   * the claim was released, or superseded by a later one of its key; and, of a provisional duplicate, when the page that it
   * repeats was given up meanwhile: then it is to be claimed again.
   */
  commit(): Promise<boolean>;
  /**
   * Gives the page up, since it could not be handled: the next one like it is unique. Resolves when a copy that is to take
   * its place was given to `onReturn`.
   */
  release(): Promise<void>;
}

/** A request that is to be made again. */
export interface RequestToMake {
  /** As it was given with its claim or to `isKnown`; of a link that `transform` had left out the JSON of that. */
  readonly request: string;
  readonly url: string;
  /** Its page's; missing of a link that was never enqueued, and of what a process left that is gone. */
  readonly key?: string;
  /** Of its page; of a link that of the page that showed that it was left out wrongly. */
  readonly crawler?: string;
  /** How often its page was brought back, this time included. */
  readonly returns: number;
  /** Whether an earlier process left it: it may still be in the queue. */
  readonly isLeft?: boolean;
  /** Whether it was asked for by `recheck`: it may wait for the next run. */
  readonly isRechecked?: true;
  /** Whether it is of another process, which is gone: where it cannot be made here false is to be returned. */
  readonly isAdopted?: true;
}

/** What is asked of a URL before it is fetched. */
export interface QueuedRequest extends PagePlace {
  /** What it takes to make the request, given to `onReturn` should it turn out that it was left out wrongly. */
  readonly request: string;
}

/**
 * The pages of a crawl, whatever crawler fetches them: each is claimed before it is handled, committed when that
 * succeeded and released when it failed, so that of any number of pages that repeat each other one is handled.
 */
export class Deduper {
  readonly #decider: Decider;
  readonly #settings: DeduperSettings;
  readonly #shingler: PageShingler;
  readonly #tally = new Tally();
  readonly #conflicts = new UrlConflicts();
  readonly #copyLinks = new CopyLinks();
  #resumed: Promise<void> | undefined;

  private constructor(decider: Decider, settings: DeduperSettings) {
    this.#decider = decider;
    this.#settings = settings;
    const { extract, gram, maxPageBytes, keepText } = settings;
    this.#shingler = new PageShingler({ extract, gram }, maxPageBytes, keepText);
    this.transform = transformRequestBy((request) => this.#saves(decider.dropsLink(request)));
  }

  /** Opens the index that the options name, and makes its folder where there is none. */
  static async open(options: DeduperOptions): Promise<Deduper> {
    const settings = readDeduperOptions(options);
    const { process } = settings;
    const decider =
      process === undefined ? await IndexDecider.open(settings) : await SharedDecider.open(settings, process);
    return new Deduper(decider, settings);
  }

  /**
   * Reads a fetched page: its text, as grams. `claim` does it too; this is for a page that may be claimed more than once.
   * O(bytes).
   *
   * @throws TypeError naming what of the page is of a wrong type
   */
  async read(page: FetchedPage): Promise<ReadPage> {
    checkPage(page);
    return readPage(this.#owned(page), this.#shingler, this.#settings);
  }

  /** As `read`, for a request that brought no page. @param why for people and programs */
  unread(page: PagePlace, why: Reason): ReadPage {
    return unreadPage(this.#owned(page), why);
  }

  /**
   * Gives a page its verdict, against all pages stored and all that are in work.
   *
   * Where the only similar page is in work itself, waits until that one is committed or released, unless it may be
   * `provisional`. A later claim of the same key supersedes an earlier one. What is no page, such as an image, has a verdict
   * and nothing to store; a page that its server did not send again (304) has the one that it had.
   *
   * @throws the signal's reason when it aborts the wait; IndexError by `code`
   */
  async claim(page: FetchedPage | ReadPage, options: ClaimPageOptions = {}): Promise<PageClaim> {
    const { onWall, ...decide } = options;
    const read = isRead(page) ? page : await this.read(page);
    if (!isComparable(read)) return this.#unstored(read);
    let decided = await this.#decider.claim(read, decide);
    if (decided === 'wall') {
      await onWall?.();
      const { signal } = decide;
      // without grams no wall is looked for
      decided = (await this.#decider.claim(asWall(read), signal ? { signal } : {})) as DecidedPage;
    }
    return this.#claimOf(read, decided);
  }

  /**
   * Who makes requests again: those of copies whose original was given up, of pages for which a wall answered, and of URLs
   * that were left out wrongly. To be called once, before the first claim. What it returns is waited for.
   *
   * Where processes share the index, one that is gone may have left requests (`isAdopted`): such a one goes to another
   * process where this one returns false.
   */
  onReturn(make: (request: RequestToMake) => unknown): void {
    this.#decider.onReturn(({ key, shownBy, ...returned }) => {
      if (shownBy !== undefined) this.#tally.saved--;
      else if (key !== undefined) this.#tally.broughtBack++;
      const shared = pageKeyOf(key ?? shownBy ?? '').crawler;
      const crawler = this.#settings.process === undefined ? shared : ownCrawler(shared).crawler;
      return make({
        ...returned,
        ...(key !== undefined && { key: pageKeyOf(key).key }),
        ...(crawler !== '' && { crawler }),
      });
    });
  }

  /** Gives what an earlier process left in work to `onReturn`, or decides it: to be called before the crawl begins. */
  resume(): Promise<void> {
    this.#resumed ??= this.#decider.resume();
    return this.#resumed;
  }

  /** Resolves when the copies of all pages that were committed or released are decided, or were given to `onReturn`. */
  settled(): Promise<void> {
    return this.#decider.settled();
  }

  /** Says that a page which was to be fetched again cannot be had: the next like it is given to `onReturn`. */
  giveUp(page: { readonly key: string; readonly crawler?: string }): Promise<void> {
    return this.#decider.giveUp(indexKey(this.#owned(page)));
  }

  /**
   * For links that are about to be enqueued: leaves out those that lead to a page that is stored already, as far as the
   * URLs of the site have shown (session ids, print versions, mirrors, versions of a page that never changed, calendars
   * without end). Given a function of your own, it is that one with this one behind it.
   *
   * One link in twenty is enqueued all the same; a rule that begins to be wrong is turned off, and what it left out
   * since is given to `onReturn`.
   */
  readonly transform: TransformRequest;

  /**
   * Asks the same of a request that leaves a queue: links are found long before they are fetched, and most is learned in
   * between. What is known need not be fetched.
   */
  async isKnown({ request, ...place }: QueuedRequest): Promise<boolean> {
    const { url, requestedUrl = url, key = requestedUrl } = place;
    const owned = indexKey(this.#owned({ ...place, key }));
    return this.#saves(await this.#decider.isKnown(requestedUrl, owned, request));
  }

  /**
   * Whether a link of a page is to be followed; to be asked of the links of all pages. False for a link of an exact copy if a page
   * of this process had the same link, or the one that it would be on the original (with its session id, on its host); and if
   * many new links of such copies have led to nothing new. O(|link|)
   */
  follows(link: string, { code, url, of }: CrawlVerdict): boolean {
    if (code === 'same-grams' && of !== undefined) return this.#copyLinks.follows(link, url, of.url);
    this.#copyLinks.see(link);
    return true;
  }

  /** What was learned of the URLs, by earlier crawls too: each rule with its evidence, its state and what it saved. */
  rules(): LearnedRules {
    return this.#decider.learned();
  }

  /**
   * Headers for a request whose page was decided before, so that the server may answer 304 where it has not changed. Empty
   * where nothing is known.
   */
  async conditionalHeaders(page: PagePlace): Promise<Record<string, string>> {
    const { url, requestedUrl = url, key = requestedUrl } = page;
    const stored = await this.#decider.get(indexKey(this.#owned({ ...page, key })));
    const { etag, lastModified } = stored?.validators ?? {};
    return {
      ...(etag !== undefined && { 'if-none-match': etag }),
      ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
    };
  }

  /** How many pages the index has decided, those of earlier runs too. */
  get counts(): IndexCounts {
    return this.#decider.counts;
  }

  /** What became of the pages that were judged since the index was opened. */
  stats(): CrawlStatistics {
    return this.#tally.counts(this.#decider.provisional, this.#conflicts.count);
  }

  /** The clusters of two pages or more, in the order in which their first copy was found. O(duplicates) memory. */
  clusters(): Promise<PageCluster[]> {
    return gatherClusters(this.verdicts());
  }

  /**
   * Writes the report of the crawl so far, as `neardup report` makes one of a dump: HTML that needs no network. Pages are
   * shown side by side where their texts were kept (`keepText`).
   */
  async report(file: string, { title = 'crawl' }: { readonly title?: string } = {}): Promise<void> {
    const { threshold, gram } = this.#settings;
    // what it takes to draw is loaded when something is drawn
    const [{ writeReport }, { crawlReport }] = await Promise.all([
      import('../report/index.ts'),
      import('./crawl-report.ts'),
    ]);
    const report = await crawlReport({
      title,
      threshold,
      gram,
      verdicts: () => this.verdicts(),
      text: (key) => this.#decider.text(key),
    });
    await writeReport(file, report);
  }

  /**
   * Where canonical links, redirects and hreflang disagree with the clusters, among the pages that were judged since the index
   * was opened, by this process: those found first, 10,000 at most.
   */
  conflicts(): readonly UrlConflict[] {
    return this.#conflicts.list();
  }

  /** Every verdict, those of earlier runs too, in the order in which they were given. */
  async *verdicts(): AsyncGenerator<CrawlVerdict> {
    for await (const verdict of this.#decider.verdicts()) yield this.#tell(verdict);
  }

  /**
   * Pages that were taken for duplicates, and would not be now that more of their sites is known (`SketchIndex.recheck`).
   *
   * @param options.fetchAgain whether they are forgotten and given to `onReturn`; of a page of an earlier process nothing
   *   but its URL, as JSON, is in the request
   */
  async *recheck({
    fetchAgain = false,
  }: {
    readonly fetchAgain?: boolean;
  } = {}): AsyncGenerator<RecheckedPage> {
    for await (const page of this.#decider.recheck(fetchAgain)) {
      yield { ...page, ...named(page), of: named(page.of) };
    }
  }

  /** Forces verdicts and what was learned to disk, so that they outlive the machine too. */
  flush(): Promise<void> {
    return this.#decider.flush();
  }

  /**
   * Saves the index in a store of records, such as a KeyValueStore of Crawlee's, for `restoreFrom`. Claims go on meanwhile. Killed
   * half-way it leaves what was saved before. Memory: some megabytes.
   */
  saveTo(saved: SavedIndex): Promise<void> {
    return saveLines(this.#decider.export(), saved);
  }

  /** Closes the index, or leaves it to the other processes: what is in work here is given up. */
  async close(): Promise<void> {
    await this.#shingler.close();
    await this.#decider.close();
  }

  #saves(isDropped: boolean): boolean {
    if (isDropped) this.#tally.saved++;
    return isDropped;
  }

  /** A page as the index knows it, where processes share that. */
  #owned<Place extends { readonly crawler?: string }>(page: Place): Place {
    const { process } = this.#settings;
    return process === undefined ? page : { ...page, crawler: sharedCrawler(process, page.crawler) };
  }

  #claimOf(
    { requestedUrl, declared }: ReadPage,
    { verdict: decided, commit, release }: DecidedPage,
  ): PageClaim {
    const verdict = { ...this.#tell(decided), ...(requestedUrl !== undefined && { requestedUrl }) };
    let isCounted = false;
    return {
      verdict,
      commit: async () => {
        const isStored = await commit();
        if (isStored && !isCounted) {
          isCounted = true;
          this.#count(verdict);
          this.#conflicts.see(verdict, declared);
        }
        return isStored;
      },
      release: () => {
        release();
        return this.settled();
      },
    };
  }

  /** A claim of what is no page, or was not sent again: there is nothing to store. */
  async #unstored({ key, url, requestedUrl, why, isNotModified }: ReadPage): Promise<PageClaim> {
    const before = isNotModified && (await this.#decider.get(key));
    const verdict = {
      ...(before
        ? this.#tell({ ...before, replayed: true })
        : {
            ...this.#tell({ verdict: 'unclassifiable', key, url, size: 0, replayed: false }),
            ...why,
          }),
      ...(requestedUrl !== undefined && { requestedUrl }),
    };
    let isCounted = false;
    return {
      verdict,
      commit: async () => {
        if (!isCounted) this.#count(verdict);
        isCounted = true;
        return true;
      },
      release: () => Promise.resolve(),
    };
  }

  #count(verdict: CrawlVerdict): void {
    const { requestedUrl, url } = verdict;
    this.#tally.add(verdict);
    this.#copyLinks.judged(requestedUrl ?? url, verdict.verdict === 'unique');
  }

  #tell(page: PageVerdict & Partial<ClaimFacts>): CrawlVerdict {
    const { threshold, gram } = this.#settings;
    return verdictOn(page, threshold, gram);
  }
}
