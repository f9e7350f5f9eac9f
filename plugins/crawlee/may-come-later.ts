import type { CrawlContext } from './context.ts';

/** The code of a loop of redirects: a site may lead in circles until it has a login or a cookie. */
const LOOP = 'ERR_TOO_MANY_REDIRECTS';

/**
 * Whether a page that could not be fetched may come another time. Not if its request is not to be retried, since its answer is known: a
 * file, or a page that is too large. Crawlee has no type for what went wrong, so everything else may be for now: a connection, a status.
 */
export function mayComeLater(context: CrawlContext, error: Error & { readonly code?: string }): boolean {
  if (error.code === LOOP || error.name === 'SessionError') return true;
  const { noRetry } = context.request as { readonly noRetry?: boolean };
  // an HTTP crawler has read the page: what failed is a handler of the user's own
  return noRetry !== true && error.name !== 'NonRetryableError' && !('contentType' in context);
}
