import { type CrawlSubjects, CrawlWalls, forgetFirst, hostOf } from '../../src/flow/index.ts';
import type { Claim } from '../../src/store/index.ts';
import type { ComparablePage } from './read-page.ts';

/**
 * Most requests kept so that they can be made again when the text of their page turns out to be a wall; about
 * 300 bytes each.
 */
const MOST_REQUESTS = 20_000;

/** An earlier page for which a wall answered, and what it takes to fetch it again. */
interface WalledPage {
  readonly key: string;
  readonly url: string;
  readonly request: string;
}

/** Recognises walls: texts that a site sends instead of the page that was asked for. */
export class Walls {
  readonly #walls: CrawlWalls;
  readonly #threshold: number;
  /** Requests by the keys of their pages. */
  readonly #requests = new Map<string, WalledPage>();

  /**
   * @param subjects knows the templates of the sites
   * @param threshold similarity from which the text of a page is an edited one
   */
  constructor(subjects: CrawlSubjects, threshold: number) {
    this.#threshold = threshold;
    this.#walls = new CrawlWalls((host, grams) => subjects.contentOf(host, grams));
  }

  /**
   * Whether a wall answered for this page. If so, returns the earlier pages that got the same wall and can be
   * fetched again; undefined if no wall is known. Each page is returned once.
   *
   * @param request what it takes to fetch this page again, if that is to be done
   */
  see(
    { key, url, content: { grams, identity, isNamedByUrl, message } }: ComparablePage,
    { of, previous }: Pick<Claim, 'of' | 'previous'>,
    request: string | undefined,
  ): readonly WalledPage[] | undefined {
    if (grams.length === 0) return undefined;
    if (request !== undefined) this.#keepRequest({ key, url, request });
    const text = {
      ...{ key, url, host: hostOf(url), isNamedByUrl, grams },
      ...(identity !== undefined && { identity }),
      ...(message !== undefined && { message }),
      ...(previous !== undefined && previous.similarity < this.#threshold && { before: previous }),
    };
    // both pages have the same text, so one `isNamedByUrl` stands for both; their names and URLs may differ
    const earlier = this.#walls.see(
      of === undefined ? text : { ...text, repeats: { ...of, host: hostOf(of.url), isNamedByUrl } },
    );
    return earlier?.flatMap((before) => {
      const kept = this.#requests.get(before);
      return request === undefined || kept === undefined ? [] : [kept];
    });
  }

  /** What it takes to fetch a page again, if that is still known. */
  requestOf(key: string): string | undefined {
    return this.#requests.get(key)?.request;
  }

  #keepRequest(page: WalledPage): void {
    this.#requests.delete(page.key);
    this.#requests.set(page.key, page);
    forgetFirst(this.#requests, MOST_REQUESTS);
  }
}
