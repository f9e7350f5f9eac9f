import type { Deduper, PagePlace, ReadPage } from '../crawl/index.ts';
import type { CrawlContext } from './context.ts';
import { findPage, type GivenPage, givenPage } from './page-source.ts';
import { factsOfResponse } from './response.ts';

/** How the pages of one handler are read. */
export interface GuardOptions<Context> {
  /**
   * Gives the page of a context, if the crawler fetches none (BasicCrawler) or if another text is to be compared: a
   * body, its content type if that is not HTML, and status and headers of its response. If the context has no `body`,
   * the given one is put there for the handler.
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
  const facts = factsOfResponse(context);
  // the body of the context is not the page then
  if (facts.status === 304) return deduper.read({ ...place, status: 304 });
  const source =
    options.page === undefined ? await findPage(context) : givenPage(context, await options.page(context));
  if (source.kind === 'none') {
    const { status = 0 } = facts;
    // such an answer says what has become of the page, whatever its own type is
    return status >= 400 ? deduper.read({ ...place, status }) : deduper.unread(place, source.why);
  }
  const fetched = { ...place, ...facts };
  if (source.kind === 'dom') return deduper.read({ ...fetched, dom: source.root, contentType: 'text/html' });
  const { body, contentType = 'text/html' } = source.page;
  return deduper.read({ ...fetched, ...source.facts, body, contentType });
}
