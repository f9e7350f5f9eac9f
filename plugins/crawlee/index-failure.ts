import { IndexError } from '../../src/store/index.ts';
import type { CrawlContext } from './context.ts';

/** Whether the index takes no more pages, for instance since its disk is full. */
export function isIndexFailure(error: unknown): boolean {
  return error instanceof IndexError && error.code === 'NEARDUP_INDEX_READ_ONLY';
}

/**
 * Makes Crawlee call the crawler's error handler even after the last attempt. Otherwise it would count the request as
 * failed before it calls any handler, and the next crawl of the queue would not make it again.
 */
export function keepInQueue({ request }: CrawlContext): void {
  const retried = request as { noRetry?: boolean; retryCount?: number; maxRetries?: number };
  retried.noRetry = false;
  retried.maxRetries = (retried.retryCount ?? 0) + 1;
}
