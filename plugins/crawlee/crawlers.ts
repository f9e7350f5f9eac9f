import { setImmediate } from 'node:timers/promises';
import { forgetFirst, refusedValue } from '../../src/flow/index.ts';
import type { RequestToMake } from '../crawl/index.ts';
import type { CrawlContext, CrawlRequest } from './context.ts';
import { broughtBackKey, isBroughtBack } from './page-key.ts';
import { Runs } from './runs.ts';

/** The parts of a Crawlee crawler that the plugin uses. Optional parts may be missing. */
export interface Crawler {
  readonly running?: boolean;
  run?(...args: never[]): Promise<unknown>;
  addRequests(requests: object[], options?: object): Promise<unknown>;
  readonly config?: { getEventManager?(): CrawlEvents };
}

/** Crawlee's event manager. */
export interface CrawlEvents {
  on(event: string, listener: () => unknown): unknown;
  off(event: string, listener: () => unknown): unknown;
}

/**
 * Crawlee awaits these handlers when an attempt has failed, before the crawl can end. They are not part of its types.
 */
interface FailureHandlers {
  errorHandler?: FailureHandler | undefined;
  failedRequestHandler?: FailureHandler | undefined;
}

/** Crawlee awaits this function for each request that it does not pass to a handler. It is not part of its types. */
interface SkipHandler {
  onSkippedRequest?: ((skipped: SkippedRequest) => unknown) | undefined;
}

interface SkippedRequest {
  readonly url: string;
  readonly reason: string;
}

/** Most requests of a crawl, as Crawlee keeps it. It is not part of its types. */
interface Limited {
  maxRequestsPerCrawl?: number | undefined;
}

/** Where crawlers keep their handlers. It is not part of their types. */
interface Handlers {
  requestHandler?: RequestHandler | undefined;
  /** Of AdaptivePlaywrightCrawler in Crawlee 3. */
  adaptiveRequestHandler?: RequestHandler | undefined;
}

type RequestHandler = (context: CrawlContext) => unknown;

type FailureHandler = (context: CrawlContext, error: Error) => unknown;

/**
 * Called after each failed attempt; `isLast` says whether it was the request's last. If it throws, the crawl ends with
 * that error.
 */
type OnFailure = (context: CrawlContext, error: Error, isLast: boolean) => Promise<void>;

/**
 * Called with the URL of a request that was redirected to where the crawl does not go, such as to another host; if it was made again,
 * with its page.
 */
type OnLedAway = (url: string, returned?: LedAway) => Promise<void>;

/** Who is told what of a crawler. */
interface ToldOfCrawler {
  readonly onFailure: OnFailure;
  readonly onLedAway: OnLedAway;
  /** Called at the end of each of its runs. */
  readonly onEnd: () => void;
}

/** A page by its key, and the name of its crawler. */
interface LedAway {
  readonly key: string;
  readonly crawler: string;
}

/** A page that is to be fetched again. */
type ReturnedPage = RequestToMake & { readonly key: string };

interface Attached {
  readonly crawler: Crawler;
  readonly name: string;
  readonly runs: Runs;
  /** Whether it has been seen running. */
  hasRun: boolean;
  /** Keys of the pages that it fetches again, by the URLs of their requests. */
  readonly returned: Map<string, string>;
}

/** Most keys that are remembered of pages that a crawler fetches again, some 300 bytes each. */
const MOST_RETURNED = 20_000;

/**
 * The crawlers of one index, told apart by name. A crawler without a given name gets the empty name, or `2`, `3` and
 * so on while that name is taken.
 */
export class Crawlers {
  readonly #attached = new Map<Crawler, Attached>();
  readonly #deliveries = new Map<
    Crawler,
    { readonly pages: ReturnedPage[]; readonly delivered: Promise<void> }
  >();
  /** Requests for crawlers that are not attached yet, by the crawlers' names. */
  readonly #undelivered = new Map<string, RequestToMake[]>();

