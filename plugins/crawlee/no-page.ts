import { whyNoPage } from '../crawl/read-page.ts';
import type { CrawlContext } from './context.ts';
import { headersOf, responseOf, statusOf } from './response.ts';

/** The code of an error by which an HTTP client says that what was sent is no page. */
const NO_PAGE = 'NO_PAGE';

/**
 * What browsers say, without a code, of a request that led to no page: a file that they would save, or an answer without content. A page
 * that was closed meanwhile is told by other words.
 */
const NOTHING_SHOWN = /Download is starting|net::ERR_ABORTED at /;

/**
 * Whether a request failed because something else than a page was sent, such as a feed. Crawlee refuses other types with an
 * error that has no code, when the response is already on the context. A browser has no response then.
 */
export function isNoPage(context: CrawlContext, error: Error & { readonly code?: string }): boolean {
  if (error.code === NO_PAGE) return true;
  // a page that came to a handler, which then failed
  if ('contentType' in context) return false;
  const response = responseOf(context);
  if (response === undefined) return NOTHING_SHOWN.test(error.message);
  const status = statusOf(response);
  if (status === undefined || status >= 300) return false;
  const { 'content-type': type } = headersOf(response);
  return typeof type === 'string' && whyNoPage(type) !== undefined;
}
