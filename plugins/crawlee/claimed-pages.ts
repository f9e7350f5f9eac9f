import { forgetFirst } from '../../src/flow/index.ts';
import type {
  ClaimPageOptions,
  CrawlVerdict,
  Deduper,
  PageClaim,
  PagePlace,
  ReadPage,
} from '../crawl/index.ts';
import type { Attempt } from './attempts.ts';
import { describeRequest } from './bring-back.ts';
import type { CrawlContext, LinkContext } from './context.ts';
import { type GuardOptions, readCrawledPage } from './crawled-page.ts';
import { crawlerOf } from './crawlers.ts';
import { type LinksInWork, SkippedLinks } from './links.ts';
import type { Settings } from './options.ts';
import { isBroughtBack } from './page-key.ts';
import { oneLine, type PluginLog } from './plugin-log.ts';
import { retiresBehindWall } from './wall-retries.ts';
import { annotate, type WithVerdict } from './with-verdict.ts';

/** Most keys that are remembered of pages decided by requests made again, some 150 bytes each. */
const MOST_DECIDED_AGAIN = 20_000;

/** A page that is being judged. */
interface PageInWork {
  readonly context: CrawlContext;
  readonly read: ReadPage;
  readonly attempt: Attempt;
  /** Calls the page's handler, with the verdict on its context. */
  readonly run: () => unknown;
  isHandled: boolean;
  /** Whether this attempt has stored its verdict, and not only that it waits for another page. */
  isStored: boolean;
}

/** The pages of a crawl while they are in work: claimed, handled or skipped, and committed or released. */
export class ClaimedPages {
  readonly #deduper: Deduper;
  readonly #settings: Settings;
  readonly #log: PluginLog;
  readonly #links: SkippedLinks;
  /** Keys of the pages that were decided by a request that was made again. */
  readonly #decidedAgain = new Set<string>();