  /** Whether one of them is running. */
  get areRunning(): boolean {
    return [...this.#attached.values()].some(({ runs }) => runs.isRunning === true);
  }

  /** The attached crawler that has not ended its run; undefined if there are none or several. */
  get only(): Crawler | undefined {
    const [first, ...others] = [...this.#attached.values()].filter((each) => !isOver(each));
    return others.length === 0 ? first?.crawler : undefined;
  }

  /** The name of an attached crawler, which is running. */
  nameOf(crawler: Crawler): string | undefined {
    const attached = this.#attached.get(crawler);
    if (attached !== undefined) attached.hasRun = true;
    return attached?.name;
  }

  /**
   * Attaches a crawler.
   *
   * @param given its name; chosen if undefined
   * @param told what is told of it
   * @throws RangeError if another crawler, which has not ended its run, has that name
   */
  async attach(crawler: Crawler, given: string | undefined, told: ToldOfCrawler): Promise<void> {
    const known = this.#attached.get(crawler);
    if (known !== undefined && (given === undefined || given === known.name)) return;
    const name = given ?? this.#freeName();
    const hasName = [...this.#attached.values()].filter((each) => each.name === name && !isOver(each));
    if (hasName.some((each) => each.crawler !== crawler)) {
      throw refusedValue(
        'attach',
        'a name of its own for each crawler',
        `${JSON.stringify(name)}, which another has that has not ended`,
      );
    }
    const runs = known?.runs ?? new Runs(crawler, told.onEnd);
    const returned = known?.returned ?? new Map<string, string>();
    this.#attached.set(crawler, { crawler, name, runs, hasRun: false, returned });
    if (known === undefined) {
      tellFailures(crawler, told.onFailure);
      tellRedirects(crawler, (url) => told.onLedAway(url, this.#returnedAt(crawler, url)));
      nameInContexts(crawler);
    }
    const undelivered = this.#undelivered.get(name) ?? [];
    this.#undelivered.delete(name);
    await Promise.all(undelivered.map((request) => this.#deliver(crawler, request)));
  }

  /**
   * Has a request made again by its own crawler; if that is not attached yet, the request waits. If the crawler has
   * ended its run, it makes rechecked requests in its next run. A request of a process that is gone is made by any
   * crawler that runs.
   *
   * @returns false if no crawler makes it: its own one has ended its run. A later crawler of that name makes it
   */
  async bringBack(request: RequestToMake): Promise<boolean> {
    const { crawler: name = '', isRechecked } = request;
    const all = [...this.#attached.values()];
    const there = all.filter((each) => isRechecked || !isOver(each));
    const attached = there.filter((each) => request.isAdopted || each.name === name).at(-1);
    if (attached !== undefined) {
      await this.#deliver(attached.crawler, request);
      return true;
    }
    if (request.isAdopted) return false;
    const undelivered = this.#undelivered.get(name);
    if (undelivered === undefined) this.#undelivered.set(name, [request]);
    else undelivered.push(request);
    return all.every((each) => each.name !== name);
  }

  /** Enqueues a link as it was. Pages brought back at the same time are added in one call. */
  async #deliver(crawler: Crawler, request: RequestToMake): Promise<void> {
    if (!isOfPage(request)) {
      await crawler.addRequests([JSON.parse(request.request)]);
      return;
    }
    const page = request;
    const { returned } = this.#attached.get(crawler)!;
    returned.set(urlOf(page), page.key);
    forgetFirst(returned, MOST_RETURNED);
    const open = this.#deliveries.get(crawler);
    if (open !== undefined) {
      open.pages.push(page);
      return open.delivered;
    }
    const pages = [page];
    const delivered = setImmediate().then(() => {
      this.#deliveries.delete(crawler);
      return bringBack(crawler, pages);
    });
    this.#deliveries.set(crawler, { pages, delivered });
    return delivered;
  }

  #returnedAt(crawler: Crawler, url: string): LedAway | undefined {
    const { name, returned } = this.#attached.get(crawler)!;
    const key = returned.get(url);
    return key === undefined ? undefined : { key, crawler: name };
  }

  #freeName(): string {
    const there = [...this.#attached.values()].filter((each) => !isOver(each));
    const taken = new Set(there.map(({ name }) => name));
    if (!taken.has('')) return '';
    let number = 2;
    while (taken.has(`${number}`)) number++;
    return `${number}`;
  }
}

/** Whether a request had a key. If so, Crawlee would take it for the request that it has already handled. */
function isOfPage(request: RequestToMake): request is ReturnedPage {
  return request.key !== undefined;
}

/** Whether a crawler has run and no longer does. */
function isOver({ runs, hasRun }: Attached): boolean {
  return (hasRun || runs.haveBegun) && runs.isRunning === false;
}

/** The URL of a request as it was given; `url` of its page is that after redirects. */
function urlOf({ request }: ReturnedPage): string {
  return (JSON.parse(request) as { readonly url: string }).url;
}

/** The crawler of a context, if the context names one and it takes requests. */
export function crawlerOf(context: CrawlContext): Crawler | undefined {
  const { crawler } = context as { readonly crawler?: Partial<Crawler> };
  return typeof crawler?.addRequests === 'function' ? (crawler as Crawler) : undefined;
}

/** JSON of a request, from which it can be made again after it was handled. */
export function describeRequest(request: CrawlRequest): string {
  const { url, method, payload, headers, userData, skipNavigation, maxRetries, crawlDepth, enqueueStrategy } =
    request as CrawlRequest & Record<string, unknown>;
  const described = {
    ...{ url, method, payload, headers, userData },
    ...(skipNavigation === true && { skipNavigation }),
    ...{ maxRetries, crawlDepth, enqueueStrategy },
  };
  return JSON.stringify(described);
}

/**
 * Adds the requests of pages to be fetched again, all in one call, since each call takes Crawlee milliseconds, on
 * disk tens.
 */
async function bringBack(crawler: Crawler, pages: readonly ReturnedPage[]): Promise<void> {
  const add = (requests: object[]): Promise<unknown> => crawler.addRequests(requests, { forefront: true });
  const limited = crawler as Limited;
  // each page has counted once, and Crawlee does not count retries either
  const again = pages.filter(({ isRetried }) => isRetried !== true);
  if (limited.maxRequestsPerCrawl !== undefined) limited.maxRequestsPerCrawl += again.length;
  // a page that an earlier process left may still be in the queue under its own key, which counts as n = 0; a request that it had put back
  // is there, but for one that a kill cut off
  let left = pages.map((page) => ({ page, n: page.isLeft === true ? 0 : page.returns }));
  while (left.length > 0) {
    // the schema of a route may not allow our field in `userData`
    const added = await add(left.map((each) => requestOf(each, true))).catch(() =>
      add(left.map((each) => requestOf(each, false))),
    );
    // an earlier process may have brought a page back as often, and Crawlee runs each key once
    const handled = await handledKeys(crawler, added);
    left = left
      .filter(
        ({ page, n }) => page.isRetried !== true && handled.has(requestOf({ page, n }, false).uniqueKey),
      )
      .map(({ page, n }) => ({ page, n: Math.max(page.returns, n + 1) }));
  }
}

/** The request of a page that is fetched again for the n-th time. @param isMarked whether its `userData` says so */
function requestOf(
  { page, n }: { readonly page: ReturnedPage; readonly n: number },
  isMarked: boolean,
): { readonly uniqueKey: string } {
  const { key: uniqueKey } = page;
  const described = JSON.parse(page.request) as { readonly userData?: object };
  if (n === 0) return { ...described, uniqueKey };
  const userData = isMarked
    ? { userData: { ...described.userData, nearDuplicates: { uniqueKey, returns: n } } }
    : {};
  return { ...described, ...userData, uniqueKey: broughtBackKey(uniqueKey, n) };
}

/** What Crawlee says of an added request. */
interface AddedRequest {
  readonly requestId?: string;
  readonly uniqueKey?: string;
  readonly wasAlreadyPresent?: boolean;
  readonly wasAlreadyHandled?: boolean;
}

/** The parts of a Crawlee crawler that say whether a request was handled. */
interface Queued {
  getRequestQueue?(): Promise<{
    getRequest?(id: string): Promise<{ readonly handledAt?: string | undefined } | null>;
    /** Of Crawlee 4, whose queues find requests by their unique keys. */
    markRequestAsHandled?: unknown;
  }>;
}

/** Keys of those added requests that Crawlee has handled before. */
async function handledKeys(crawler: Crawler, added: unknown): Promise<ReadonlySet<string | undefined>> {
  const { addedRequests = [] } = (added ?? {}) as { readonly addedRequests?: readonly AddedRequest[] };
  const handled = new Set<string | undefined>();
  for (const { requestId, uniqueKey, wasAlreadyPresent, wasAlreadyHandled } of addedRequests) {
    if (wasAlreadyHandled === true) handled.add(uniqueKey);
    if (wasAlreadyHandled === true || wasAlreadyPresent !== true || requestId === undefined) continue;
    // a queue remembers of a request that it handled itself what was so before; what this run has brought back is made once
    if (uniqueKey === undefined || isBroughtBack({ uniqueKey })) continue;
    const queue = await (crawler as Queued).getRequestQueue?.();
    const id = queue?.markRequestAsHandled === undefined ? requestId : uniqueKey;
    if ((await queue?.getRequest?.(id))?.handledAt !== undefined) handled.add(uniqueKey);
  }
  return handled;
}

/** Calls `onFailure` before the crawler continues after a failure, and the crawler's own handlers after that. */
function tellFailures(crawler: Crawler, onFailure: OnFailure): void {
  const handlers = crawler as FailureHandlers;
  const told = (own: FailureHandler | undefined, isLast: boolean): FailureHandler =>
    async function (this: unknown, context, error) {
      await onFailure(named(context, crawler), error, isLast);
      return own?.call(this, context, error);
    };
  handlers.errorHandler = told(handlers.errorHandler, false);
  handlers.failedRequestHandler = told(handlers.failedRequestHandler, true);
}

/** Calls `onLedAway` for a request that a redirect led away, and the crawler's own handler after that. */
function tellRedirects(crawler: Crawler, onLedAway: (url: string) => Promise<void>): void {
  const handlers = crawler as SkipHandler;
  const own = handlers.onSkippedRequest;
  handlers.onSkippedRequest = async function (this: unknown, skipped) {
    if (skipped.reason === 'redirect') await onLedAway(skipped.url);
    return own?.call(this, skipped);
  };
}

/** Puts the crawler into the contexts that do not have it: those of AdaptivePlaywrightCrawler, and all of Crawlee 4. */
function nameInContexts(crawler: Crawler): void {
  const handlers = crawler as Handlers;
  for (const name of ['requestHandler', 'adaptiveRequestHandler'] as const) {
    const own = handlers[name];
    if (own === undefined) continue;
    const naming: RequestHandler = (context) => own.call(crawler, named(context, crawler));
    // Crawlee looks for the userData schemas of a Router's routes on the handler
    handlers[name] = Object.setPrototypeOf(naming, own);
  }
}

/** The context, with its crawler. */
function named(context: CrawlContext, crawler: Crawler): CrawlContext {
  return 'crawler' in context ? context : Object.assign(context, { crawler });
}
