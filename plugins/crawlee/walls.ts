import { CrawlWalls, hostOf } from '../../src/flow/index.ts';
import type { Claim, ClaimedPage } from '../../src/store/index.ts';
import type { CrawlContext } from './context.ts';
import { type Crawler, type Crawlers, describeRequest } from './crawlers.ts';

/** A page for which a wall answers is fetched so often again, each time with another session. */
const MOST_RETRIES = 2;
/** Requests that can be made again when the text of their page turns out to be a wall; about 300 bytes each. */
const MOST_REQUESTS = 20_000;

/** What is looked at of a context beside its request. */
interface WalledContext extends CrawlContext {
  readonly session?: { retire?(): void };
  readonly crawler?: Partial<Crawler> & { readonly maxRequestRetries?: number };
}

/** A page that was read, and whether it names what its URL does. */
interface ReadPage {
  readonly page: ClaimedPage;
  readonly isNamedByUrl: boolean | undefined;
}

/**
 * What is done about walls: texts that a site gives instead of the page that was asked for. Their pages are fetched again,
 * also those that were taken for a page, or copies of one, before the wall was known.
 */
export class Walls {
  readonly #walls = new CrawlWalls();
  readonly #crawlers: Crawlers;
  /** By the keys of their pages. */
  readonly #requests = new Map<string, string>();

  constructor(crawlers: Crawlers) {
    this.#crawlers = crawlers;
  }

  /**
   * Whether a wall answers for a page; if that is known now, has earlier pages fetched again for which it did.
   *
   * @param bringsBack whether those may be fetched again
   */
  async isWall(
    context: CrawlContext,
    { page, isNamedByUrl }: ReadPage,
    { of }: Pick<Claim, 'of'>,
    bringsBack: boolean,
  ): Promise<boolean> {
    const { key, url, grams } = page;
    if (grams.length === 0) return false;
    if (bringsBack) this.#keepRequest(key, context);
    const text = { key, url, host: hostOf(url), isNamedByUrl, grams };
    // both say the same: which names it has and what its URL asks for may differ
    const earlier = this.#walls.see(of === undefined ? text : { ...text, repeats: { ...of, isNamedByUrl } });
    if (earlier === undefined) return false;
    for (const before of bringsBack ? earlier : []) {
      const request = this.#requests.get(before);
      if (request === undefined) continue;
      const address = (JSON.parse(request) as { readonly url: string }).url;
      await this.#crawlers.bringBack({ key: before, url: address, request, returns: 1 });
    }
    return true;
  }

  /** Whether the crawler would try a page again, and has not done so too often. */
  mayRetry(given: CrawlContext): boolean {
    const { request, crawler } = given as WalledContext;
    const {
      retryCount = 0,
      maxRetries,
      noRetry,
    } = request as {
      readonly retryCount?: number;
      readonly maxRetries?: number;
      readonly noRetry?: boolean;
    };
    return (
      noRetry !== true && retryCount < Math.min(MOST_RETRIES, maxRetries ?? crawler?.maxRequestRetries ?? 0)
    );
  }

  /** Has a session that a wall answered not used any more. */
  retireSession(given: CrawlContext): void {
    (given as WalledContext).session?.retire?.();
  }

  /** What it takes to fetch a page again, where that is still known. */
  requestOf(key: string): string | undefined {
    return this.#requests.get(key);
  }

  #keepRequest(key: string, context: CrawlContext): void {
    this.#requests.delete(key);
    this.#requests.set(key, describeRequest(context.request));
    if (this.#requests.size <= MOST_REQUESTS) return;
    for (const first of this.#requests.keys()) {
      this.#requests.delete(first);
      return;
    }
  }
}
