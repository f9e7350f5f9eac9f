import type { Validators } from '../../src/store/index.ts';
import type { CrawlContext } from './context.ts';

/** What a response says of the page that came with it, in the words of `FetchedPage`. */
interface ResponseFacts {
  readonly status?: number;
  readonly contentRange?: string;
  readonly validators?: Validators;
}

/**
 * What the response of a crawling context says of its page, where the crawler kept it. HTTP crawlers have its status and headers
 * as properties, browsers (Playwright, Puppeteer) as functions.
 */
export function factsOfResponse(context: CrawlContext): ResponseFacts {
  const { response } = context as { readonly response?: unknown };
  if (typeof response !== 'object' || response === null) return {};
  const { status } = response as { readonly status?: unknown };
  return typeof status === 'function' ? factsOfBrowser(response as BrowserResponse) : factsOfHttp(response);
}

interface BrowserResponse {
  status(): unknown;
  headers?(): unknown;
}

/**
 * A browser answers 304 from its cache, so that there is a page all the same: it asks by validators of its own. What came with
 * an error may be a page, too, once scripts have run: hosts of static files send a site's one document so.
 */
function factsOfBrowser(response: BrowserResponse): ResponseFacts {
  return response.status() === 206 ? { status: 206, ...rangeIn(response.headers?.()) } : {};
}

function factsOfHttp(response: { readonly statusCode?: unknown; readonly headers?: unknown }): ResponseFacts {
  const { statusCode: status, headers } = response;
  const isTold = typeof status === 'number' && (status === 206 || status === 304 || status >= 400);
  return { ...(isTold && { status }), ...rangeIn(headers), ...validatorsIn(headers) };
}

function rangeIn(headers: unknown): Pick<ResponseFacts, 'contentRange'> {
  const { 'content-range': contentRange } = recordOf(headers);
  return typeof contentRange === 'string' ? { contentRange } : {};
}

function validatorsIn(headers: unknown): Pick<ResponseFacts, 'validators'> {
  const { etag, 'last-modified': lastModified } = recordOf(headers);
  const validators = {
    ...(typeof etag === 'string' && { etag }),
    ...(typeof lastModified === 'string' && { lastModified }),
  };
  return { validators };
}

function recordOf(headers: unknown): Record<string, unknown> {
  return headers !== null && typeof headers === 'object' ? (headers as Record<string, unknown>) : {};
}
