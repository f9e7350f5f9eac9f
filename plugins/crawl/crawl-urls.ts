import { forgetFirst, putLast } from '../../src/flow/index.ts';
import type { SketchIndex } from '../../src/index.ts';
import type { PageVerdict } from '../../src/store/index.ts';
import {
  type UrlRules,
  type UrlRulesState,
  UrlRulesStateError,
  withoutFragment,
} from '../../src/url-rules/index.ts';
import {
  applyEvent,
  charactersOf,
  crawlRules,
  type LearnedEvent,
  type LearnedRules,
  learnedBy,
  MOST_DROPPED,
  MOST_URLS,
  type RuleEvent,
} from './crawl-rules.ts';
import { askedUrlOf } from './page-key.ts';
import { requestOfUrl } from './requests.ts';
import type { LinkedRequest } from './transform-request.ts';
import { wallCodes } from './verdict.ts';

/** A link that is left out. */
export interface DroppedLink {
  readonly url: string;
  /** JSON of the link, in case it is given back. */
  readonly request: string;
}

/** A dropped request, in case it is given back, with everything that the user set on it. */
interface DroppedRequest {
  /** JSON of a link; for a request in a queue, the form that its crawler gave. */
  readonly request: string;
  /** Its key in the index, if it was in a crawler's queue; missing if it was never enqueued. */
  readonly key?: string;
  /** Whether an earlier process dropped it. If its queue is gone, too, a link may enqueue the page; so it comes back under its own key. */
  readonly isLeft?: boolean;
}

/**
 * A note in the index: the state of the rules, the requests that can be given back (by URL), and the pages not
 * yet learned from.
 */
interface StoredUrls {
  readonly rules: UrlRulesState;
  readonly requests: readonly (readonly [url: string, request: DroppedRequest])[];
  readonly waiting?: readonly LearnedEvent[];
  /** `position` of the index then; missing in a note of an earlier version. */
  readonly position?: number;
}

const NOTE = 'url-rules';

/** Codes of unclassifiable pages that count as walls. */
const WALLS: ReadonlySet<string | undefined> = new Set(wallCodes);

/** Most keys of pages that must be fetched, some 150 bytes each. */
const MOST_WANTED = 50_000;

/**
 * Most characters of pages that wait to be learned from: about 2,500 pages. To learn from them takes a tenth of
 * a second, at the first question.
 */
const MOST_WAITING = 1 << 19;

/**
 * The URL rules of the crawls of one index. They are learned from stored verdicts and asked before a link is
 * enqueued.
 *
 * Many crawls never ask, and what they learn serves only the next crawl. So pages wait until something is
 * asked. The answers are the same as if each page had been learned from as it came.
 */
export class CrawlUrls {
  readonly #index: SketchIndex;
  #rules: UrlRules;
  readonly #requests: Map<string, DroppedRequest>;
  readonly #wanted = new Set<string>();
  readonly #listeners = new Set<(event: RuleEvent) => void>();
  #isChanged = false;
  /** Pages not yet learned from, in the order in which they were decided. */
  #waiting: LearnedEvent[] = [];
  #waitingCharacters = 0;
  /**
   * Whether rules have been used, in this crawl or an earlier one. If so, each page may show that a rule was
   * wrong.
   */
  #isInUse: boolean;

