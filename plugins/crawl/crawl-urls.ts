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

/** A link that is left out. */
export interface DroppedLink {
  readonly url: string;
  /** JSON of it, for the case that it is given back. */
  readonly request: string;
}

/** A request that was dropped, for the case that it is given back: what its user said of it is in it. */
interface DroppedRequest {
  /** JSON of a link; of a request in a queue in the words of its crawler. */
  readonly request: string;
  /** Its key in the index, where it stood in a crawler's queue; missing where it was never enqueued. */
  readonly key?: string;
}

/** A page that is decided, with its content and the URL that it repeats. */
type PageEvent = readonly [event: 'page', url: string, content: string, repeats: string | null];

/** A note of an index: the state of the rules, the requests that can be given back, by URL, and what is still to be learned from. */
interface StoredUrls {
  readonly rules: UrlRulesState;
  readonly requests: readonly (readonly [url: string, request: DroppedRequest])[];
  readonly waiting?: readonly PageEvent[];
}

/** What changes the rules: a page that is decided, and a URL that is dropped. */
export type RuleEvent = PageEvent | readonly [event: 'drop', url: string];

/** What is told to a copy of the rules: all that is known, or what came since. */
export type RulesNews = { readonly state: UrlRulesState } | { readonly events: readonly RuleEvent[] };

const NOTE = 'url-rules';

/** What is remembered of a crawl's URLs: some 10 MB, and 3 MB in the index. */
const MOST_URLS = 50_000;
const MOST_DROPPED = 10_000;

/** Characters of the pages that wait to be learned from, about 2,500: a tenth of a second of work once something is asked. */
const MOST_WAITING = 1 << 19;

/** Rules as every process of a crawl has them. @throws UrlRulesStateError */
export function crawlRules(state?: UrlRulesState): UrlRules {
  return new UrlRules({ mostUrls: MOST_URLS, mostDropped: MOST_DROPPED }, state);
}

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

/**
 * The URL rules of the crawls of one index: learned from stored verdicts, asked before a link is enqueued.
 *
 * Many a crawl never asks, and what it learned serves the next one at most. So pages wait until something is asked, and what is
 * answered is what had been answered had they been learned from as they came.
 */
export class CrawlUrls {
  readonly #index: SketchIndex;
  #rules: UrlRules;
  readonly #requests: Map<string, DroppedRequest>;
  readonly #listeners = new Set<(event: RuleEvent) => void>();
  #isChanged = false;
  /** Pages to learn from, in the order in which they were decided. */
  #waiting: PageEvent[] = [];
  #waitingCharacters = 0;
  /** Whether rules were in use, in this crawl or an earlier one: each page may show that one was wrong. */
  #isInUse: boolean;

  /** @throws UrlRulesStateError */
  private constructor(index: SketchIndex, { rules, requests, waiting }: Partial<StoredUrls>) {
    this.#index = index;
    this.#rules = crawlRules(rules);
    this.#requests = new Map(requests);
    for (const page of waiting ?? []) this.#wait(page);
    this.#isInUse = rules !== undefined && rules.drops > 0;
  }

  /** Goes on with what earlier crawls learned; what a later version stored is left out. */
  static async open(index: SketchIndex): Promise<CrawlUrls> {
    const stored = (await index.note(NOTE)) as StoredUrls | undefined;
    try {
      return new CrawlUrls(index, stored ?? {});
    } catch (error) {
      if (!(error instanceof UrlRulesStateError)) throw error;
      return new CrawlUrls(index, {});
    }
  }

  /** Whether a link leads to a page that is stored already. */
  dropsLink(request: LinkedRequest): boolean {
    const { url } = request;
    return typeof url === 'string' && this.#drops(url, () => ({ request: JSON.stringify(request) }));
  }

  /** The same of a link that another process would leave out. */
  dropsDescribed({ url, request }: DroppedLink): boolean {
    return this.#drops(url, () => ({ request }));
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
    const page: PageEvent = ['page', url, of?.key ?? key, of?.url ?? null];
    if (this.#isInUse) this.#learnFrom(page);
    else this.#wait(page);
    this.#isChanged = true;
  }

  /** All that is known. */
  get state(): UrlRulesState {
    this.#learnAll();
    return this.#rules.toJSON();
  }

  /** Tells of all that changes the rules from now on. @returns ends it */
  follow(listener: (event: RuleEvent) => void): () => void {
    this.#use();
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Goes on with what a copy of the rules of an earlier process knows, where that is more than what stands in the index. */
  adopt(state: UrlRulesState): void {
    this.#use();
    const { pages, drops } = this.#rules.toJSON();
    if (state.pages + state.drops <= pages + drops) return;
    this.#rules = crawlRules(state);
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
    this.#learnAll();
    return { rules: this.#rules.rules(), barrenPatterns: this.#rules.barrenPatterns() };
  }

  /** Stores what was learned since the last time. */
  async save(): Promise<void> {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    const stored: StoredUrls = {
      rules: this.#rules.toJSON(),
      requests: [...this.#requests],
      ...(this.#waiting.length > 0 && { waiting: [...this.#waiting] }),
    };
    try {
      await this.#index.setNote(NOTE, stored);
    } catch (error) {
      this.#isChanged = true;
      throw error;
    }
  }

  /** Learns from each page as it comes, from now on. */
  #use(): void {
    if (this.#isInUse) return;
    this.#isInUse = true;
    this.#learnAll();
  }

  #wait(page: PageEvent): void {
    this.#waiting.push(page);
    this.#waitingCharacters += charactersOf(page);
    while (this.#waitingCharacters > MOST_WAITING) {
      const first = this.#waiting.shift()!;
      this.#waitingCharacters -= charactersOf(first);
      this.#learnFrom(first);
    }
  }

  #learnAll(): void {
    for (const page of this.#waiting) this.#learnFrom(page);
    this.#waiting = [];
    this.#waitingCharacters = 0;
  }

  #learnFrom(page: PageEvent): void {
    const [, url, content, repeats] = page;
    this.#rules.observe(url, content, repeats ?? undefined);
    this.#tell(page);
  }

  #drops(url: string, describe: () => DroppedRequest): boolean {
    this.#use();
    if (this.#rules.decide(url).action === 'fetch') return false;
    this.#tell(['drop', url]);
    this.#isChanged = true;
    this.#requests.set(url, describe());
    // as many as the rules can give back
    if (this.#requests.size > MOST_DROPPED) this.#requests.delete(this.#requests.keys().next().value!);
    return true;
  }

  #tell(event: RuleEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

function charactersOf([, url, content, repeats]: PageEvent): number {
  return url.length + content.length + (repeats?.length ?? 0);
}
