import type { Validators } from '../../src/store/index.ts';
import type { CrawlContext } from './context.ts';

/** What a response says about its page, under the names of `FetchedPage`. */
export interface ResponseFacts {
  readonly status?: number;
  readonly contentRange?: string;
  readonly validators?: Validators;
}

/**
 * What the response of a crawling context says about its page, if the crawler kept it. HTTP crawlers have status and
 * headers as properties, browsers (Playwright, Puppeteer) as functions.
 */
export function factsOfResponse(context: CrawlContext): ResponseFacts {
  const { response } = context as { readonly response?: unknown };
  if (typeof response !== 'object' || response === null) return {};
  const { status } = response as { readonly status?: unknown };
  return typeof status === 'function' ? factsOfBrowser(response as BrowserResponse) : factsOfHttp(response);
}

/** What status and headers say about a page that is given; nothing where they are missing. */
export function factsOfGiven(status: number | undefined, headers: Headers | undefined): ResponseFacts {
  return {
    ...(status !== undefined && { status }),
    ...(headers !== undefined && { ...rangeIn(headers), ...validatorsIn(headers) }),
  };
}

/** The headers of a response: a property in HTTP crawlers, a function in browsers. */
export function headersOf(response: unknown): Readonly<Record<string, unknown>> {
  const { headers } = Object(response) as { readonly headers?: unknown };
  return Object(typeof headers === 'function' ? headers.call(response) : headers);
}

interface BrowserResponse {
  status(): unknown;
}

/**
 * Of a browser only 206 counts. A browser sends validators of its own and answers 304 from its cache, so there is a
 * page all the same. A page sent with an error status may be a real one once scripts have run: hosts of static files
 * send the single document of a site that way.
 */
function factsOfBrowser(response: BrowserResponse): ResponseFacts {
  return response.status() === 206 ? { status: 206, ...rangeIn(headersOf(response)) } : {};
}

function factsOfHttp(response: { readonly statusCode?: unknown }): ResponseFacts {
  const { statusCode: status } = response;
  const headers = headersOf(response);
  const isTold = typeof status === 'number' && (status === 206 || status === 304 || status >= 400);
  return { ...(isTold && { status }), ...rangeIn(headers), ...validatorsIn(headers) };
}

type Headers = ReturnType<typeof headersOf>;

function rangeIn({ 'content-range': contentRange }: Headers): Pick<ResponseFacts, 'contentRange'> {
  return typeof contentRange === 'string' ? { contentRange } : {};
}

function validatorsIn({ etag, 'last-modified': lastModified }: Headers): Pick<ResponseFacts, 'validators'> {
  const validators = {
    ...(typeof etag === 'string' && { etag }),
    ...(typeof lastModified === 'string' && { lastModified }),
  };
  return { validators };
}