  constructor(deduper: Deduper, settings: Settings, log: PluginLog) {
    this.#deduper = deduper;
    this.#settings = settings;
    this.#log = log;
    this.#links = new SkippedLinks(settings, deduper, (why) => {
      log.warnOnce(`links of skipped pages are not all followed: ${why}`);
    });
  }

  /**
   * Claims the page of a context. Calls its handler, or does what is set for duplicates. Commits the page if that
   * succeeds, and releases it if it fails.
   */
  async handle<Context extends CrawlContext>(
    context: Context,
    place: PagePlace,
    attempt: Attempt,
    handler: (context: Context & WithVerdict) => unknown,
    options: GuardOptions<Context>,
  ): Promise<void> {
    const read = await readCrawledPage(context, options, place, this.#deduper);
    attempt.fetched();
    const run = () => handler(context as Context & WithVerdict);
    const page = { context, read, attempt, run, isHandled: false, isStored: false };
    let isDone = false;
    // judged again if what it repeats was given up, or if it was brought back meanwhile
    while (!isDone) isDone = await this.#judge(page);
  }

  /** Claims a page, handles or skips it, and commits or releases it. @returns whether it is decided or given up */
  async #judge(page: PageInWork): Promise<boolean> {
    const links = this.#links.begin(page.context, page.read.key);
    try {
      return await this.#judgeInWork(page, links);
    } finally {
      this.#links.end(links);
    }
  }

  async #judgeInWork(page: PageInWork, links: LinksInWork): Promise<boolean> {
    const { context, read, attempt } = page;
    const skips = this.#settings.onDuplicate !== 'annotate';
    const claim = await this.#claim(context, read, attempt, this.#provisional(context), skips);
    const { verdict } = claim;
    const isAgain = isBroughtBack(context.request);
    // judged again, it has the verdict that this attempt has stored
    if (verdict.replayed && page.isStored) return attempt.isDone();
    // two requests are for one page if it was brought back while its handler ran, which then failed: the first decides
    if (verdict.replayed && (isAgain || (isRetry(context) && this.#decidedAgain.has(read.key)))) {
      // a wall may have answered again, and the page still waits for it to go
      if (verdict.verdict === 'unclassifiable') await claim.commit();
      return true;
    }
    await this.#actOrRelease(page, claim, links);
    const isStored = await claim.commit();
    if (isStored && isAgain) {
      this.#decidedAgain.add(read.key);
      forgetFirst(this.#decidedAgain, MOST_DECIDED_AGAIN);
    }
    if (attempt.signal.aborted || !(isStored || verdict.provisional)) return true;
    page.isStored = isStored && !verdict.provisional;
    // brought back meanwhile, as what it repeats is gone or was given up: the request for that may be over already
    return isStored && attempt.isDone();
  }

  /** @throws what the handler throws, or why the crawler has given the page up; the claim is released before that */
  async #actOrRelease(page: PageInWork, claim: PageClaim, links: LinksInWork): Promise<void> {
    const { attempt } = page;
    const release = () => claim.release().catch(() => undefined);
    attempt.onAbort = release;
    try {
      attempt.signal.throwIfAborted();
      await this.#act(page, claim.verdict, links);
      // the handler may have finished just after the crawler gave the attempt up: a failed attempt must not be
      // committed
      attempt.check();
    } catch (error) {
      // a copy that is handled instead is in the queue before the crawl can end
      await release();
      throw error;
    } finally {
      attempt.onAbort = undefined;
    }
  }

  /** Handles or skips a page according to its verdict. The handler runs once, however often the page is judged. */
  async #act(page: PageInWork, verdict: CrawlVerdict, links: LinksInWork): Promise<void> {
    if (page.isHandled) return;
    const { context, run } = page;
    annotate(context, verdict);
    if (verdict.verdict === 'duplicate' && this.#settings.onDuplicate !== 'annotate') {
      links.leave();
      await this.#handleDuplicate(page, verdict);
    } else if (!this.#mayBeSkipped(verdict) || !(await this.#followUnchanged(page, verdict))) {
      await this.#links.learn(context, run);
      page.isHandled = true;
    }
    await this.#links.followCopies(links);
  }

  /** Claims the page of a context, puts the verdict on the context, and commits the page immediately. */
  async annotate(context: CrawlContext, place: PagePlace, attempt: Attempt): Promise<void> {
    const read = await readCrawledPage(context, {}, place, this.#deduper);
    for (;;) {
      const claim = await this.#claim(context, read, attempt, {}, false);
      annotate(context, claim.verdict);
      if ((await claim.commit()) || attempt.signal.aborted) return;
    }
  }

  async #handleDuplicate({ context, read }: PageInWork, verdict: CrawlVerdict): Promise<void> {
    const { onDuplicate } = this.#settings;
    const linked = context as CrawlContext & LinkContext;
    if (typeof onDuplicate === 'function') {
      await onDuplicate(linked, verdict);
      return;
    }
    const { url, requestedUrl, reason } = verdict;
    const address = requestedUrl === undefined ? url : `${requestedUrl}, redirected to ${url}`;
    this.#log.debug(`Skipped ${address}: ${reason}`);
    if (read.isNotModified) await this.#followUnsent(linked, verdict);
    else await this.#links.follow(linked, verdict);
  }

  /** Whether a page is skipped because it has not changed. */
  #mayBeSkipped(verdict: CrawlVerdict): boolean {
    const isUnchanged = verdict.verdict === 'unique' && verdict.seenBefore === 'unchanged';
    return isUnchanged && this.#settings.onUnchanged === 'skip';
  }

  /** Enqueues the links of an unchanged page; false if its handler must do that. */
  async #followUnchanged({ context, read }: PageInWork, verdict: CrawlVerdict): Promise<boolean> {
    const linked = context as CrawlContext & LinkContext;
    if (!read.isNotModified) return this.#links.followUnchanged(linked, verdict);
    await this.#followUnsent(linked, verdict);
    // a handler would find no page to take links from
    return true;
  }

  /** A page that its server did not send again (304) shows no links; a function of the user's may know them. */
  async #followUnsent(context: CrawlContext & LinkContext, verdict: CrawlVerdict): Promise<void> {
    const { links } = this.#settings;
    if (typeof links === 'function') await links(context, verdict);
    else if (links !== 'drop') {
      this.#log.warnOnce(
        'links of pages that their server did not send again (304) are not followed. Give the crawl all pages that it saw before, as examples/again.ts does.',
        `First seen at ${context.request.url}`,
      );
    }
  }

  /** @param retries whether a page for which a wall answers is fetched again, as long as the crawler retries */
  async #claim(
    context: CrawlContext,
    read: ReadPage,
    { signal }: Attempt,
    provisional: ClaimPageOptions['provisional'],
    retries: boolean,
  ): Promise<PageClaim> {
    const claim = await this.#deduper.claim(read, {
      signal,
      request: context.request,
      ...(provisional && { provisional }),
      onWall() {
        if (!retries || !retiresBehindWall(context)) return;
        throw new Error(`a wall answered for ${oneLine(read.url)}: fetched again with another session`);
      },
    });
    // a page that was not sent again has no code of its own: its verdict is the earlier one
    if (claim.verdict.code === 'nothing-fetched') {
      const { url } = context.request;
      this.#log.warnOnce(`${claim.verdict.reason}.`, `First seen at ${url}; every such page is handled.`);
    }
    return claim;
  }

  /** What it takes to fetch a page again if its original is given up; no request if every page is handled anyway. */
  #provisional(context: CrawlContext): ClaimPageOptions['provisional'] {
    if (this.#settings.onDuplicate === 'annotate') return {};
    // where nothing can be enqueued later, a copy waits
    return crawlerOf(context) && { request: describeRequest(context.request) };
  }
}

/** Whether an earlier attempt of a request has failed. */
function isRetry({ request }: CrawlContext): boolean {
  return ((request as { readonly retryCount?: number }).retryCount ?? 0) > 0;
}
