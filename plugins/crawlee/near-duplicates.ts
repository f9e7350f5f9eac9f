import { setTimeout } from 'node:timers/promises';
import { gramName } from '../../src/flow/index.ts';
import type { IndexCounts } from '../../src/index.ts';
import type { RecheckedPage } from '../../src/store/index.ts';
import type {
  CrawlStatistics,
  CrawlVerdict,
  Deduper,
  LearnedRules,
  PageCluster,
  PagePlace,
  SavedIndex,
  TransformRequest,
  UrlConflict,
} from '../crawl/index.ts';
import { createDeduper } from '../crawl/index.ts';
import type { ComparisonOptions } from '../crawl/options.ts';
import { indexKey } from '../crawl/page-key.ts';
import { Attempts } from './attempts.ts';
import { ClaimedPages } from './claimed-pages.ts';
import type { CrawlContext, UntypedContext } from './context.ts';
import type { GuardOptions } from './crawled-page.ts';
import { type Crawler, Crawlers, crawlerOf, describeRequest } from './crawlers.ts';
import { passOverKnown, type QueuedCrawler } from './known-requests.ts';
import { LifeCycle } from './life-cycle.ts';
import { type NearDuplicatesOptions, readOptions, type Settings } from './options.ts';
import { isBroughtBack, originalKeyOf } from './page-key.ts';
import { PluginLog } from './plugin-log.ts';
import { verdictOf, type WithVerdict } from './with-verdict.ts';

/** How often crawlers are looked at that a close waits for, in milliseconds. */
const RUNNING_MS = 50;

/**
 * A guarded handler. Its first form is for the routes of a Router, whose type of `userData` TypeScript cannot tell while it
 * looks for that of the context.
 */
export type Guarded<Context extends CrawlContext> = ((
  context: Omit<Context, 'request'> & CrawlContext,
) => Promise<void>) &
  ((context: Context) => Promise<void>);

/**
 * The near-duplicates of crawls: opened by `nearDuplicates()`, put around request handlers with `guard`.
 *
 * Each page is claimed before its handler runs, committed when the handler succeeds, and released when it throws
 * (`Deduper` of neardup/crawl). A copy of a page that is in its handler is a provisional duplicate and holds no slot: it
 * is brought back when that handler fails, so that exactly one of any number of equal pages fetched at once is handled.
 */
export class NearDuplicates {
  readonly #deduper: Deduper;
  readonly #settings: Settings;
  readonly #attempts = new Attempts();
  readonly #crawlers = new Crawlers();
  readonly #attaching = new Map<Crawler, Promise<void>>();
  readonly #pages: ClaimedPages;
  readonly #log: PluginLog;
  readonly #lifeCycle: LifeCycle;
  /** Pages when the statistics were logged last. */
  #logged = 0;
  #closing: Promise<void> | undefined;

  private constructor(deduper: Deduper, settings: Settings) {
    this.#deduper = deduper;
    this.#settings = settings;
    this.transformRequest = deduper.transform;
    this.#log = new PluginLog(settings.log);
    this.#pages = new ClaimedPages(deduper, settings, this.#log);
    this.#lifeCycle = new LifeCycle(
      () => deduper.flush(),
      () => this.#logStatistics(),
    );
    deduper.onReturn((request) => this.#crawlers.bringBack(request));
  }

  /** Opens the index that the options name, and makes its folder where there is none. */
  static async open(options: NearDuplicatesOptions): Promise<NearDuplicates> {
    const settings = readOptions(options);
    const { directory, process, restoreFrom, gram } = settings;
    const { threshold, purge, siteModel, extract, recall, maxPageBytes, keepText } = settings;
    // its type has all of them: one that is not handed on does not compile
    const comparison: Required<Omit<ComparisonOptions, 'gram' | 'restoreFrom'>> = {
      ...{ threshold, purge, siteModel, extract, recall, maxPageBytes, keepText },
    };
    const deduper = await createDeduper({
      directory,
      ...comparison,
      gram: gramName(gram),
      ...(process !== undefined && { process }),
      ...(restoreFrom !== undefined && { restoreFrom }),
    });
    return new NearDuplicates(deduper, settings);
  }

