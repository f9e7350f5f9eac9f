import { setImmediate } from 'node:timers/promises';
import { forgetFirst, refusedValue } from '../../src/flow/index.ts';
import type { RequestToMake } from '../crawl/index.ts';
import { bringBack, type MadeAgain, type ReturnedPage } from './bring-back.ts';
import type { CrawlContext, CrawlRequest } from './context.ts';
import { followHandlers, type OnFailure, tellFailures, tellRedirects } from './handlers.ts';
import { originalKeyOf } from './page-key.ts';
import { Runs } from './runs.ts';

/** The parts of a Crawlee crawler that the plugin uses. Optional parts may be missing. */
export interface Crawler {
  readonly running?: boolean;
  run?(...args: never[]): Promise<unknown>;
  addRequests(requests: object[], options?: object): Promise<unknown>;
  readonly config?: { getEventManager?(): CrawlEvents };
}

/** Crawlee's event manager. */
export interface CrawlEvents {
  on(event: string, listener: () => unknown): unknown;
  off(event: string, listener: () => unknown): unknown;
}

/** Called with the URL of a request that was redirected to where the crawl does not go, such as to another host; if it is known, with its page. */
type OnLedAway = (url: string, page?: LedAway) => Promise<void>;

/** Who is told what of a crawler. */
interface ToldOfCrawler {
  readonly onFailure: OnFailure;
  readonly onLedAway: OnLedAway;
  readonly onHandled: (context: CrawlContext) => Promise<void>;
  /** Called at the end of each of its runs. */
  readonly onEnd: () => void;
}

/** A page by its key, and the name of its crawler. */
interface LedAway {
  readonly key: string;
  readonly crawler: string;
}

interface Attached {
  readonly crawler: Crawler;
  readonly name: string;
  readonly runs: Runs;
  /** Whether it has been seen running. */
  hasRun: boolean;
  /** Keys of the pages that it fetches again, by the URLs of their requests. */
  readonly returned: Map<string, string>;
  /** What it has made again, by the keys of the pages. */
  readonly made: Map<string, MadeAgain>;
}

/** Most keys that are remembered of pages that a crawler fetches again, some 300 bytes each. */
const MOST_RETURNED = 20_000;

/**
 * The crawlers of one index, told apart by name. A crawler without a given name gets the empty name, or `2`, `3` and
 * so on while that name is taken.
 */
export class Crawlers {
  readonly #attached = new Map<Crawler, Attached>();
  readonly #deliveries = new Map<
    Crawler,
    { readonly pages: ReturnedPage[]; readonly delivered: Promise<void> }
  >();
  /** Requests for crawlers that are not attached yet, by the crawlers' names. */
  readonly #undelivered = new Map<string, RequestToMake[]>();