  /** @throws UrlRulesStateError */
  private constructor(index: SketchIndex, { rules, requests, waiting }: Partial<StoredUrls>) {
    this.#index = index;
    this.#rules = crawlRules(rules);
    this.#rules.beginCrawl();
    this.#requests = new Map(
      (requests ?? []).map(([url, dropped]) => [url, { ...dropped, isLeft: true }] as const),
    );
    for (const page of waiting ?? []) this.#wait(page);
    this.#isInUse = rules !== undefined && rules.drops > 0;
  }

  /**
   * Continues with what earlier crawls learned. Ignores what a later version stored. A process that was killed has stored verdicts
   * since it last stored the rules: they are learned from again, at most the last 50,000.
   */
  static async open(index: SketchIndex): Promise<CrawlUrls> {
    const stored = (await index.note(NOTE)) as StoredUrls | undefined;
    const urls = CrawlUrls.#from(index, stored);
    const { position: end } = index;
    const { position: learned = stored === undefined ? 0 : end } = stored ?? {};
    const from = Math.max(learned, end - MOST_URLS);
    if (from >= end) return urls;
    for await (const verdict of index.verdicts(from)) urls.learn(askedUrlOf(verdict), verdict);
    return urls;
  }

  static #from(index: SketchIndex, stored: StoredUrls | undefined): CrawlUrls {
    try {
      return new CrawlUrls(index, stored ?? {});
    } catch (error) {
      if (!(error instanceof UrlRulesStateError)) throw error;
      return new CrawlUrls(index, {});
    }
  }

  /** Whether a link leads to a page that is already stored. */
  dropsLink(request: LinkedRequest): boolean {
    const { url } = request;
    return typeof url === 'string' && this.#drops(url, () => ({ request: JSON.stringify(request) }));
  }

  /** Whether a link that another process would leave out leads to a stored page. */
  dropsDescribed({ url, request }: DroppedLink): boolean {
    return this.#drops(url, () => ({ request }));
  }

  /**
   * Whether the page that a request in a queue leads to is already stored.
   *
   * @param key of its page in the index
   * @param request what it takes to make it again
   */
  isKnown(url: string, key: string, request: string): boolean {
    return !this.#wanted.has(key) && this.#drops(url, () => ({ request, key }));
  }

  /**
   * Says that a page must be fetched, whatever its URL. One that a killed process had in its handler comes back by its own
   * request. Its copies wait for it and have shown that their URLs lead to what it holds, so it would be passed over,
   * and none of them stored.
   *
   * @param key of the page in the index
   */
  want(key: string): void {
    this.#wanted.add(key);
    forgetFirst(this.#wanted, MOST_WANTED);
  }

  /**
   * Learns from a stored verdict.
   *
   * @param url the URL that was asked for
   * @param outline from `outlineOf`, if the page has one
   * @param linkedFrom see `observe` of `UrlRules`
   */
  learn(
    url: string,
    { verdict, key, of, note }: Pick<PageVerdict, 'verdict' | 'key' | 'of' | 'note'>,
    outline?: number,
    linkedFrom?: string,
  ): void {
    if (verdict === 'unclassifiable') {
      if (WALLS.has(note)) this.learnWall(url);
      return;
    }
    const known = ['page', url, of?.key ?? key, of?.url ?? null] as const;
    if (linkedFrom !== undefined) this.#take([...known, outline ?? null, linkedFrom]);
    else this.#take(outline === undefined ? known : [...known, outline]);
  }

  /** Learns that a wall, or no page at all, was sent for a URL. */
  learnWall(url: string): void {
    this.#take(['wall', url]);
  }

  /** Learns that the page of a URL is gone and is kept no longer. */
  forget(url: string): void {
    this.#take(['gone', url]);
  }

  /** The state of the rules, with all pages learned from. */
  get state(): UrlRulesState {
    this.#learnAll();
    return this.#rules.toJSON();
  }

  /** Calls `listener` with everything that changes the rules from now on. @returns a function that ends this */
  follow(listener: (event: RuleEvent) => void): () => void {
    this.#use();
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Continues with another process's copy of the rules if that copy knows more than the index does. */
  adopt(state: UrlRulesState): void {
    this.#use();
    const { pages, drops } = this.#rules.toJSON();
    if (state.pages + state.drops <= pages + drops) return;
    this.#rules = crawlRules(state);
    this.#isChanged = true;
  }

  /** The requests that turned out, since the last call, to have been dropped wrongly. They must be made after all. */
  takeBack(): (DroppedRequest & { readonly url: string })[] {
    return this.#rules.takeBack().map((url) => {
      const dropped = this.#requests.get(url) ?? { request: requestOfUrl(url) };
      this.#requests.delete(url);
      return { ...dropped, url };
    });
  }

  /** What this and earlier crawls have learned. */
  learned(): LearnedRules {
    this.#learnAll();
    return learnedBy(this.#rules);
  }

  /** Stores what has been learned since the last call. */
  async save(): Promise<void> {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    const stored: StoredUrls = {
      rules: this.#rules.toJSON(),
      requests: [...this.#requests],
      position: this.#index.position,
      ...(this.#waiting.length > 0 && { waiting: [...this.#waiting] }),
    };
    try {
      await this.#index.setNote(NOTE, stored);
    } catch (error) {
      this.#isChanged = true;
      throw error;
    }
  }

  /** From now on, learns from each page as it comes. */
  #use(): void {
    if (this.#isInUse) return;
    this.#isInUse = true;
    this.#learnAll();
  }

  #take(page: LearnedEvent): void {
    if (this.#isInUse) this.#learnFrom(page);
    else this.#wait(page);
    this.#isChanged = true;
  }

  #wait(page: LearnedEvent): void {
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

  #learnFrom(page: LearnedEvent): void {
    applyEvent(this.#rules, page);
    this.#tell(page);
  }

  #drops(url: string, describe: () => DroppedRequest): boolean {
    this.#use();
    if (this.#rules.decide(url).action === 'fetch') return false;
    this.#tell(['drop', url]);
    this.#isChanged = true;
    const page = withoutFragment(url);
    const before = this.#requests.get(page);
    const dropped = describe();
    // a queue counts what was dropped from it as handled, so that a link to it would not be made
    const kept = before === undefined || dropped.key !== undefined ? dropped : before;
    // the rules, too, have it last, and can give back as many
    putLast(this.#requests, page, kept, MOST_DROPPED);
    return true;
  }

  #tell(event: RuleEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
