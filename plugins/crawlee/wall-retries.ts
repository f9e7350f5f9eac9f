import { hostOf } from '../../src/flow/index.ts';
import { cookiesOfNextHop } from './answered-cookies.ts';
import type { CrawlContext, CrawlRequest } from './context.ts';
import type { Crawler } from './crawlers.ts';
import { headersOf, responseOf } from './response.ts';

/** Most retries of a page for which a wall answers, each with another session. */
const MOST_RETRIES = 2;

/** The parts of a context that are used, in addition to its request. */
interface WalledContext extends CrawlContext {
  readonly session?: { retire?(): void };
  readonly crawler?: Partial<Crawler> & { readonly maxRequestRetries?: number };
}

interface RequestWithHeaders extends CrawlRequest {
  headers?: Record<string, string>;
}

/**
 * Retires the session that a wall answered; the cookies that the wall set are sent with the next attempt, as a site may wait for
 * them. Returns whether the crawler would try the page again and has not yet done so too often.
 */
export function retiresBehindWall(given: CrawlContext): boolean {
  const { request, crawler, session } = given as WalledContext;
  session?.retire?.();
  sendsBack(request as RequestWithHeaders, given);
  const {
    retryCount = 0,
    maxRetries,
    noRetry,
  } = request as {
    readonly retryCount?: number;
    readonly maxRetries?: number;
    readonly noRetry?: boolean;
  };
  return (
    noRetry !== true && retryCount < Math.min(MOST_RETRIES, maxRetries ?? crawler?.maxRequestRetries ?? 0)
  );
}

/** Has a request sent with the cookies that its last answer set, unless another host sent it. A browser keeps its cookies itself. */
function sendsBack(request: RequestWithHeaders, context: CrawlContext): void {
  const { url, loadedUrl = url } = request;
  if (hostOf(loadedUrl) !== hostOf(url)) return;
  const { 'set-cookie': set } = headersOf(responseOf(context));
  if (!Array.isArray(set) || set.length === 0) return;
  const { headers: own = {} } = request;
  const name = Object.keys(own).find((each) => each.toLowerCase() === 'cookie') ?? 'cookie';
  request.headers = { ...own, [name]: cookiesOfNextHop(own[name] ?? '', set.map(String)) };
}
