import { setTimeout } from 'node:timers/promises';
import { CrawlSubjects } from '../../src/flow/index.ts';
import type { Claim, IndexCounts, SketchIndex } from '../../src/index.ts';
import type { ClaimedPage, ClaimOptions, RecheckedPage } from '../../src/store/index.ts';
import type { Attempt } from './attempts.ts';
import { Attempts } from './attempts.ts';
import type { PageCluster } from './clusters.ts';
import { gatherClusters } from './clusters.ts';
import type { CrawlContext, CrawlLog, LinkContext, UntypedContext } from './context.ts';
import { CrawlUrls, type LearnedRules, type TransformRequest, transformRequestBy } from './crawl-urls.ts';
import { type GuardOptions, NO_GRAMS, readCrawledPage } from './crawled-page.ts';
import { type Crawler, Crawlers, describeRequest } from './crawlers.ts';
import { passOverKnown, type QueuedCrawler } from './known-requests.ts';
import { LifeCycle } from './life-cycle.ts';
import { SkippedLinks } from './links.ts';
import { openIndex } from './open-index.ts';
import { type NearDuplicatesOptions, readOptions, type Settings } from './options.ts';
import { indexKey, isBroughtBack, originalKeyOf } from './page-key.ts';
import { type CrawlStatistics, Tally } from './statistics.ts';
import { subjectOf } from './subjects.ts';
import type { CrawlVerdict, WithVerdict } from './verdict.ts';
import { named, verdictOf, verdictOn } from './verdict.ts';
import { Walls } from './walls.ts';

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

/** A page that was read: ready to be claimed, or none, and then its verdict. */
type Read =
  | {
      readonly page: ClaimedPage;
      readonly isNamedByUrl: boolean | undefined;
      readonly repeats: ClaimOptions['repeats'] | undefined;
    }
  | { readonly verdict: CrawlVerdict };

/** A verdict, and the claim that stores it; what is no page has no claim. */
interface Judged {
  readonly verdict: CrawlVerdict;
  readonly claim: Claim | undefined;
}

/**
 * The near-duplicates of crawls: opened by `nearDuplicates()`, put around request handlers with `guard`.
 *
 * Each page is reserved in the index before its handler runs, committed when the handler succeeds, and
 * released when it throws. A copy of a page that is reserved is a provisional duplicate and holds no slot: it is brought
 * back when that handler fails, so that exactly one of any number of equal pages fetched at once is handled.
 */
