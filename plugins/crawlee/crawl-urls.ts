import type { SketchIndex } from '../../src/index.ts';
import {
  type BarrenPattern,
  type UrlRule,
  UrlRules,
  type UrlRulesState,
  UrlRulesStateError,
} from '../../src/url-rules/index.ts';
import type { CrawlContext } from './context.ts';
import type { Crawler } from './crawlers.ts';
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

/** A note of an index: the state of the rules, and the requests that can be given back, by URL. */
interface StoredUrls {
  readonly rules: UrlRulesState;
  readonly requests: readonly (readonly [url: string, request: string])[];
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
  /** JSON of each request that was dropped, for the case that it is given back: label and userData are the user's. */
  readonly #requests: Map<string, string>;
  #isChanged = false;

  private constructor(index: SketchIndex, rules: UrlRules, requests: Map<string, string>) {
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
    if (typeof url !== 'string' || this.#rules.decide(url).action === 'fetch') return request;
    this.#requests.set(url, JSON.stringify(request));
    // as many as the rules can give back
    if (this.#requests.size > MOST_DROPPED) this.#requests.delete(this.#requests.keys().next().value!);
    this.#isChanged = true;
    return false;
  }

  /**
   * Learns from a verdict that is stored. When it shows that requests were dropped wrongly, they are in the crawler's
   * queue before this resolves.
   */
  async learn({ request }: CrawlContext, verdict: CrawlVerdict, crawler: Crawler | undefined): Promise<void> {
    if (verdict.verdict !== 'unclassifiable') {
      this.#rules.observe(request.url, verdict.of?.key ?? verdict.key, verdict.of?.url);
      this.#isChanged = true;
    }
    // Where there is no queue, they wait for the next crawler that has one.
    if (crawler === undefined) return;
    const urls = this.#rules.takeBack();
    if (urls.length === 0) return;
    const requests = urls.map(
      (url): LinkedRequest => JSON.parse(this.#requests.get(url) ?? JSON.stringify({ url })),
    );
    for (const url of urls) this.#requests.delete(url);
    await crawler.addRequests(requests);
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
}
