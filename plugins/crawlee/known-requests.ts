import type { CrawlRequest } from './context.ts';
import type { Crawler } from './crawlers.ts';
import { isBroughtBack } from './page-key.ts';

/** A Crawlee crawler with a queue. */
export interface QueuedCrawler extends Crawler {
  getRequestQueue(): Promise<RequestQueue>;
  /** Of Crawlee 4, which calls this one. */
  getRequestManager?(): Promise<RequestQueue>;
}

/** The part of Crawlee's request queues that the plugin uses. */
export interface RequestQueue {
  fetchNextRequest(): Promise<unknown>;
  markRequestHandled?(request: never): Promise<unknown>;
  /** The name of `markRequestHandled` in Crawlee 4. */
  markRequestAsHandled?(request: never): Promise<unknown>;
  /** Crawlee's own method, by which its crawlers add links. */
  addRequestsBatched?(requests: never, options?: BatchOptions): Promise<unknown>;
}

/** How many links are added to a queue, and how long it waits between batches. */
export interface BatchOptions {
  readonly maxNewRequests?: number;
  readonly waitBetweenBatchesMillis?: number;
}

/** Requests that Crawlee adds to a queue in one batch. */
const BATCH_REQUESTS = 1000;

/** Most requests passed over in one call, before the crawler is asked whether it has anything else to do. */
const MOST_AT_ONCE = 100;

/** Says whether a request leads to a page that is known. */
type IsKnown = (request: CrawlRequest) => Promise<boolean>;

/** Who is asked about the requests of a crawler and of a queue: of several the last. */
const askedOfCrawler = new WeakMap<QueuedCrawler, IsKnown>();
const askedOfQueue = new WeakMap<RequestQueue, IsKnown>();

/**
 * Makes the queue of a crawler pass over the requests that `isKnown`: they count as handled and are never fetched. Only GET requests
 * are asked about, and no requests that were brought back, since these must be made. Holds for further runs, too: Crawlee begins each
 * with a new queue, unless the queue has a name.
 */
export async function passOverKnown(crawler: QueuedCrawler, isKnown: IsKnown): Promise<void> {
  if (!askedOfCrawler.has(crawler)) {
    const method = crawler.getRequestManager === undefined ? 'getRequestQueue' : 'getRequestManager';
    const getQueue = crawler[method]!;
    // the crawler takes each of its queues from here before it fetches anything
    crawler[method] = async () => {
      const queue = await getQueue.call(crawler);
      passOver(queue, askedOfCrawler.get(crawler)!);
      return queue;
    };
  }
  askedOfCrawler.set(crawler, isKnown);
  await crawler.getRequestQueue();
}

function passOver(queue: RequestQueue, isKnown: IsKnown): void {
  const isWrapped = askedOfQueue.has(queue);
  askedOfQueue.set(queue, isKnown);
  if (isWrapped) return;
  addFewAtOnce(queue);
  const { fetchNextRequest } = queue;
  queue.fetchNextRequest = async () => {
    for (let passed = 0; passed < MOST_AT_ONCE; passed++) {
      const request = await fetchNextRequest.call(queue);
      if (request === null || !mayBeKnown(request as CrawlRequest)) return request;
      if (!(await askedOfQueue.get(queue)!(request as CrawlRequest))) return request;
      await (queue.markRequestAsHandled ?? queue.markRequestHandled)!.call(queue, request as never);
    }
    return null;
  };
}

/**
 * Removes the second that a queue waits between batches if the crawl may add only a few more requests. With
 * `maxRequestsPerCrawl` each request that is passed over makes room for one, and Crawlee adds the links of a page,
 * most of which are already in the queue, in batches of that size.
 */
function addFewAtOnce(queue: RequestQueue): void {
  const { addRequestsBatched } = queue;
  if (addRequestsBatched === undefined) return;
  queue.addRequestsBatched = (requests, options = {}) => {
    const { maxNewRequests = Number.POSITIVE_INFINITY } = options;
    const few = maxNewRequests < BATCH_REQUESTS ? { waitBetweenBatchesMillis: 0 } : {};
    return addRequestsBatched.call(queue, requests, { ...few, ...options });
  };
}

function mayBeKnown(request: CrawlRequest): boolean {
  const { method = 'GET' } = request;
  return method === 'GET' && !isBroughtBack(request);
}