  /** Whether one of them is running. */
  get areRunning(): boolean {
    return [...this.#attached.values()].some(({ runs }) => runs.isRunning === true);
  }

  /** The attached crawler that has not ended its run; undefined if there are none or several. */
  get only(): Crawler | undefined {
    const [first, ...others] = [...this.#attached.values()].filter((each) => !isOver(each));
    return others.length === 0 ? first?.crawler : undefined;
  }

  /** The name of an attached crawler, which is running. */
  nameOf(crawler: Crawler): string | undefined {
    const attached = this.#attached.get(crawler);
    if (attached !== undefined) attached.hasRun = true;
    return attached?.name;
  }

  /**
   * Attaches a crawler.
   *
   * @param given its name; chosen if undefined
   * @param told what is told of it
   * @throws RangeError if another crawler, which has not ended its run, has that name
   */
  async attach(crawler: Crawler, given: string | undefined, told: ToldOfCrawler): Promise<void> {
    const known = this.#attached.get(crawler);
    if (known !== undefined && (given === undefined || given === known.name)) return;
    const name = given ?? this.#freeName();
    const hasName = [...this.#attached.values()].filter((each) => each.name === name && !isOver(each));
    if (hasName.some((each) => each.crawler !== crawler)) {
      throw refusedValue(
        'attach',
        'a name of its own for each crawler',
        `${JSON.stringify(name)}, which another has that has not ended`,
      );
    }
    const runs = known?.runs ?? new Runs(crawler, told.onEnd);
    const returned = known?.returned ?? new Map<string, string>();
    const made = known?.made ?? new Map<string, MadeAgain>();
    this.#attached.set(crawler, { crawler, name, runs, hasRun: false, returned, made });
    if (known === undefined) {
      tellFailures(crawler, told.onFailure);
      tellRedirects(crawler, (url, request) => told.onLedAway(url, this.#pageOf(crawler, url, request)));
      followHandlers(crawler, told.onHandled);
    }
    const undelivered = this.#undelivered.get(name) ?? [];
    this.#undelivered.delete(name);
    await Promise.all(undelivered.map((request) => this.#deliver(crawler, request)));
  }

  /**
   * Has a request made again by its own crawler; if that is not attached yet, the request waits. If the crawler has
   * ended its run, it makes rechecked requests in its next run. A request of a process that is gone is made by any
   * crawler that runs.
   *
   * @returns false if no crawler makes it: its own one has ended its run. A later crawler of that name makes it
   */
  async bringBack(request: RequestToMake): Promise<boolean> {
    const { crawler: name = '', isRechecked } = request;
    const all = [...this.#attached.values()];
    const there = all.filter((each) => isRechecked || !isOver(each));
    const attached = there.filter((each) => request.isAdopted || each.name === name).at(-1);
    if (attached !== undefined) {
      await this.#deliver(attached.crawler, request);
      return true;
    }
    if (request.isAdopted) return false;
    const undelivered = this.#undelivered.get(name);
    if (undelivered === undefined) this.#undelivered.set(name, [request]);
    else undelivered.push(request);
    return all.every((each) => each.name !== name);
  }

  /**
   * Says that a request made again for a page was taken from the queue, so that another one is needed if the page is to come once more; or
   * that it was put back.
   */
  begins(crawler: Crawler, key: string, hasBegun: boolean): void {
    const { made } = this.#attached.get(crawler)!;
    const last = made.get(key);
    if (last !== undefined) made.set(key, { ...last, hasBegun });
  }

  /** Enqueues a link as it was. Pages brought back at the same time are added in one call. */
  async #deliver(crawler: Crawler, request: RequestToMake): Promise<void> {
    if (!isOfPage(request)) {
      await crawler.addRequests([JSON.parse(request.request)]);
      return;
    }
    const page = request;
    const { returned, made } = this.#attached.get(crawler)!;
    returned.set(urlOf(page), page.key);
    forgetFirst(returned, MOST_RETURNED);
    forgetFirst(made, MOST_RETURNED);
    const open = this.#deliveries.get(crawler);
    if (open !== undefined) {
      open.pages.push(page);
      return open.delivered;
    }
    const pages = [page];
    const delivered = setImmediate().then(() => {
      this.#deliveries.delete(crawler);
      return bringBack(crawler, pages, made);
    });
    this.#deliveries.set(crawler, { pages, delivered });
    return delivered;
  }

  /** The page of a request; if only its URL is known, one that was made again. */
  #pageOf(crawler: Crawler, url: string, request: CrawlRequest | undefined): LedAway | undefined {
    const { name, returned } = this.#attached.get(crawler)!;
    const key = request === undefined ? returned.get(url) : originalKeyOf(request);
    return key === undefined ? undefined : { key, crawler: name };
  }

  #freeName(): string {
    const there = [...this.#attached.values()].filter((each) => !isOver(each));
    const taken = new Set(there.map(({ name }) => name));
    if (!taken.has('')) return '';
    let number = 2;
    while (taken.has(`${number}`)) number++;
    return `${number}`;
  }
}

/** Whether a request had a key. If so, Crawlee would take it for the request that it has already handled. */
function isOfPage(request: RequestToMake): request is ReturnedPage {
  return request.key !== undefined;
}

/** Whether a crawler has run and no longer does. */
function isOver({ runs, hasRun }: Attached): boolean {
  return (hasRun || runs.haveBegun) && runs.isRunning === false;
}

/** The URL of a request as it was given; `url` of its page is that after redirects. */
function urlOf({ request }: ReturnedPage): string {
  return (JSON.parse(request) as { readonly url: string }).url;
}

/** The crawler of a context, if the context names one and it takes requests. */
export function crawlerOf(context: CrawlContext): Crawler | undefined {
  const { crawler } = context as { readonly crawler?: Partial<Crawler> };
  return typeof crawler?.addRequests === 'function' ? (crawler as Crawler) : undefined;
}
