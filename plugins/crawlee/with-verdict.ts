import type { CrawlVerdict } from '../crawl/index.ts';
import type { CrawlContext } from './context.ts';

/** A context whose verdict is known. */
export interface WithVerdict {
  nearDuplicate: CrawlVerdict;
}

/**
 * The verdict on a context's page, if `guard` or `middleware` has run. For routes, whose context type is Crawlee's
 * own.
 */
export function verdictOf(context: CrawlContext): CrawlVerdict | undefined {
  return (context as Partial<WithVerdict>).nearDuplicate;
}

/** Puts the verdict on a page on its context, for the handler. */
export function annotate<Context extends CrawlContext>(
  context: Context,
  verdict: CrawlVerdict,
): asserts context is Context & WithVerdict {
  (context as Partial<WithVerdict>).nearDuplicate = verdict;
}
