import type { RequestToMake } from '../crawl/index.ts';
import type { CrawlRequest } from './context.ts';
import { broughtBackKey, isBroughtBack } from './page-key.ts';

/** A page that is to be fetched again. */
export type ReturnedPage = RequestToMake & { readonly key: string };

/** The parts of a Crawlee crawler that make requests again, and say whether they were handled. Those but the first are not part of its type. */
interface Requesting {
  addRequests(requests: object[], options?: object): Promise<unknown>;
  /** Most requests of a crawl. */
  maxRequestsPerCrawl?: number | undefined;
  getRequestQueue?(): Promise<{
    getRequest?(id: string): Promise<{ readonly handledAt?: string | undefined } | null>;
    /** Of Crawlee 4, whose queues find requests by their unique keys. */
    markRequestAsHandled?: unknown;
  }>;
}

/** The last request that a crawler made again for a page: its number, and whether it was taken from the queue. */
export interface MadeAgain {
  readonly n: number;
  readonly hasBegun: boolean;
}

/** Headers by which a server need not send a page again. */
const CONDITIONAL: ReadonlySet<string> = new Set(['if-none-match', 'if-modified-since']);

/** JSON of a request, from which it can be made again after it was handled. */
export function describeRequest(request: CrawlRequest): string {
  const { url, method, payload, headers, userData, skipNavigation, maxRetries, crawlDepth, enqueueStrategy } =
    request as CrawlRequest & Record<string, unknown>;
  const described = {
    ...{ url, method, payload, headers: unconditional(headers), userData },
    ...(skipNavigation === true && { skipNavigation }),
    ...{ maxRetries, crawlDepth, enqueueStrategy },
  };
  return JSON.stringify(described);
}

/** The headers of a request without those of a condition: when it is made again, its page may be known no longer, and must come. */
function unconditional(headers: unknown): object | undefined {
  if (Object(headers) !== headers) return undefined;
  return Object.fromEntries(
    Object.entries(headers as object).filter(([name]) => !CONDITIONAL.has(name.toLowerCase())),
  );
}

/**
 * Adds the requests of pages to be fetched again, all in one call, since each call takes Crawlee milliseconds, on
 * disk tens.
 *
 * @param made what this crawler has made again, by the keys of the pages
 */
export async function bringBack(
  crawler: Requesting,
  pages: readonly ReturnedPage[],
  made: Map<string, MadeAgain>,
): Promise<void> {
  const add = (requests: object[]): Promise<unknown> => crawler.addRequests(requests, { forefront: true });
  // each page has counted once, and Crawlee does not count retries either
  const again = pages.filter(({ isRetried }) => isRetried !== true);
  if (crawler.maxRequestsPerCrawl !== undefined) crawler.maxRequestsPerCrawl += again.length;
  // a page that an earlier process left may still be in the queue under its own key, which counts as n = 0; a request that it had put back
  // is there, but for one that a kill cut off
  let left = pages.map((page) => ({ page, n: page.isLeft === true ? 0 : nextOf(page, made) }));
  while (left.length > 0) {
    // the schema of a route may not allow our field in `userData`
    const added = await add(left.map((each) => requestOf(each, true))).catch(() =>
      add(left.map((each) => requestOf(each, false))),
    );
    // an earlier process may have brought a page back as often, and Crawlee runs each key once
    const handled = await handledKeys(crawler, added);
    left = left
      .filter(
        ({ page, n }) => page.isRetried !== true && handled.has(requestOf({ page, n }, false).uniqueKey),
      )
      .map(({ page }) => ({ page, n: nextOf(page, made, true) }));
  }
}

/**
 * The number under which a page is fetched again. Each reason, such as that its original failed, has a count of its own, but Crawlee runs
 * each number once: if the request of the last one has begun, or was handled, it takes another.
 */
function nextOf(
  { key, returns, isRetried }: ReturnedPage,
  made: Map<string, MadeAgain>,
  wasHandled = false,
): number {
  if (isRetried === true) return returns;
  const { n: last = 0, hasBegun = false } = made.get(key) ?? {};
  const n = Math.max(returns, hasBegun || wasHandled ? last + 1 : last);
  made.set(key, { n, hasBegun: false });
  return n;
}

/** The request of a page that is fetched again for the n-th time. @param isMarked whether its `userData` says so */
function requestOf(
  { page, n }: { readonly page: ReturnedPage; readonly n: number },
  isMarked: boolean,
): { readonly uniqueKey: string } {
  const { key: uniqueKey } = page;
  const described = JSON.parse(page.request) as { readonly userData?: object };
  if (n === 0) return { ...described, uniqueKey };
  const userData = isMarked
    ? { userData: { ...described.userData, nearDuplicates: { uniqueKey, returns: n } } }
    : {};
  return { ...described, ...userData, uniqueKey: broughtBackKey(uniqueKey, n) };
}

/** What Crawlee says of an added request. */
interface AddedRequest {
  readonly requestId?: string;
  readonly uniqueKey?: string;
  readonly wasAlreadyPresent?: boolean;
  readonly wasAlreadyHandled?: boolean;
}

/** Keys of those added requests that Crawlee has handled before. */
async function handledKeys(crawler: Requesting, added: unknown): Promise<ReadonlySet<string | undefined>> {
  const { addedRequests = [] } = (added ?? {}) as { readonly addedRequests?: readonly AddedRequest[] };
  const handled = new Set<string | undefined>();
  for (const { requestId, uniqueKey, wasAlreadyPresent, wasAlreadyHandled } of addedRequests) {
    if (wasAlreadyHandled === true) handled.add(uniqueKey);
    if (wasAlreadyHandled === true || wasAlreadyPresent !== true || requestId === undefined) continue;
    // a queue remembers of a request that it handled itself what was so before; what this run has brought back is made once
    if (uniqueKey === undefined || isBroughtBack({ uniqueKey })) continue;
    const queue = await crawler.getRequestQueue?.();
    const id = queue?.markRequestAsHandled === undefined ? requestId : uniqueKey;
    if ((await queue?.getRequest?.(id))?.handledAt !== undefined) handled.add(uniqueKey);
  }
  return handled;
}
