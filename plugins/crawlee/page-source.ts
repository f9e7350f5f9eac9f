import { type Reason, reasonFor } from '../../src/flow/index.ts';
import type { DomNode, Page } from '../../src/index.ts';
import { whyNoPage } from '../crawl/read-page.ts';
import type { CrawlContext } from './context.ts';
import { factsOfGiven, headersOf, type ResponseFacts, responseOf } from './response.ts';
import { type BrowserPage, readShown } from './shown-page.ts';

/** The page in a crawling context; `none` with the reason if there is none. */
type PageSource =
  | { readonly kind: 'dom'; readonly root: DomNode }
  | { readonly kind: 'body'; readonly page: Page; readonly facts?: ResponseFacts }
  | { readonly kind: 'none'; readonly why: Reason };

/**
 * A page that the caller gives: its body, its content type if that is not HTML, the status of its response, which tells whether an error
 * was sent instead of a page, and the headers of its response by their names in lower case.
 */
export type GivenPage =
  | string
  | Uint8Array
  | {
      readonly body: string | Uint8Array;
      readonly contentType?: string | undefined;
      readonly status?: number | undefined;
      readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>> | undefined;
    }
  | undefined;

/** The members that different crawlers add to a context and that are looked for here. */
interface AnyContext extends CrawlContext {
  readonly $?: unknown;
  readonly body?: unknown;
  readonly document?: { readonly children?: { readonly length: number } };
  readonly contentType?: { readonly type?: string; readonly encoding?: string };
  readonly page?: BrowserPage;
  readonly querySelector?: unknown;
  readonly parseWithCheerio?: () => Promise<unknown>;
}

/**
 * Finds the page in a crawling context. Does not change the context.
 *
 * - CheerioCrawler: `body`, a string; the tree behind `$`, which was parsed from it, is not touched.
 * - JSDOMCrawler and LinkeDOMCrawler: `body`, which Crawlee writes from the root element after scripts have run; the
 *   whole document if it has several roots.
 * - HttpCrawler: `body`, a Buffer.
 * - PlaywrightCrawler and PuppeteerCrawler: `page.content()`, called once unless the page leads elsewhere meanwhile.
 * - AdaptivePlaywrightCrawler: `parseWithCheerio()`, since touching `page` in its HTTP mode throws.
 * - BasicCrawler fetches nothing, so there is nothing to find: its pages are given, see {@link givenPage}.
 */
export async function findPage(given: CrawlContext): Promise<PageSource> {
  const context = given as AnyContext;
  const why = whyNoPage(typeOf(context));
  if (why !== undefined) return { kind: 'none', why };
  const written = hasSeveralRoots(context) ? String(context.document) : context.body;
  if (typeof written === 'string' || written instanceof Uint8Array) {
    return body(context, written, contentTypeOf(context));
  }
  const root = rootOf(context.$);
  if (root !== undefined) return { kind: 'dom', root };
  if (typeof context.querySelector === 'function' && typeof context.parseWithCheerio === 'function') {
    const parse = () => context.parseWithCheerio!();
    const adaptive = rootOf(await readShown(context, parse));
    if (adaptive !== undefined) return { kind: 'dom', root: adaptive };
  } else if (typeof context.page?.content === 'function') {
    const { page } = context;
    return body(context, await readShown(context, () => page.content!()), 'text/html');
  }
  const detail =
    'the crawling context has no $, body, page or parseWithCheerio ' +
    '(BasicCrawler fetches nothing: give guard the option page; skipNavigation requests have no page)';
  return { kind: 'none', why: reasonFor('nothing-fetched', { detail }) };
}

/** The page that a caller gives for a context. Sets it as the `body` of the context, unless that has one. */
export function givenPage(given: CrawlContext, page: GivenPage): PageSource {
  const context = given as AnyContext;
  if (page === undefined) {
    return { kind: 'none', why: reasonFor('nothing-fetched', { detail: 'no page was given for it' }) };
  }
  const isBody = typeof page === 'string' || page instanceof Uint8Array;
  const content = isBody ? page : page.body;
  if (context.body === undefined) Object.assign(context, { body: content });
  if (isBody) return body(context, content, 'text/html');
  const { status, headers, contentType = headers?.['content-type'] } = page;
  const type = typeof contentType === 'string' ? contentType : 'text/html';
  return { ...body(context, content, type), facts: factsOfGiven(status, headers) };
}

function body({ request }: AnyContext, content: string | Uint8Array, contentType: string) {
  const url = request.loadedUrl ?? request.url;
  return { kind: 'body' as const, page: { id: request.uniqueKey, url, body: content, contentType } };
}

function contentTypeOf({ contentType }: AnyContext): string {
  const charset = contentType?.encoding ? `; charset=${contentType.encoding}` : '';
  return `${contentType?.type || 'text/html'}${charset}`;
}

/** The content type of a page. Browsers, also within AdaptivePlaywrightCrawler, leave it in the headers. */
function typeOf(context: AnyContext): string | undefined {
  if (context.contentType !== undefined) return context.contentType.type;
  const { 'content-type': type } = headersOf(responseOf(context));
  return typeof type === 'string' ? type : undefined;
}

/**
 * Whether a document has more than one root element, as LinkeDOM's of a page without `<html>`. `body` has only the
 * first of them then.
 */
function hasSeveralRoots({ document }: AnyContext): boolean {
  return (document?.children?.length ?? 1) > 1;
}

/** The tree of `$`, for any version of cheerio. */
function rootOf($: unknown): DomNode | undefined {
  const root = ($ as { root?: () => { get(index: number): unknown } } | undefined)?.root;
  return typeof root === 'function' ? (root.call($).get(0) as DomNode) : undefined;
}
