import type { Validators } from '../../src/store/index.ts';
import type { CrawlContext } from './context.ts';

/** What a response says about its page, under the names of `FetchedPage`. */
export interface ResponseFacts {
  readonly status?: number;
  readonly contentRange?: string;
  readonly validators?: Validators;
}

/** Headers by their names in lower case. */
type HeaderFields = Readonly<Record<string, unknown>>;

/**
 * What the response of a crawling context says about its page, if the crawler kept it. HTTP crawlers have status and
 * headers as properties, browsers (Playwright, Puppeteer) as functions.
 */
export function factsOfResponse(context: CrawlContext): ResponseFacts {
  const response = responseOf(context);
  if (response === undefined) return {};
  const { status } = response as { readonly status?: unknown };
  return typeof status === 'function' ? factsOfBrowser(response as BrowserResponse) : factsOfHttp(response);
}

/** What status and headers say about a page that is given; nothing where they are missing. */
export function factsOfGiven(status: number | undefined, headers: HeaderFields | undefined): ResponseFacts {
  return {
    ...(status !== undefined && { status }),
    ...(headers !== undefined && { ...rangeIn(headers), ...validatorsIn(headers) }),
  };
}

/** The response of a context; undefined if the crawler kept none. */
export function responseOf(context: CrawlContext): object | undefined {
  try {
    const { response } = context as { readonly response?: unknown };
    return typeof response === 'object' && response !== null ? response : undefined;
  } catch {
    // AdaptivePlaywrightCrawler of Crawlee 4 throws where no page was fetched
    return undefined;
  }
}

/** The headers of a response: a property in HTTP crawlers, those of `fetch` in Crawlee 4; a function in browsers. */
export function headersOf(response: unknown): HeaderFields {
  const { headers } = Object(response) as { readonly headers?: unknown };
  if (isOfFetch(headers)) return { ...Object.fromEntries(headers), 'set-cookie': headers.getSetCookie() };
  return Object(typeof headers === 'function' ? headers.call(response) : headers);
}

/** The status of an HTTP crawler's response; undefined if it has none. */
export function statusOf(response: object): number | undefined {
  const { statusCode, status = statusCode } = response as {
    readonly statusCode?: unknown;
    readonly status?: unknown;
  };
  return typeof status === 'number' ? status : undefined;
}

/** Whether headers are those of `fetch`, of whichever HTTP client. */
function isOfFetch(headers: unknown): headers is Headers {
  return typeof (headers as Partial<Headers> | undefined)?.getSetCookie === 'function';
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

function factsOfHttp(response: object): ResponseFacts {
  const status = statusOf(response);
  const headers = headersOf(response);
  const isTold = status !== undefined && (status === 206 || status === 304 || status >= 400);
  return { ...(isTold && { status }), ...rangeIn(headers), ...validatorsIn(headers) };
}

function rangeIn({ 'content-range': contentRange }: HeaderFields): Pick<ResponseFacts, 'contentRange'> {
  return typeof contentRange === 'string' ? { contentRange } : {};
}

function validatorsIn({
  etag,
  'last-modified': lastModified,
}: HeaderFields): Pick<ResponseFacts, 'validators'> {
  const validators = {
    ...(typeof etag === 'string' && { etag }),
    ...(typeof lastModified === 'string' && { lastModified }),
  };
  return { validators };
}
