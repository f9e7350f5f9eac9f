import { isRefusal, RefusedError } from './refused.ts';
import { type RobotsRules, readRobotsRules } from './robots-rules.ts';

/** The answer to a request for robots.txt; the body may be cut at {@link mostRobotsBytes}. */
export interface RobotsAnswer {
  readonly statusCode: number;
  readonly text: string;
}

/** Most bytes of a robots.txt that are read. RFC 9309 asks for at least 500 KiB. */
export const mostRobotsBytes: number = 512 * 1024;

/** Most origins remembered; the one asked for longest ago is forgotten first. */
const MOST_ORIGINS = 1000;

/** The robots.txt of every origin of a crawl, each fetched once. */
export class Robots {
  readonly #fetch: (url: URL) => Promise<RobotsAnswer>;
  readonly #agent: string;
  readonly #rules = new Map<string, Promise<RobotsRules>>();
  /** The rules that have arrived, by origin. */
  readonly #known = new Map<string, RobotsRules>();

  /** @param agent the name by which groups are looked up */
  constructor(agent: string, fetch: (url: URL) => Promise<RobotsAnswer>) {
    this.#agent = agent;
    this.#fetch = fetch;
  }

  /** Whether it is already known that a URL may not be fetched. */
  isKnownToRefuse(url: URL): boolean {
    return this.#known.get(url.origin)?.allows(url) === false;
  }

  /** Seconds between two requests for which a URL's host asks. REQUIRES: `check` of the URL has resolved. */
  crawlDelaySeconds(url: URL): number {
    return this.#known.get(url.origin)?.crawlDelaySeconds ?? 0;
  }

  /**
   * Resolves when a URL may be fetched.
   *
   * RFC 9309, section 2.3.1: if robots.txt is missing (4xx), everything may be fetched. If it is unreachable (5xx, no
   * answer), nothing may be fetched until it can be read. That is an ordinary error, and the next request asks again.
   *
   * @throws RefusedError if the URL may not be fetched
   */
  async check(url: URL): Promise<void> {
    const rules = await this.#rulesOf(url);
    if (!rules.allows(url)) throw new RefusedError('ROBOTS_TXT', `robots.txt of ${url.host} disallows it`);
  }

  async #rulesOf({ origin }: URL): Promise<RobotsRules> {
    const begun = this.#rules.get(origin) ?? this.#ask(origin);
    this.#rules.delete(origin);
    this.#rules.set(origin, begun);
    for (const oldest of this.#rules.keys()) {
      if (this.#rules.size <= MOST_ORIGINS) break;
      this.#rules.delete(oldest);
      this.#known.delete(oldest);
    }
    try {
      const rules = await begun;
      if (this.#rules.get(origin) === begun) this.#known.set(origin, rules);
      return rules;
    } catch (error) {
      if (this.#rules.get(origin) === begun) this.#rules.delete(origin);
      throw error;
    }
  }

  async #ask(origin: string): Promise<RobotsRules> {
    const expected = `expected ${origin}/robots.txt before anything else from there; got`;
    const { statusCode, text } = await this.#fetch(new URL('/robots.txt', origin)).catch(
      (cause: Error & { readonly code?: string }) => {
        // RFC 9309, section 2.3.1.2: after five redirects it may be taken to be missing
        if (cause.code === 'ERR_TOO_MANY_REDIRECTS') return { statusCode: 404, text: '' };
        if (cause instanceof RefusedError || isRefusal(cause.code)) throw cause;
        throw new Error(`${expected}: ${cause.message}`, { cause });
      },
    );
    if (statusCode >= 500) throw new Error(`${expected} status ${statusCode}`);
    return readRobotsRules(statusCode < 300 ? text : '', this.#agent);
  }
}
