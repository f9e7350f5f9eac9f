import type { SketchIndex } from '../../src/index.ts';
import type { ReturnedPage } from '../../src/store/index.ts';
import {
  type BarrenPattern,
  type UrlRule,
  UrlRules,
  type UrlRulesState,
  UrlRulesStateError,
} from '../../src/url-rules/index.ts';
import type { CrawlContext, CrawlRequest } from './context.ts';
import { type Crawler, describeRequest } from './crawlers.ts';
import { isBroughtBack } from './page-key.ts';
import type { CrawlVerdict } from './verdict.ts';

/** A request that is about to be enqueued, as Crawlee's `transformRequestFunction` gets it. */
export interface LinkedRequest {
  url: string;
}

/** A function for `enqueueLinks({ transformRequestFunction })`, or what makes one of the user's own. */
export interface TransformRequest {
  /** The request, or false where it need not be enqueued. */
  <Request extends LinkedRequest>(request: Request): Request | false;
  /** The user's own function with that behind it. */
  <Request extends LinkedRequest>(
    own: (request: Request) => Request | false | null | undefined,
  ): (request: Request) => Request | false;
}

/** What rules were learned from a crawl. */
export interface LearnedRules {
  readonly rules: readonly UrlRule[];
  /** URL patterns that brought nothing new for long. */
  readonly barrenPatterns: readonly BarrenPattern[];
}

/** A request that was dropped, for the case that it is given back: label and userData are the user's. */
interface DroppedRequest {
  /** JSON of it. */
  readonly request: string;
  /** Its key in the index, where it stood in a crawler's queue; missing where it was never enqueued. */
  readonly key?: string;
}

/** A note of an index: the state of the rules, and the requests that can be given back, by URL. */
interface StoredUrls {
  readonly rules: UrlRulesState;
  readonly requests: readonly (readonly [url: string, request: DroppedRequest])[];
}

const NOTE = 'url-rules';

/** What is remembered of a crawl's URLs: some 10 MB, and 3 MB in the index. */
const MOST_URLS = 50_000;
const MOST_DROPPED = 10_000;

/** {@link TransformRequest} by what is known of the URLs. */
export function transformRequestBy(urls: CrawlUrls): TransformRequest {
  function transform<Request extends LinkedRequest>(request: Request): Request | false;
  function transform<Request extends LinkedRequest>(
    own: (request: Request) => Request | false | null | undefined,
  ): (request: Request) => Request | false;
  function transform(
    given: LinkedRequest | ((request: LinkedRequest) => LinkedRequest | false | null | undefined),
  ) {
    if (typeof given !== 'function') return urls.transform(given);
    return (request: LinkedRequest) => {
      const changed = given(request);
      return changed ? urls.transform(changed) : false;
    };
  }
  return transform;
}

/** The URL rules of the crawls of one index: learned from stored verdicts, asked before a link is enqueued. */
export class CrawlUrls {
  readonly #index: SketchIndex;
  readonly #rules: UrlRules;
  readonly #requests: Map<string, DroppedRequest>;
  #isChanged = false;

  private constructor(index: SketchIndex, rules: UrlRules, requests: Map<string, DroppedRequest>) {
    this.#index = index;
    this.#rules = rules;
    this.#requests = requests;
  }

  /** Goes on with what earlier crawls learned; what a later version stored is left out. */
  static async open(index: SketchIndex): Promise<CrawlUrls> {
    const stored = (await index.note(NOTE)) as StoredUrls | undefined;
    const options = { mostUrls: MOST_URLS, mostDropped: MOST_DROPPED };
    try {
      const rules = new UrlRules(options, stored?.rules);
      return new CrawlUrls(index, rules, new Map(stored?.requests));
    } catch (error) {
      if (!(error instanceof UrlRulesStateError)) throw error;
      return new CrawlUrls(index, new UrlRules(options), new Map());
    }
  }

  /** A request that is to be enqueued, or false where the page that it leads to is stored already. */
  transform<Request extends LinkedRequest>(request: Request): Request | false {
    const { url } = request;
    const isDropped =
      typeof url === 'string' && this.#drops(url, () => ({ request: JSON.stringify(request) }));
    return isDropped ? false : request;
  }

  /** Whether the page that a request in the queue leads to is stored already. @param key of the request in the index */
  isKnown(request: CrawlRequest, key: string): boolean {
    const { method = 'GET' } = request as { readonly method?: string };
    // what is fetched again has been given back
    if (method !== 'GET' || isBroughtBack(request)) return false;
    return this.#drops(request.url, () => ({ request: describeRequest(request), key }));
  }

  /**
   * Learns from a verdict that is stored. When it shows that requests were dropped wrongly, they are in a crawler's queue
   * before this resolves.
   *
   * @param crawler of the page
   * @param bringBack has a request that was in its crawler's queue made again
   */
  async learn(
    { request }: CrawlContext,
    verdict: CrawlVerdict,
    crawler: Pick<Crawler, 'addRequests'> | undefined,
    bringBack: (page: ReturnedPage) => Promise<void>,
  ): Promise<void> {
    if (verdict.verdict !== 'unclassifiable') {
      this.#rules.observe(request.url, verdict.of?.key ?? verdict.key, verdict.of?.url);
      this.#isChanged = true;
    }
    // Where there is no queue, they wait for the next crawler that has one.
    if (crawler === undefined) return;
    for (const url of this.#rules.takeBack()) {
      const { request: described, key } = this.#requests.get(url) ?? { request: JSON.stringify({ url }) };
      this.#requests.delete(url);
      if (key === undefined) await crawler.addRequests([JSON.parse(described)]);
      else await bringBack({ key, url, request: described, returns: 1 });
    }
  }

  /** What was learned, by earlier crawls too. */
  learned(): LearnedRules {
    return { rules: this.#rules.rules(), barrenPatterns: this.#rules.barrenPatterns() };
  }

  /** Stores what was learned since the last time. */
  async save(): Promise<void> {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    const stored: StoredUrls = { rules: this.#rules.toJSON(), requests: [...this.#requests] };
    try {
      await this.#index.setNote(NOTE, stored);
    } catch (error) {
      this.#isChanged = true;
      throw error;
    }
  }

  #drops(url: string, describe: () => DroppedRequest): boolean {
    if (this.#rules.decide(url).action === 'fetch') return false;
    this.#isChanged = true;
    this.#requests.set(url, describe());
    // as many as the rules can give back
    if (this.#requests.size > MOST_DROPPED) this.#requests.delete(this.#requests.keys().next().value!);
    return true;
  }
}
