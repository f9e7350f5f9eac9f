import { type CrawlSubjects, CrawlWalls, hostOf, namingIn, putLast } from '../../src/flow/index.ts';
import type { Claim } from '../../src/store/index.ts';
import type { ComparablePage } from './read-page.ts';
import type { PageRequest } from './requests.ts';

/**
 * Most requests kept so that they can be made again when the text of their page turns out to be a wall; about
 * 300 bytes each.
 */
const MOST_REQUESTS = 20_000;

interface KeptRequest {
  readonly page: PageRequest;
  /** Whether its URL gave another text the time before. */
  readonly hasChanged: boolean;
  readonly isNamedByUrl: boolean | undefined;
}

/** Recognises walls: texts that a site sends instead of the page that was asked for. */
export class Walls {
  readonly #walls: CrawlWalls;
  readonly #threshold: number;
  /** Requests by the keys of their pages. */
  readonly #requests = new Map<string, KeptRequest>();

  /**
   * @param subjects knows the templates of the sites
   * @param threshold similarity from which the text of a page is an edited one
   */
  constructor(subjects: CrawlSubjects, threshold: number) {
    this.#threshold = threshold;
    this.#walls = new CrawlWalls(subjects);
  }

  /**
   * Whether a wall answered for this page, and the earlier pages that got a wall which this page shows to be one, and can be
   * fetched again. Each page is returned once.
   *
   * @param request what it takes to fetch this page again, if that is to be done
   */
  see(
    { key, url, content }: ComparablePage,
    { of, previous }: Pick<Claim, 'of' | 'previous'>,
    request: string | undefined,
  ): { readonly isWall: boolean; readonly earlier: readonly PageRequest[] } {
    const { grams, identity, isNamedByUrl } = content;
    if (grams.length === 0) return { isWall: false, earlier: [] };
    const hasChanged = previous !== undefined && previous.similarity < this.#threshold;
    if (request !== undefined)
      putLast(this.#requests, key, { page: { key, url, request }, hasChanged, isNamedByUrl }, MOST_REQUESTS);
    const text = {
      ...{ key, url, host: hostOf(url), grams, ...namingIn(content) },
      ...(identity !== undefined && { identity }),
      ...(hasChanged && { before: { key, ...previous } }),
      ...(of !== undefined && { repeats: this.#repeated(of, isNamedByUrl) }),
    };
    // whose URL gave something else since then has its own text already
    const replaced = [...this.#walls.seeChange(text), ...this.#walls.seeTemplate(text)].filter(
      (earlier) => this.#requests.get(earlier)?.hasChanged === false,
    );
    const alike = this.#walls.see(text);
    const earlier = [...replaced, ...(alike ?? [])].flatMap((each) => {
      const kept = this.#requests.get(each);
      return request === undefined || kept === undefined ? [] : [kept.page];
    });
    return { isWall: alike !== undefined, earlier };
  }

  /** What it takes to fetch a page again, if that is still known. */
  requestOf(key: string): string | undefined {
    return this.#requests.get(key)?.page.request;
  }

  /** The page that another one repeats. @param isNamedByUrl of the other one: as both have one text, it is taken for both if no more is known */
  #repeated(of: { readonly key: string; readonly url: string }, isNamedByUrl: boolean | undefined) {
    const kept = this.#requests.get(of.key);
    return {
      ...of,
      host: hostOf(of.url),
      isNamedByUrl: kept === undefined ? isNamedByUrl : kept.isNamedByUrl,
    };
  }
}
