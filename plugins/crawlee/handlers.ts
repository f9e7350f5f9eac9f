import type { CrawlContext, CrawlRequest } from './context.ts';

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

/** Where a crawler keeps the pages in work. It is not part of its types. */
interface InWork {
  readonly crawlingContexts?: ReadonlyMap<string, CrawlContext>;
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
export type OnFailure = (context: CrawlContext, error: Error, isLast: boolean) => Promise<void>;

/** Calls `onFailure` before the crawler continues after a failure, and the crawler's own handlers after that. */
export function tellFailures(crawler: object, onFailure: OnFailure): void {
  const handlers = crawler as FailureHandlers;
  const told = (own: FailureHandler | undefined, isLast: boolean): FailureHandler =>
    async function (this: unknown, context, error) {
      await onFailure(named(context, crawler), error, isLast);
      return own?.call(this, context, error);
    };
  handlers.errorHandler = told(handlers.errorHandler, false);
  handlers.failedRequestHandler = told(handlers.failedRequestHandler, true);
}

/** Calls `onLedAway` for a request that a redirect led away, if it is found, and the crawler's own handler after that. */
export function tellRedirects(
  crawler: object,
  onLedAway: (url: string, request: CrawlRequest | undefined) => Promise<void>,
): void {
  const handlers = crawler as SkipHandler;
  const own = handlers.onSkippedRequest;
  handlers.onSkippedRequest = async function (this: unknown, skipped) {
    if (skipped.reason === 'redirect') await onLedAway(skipped.url, ledAway(crawler, skipped.url));
    return own?.call(this, skipped);
  };
}

/** The request in work that a redirect led away: the crawler tells only its URL, which several may have. */
function ledAway(crawler: InWork, url: string): CrawlRequest | undefined {
  const requests = [...(crawler.crawlingContexts?.values() ?? [])].map(({ request }) => request);
  return requests.find(({ url: asked, loadedUrl = url }) => asked === url && loadedUrl !== url);
}

/**
 * Puts the crawler into the contexts that do not have it: those of AdaptivePlaywrightCrawler, and all of Crawlee 4. Calls `onHandled` when a
 * handler has succeeded.
 */
export function followHandlers(crawler: object, onHandled: (context: CrawlContext) => Promise<void>): void {
  const handlers = crawler as Handlers;
  for (const name of ['requestHandler', 'adaptiveRequestHandler'] as const) {
    const own = handlers[name];
    if (own === undefined) continue;
    const followed: RequestHandler = async (context) => {
      await own.call(crawler, named(context, crawler));
      await onHandled(context);
    };
    // Crawlee looks for the userData schemas of a Router's routes on the handler
    handlers[name] = Object.setPrototypeOf(followed, own);
  }
}

/** The context, with its crawler. */
function named(context: CrawlContext, crawler: object): CrawlContext {
  return 'crawler' in context ? context : Object.assign(context, { crawler });
}
