import type { SketchIndex } from '../../src/index.ts';
import type { PageVerdict } from '../../src/store/index.ts';
import {
  type BarrenPattern,
  type UrlRule,
  UrlRules,
  type UrlRulesState,
  UrlRulesStateError,
} from '../../src/url-rules/index.ts';

/** A link that is about to be enqueued; Crawlee's `transformRequestFunction` gets such. */
export interface LinkedRequest {
  url: string;
}

/** Leaves out links that lead to pages that are stored already, or makes a function of one's own do so, too. */
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

/** A request that was dropped, for the case that it is given back: what its user said of it is in it. */
interface DroppedRequest {
  /** JSON of a link; of a request in a queue in the words of its crawler. */
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
export function transformRequestBy(drops: (request: LinkedRequest) => boolean): TransformRequest {
  function transform<Request extends LinkedRequest>(request: Request): Request | false;
  function transform<Request extends LinkedRequest>(
    own: (request: Request) => Request | false | null | undefined,
  ): (request: Request) => Request | false;
  function transform(
    given: LinkedRequest | ((request: LinkedRequest) => LinkedRequest | false | null | undefined),
  ) {
    if (typeof given !== 'function') return drops(given) ? false : given;
    return (request: LinkedRequest) => {
      const changed = given(request);
      return changed && !drops(changed) ? changed : false;
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

  /** Whether a link leads to a page that is stored already. */
  dropsLink(request: LinkedRequest): boolean {
    const { url } = request;
    return typeof url === 'string' && this.#drops(url, () => ({ request: JSON.stringify(request) }));
  }

  /**
   * Whether the page that a request in a queue leads to is stored already.
   *
   * @param key of its page in the index
   * @param request what it takes to make it again
   */
  isKnown(url: string, key: string, request: string): boolean {
    return this.#drops(url, () => ({ request, key }));
  }

  /** Learns from a verdict that is stored. @param url that was asked for */
  learn(url: string, { verdict, key, of }: Pick<PageVerdict, 'verdict' | 'key' | 'of'>): void {
    if (verdict === 'unclassifiable') return;
    this.#rules.observe(url, of?.key ?? key, of?.url);
    this.#isChanged = true;
  }

  /** The requests that were dropped wrongly, by what was learned since the last call: they are to be made after all. */
  takeBack(): (DroppedRequest & { readonly url: string })[] {
    return this.#rules.takeBack().map((url) => {
      const dropped = this.#requests.get(url) ?? { request: JSON.stringify({ url }) };
      this.#requests.delete(url);
      return { ...dropped, url };
    });
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
