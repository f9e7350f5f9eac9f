import type { CrawlContext } from './context.ts';
import type { Crawler } from './crawlers.ts';

/** Most retries of a page for which a wall answers, each with another session. */
const MOST_RETRIES = 2;

/** The parts of a context that are used, in addition to its request. */
interface WalledContext extends CrawlContext {
  readonly session?: { retire?(): void };
  readonly crawler?: Partial<Crawler> & { readonly maxRequestRetries?: number };
}

/**
 * Retires the session that a wall answered. Returns whether the crawler would try the page again and has not yet done
 * so too often.
 */
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
