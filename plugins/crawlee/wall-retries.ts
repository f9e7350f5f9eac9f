import type { CrawlContext } from './context.ts';
import type { Crawler } from './crawlers.ts';

/** A page for which a wall answers is fetched so often again, each time with another session. */
const MOST_RETRIES = 2;

/** What is looked at of a context beside its request. */
interface WalledContext extends CrawlContext {
  readonly session?: { retire?(): void };
  readonly crawler?: Partial<Crawler> & { readonly maxRequestRetries?: number };
}

/** Has a session that a wall answered not used any more; whether the crawler would try the page again, and has not done so too often. */
export function retiresBehindWall(given: CrawlContext): boolean {
  const { request, crawler, session } = given as WalledContext;
  session?.retire?.();
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