export class NearDuplicates {
  readonly #index: SketchIndex;
  readonly #settings: Settings;
  readonly #attempts = new Attempts();
  readonly #crawlers = new Crawlers();
  readonly #attaching = new Map<Crawler, Promise<void>>();
  readonly #links: SkippedLinks;
  readonly #tally = new Tally();
  readonly #urls: CrawlUrls;
  /** Missing where names do not count. */
  readonly #subjects: CrawlSubjects | undefined;
  /** Missing where the site model is off. */
  readonly #walls: Walls | undefined;
  #log: CrawlLog | undefined;
  /** Pages when the statistics were logged last. */
  #logged = 0;
  readonly #warned = new Set<string>();
  readonly #lifeCycle: LifeCycle;
  #resumed: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  private constructor(index: SketchIndex, settings: Settings, urls: CrawlUrls) {
    this.#index = index;
    this.#urls = urls;
    this.transformRequest = transformRequestBy(urls);
    this.#settings = settings;
    this.#subjects = settings.siteModel ? new CrawlSubjects(settings.threshold) : undefined;
    this.#walls = settings.siteModel ? new Walls(this.#crawlers) : undefined;
    this.#log = settings.log;
    this.#links = new SkippedLinks(settings, (context, why) => {
      this.#warnOnce(context, `links of near-duplicates are not all followed: ${why}`);
    });
    this.#lifeCycle = new LifeCycle(
      async () => {
        await urls.save();
        await index.flush();
      },
      () => this.#logStatistics(),
    );
    index.onReturn(async (page) => {
      this.#tally.broughtBack++;
      await this.#crawlers.bringBack(page);
    });
  }

  /** Opens the index that the options name, and makes its folder where there is none. */
  static async open(options: NearDuplicatesOptions): Promise<NearDuplicates> {
    const settings = readOptions(options);
    const index = await openIndex(settings);
    return new NearDuplicates(index, settings, await CrawlUrls.open(index));
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
    const guarded = async (context: Context): Promise<void> => {
      // A route of a Router that is guarded itself.
      if (verdictOf(context) !== undefined) {
        await handler(context as Context & WithVerdict);
        return;
      }
      const { request } = context;
      this.#logOf(context);
      const key = await this.#keyOf(context);
      // What runs under its own key decides it.
      if (isBroughtBack(request) && this.#attempts.hasOther(request, key)) return;
      const attempt = this.#attempts.begin(request, key);
      try {
        await this.#run(context, key, attempt, handler, options);
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
    const key = await this.#keyOf(context);
    const attempt = this.#attempts.begin(context.request, key);
    try {
      const read = await this.#read(context, key, {});
      for (;;) {
        const judged = await this.#judge(context, read, attempt, {});
        const { verdict, claim } = await this.#knowingWalls(context, read, judged, attempt, false);
        annotate(context, verdict);
        if (claim === undefined || (await claim.commit()) || attempt.signal.aborted) break;
      }
      await this.#stored(context, context.nearDuplicate);
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
    this.#resumed ??= this.#index.resume();
    await this.#resumed;
  }

  /** How many pages the index has decided, those of earlier runs too. */
  get counts(): IndexCounts {
    return this.#index.counts;
  }

  /**
   * Headers for a request whose page was decided before, so that the server may answer 304 where it has not changed: for a
   * `preNavigationHook`. Empty where nothing is known.
   */
  async conditionalHeaders(context: CrawlContext): Promise<Record<string, string>> {
    const { etag, lastModified } = (await this.#index.get(await this.#keyOf(context)))?.validators ?? {};
    return {
      ...(etag !== undefined && { 'if-none-match': etag }),
      ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
    };
  }

  /** What became of the pages that were judged since the index was opened. */
  stats(): CrawlStatistics {
    return this.#tally.counts(this.#index.provisional);
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
      const name = this.#crawlers.nameOf(crawler) ?? '';
      return this.#urls.isKnown(request, indexKey({ crawler: name, uniqueKey: request.uniqueKey }));
    });
  }

  /** What was learned of the URLs, by earlier crawls too: each rule with its evidence, its state and what it saved. */
  rules(): LearnedRules {
    return this.#urls.learned();
  }

  /** The clusters of two pages or more, in the order in which their first copy was found. O(duplicates) memory. */
  clusters(): Promise<PageCluster[]> {
    return gatherClusters(this.verdicts());
  }

  /** Every verdict, those of earlier runs too, in the order in which they were given. */
  async *verdicts(): AsyncGenerator<CrawlVerdict> {
    for await (const verdict of this.#index.verdicts()) yield this.#tell(verdict);
  }

  /**
   * Pages that were taken for duplicates, and would not be now that more of their sites is known (`SketchIndex.recheck`).
   *
   * @param options.fetchAgain whether they are forgotten and enqueued again: their crawler handles them in this run or, with
   *   `crawler.run([], { purgeRequestQueue: false })`, in another; of a page of an earlier process nothing is enqueued
   *   but its URL
   */
  async *recheck({
    fetchAgain = false,
  }: {
    readonly fetchAgain?: boolean;
  } = {}): AsyncGenerator<RecheckedPage> {
    for await (const page of this.#index.recheck()) {
      if (fetchAgain) {
        await this.#index.remove(page.key);
        const request = this.#walls?.requestOf(page.key) ?? JSON.stringify({ url: page.url });
        await this.#crawlers.bringBack({ key: page.key, url: page.url, request, returns: 1 }, true);
      }
      yield { ...page, ...named(page), of: named(page.of) };
    }
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
    await this.#urls.save().catch(() => undefined);
    await this.#index.close();
  }

  async #run<Context extends CrawlContext>(
    context: Context,
    key: string,
    attempt: Attempt,
    handler: (context: Context & WithVerdict) => unknown,
    options: GuardOptions<Context>,
  ): Promise<void> {
    const skips = this.#settings.onDuplicate !== 'annotate';
    const read = await this.#read(context, key, options);
    for (let isHandled = false; ; ) {
      const judged = await this.#judge(context, read, attempt, this.#provisional(context));
      const { verdict, claim } = await this.#knowingWalls(context, read, judged, attempt, skips);
      // It was decided while it was fetched again.
      if (isBroughtBack(context.request) && verdict.replayed) return;
      const release = () => claim?.release();
      attempt.signal.addEventListener('abort', release, { once: true });
      try {
        attempt.signal.throwIfAborted();
        if (!isHandled) {
          annotate(context, verdict);
          if (verdict.verdict === 'duplicate' && skips) await this.#handleDuplicate(context, verdict);
          else if (!(await this.#skipsUnchanged(context, verdict))) {
            await this.#links.learn(context, () => handler(context));
            isHandled = true;
          }
        }
        // It may have finished just after the crawler had given it up: what failed is not to be decided.
        attempt.check();
      } catch (error) {
        release();
        // A copy that is to be handled in its place is in the queue before the crawl can end.
        await this.#index.settled();
        throw error;
      } finally {
        attempt.signal.removeEventListener('abort', release);
      }
      const isStored = claim === undefined || (await claim.commit());
      // A provisional duplicate is judged again when the page that it repeats was given up.
      if (!isStored && claim.provisional && !attempt.signal.aborted) continue;
      if (isStored) await this.#stored(context, verdict);
      return;
    }
  }

  async #handleDuplicate(context: CrawlContext, verdict: CrawlVerdict): Promise<void> {
    const { onDuplicate } = this.#settings;
    const linked = context as CrawlContext & LinkContext;
    if (typeof onDuplicate === 'function') {
      await onDuplicate(linked, verdict);
      return;
    }
    const { url, requestedUrl, reason } = verdict;
    const address = requestedUrl === undefined ? url : `${requestedUrl}, redirected to ${url}`;
    this.#logOf(context)?.debug(oneLine(`Skipped ${address}: ${reason}`));
    await this.#links.follow(linked, verdict);
  }

  /** Whether a page is passed over since it has not changed; its links are enqueued then. */
  async #skipsUnchanged(context: CrawlContext, verdict: CrawlVerdict): Promise<boolean> {
    const isUnchanged = verdict.verdict === 'unique' && verdict.seenBefore === 'unchanged';
    if (!isUnchanged || this.#settings.onUnchanged !== 'skip') return false;
    return this.#links.followUnchanged(context as CrawlContext & LinkContext, verdict);
  }

  /** Reads the page of a context, once for all the times that it is judged. */
  async #read<Context extends CrawlContext>(
    context: Context,
    key: string,
    options: GuardOptions<Context>,
  ): Promise<Read> {
    const url = context.request.loadedUrl ?? context.request.url;
    const page = await readCrawledPage(context, options, this.#settings);
    if ('why' in page) {
      const { code, reason } = page.why;
      if (code === 'nothing-fetched') {
        this.#warnOnce(
          context,
          `${reason}. First seen at ${context.request.url}; every such page is handled.`,
        );
      }
      const verdict = { verdict: 'unclassifiable', key, url, size: 0, replayed: false } as const;
      return { verdict: { ...this.#tell(verdict), code, reason } };
    }
    const { isNamedByUrl, ...claimed } = page;
    const { identity = '', grams } = claimed;
    const repeats = this.#subjects && subjectOf(this.#subjects, { url, identity, grams });
    return { page: { key, url, ...claimed }, isNamedByUrl, repeats };
  }

  async #judge(
    context: CrawlContext,
    read: Read,
    { signal }: Attempt,
    provisional: ClaimOptions['provisional'] | undefined,
  ): Promise<Judged> {
    const { url, loadedUrl = url } = context.request;
    const requested = loadedUrl === url ? {} : { requestedUrl: url };
    if ('verdict' in read) return { verdict: { ...read.verdict, ...requested }, claim: undefined };
    const { page, repeats } = read;
    const claim = await this.#index.claim(page, {
      signal,
      ...(repeats && { repeats }),
      ...(provisional && { provisional }),
    });
    return { verdict: { ...this.#tell(claim), ...requested }, claim };
  }

  /**
   * The verdict, unless a wall answers for the page: then it has none.
   *
   * @param retries whether the page is to be fetched again, as long as the crawler does
   * @throws Error that makes the crawler try again
   */
  async #knowingWalls(
    context: CrawlContext,
    read: Read,
    judged: Judged,
    attempt: Attempt,
    retries: boolean,
  ): Promise<Judged> {
    const { claim } = judged;
    if ('verdict' in read || claim === undefined) return judged;
    if (!(await this.#walls?.isWall(context, read, claim, retries))) return judged;
    claim.release();
    if (retries) this.#walls?.retireSession(context);
    if (retries && this.#walls?.mayRetry(context)) {
      throw new Error(`a wall answered for ${oneLine(read.page.url)}: fetched again with another session`);
    }
    const { identity: _, ...page } = read.page;
    const wall = { ...page, grams: NO_GRAMS, note: 'wall' };
    return this.#judge(context, { ...read, page: wall }, attempt, undefined);
  }

  /** What becomes of a page whose original is given up: it is fetched again, unless it has been handled. */
  #provisional(context: CrawlContext): ClaimOptions['provisional'] | undefined {
    if (this.#settings.onDuplicate === 'annotate') return {};
    // Where nothing can be enqueued later, a copy waits.
    return crawlerOf(context) && { request: describeRequest(context.request) };
  }

  /** The key of a page in the index. */
  async #keyOf(context: CrawlContext): Promise<string> {
    const crawler = crawlerOf(context);
    const uniqueKey = originalKeyOf(context.request);
    if (crawler === undefined) return indexKey({ crawler: '', uniqueKey });
    if (this.#crawlers.nameOf(crawler) === undefined) {
      const attaching = this.#attaching.get(crawler) ?? this.attach(crawler);
      this.#attaching.set(crawler, attaching);
      await attaching;
      this.#attaching.delete(crawler);
    }
    return indexKey({ crawler: this.#crawlers.nameOf(crawler)!, uniqueKey });
  }

  /** Before the crawler goes on after a failure: what was given up is released, and what takes its place is enqueued. */
  readonly #failed = async (context: CrawlContext, isLast: boolean): Promise<void> => {
    this.#attempts.abortGivenUp();
    if (isLast) await this.#index.giveUp(await this.#keyOf(context));
    await this.#index.settled();
  };

  /** What is done once a verdict is stored. */
  async #stored(context: CrawlContext, verdict: CrawlVerdict): Promise<void> {
    this.#tally.add(verdict);
    await this.#urls.learn(context, verdict, crawlerOf(context), (page) => this.#crawlers.bringBack(page));
  }

  #tell(page: Parameters<typeof verdictOn>[0]): CrawlVerdict {
    const { threshold, gram } = this.#settings;
    return verdictOn(page, threshold, gram);
  }

  /** A line as Crawlee logs its own statistics, where pages came since the last one. */
  #logStatistics(): void {
    const { pages, unclassifiable, ...counts } = this.stats();
    if (pages === this.#logged) return;
    this.#logged = pages;
    this.#log?.info?.('Near-duplicate statistics:', { pages, ...counts, ...unclassifiable });
  }

  #warnOnce(context: CrawlContext, words: string): void {
    const kind = words.slice(0, 40);
    if (this.#warned.has(kind)) return;
    this.#warned.add(kind);
    this.#logOf(context)?.warning(oneLine(words));
  }

  #logOf(context: CrawlContext): CrawlLog | undefined {
    const log = (context as { log?: CrawlLog }).log;
    return (this.#log ??= log?.child?.({ prefix: 'NearDuplicates' }) ?? log);
  }
}

/** The crawler that a context is of, where it says so and takes requests. */
function crawlerOf(context: CrawlContext): Crawler | undefined {
  const { crawler } = context as { readonly crawler?: Partial<Crawler> };
  return typeof crawler?.addRequests === 'function' ? (crawler as Crawler) : undefined;
}

/** A line of a log: what a URL says cannot begin another, move a cursor or turn the direction of what follows. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd');
}

function annotate<Context extends CrawlContext>(
  context: Context,
  verdict: CrawlVerdict,
): asserts context is Context & WithVerdict {
  (context as Partial<WithVerdict>).nearDuplicate = verdict;
}
