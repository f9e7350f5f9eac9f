import type { CheerioCrawlingContext } from 'crawlee';
import { parseUrl, webUrl } from '../../../src/flow/index.ts';

/** Elements with links that a browser follows, or shows the page behind. */
const LINKS = 'a[href], area[href], frame[src], meta[http-equiv][content]';

/** The parts of Crawlee's context in which a page has links. */
interface LinkingPage extends Partial<Pick<CheerioCrawlingContext, '$'>> {
  readonly response?: { readonly headers?: Readonly<Record<string, unknown>> };
}

/**
 * URLs to which a page leads, in its order, each once. These are the links of a reader (`<a>`, `<area>`), and what a browser loads in
 * place of the page (the header `Refresh`, `<meta http-equiv="refresh">`, `<frame>`), since such a page often has no other link. URLs with
 * a user name are left out: results would keep it. O(elements).
 *
 * @param loadedUrl the URL at which the page was found; relative links count from it, or from its first `<base href>`
 */
export function linksIn({ $, response }: LinkingPage, loadedUrl: string): URL[] {
  // plain text has no elements
  // browsers ignore a base of `javascript:` or `data:`
  const base = webUrl($?.('base[href]').first().attr('href') ?? '', loadedUrl) ?? loadedUrl;
  const { refresh } = response?.headers ?? {};
  const links = [typeof refresh === 'string' ? refreshUrl(refresh) : undefined];
  for (const element of $?.(LINKS).get() ?? []) {
    const { 'http-equiv': pragma, content, href, src } = $!(element).attr() ?? {};
    if (pragma === undefined) links.push(href ?? src);
    else if (pragma.trim().toLowerCase() === 'refresh') links.push(refreshUrl(content));
  }
  const found = new Map<string, URL>();
  for (const link of links) {
    const url = link === undefined ? undefined : parseUrl(link, base);
    if (url === undefined || !/^https?:$/.test(url.protocol) || url.username || url.password) continue;
    if (!found.has(url.href)) found.set(url.href, url);
  }
  return [...found.values()];
}

/**
 * The URL in `5; url='…'`, which a page has in its header `Refresh` or in `<meta http-equiv="refresh" content="…">` (HTML standard,
 * shared declarative refresh steps).
 */
function refreshUrl(content = ''): string | undefined {
  const delay = /^\s*[\d.]+(?:\s*[;,]\s*|\s+)/.exec(content);
  if (delay === null) return undefined;
  const url = content.slice(delay[0].length).replace(/^url\s*=\s*/i, '');
  const quote = /^["']/.exec(url)?.[0];
  return (quote === undefined ? url : url.split(quote, 2)[1]) || undefined;
}

/** The parts of Crawlee's context by which a link is judged. */
type StrategyContext = Pick<CheerioCrawlingContext, 'enqueueLinks' | 'request'>;

/** How Crawlee is asked which links to follow. */
interface Scope {
  readonly strategy: 'same-hostname' | 'same-domain' | 'same-origin' | 'all';
  /** The URL that links are compared with; by default Crawlee's choice. */
  readonly baseUrl?: string;
}

/**
 * The links that a strategy follows. Crawlee is asked about the origins of the links, not about the links: its patterns match no URL
 * in which a segment begins with a dot (`/.well-known/`), nor any of an IPv6 host, not even its own.
 */
export async function linksInScope(
  { enqueueLinks, request }: StrategyContext,
  links: readonly URL[],
  scope: Scope,
): Promise<URL[]> {
  const own = new URL(scope.baseUrl ?? request.url).origin;
  const followed = new Set([own]);
  const asked = new Set(links.map(({ origin }) => origin));
  asked.delete(own);
  if (asked.size > 0) {
    const take = async (requests: readonly { readonly url: string }[]) => {
      for (const { url } of requests) followed.add(new URL(url).origin);
      return { addedRequests: [], waitForAllRequestsToBeAdded: Promise.resolve([]) };
    };
    // a queue that only notes what Crawlee would add
    const requestQueue = { fetchNextRequest: take, addRequest: take, addRequestsBatched: take } as never;
    await enqueueLinks({ ...scope, urls: [...asked], requestQueue });
  }
  return links.filter(({ origin }) => followed.has(origin));
}
