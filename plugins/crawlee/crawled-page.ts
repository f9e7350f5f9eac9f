import type { Validators } from '../../src/store/index.ts';
import type { Deduper, PagePlace, ReadPage } from '../crawl/index.ts';
import type { CrawlContext } from './context.ts';
import { findPage, type GivenPage, givenPage } from './page-source.ts';

/** How the pages of one handler are read. */
export interface GuardOptions<Context> {
  /**
   * The page that a context stands for, where the crawler fetches none (BasicCrawler) or other text is to be compared:
   * a body, with its content type where that is not HTML. A context without a `body` has it there in its handler.
   */
  page?(context: Context): GivenPage | Promise<GivenPage>;
}

/** Reads the page that a context stands for. O(bytes). */
export async function readCrawledPage<Context extends CrawlContext>(
  context: Context,
  options: GuardOptions<Context>,
  place: PagePlace,
  deduper: Deduper,
): Promise<ReadPage> {
  const { response } = context as { readonly response?: { readonly statusCode?: number } };
  const status = response?.statusCode;
  // What the handler is given is no page then.
  if (status === 304) return deduper.read({ ...place, status });
  const source =
    options.page === undefined ? await findPage(context) : givenPage(context, await options.page(context));
  if (source.kind === 'none') return deduper.unread(place, source.why);
  const fetched = { ...place, ...(status === 206 && { status }), ...headersOf(context) };
  if (source.kind === 'dom') return deduper.read({ ...fetched, dom: source.root, contentType: 'text/html' });
  const { body, contentType = 'text/html' } = source.page;
  return deduper.read({ ...fetched, body, contentType });
}

/** What the server said of a page's version, and of the part of it that it sent, where the crawler kept its headers. */
function headersOf(context: CrawlContext): { validators?: Validators; contentRange?: string } {
  const { response } = context as { readonly response?: { readonly headers?: unknown } };
  const headers = response?.headers;
  // Browsers' responses have a function.
  if (headers === null || typeof headers !== 'object') return {};
  const {
    etag,
    'last-modified': lastModified,
    'content-range': contentRange,
  } = headers as Record<string, unknown>;
  const validators = {
    ...(typeof etag === 'string' && { etag }),
    ...(typeof lastModified === 'string' && { lastModified }),
  };
  return { validators, ...(typeof contentRange === 'string' && { contentRange }) };
}