  /**
   * Wraps a request handler (a function or a Router) so that it is not called for a page that repeats one seen
   * before; such a request counts as finished. Under `onDuplicate: 'annotate'` it is called for every page. It
   * finds the verdict in `context.nearDuplicate`.
   *
   * A page that is `unclassifiable` always reaches the handler. A request that Crawlee runs again, after a
   * restart or in a later crawl, gets its earlier verdict again, `replayed`, unless its text has changed; so a
   * handler may see a page twice when the process died between the commit and Crawlee's own note that the
   * request is handled.
   */
  guard<Context extends CrawlContext = UntypedContext>(
    handler: (context: Context & WithVerdict) => unknown,
    options: GuardOptions<Context> = {},
  ): Guarded<Context> {
    if (typeof handler !== 'function') {
      throw new TypeError(
        `guard: expected a request handler or a Router; got ${handler === null ? handler : typeof handler}`,
      );
    }
    const guarded = async (context: Context): Promise<void> => {
      // A route of a Router that is guarded itself.
      if (verdictOf(context) !== undefined) {
        await handler(context as Context & WithVerdict);
        return;
      }
      const { request } = context;
      this.#log.follow(context);
      const place = await this.#placeOf(context);
      const key = indexKey(place);
      // What runs under its own key decides it.
      if (isBroughtBack(request) && this.#attempts.hasOther(request, key)) return;
      const attempt = this.#attempts.begin(request, key);
      try {
        await this.#pages.handle(context, place, attempt, handler, options);
      } finally {
        attempt.end();
      }
    };
    // A Router is a function with methods; Crawlee looks on the handler for the userData schemas of its routes.
    return Object.setPrototypeOf(guarded, handler) as Guarded<Context>;
  }

  /**
   * For `router.use`: puts the verdict on `context.nearDuplicate` and never skips a page, which a Router's
   * middleware cannot do without failing the request. The page is committed at once, for a middleware does not
   * learn whether the handler succeeds: with handlers that fail for good, use `guard` with
   * `onDuplicate: 'annotate'`.
   */
  readonly middleware = async (context: CrawlContext): Promise<void> => {
    if (verdictOf(context) !== undefined) return;
    this.#log.follow(context);
    const place = await this.#placeOf(context);
    const attempt = this.#attempts.begin(context.request, indexKey(place));
    try {
      await this.#pages.annotate(context, place, attempt);
    } finally {
      attempt.end();
    }
  };

  /**
   * Takes a crawler in before it runs. Need not be called: the first guarded page does it. It gives a crawler its name
   * in the index, by which several that share one are told apart over restarts; and it brings back what an earlier
   * process left undecided, even when nothing else is to be crawled.
   */
  async attach(crawler: Crawler, name?: string): Promise<void> {
    const onFailure = this.#settings.onDuplicate === 'annotate' ? undefined : this.#failed;
    this.#lifeCycle.follow(crawler);
    await this.#crawlers.attach(crawler, name, onFailure);
    await this.#deduper.resume();
  }

  /** How many pages the index has decided, those of earlier runs too. */
  get counts(): IndexCounts {
    return this.#deduper.counts;
  }

  /**
   * Headers for a request whose page was decided before, so that the server may answer 304 where it has not changed: for a
   * `preNavigationHook`. Empty where nothing is known.
   */
  async conditionalHeaders(context: CrawlContext): Promise<Record<string, string>> {
    return this.#deduper.conditionalHeaders(await this.#placeOf(context));
  }

  /** What became of the pages that were judged since the index was opened. */
  stats(): CrawlStatistics {
    return this.#deduper.stats();
  }

  /**
   * For `enqueueLinks({ transformRequestFunction: duplicates.transformRequest })`: leaves out links that lead to a page that is
   * stored already, as far as the URLs of the site have shown (session ids, print versions, mirrors, versions of a page that
   * never changed, calendars without end). Given a function of your own, it is that one with this one behind it.
   *
   * One link in twenty is enqueued all the same; a rule that begins to be wrong is turned off, and what it left out
   * since is enqueued by the crawler whose page showed it.
   */
  readonly transformRequest: TransformRequest;

  /**
   * Asks the same of every request that a crawler takes from its queue: links are found long before they are fetched, and
   * most is learned in between. What is known counts as handled and reaches no handler. To be called before each `run()`.
   */
  async skipKnown(crawler: QueuedCrawler): Promise<void> {
    await this.attach(crawler);
    passOverKnown(await crawler.getRequestQueue(), (request) => {
      const { url, uniqueKey: key } = request;
      const place = { url, key, crawler: this.#crawlers.nameOf(crawler) ?? '' };
      return this.#deduper.isKnown({ ...place, request: describeRequest(request) });
    });
  }

  /**
   * Whether a link of a page is to be followed, for handlers that are called for duplicates, too, and enqueue links themselves:
   * `enqueueLinks({ transformRequestFunction: (request) => duplicates.follows(request.url, nearDuplicate) && request })`. False for
   * links of an exact copy that its original has, too. To be asked of the links of all pages.
   */
  follows(link: string, verdict: CrawlVerdict): boolean {
    return this.#deduper.follows(link, verdict);
  }

  /** What was learned of the URLs, by earlier crawls too: each rule with its evidence, its state and what it saved. */
  rules(): LearnedRules {
    return this.#deduper.rules();
  }

  /** The clusters of two pages or more, in the order in which their first copy was found. O(duplicates) memory. */
  clusters(): Promise<PageCluster[]> {
    return this.#deduper.clusters();
  }

  /**
   * Writes the report of the crawl so far, as `neardup report` makes one of a dump: HTML that needs no network. Pages are
   * shown side by side where their texts were kept (`keepText: true`). To be called before `close`.
   */
  report(file: string, options: { readonly title?: string } = {}): Promise<void> {
    return this.#deduper.report(file, options);
  }

  /**
   * Where canonical links, redirects and hreflang disagree with the clusters, among the pages that were judged since the index
   * was opened, by this process: those found first, 10,000 at most.
   */
  conflicts(): readonly UrlConflict[] {
    return this.#deduper.conflicts();
  }

  /** Every verdict, those of earlier runs too, in the order in which they were given. */
  verdicts(): AsyncGenerator<CrawlVerdict> {
    return this.#deduper.verdicts();
  }

  /**
   * Pages that were taken for duplicates, and would not be now that more of their sites is known (`SketchIndex.recheck`).
   *
   * @param options.fetchAgain whether they are forgotten and enqueued again: their crawler handles them in this run or, with
   *   `crawler.run([], { purgeRequestQueue: false })`, in another; of a page of an earlier process nothing is enqueued
   *   but its URL
   */
  recheck(options: { readonly fetchAgain?: boolean } = {}): AsyncGenerator<RecheckedPage> {
    return this.#deduper.recheck(options);
  }

  /**
   * Saves the index in a KeyValueStore, for `nearDuplicates({ restoreFrom })` where the disk is another one. The crawl goes on
   * meanwhile. Killed half-way it leaves what was saved before. Memory: some megabytes.
   */
  saveTo(saved: SavedIndex): Promise<void> {
    return this.#deduper.saveTo(saved);
  }

  /**
   * Closes the index when the pages that are in work have their verdicts, and the crawlers that use it have ended: until
   * then requests are served. Not to be awaited in a handler, which would wait for itself.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    do {
      await this.#attempts.idle();
      // Crawlee has no event for the end of a run.
      if (this.#crawlers.areRunning) await setTimeout(RUNNING_MS);
    } while (this.#crawlers.areRunning || this.#attempts.areRunning);
    this.#lifeCycle.end();
    await this.#deduper.close();
  }

  /** Where a page is, and by which key the index knows it. */
  async #placeOf(context: CrawlContext): Promise<PagePlace & { readonly key: string }> {
    const { request } = context;
    const crawler = crawlerOf(context);
    const { url, loadedUrl = url } = request;
    const place = { key: originalKeyOf(request), url: loadedUrl, requestedUrl: url };
    if (crawler === undefined) return place;
    if (this.#crawlers.nameOf(crawler) === undefined) {
      const attaching = this.#attaching.get(crawler) ?? this.attach(crawler);
      this.#attaching.set(crawler, attaching);
      await attaching;
      this.#attaching.delete(crawler);
    }
    return { ...place, crawler: this.#crawlers.nameOf(crawler)! };
  }

  /** Before the crawler goes on after a failure: what was given up is released, and what takes its place is enqueued. */
  readonly #failed = async (context: CrawlContext, isLast: boolean): Promise<void> => {
    this.#attempts.abortGivenUp();
    if (isLast) await this.#deduper.giveUp(await this.#placeOf(context));
    await this.#deduper.settled();
  };

  /** A line as Crawlee logs its own statistics, where pages came since the last one. */
  #logStatistics(): void {
    const { pages, unclassifiable, ...counts } = this.stats();
    if (pages === this.#logged) return;
    this.#logged = pages;
    this.#log.info('Near-duplicate statistics:', { pages, ...counts, ...unclassifiable });
  }
}
