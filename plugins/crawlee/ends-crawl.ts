import { wrongType } from '../../src/flow/index.ts';
import { IndexError } from '../../src/store/index.ts';
import type { CrawlContext } from './context.ts';

const judgedTwice = new WeakSet<object>();

/**
 * The error for pages that two NearDuplicates would judge. A copy that the inner one skips is handled for the outer one, and what one has
 * fetched again the other knows already: pages would be lost.
 */
export function judgingTwice(got: string): TypeError {
  const error = wrongType(
    'guard',
    'pages that no other NearDuplicates judges',
    undefined,
    `${got}: take the same one for all handlers of a crawler`,
  );
  judgedTwice.add(error);
  return error;
}

/** Whether every other page would fail, too: the index takes no more, for instance since its disk is full, or two judge each page. */
export function endsCrawl(error: unknown): boolean {
  if (error instanceof IndexError) return error.code === 'NEARDUP_INDEX_READ_ONLY';
  return error instanceof Error && judgedTwice.has(error);
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
