import { setTimeout } from 'node:timers/promises';
import { checkString } from '../../src/flow/index.ts';
import type { IndexCounts } from '../../src/index.ts';
import type {
  CrawlStatistics,
  CrawlVerdict,
  Deduper,
  LearnedRules,
  PageCluster,
  PagePlace,
  RecheckedPage,
  RequestToMake,
  SavedIndex,
  TransformRequest,
  UrlConflict,
} from '../crawl/index.ts';
import { createDeduper } from '../crawl/index.ts';
import { indexKey } from '../crawl/page-key.ts';
import { GONE } from '../crawl/read-page.ts';
import { checkContext, checkCrawler, checkGuard } from './argument-checks.ts';
import { type Attempt, Attempts } from './attempts.ts';
import { describeRequest } from './bring-back.ts';
import { ClaimedPages } from './claimed-pages.ts';
import { type CrawlContext, type CrawlRequest, isOfCrawlee, type UntypedContext } from './context.ts';
import type { GuardOptions } from './crawled-page.ts';
import { type Crawler, Crawlers, crawlerOf } from './crawlers.ts';
import { endsCrawl, judgingTwice, keepInQueue } from './ends-crawl.ts';
import { passOverKnown, type QueuedCrawler } from './known-requests.ts';
import { LifeCycle } from './life-cycle.ts';
import { mayComeLater } from './may-come-later.ts';
import { isNoPage } from './no-page.ts';
import { type NearDuplicatesOptions, readOptions, type Settings } from './options.ts';
import { isBroughtBack, originalKeyOf, returnsOf } from './page-key.ts';
import { PluginLog } from './plugin-log.ts';
import { factsOfResponse } from './response.ts';
import { verdictOf, type WithVerdict } from './with-verdict.ts';

/** Milliseconds between two checks of the crawlers that a close waits for. */
const RUNNING_MS = 50;

/** By which NearDuplicates a handler is guarded. */
const guardOf = new WeakMap<object, NearDuplicates>();

/**
 * A guarded handler. The first form is for the routes of a Router: TypeScript cannot infer the type of their
 * `userData` while it infers the type of the context.
 */
export type Guarded<Context extends CrawlContext> = ((
  context: Omit<Context, 'request'> & CrawlContext,
) => Promise<void>) &
  ((context: Context) => Promise<void>);

/** Warned of for a page of a crawler that its contexts do not name: AdaptivePlaywrightCrawler, and all of Crawlee 4. */
const UNATTACHED =
  'the crawler does not say which one it is: copies of a page wait until its handler has ended, and no page behind a wall ' +
  'is fetched again; call await duplicates.attach(crawler) before crawler.run()';

/** Warned of at the end of a run whose requests were asked about, but whose pages never came. */
const UNGUARDED =
  'skipKnown learns from the pages of guarded handlers, and none has come: wrap the requestHandler by duplicates.guard(…), or use ' +
  'duplicates.middleware in its Router';

