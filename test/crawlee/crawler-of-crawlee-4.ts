import { load } from 'cheerio';
import type { CrawlRequest } from '../../plugins/crawlee/context.ts';

/** Pages by path: HTML, or what makes a response of a request's headers. */
export type Site = Readonly<Record<string, string | ((headers: Headers) => Response)>>;

interface QueuedRequest extends CrawlRequest {
  readonly method: string;
  readonly errorMessages: string[];
  loadedUrl?: string;
  headers: Record<string, string>;
  retryCount: number;
}

/** What a link is enqueued with. */
type Link = { url: string; uniqueKey?: string };
type Transform = (link: Link) => Link | 'unchanged' | 'skip' | false | null | undefined;

/** The context of a page before and in its handler: it does not name its crawler, and its response is that of `fetch`. */
export interface Context {
  readonly request: QueuedRequest;
  readonly log: object;
  readonly addRequests: (links: readonly Link[]) => Promise<object>;
  readonly session: { retire(): void };
  readonly response?: Response;
  readonly body?: string;
  readonly contentType?: { readonly type: string };
  enqueueLinks(options?: { transformRequestFunction?: Transform }): Promise<object>;
}

interface Options {
  readonly site: Site;
  readonly requestHandler: (context: Context) => unknown;
  readonly preNavigationHook?: (context: Context) => unknown;
  readonly maxRequestRetries?: number;
}

const silent = { warning: () => {}, info: () => {}, debug: () => {} };
const ORIGIN = 'http://a.example';

/**
 * A crawler with the members that Crawlee 4 is going to have, as its guide for upgrading describes them: version 4 was a release
 * candidate, and not to be had from npm, when this was written. All pages of a run are fetched at the same time.
 */
export class CrawlerOfCrawlee4 {
  running = false;
  requestHandler: (context: Context) => unknown;
  errorHandler: ((context: Context, error: Error) => unknown) | undefined;
  failedRequestHandler: ((context: Context, error: Error) => unknown) | undefined;
  readonly maxRequestRetries: number;
  /** Paths as they were fetched. */
  readonly fetched: string[] = [];
  readonly #options: Options;
  readonly #keys = new Set<string>();
  readonly #handled = new Set<string>();
  readonly #waiting: QueuedRequest[] = [];
  readonly #queue = {
    fetchNextRequest: async () => this.#waiting.shift() ?? null,
    markRequestAsHandled: async ({ uniqueKey }: CrawlRequest) => void this.#handled.add(uniqueKey),
    getRequest: async (uniqueKey: string) =>
      this.#keys.has(uniqueKey) ? { handledAt: this.#handled.has(uniqueKey) ? 'now' : undefined } : null,
  };

  constructor(options: Options) {
    this.#options = options;
    this.requestHandler = options.requestHandler;
    this.maxRequestRetries = options.maxRequestRetries ?? 0;
  }

  async getRequestManager() {
    return this.#queue;
  }

  getRequestQueue() {
    return this.getRequestManager();
  }

  async addRequests(links: readonly object[]): Promise<object> {
    const addedRequests = (links as readonly Link[]).map(
      ({ url, uniqueKey = Request.computeUniqueKey({ url }) }) => {
        const wasAlreadyPresent = this.#keys.has(uniqueKey);
        this.#keys.add(uniqueKey);
        if (!wasAlreadyPresent) this.#waiting.push(new Request(url, uniqueKey));
        const wasAlreadyHandled = this.#handled.has(uniqueKey);
        return { uniqueKey, requestId: `id of ${uniqueKey}`, wasAlreadyPresent, wasAlreadyHandled };
      },
    );
    return { addedRequests, waitForAllRequestsToBeAdded: Promise.resolve([]) };
  }

  async run(paths: readonly string[]): Promise<void> {
    this.running = true;
    await this.addRequests(paths.map((path) => ({ url: `${ORIGIN}${path}` })));
    const queue = await this.getRequestManager();
    const inWork = new Set<Promise<void>>();
    for (;;) {
      const request = await queue.fetchNextRequest();
      if (request !== null) {
        const work = this.#crawl(request).finally(() => inWork.delete(work));
        inWork.add(work);
      } else if (inWork.size > 0) await Promise.race(inWork);
      else break;
    }
    this.running = false;
  }

  async #crawl(request: QueuedRequest): Promise<void> {
    let context = this.#contextOf(request);
    try {
      await this.#options.preNavigationHook?.(context);
      context = await this.#fetched(context);
      await this.requestHandler(context);
      await this.#queue.markRequestAsHandled(request);
    } catch (error) {
      request.errorMessages.push(String(error));
      if (request.retryCount++ < this.maxRequestRetries) {
        await this.errorHandler?.(context, error as Error);
        this.#waiting.push(request);
      } else {
        await this.#queue.markRequestAsHandled(request);
        await this.failedRequestHandler?.(context, error as Error);
      }
    }
  }

  #contextOf(request: QueuedRequest): Context {
    return {
      request,
      log: silent,
      addRequests: (links) => this.addRequests(links),
      session: { retire: () => {} },
      enqueueLinks: () => Promise.reject(new Error('no page was fetched')),
    };
  }

  async #fetched(context: Context): Promise<Context> {
    const { request } = context;
    const { pathname, search } = new URL(request.url);
    const path = `${pathname}${search}`;
    this.fetched.push(path);
    const page = this.#options.site[path] ?? '';
    const response = typeof page === 'string' ? new Response(page) : page(new Headers(request.headers));
    request.loadedUrl = request.url;
    const body = await response.text();
    const enqueueLinks: Context['enqueueLinks'] = ({ transformRequestFunction: transform } = {}) => {
      const links = [...load(body)('a')].map(({ attribs }) => ({
        url: new URL(attribs.href!, request.url).href,
      }));
      const kept = links.flatMap((link) => {
        const changed = transform === undefined ? 'unchanged' : transform(link);
        if (!changed || changed === 'skip') return [];
        return changed === 'unchanged' ? [link] : [changed];
      });
      return this.addRequests(kept);
    };
    return { ...context, response, body, contentType: { type: 'text/html' }, enqueueLinks };
  }
}

class Request implements QueuedRequest {
  readonly url: string;
  readonly uniqueKey: string;
  readonly method = 'GET';
  readonly errorMessages: string[] = [];
  headers: Record<string, string> = {};
  retryCount = 0;

  constructor(url: string, uniqueKey: string) {
    this.url = url;
    this.uniqueKey = uniqueKey;
  }

  static computeUniqueKey({ url }: Link): string {
    return url;
  }
}
