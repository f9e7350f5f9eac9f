import { setImmediate } from 'node:timers/promises';
import type { RequestToMake } from '../crawl/index.ts';
import type { CrawlContext, CrawlRequest } from './context.ts';
import { broughtBackKey } from './page-key.ts';
import { Runs } from './runs.ts';

/** What the plugin uses of a crawler of Crawlee's; what is missing is gone without. */
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

/** Crawlee awaits these when an attempt has failed, before the crawl can end; they are no part of its types. */
interface FailureHandlers {
  errorHandler?: FailureHandler | undefined;
  failedRequestHandler?: FailureHandler | undefined;
}

type FailureHandler = (context: CrawlContext, error: Error) => unknown;

/** Told of each failed attempt, and whether it was the request's last. If it throws, the crawl ends with that error. */
type OnFailure = (context: CrawlContext, error: Error, isLast: boolean) => Promise<void>;

/** A page that is to be fetched again. */
type ReturnedPage = RequestToMake & { readonly key: string };

interface Attached {
  readonly crawler: Crawler;
  readonly name: string;
  readonly runs: Runs;
  /** Whether it was seen to run. */
  hasRun: boolean;
}

/**
 * The crawlers of one index, told apart by name. A crawler that its user gives none has the empty name, and while that one
 * is there another has `2`, and so on.
 */
export class Crawlers {
  readonly #attached = new Map<Crawler, Attached>();
  readonly #deliveries = new Map<
    Crawler,
    { readonly pages: ReturnedPage[]; readonly delivered: Promise<void> }
  >();
  /** Requests to be made by crawlers that are not there yet, by their names. */
  readonly #undelivered = new Map<string, RequestToMake[]>();

  /** Whether one of them is running. */
  get areRunning(): boolean {
    return [...this.#attached.values()].some(({ runs }) => runs.isRunning === true);
  }

  /** The name of a crawler that is attached and runs. */
  nameOf(crawler: Crawler): string | undefined {
    const attached = this.#attached.get(crawler);
    if (attached !== undefined) attached.hasRun = true;
    return attached?.name;
  }

  /**
   * Takes a crawler in.
   *
   * @param given its name; chosen where none is given
   * @param onFailure told of its failures before it goes on
   */
  async attach(crawler: Crawler, given: string | undefined, onFailure: OnFailure): Promise<void> {
    const known = this.#attached.get(crawler);
    if (known !== undefined && (given === undefined || given === known.name)) return;
    const name = given ?? this.#freeName();
    const runs = known?.runs ?? new Runs(crawler);
    this.#attached.set(crawler, { crawler, name, runs, hasRun: false });
    if (known === undefined) tellFailures(crawler, onFailure);
    const undelivered = this.#undelivered.get(name) ?? [];
    this.#undelivered.delete(name);
    await Promise.all(undelivered.map((request) => this.#deliver(crawler, request)));
  }

  /**
   * Has a request made again by the crawler that it is of; waits for that one to be attached. One that has run makes what
   * was rechecked when it runs again. What a process left that is gone is made by any that runs; false where none does.
   */
  async bringBack(request: RequestToMake): Promise<boolean> {
    const { crawler: name = '', isRechecked } = request;
    const there = [...this.#attached.values()].filter((each) => isRechecked || !isOver(each));
    const attached = there.filter((each) => request.isAdopted || each.name === name).at(-1);
    if (attached === undefined && request.isAdopted) return false;
    if (attached !== undefined) {
      await this.#deliver(attached.crawler, request);
      return true;
    }
    const undelivered = this.#undelivered.get(name);
    if (undelivered === undefined) this.#undelivered.set(name, [request]);
    else undelivered.push(request);
    return true;
  }

  /** A link is enqueued as it was; pages that are to come back at the same time come in one call. */
  async #deliver(crawler: Crawler, request: RequestToMake): Promise<void> {
    if (!isOfPage(request)) {
      await crawler.addRequests([JSON.parse(request.request)]);
      return;
    }
    const page = request;
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

  #freeName(): string {
    const there = [...this.#attached.values()].filter((each) => !isOver(each));
    const taken = new Set(there.map(({ name }) => name));
    if (!taken.has('')) return '';
    let number = 2;
    while (taken.has(`${number}`)) number++;
    return `${number}`;
  }
}

/** Whether a request had a key, and Crawlee would take it for the one that it has handled. */
function isOfPage(request: RequestToMake): request is ReturnedPage {
  return request.key !== undefined;
}

/** Whether a crawler has run, and does no more. */
function isOver({ runs, hasRun }: Attached): boolean {
  return hasRun && runs.isRunning === false;
}

/** The crawler that a context is of, where it says so and takes requests. */
export function crawlerOf(context: CrawlContext): Crawler | undefined {
  const { crawler } = context as { readonly crawler?: Partial<Crawler> };
  return typeof crawler?.addRequests === 'function' ? (crawler as Crawler) : undefined;
}

/** What a request is, to be made again after it was handled; JSON. */
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

/** Adds the requests of pages to be fetched again, all in one call: each call takes Crawlee milliseconds, on disk tens. */
async function bringBack(crawler: Crawler, pages: readonly ReturnedPage[]): Promise<void> {
  const add = (requests: object[]): Promise<unknown> => crawler.addRequests(requests, { forefront: true });
  // What an earlier process left may still be in the queue under its own key, which is its number 0.
  let left = pages.map((page) => ({ page, n: page.isLeft === true ? 0 : page.returns }));
  while (left.length > 0) {
    // The schema of a route may allow nothing of ours in `userData`.
    const added = await add(left.map((each) => requestOf(each, true))).catch(() =>
      add(left.map((each) => requestOf(each, false))),
    );
    // An earlier process may have brought a page back as often, and Crawlee runs a key once.
    const handled = handledKeys(added);
    left = left
      .filter((each) => handled.has(requestOf(each, false).uniqueKey))
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

/** Which of the requests that were added Crawlee has handled before. */
function handledKeys(added: unknown): ReadonlySet<string | undefined> {
  const { addedRequests = [] } = (added ?? {}) as {
    readonly addedRequests?: readonly { readonly uniqueKey?: string; readonly wasAlreadyHandled?: boolean }[];
  };
  return new Set(
    addedRequests
      .filter(({ wasAlreadyHandled }) => wasAlreadyHandled === true)
      .map(({ uniqueKey }) => uniqueKey),
  );
}

/** Has a crawler tell of failures before it goes on, and its own handlers after that. */
function tellFailures(crawler: Crawler, onFailure: OnFailure): void {
  const handlers = crawler as FailureHandlers;
  const told = (own: FailureHandler | undefined, isLast: boolean): FailureHandler =>
    async function (this: unknown, context, error) {
      await onFailure(context, error, isLast);
      return own?.call(this, context, error);
    };
  handlers.errorHandler = told(handlers.errorHandler, false);
  handlers.failedRequestHandler = told(handlers.failedRequestHandler, true);
}