/**
 * Keeps near-duplicates out of crawls. `nearDuplicates()` opens it, and `guard` wraps request handlers with it.
 *
 * Each page is claimed before its handler runs, committed when the handler succeeds, and released when it throws
 * (`Deduper` of neardup/crawl). A copy of a page that is still in its handler is a provisional duplicate and holds no
 * slot. If that handler fails, the copy is fetched again. So of any number of equal pages fetched at the same time,
 * exactly one is handled.
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
  /** Requests whose handler is guarded, or has the middleware. */
  readonly #guarded = new WeakSet<CrawlRequest>();
  /** Whether a crawler has asked about its requests, and whether any page has come from which to learn. */
  #isAsked = false;
  #hasPages = false;
  /** Number of pages when the statistics were last logged. */
  #logged = 0;
  #closing: Promise<void> | undefined;
  #isClosed = false;

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
    deduper.onReturn((request) => this.#bringBack(request));
  }

  /** Opens the index that the options name. Makes its folder if there is none. */
  static async open(options: NearDuplicatesOptions): Promise<NearDuplicates> {
    const settings = readOptions(options);
    // all others are options of the deduper
    const { onDuplicate, links, enqueueLinks, onUnchanged, name, log, ...ofDeduper } = options;
    const deduper = await createDeduper({ ...ofDeduper, directory: settings.directory });
    return new NearDuplicates(deduper, settings);
  }

  /**
   * Wraps a request handler (a function or a Router) so that it is not called for a page that repeats one seen before;
   * such a request counts as finished. With `onDuplicate: 'annotate'` it is called for every page. The verdict is in
   * `context.nearDuplicate`.
   *
   * An `unclassifiable` page always reaches the handler. A request that Crawlee runs again, after a restart or in a
   * later crawl, gets its earlier verdict again (`replayed`) unless its text has changed. So a handler may see a page
   * twice if the process died after the commit and before Crawlee noted that the request was handled.
   */
  guard<Context extends CrawlContext = UntypedContext>(
    handler: (context: Context & WithVerdict) => unknown,
    options: GuardOptions<Context> = {},
  ): Guarded<Context> {
    checkGuard(handler, options);
    if ((guardOf.get(handler) ?? this) !== this) throw judgingTwice('a handler that another one guards');
    const guarded = async (context: Context): Promise<void> => {
      // a route of a Router that is itself guarded
      if (this.#hasJudged(context)) {
        await handler(context as Context & WithVerdict);
        return;
      }
      const { request } = context;
      this.#guarded.add(request);
      this.#log.follow(context);
      const place = await this.#placeOf(context);
      const key = indexKey(place);
      // while the request under the page's own key is in work, that decides about the page
      if (isBroughtBack(request) && this.#attempts.leaveToOther(request, key)) return;
      await this.#attempt(context, key, (attempt) =>
        this.#pages.handle(context, place, attempt, handler, options),
      );
    };
    guardOf.set(guarded, this);
    // a Router is a function with methods: Crawlee looks for the userData schemas of its routes on the handler
    return Object.setPrototypeOf(guarded, handler) as Guarded<Context>;
  }

  /**
   * For `router.use`: puts the verdict on `context.nearDuplicate` and never skips a page, since a Router's middleware
   * could skip one only by failing the request. The page is committed immediately, since a middleware does not learn
   * whether the handler succeeds. If handlers may fail for good, use `guard` with `onDuplicate: 'annotate'`.
   */
  readonly middleware = async (context: CrawlContext): Promise<void> => {
    checkContext('middleware', context);
    if (this.#hasJudged(context)) return;
    this.#guarded.add(context.request);
    this.#log.follow(context);
    const place = await this.#placeOf(context);
    await this.#attempt(context, indexKey(place), (attempt) => this.#pages.annotate(context, place, attempt));
  };

  /**
   * Attaches a crawler before it runs. Without this call, its first guarded page attaches it. `name` is the crawler's
   * name in the index. It tells crawlers that share an index apart, also after a restart. Fetches again the pages
   * that an earlier process left undecided, even if there is nothing else to crawl.
   *
   * @throws TypeError for a name that is no string, RangeError if another crawler has that name and has not ended its run
   */
  async attach(crawler: Crawler, name?: string): Promise<void> {
    checkCrawler('attach', crawler, 'addRequests');
    // a number would be another name once it is part of a stored key
    if (name !== undefined) checkString('attach', 'name', name);
    this.#lifeCycle.follow(crawler);
    const told = {
      onFailure: this.#failed,
      onLedAway: this.#ledAway,
      onHandled: this.#handled,
      onEnd: this.#lifeCycle.tell,
    };
    await this.#crawlers.attach(crawler, name, told);
    await this.#deduper.resume();
  }

  /** How many pages the index has decided, including those of earlier runs. */
  get counts(): IndexCounts {
    return this.#deduper.counts;
  }

  /**
   * Headers for a request whose page was decided before, so that the server can answer 304 if it has not changed. For a
   * `preNavigationHook`. Empty if nothing is known of the page.
   */
  async conditionalHeaders(context: CrawlContext): Promise<Record<string, string>> {
    checkContext('conditionalHeaders', context);
    // before the handler no context of Crawlee 4 has its crawler
    const crawler = crawlerOf(context) ?? this.#crawlers.only;
    return this.#deduper.conditionalHeaders(await this.#placeIn(crawler, context));
  }

  /** Outcomes of the pages that have been judged since the index was opened. */
  stats(): CrawlStatistics {
    return this.#deduper.stats();
  }

  /**
   * For `enqueueLinks({ transformRequestFunction: duplicates.transformRequest })`: leaves out links to pages that are
   * already stored, as far as the URLs of the site have shown this (session ids, print versions, mirrors, versions of
   * a page that never changed, endless calendars). `transformRequest(own)` returns a function that applies your own
   * function first.
   *
   * One such link in twenty is enqueued anyway. A rule that begins to be wrong is turned off. The links that it has
   * left out since then are enqueued by the crawler whose page showed the mistake.
   */
  readonly transformRequest: TransformRequest;

  /**
   * Does the same as `transformRequest` for every request that a crawler takes from its queue, since most rules are
   * learned after a link was found and before it is fetched. A request for a known page counts as handled and reaches
   * no handler. Call it once, before `run()`.
   */
  async skipKnown(crawler: QueuedCrawler): Promise<void> {
    checkCrawler('skipKnown', crawler, 'getRequestQueue');
    await this.attach(crawler);
    this.#log.follow(crawler);
    await passOverKnown(crawler, async (request) => {
      this.#isAsked = true;
      // the queue may outlive the index
      if (this.#isClosed) return false;
      const { url, uniqueKey: key } = request;
      const place = { url, key, crawler: this.#crawlers.nameOf(crawler) ?? '' };
      return this.#deduper.isKnown({ ...place, request: describeRequest(request) });
    });
  }

  /**
   * Whether to follow a link of a page. For handlers that are also called for duplicates and enqueue links
   * themselves: `enqueueLinks({ transformRequestFunction: (request) => duplicates.follows(request.url, nearDuplicate)
   * && request })`. False for links of an exact copy that its original has, too. Ask it for the links of all pages.
   */
  follows(link: string, verdict: CrawlVerdict): boolean {
    return this.#deduper.follows(link, verdict);
  }

  /** What this and earlier crawls have learned about URLs: each rule with its evidence, its state and what it saved. */
  rules(): LearnedRules {
    return this.#deduper.rules();
  }

  /** The clusters of two or more pages, in the order in which their first copy was found. O(duplicates) memory. */
  clusters(): Promise<PageCluster[]> {
    return this.#deduper.clusters();
  }

  /**
   * Writes the report of the crawl so far, like that of `neardup report`: one HTML file that needs no network. It shows
   * pages side by side if their texts were kept (`keepText: true`). Call it before `close`.
   */
  report(file: string, options: { readonly title?: string } = {}): Promise<void> {
    return this.#deduper.report(file, options);
  }

  /**
   * Canonical links, redirects and hreflang that disagree with the clusters, among the pages that this process has
   * judged since it opened the index: the first 10,000.
   */
  conflicts(): readonly UrlConflict[] {
    return this.#deduper.conflicts();
  }

  /** Every verdict, including those of earlier runs, in the order in which they were given. */
  verdicts(): AsyncGenerator<CrawlVerdict> {
    return this.#deduper.verdicts();
  }

  /**
   * Pages that were taken for duplicates and would not be any more, since more of their sites is known
   * (`SketchIndex.recheck`).
   *
   * @param options.fetchAgain whether to forget these pages and enqueue them again. Their crawler handles them in this
   *   run or, with `crawler.run([], { purgeRequestQueue: false })`, in another one. A page of an earlier process is
   *   enqueued by its URL alone.
   */
  recheck(options: { readonly fetchAgain?: boolean } = {}): AsyncGenerator<RecheckedPage> {
    return this.#deduper.recheck(options);
  }

  /**
   * Saves the index in a KeyValueStore, for `nearDuplicates({ restoreFrom })` on a machine with another disk. The
   * crawl continues meanwhile. If the process is killed while saving, the earlier save stays. Memory: some megabytes.
   */
  saveTo(saved: SavedIndex): Promise<void> {
    return this.#deduper.saveTo(saved);
  }

  /**
   * Closes the index when the pages in work have their verdicts and the crawlers that use it have ended. Until then
   * requests are served. Do not await it in a handler, which would wait for itself.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    do {
      await this.#attempts.idle();
      // Crawlee has no event for the end of a run
      if (this.#crawlers.areRunning) await setTimeout(RUNNING_MS);
    } while (this.#crawlers.areRunning || this.#attempts.areRunning);
    this.#lifeCycle.end();
    this.#isClosed = true;
    await this.#deduper.close();
  }

  /** Has a request made again: by its own crawler, or by another one that runs if its own has ended. */
  async #bringBack(request: RequestToMake): Promise<boolean> {
    if (await this.#crawlers.bringBack(request)) return true;
    const { request: described, url, returns, key, crawler } = request;
    const isTaken =
      !request.isAdopted &&
      (await this.#crawlers.bringBack({ request: described, url, returns, isAdopted: true }));
    // it has a new key in the other crawler, so its old key is given up
    if (isTaken && key !== undefined) await this.#deduper.giveUp({ key, ...(crawler && { crawler }) });
    return isTaken;
  }

  /** @throws TypeError if another NearDuplicates has */
  #hasJudged(context: CrawlContext): boolean {
    if (verdictOf(context) === undefined) return false;
    if (!this.#guarded.has(context.request)) throw judgingTwice('one that another has judged');
    return true;
  }

  /** Runs `work` as an attempt at the page with this key in the index. */
  async #attempt(
    context: CrawlContext,
    key: string,
    work: (attempt: Attempt) => Promise<void>,
  ): Promise<void> {
    this.#hasPages = true;
    const attempt = this.#attempts.begin(context.request, key);
    try {
      await work(attempt);
    } catch (error) {
      if (endsCrawl(error)) keepInQueue(context);
      throw error;
    } finally {
      attempt.end();
    }
  }

  /** The place of a page, with the key by which the index knows it. Attaches the crawler if necessary. */
  #placeOf(context: CrawlContext): Promise<PagePlace & { readonly key: string }> {
    const crawler = crawlerOf(context);
    if (crawler === undefined && isOfCrawlee(context)) this.#log.warnOnce(UNATTACHED);
    return this.#placeIn(crawler, context);
  }

  async #placeIn(
    crawler: Crawler | undefined,
    { request }: CrawlContext,
  ): Promise<PagePlace & { readonly key: string }> {
    const { url, loadedUrl = url, method } = request;
    const place = { key: originalKeyOf(request), url: loadedUrl, requestedUrl: url, method };
    if (crawler === undefined) return place;
    if (this.#crawlers.nameOf(crawler) === undefined) {
      const attaching = this.attach(crawler).finally(() => this.#attaching.delete(crawler));
      this.#attaching.set(crawler, attaching);
    }
    // it has its name before the pages of an earlier process are back
    await this.#attaching.get(crawler);
    if (isBroughtBack(request)) this.#crawlers.begins(crawler, place.key, true);
    return { ...place, crawler: this.#crawlers.nameOf(crawler)! };
  }

  /**
   * Called before the crawler continues after a failure: releases what was given up and enqueues the copies that take
   * its place. Ends the crawl if the index takes no more pages, because every other request would fail, too.
   */
  readonly #failed = async (context: CrawlContext, error: Error, isLast: boolean): Promise<void> => {
    if (endsCrawl(error)) throw error;
    if (!isLast) await this.#putBack(context);
    else await this.#forgetGone(context);
    const isFile = isLast && isNoPage(context, error);
    if (this.#settings.onDuplicate === 'annotate') {
      // it is stored no longer as one that is retried; no other page takes its place, as all are handled
      if (isLast) await this.#deduper.giveUp({ ...(await this.#placeOf(context)), isFile });
      return;
    }
    this.#attempts.abortGivenUp();
    if (isLast) {
      const place = await this.#placeOf(context);
      const mayCome = !this.#attempts.hadPage(context.request) && mayComeLater(context, error);
      const request = mayCome && !isFile ? { request: describeRequest(context.request) } : {};
      await this.#deduper.giveUp({ ...place, isFile, ...request });
      if (isFile) await this.#deduper.ledToNoPage(context.request.url);
    }
    await this.#deduper.settled();
  };

  /** Called when a handler has succeeded. A request that failed before waits no longer, though no handler is guarded that decides its page. */
  readonly #handled = async (context: CrawlContext): Promise<void> => {
    if (this.#isClosed || this.#guarded.has(context.request)) return;
    await this.#deduper.handledUnclaimed(await this.#placeOf(context));
  };

  /** Forgets a page that its server says is gone, where the crawler refused the type of that answer, or its handler failed. */
  async #forgetGone(context: CrawlContext): Promise<void> {
    const { status } = factsOfResponse(context);
    if (status === undefined || !GONE.has(status)) return;
    const claim = await this.#deduper.claim({ ...(await this.#placeOf(context)), status });
    await claim.commit();
  }

  /**
   * Called for a request that was redirected to where the crawl does not go. If other pages repeat what its page was, or it was made again
   * for them, one of them is handled instead.
   */
  readonly #ledAway = async (url: string, page?: { readonly key: string; readonly crawler: string }) => {
    if (page !== undefined) {
      await this.#deduper.giveUp({ ...page, requestedUrl: url, isElsewhere: true });
      await this.#deduper.settled();
    }
    await this.#deduper.ledToNoPage(url);
  };

  /** Stores a request that the crawler puts back into its queue: a kill while it does may empty the file of the request. */
  async #putBack(context: CrawlContext): Promise<void> {
    const { request } = context;
    const made = { request: describeRequest(request), returns: returnsOf(request) };
    const place = await this.#placeOf(context);
    const crawler = crawlerOf(context);
    if (crawler !== undefined && isBroughtBack(request)) this.#crawlers.begins(crawler, place.key, false);
    await this.#deduper.retries({ ...place, ...made });
  }

  /** Logs a line like Crawlee's own statistics, unless no page has come since the last one. */
  #logStatistics(): void {
    if (this.#isAsked && !this.#hasPages) this.#log.warnOnce(UNGUARDED);
    const { pages, unclassifiable, ...counts } = this.stats();
    if (pages === this.#logged) return;
    this.#logged = pages;
    this.#log.info('Near-duplicate statistics:', { pages, ...counts, ...unclassifiable });
  }
}
