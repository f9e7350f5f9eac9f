import { type CrawlSubjects, CrawlWalls, hostOf } from '../../src/flow/index.ts';
import type { Claim } from '../../src/store/index.ts';
import type { ComparablePage } from './read-page.ts';

/** Requests that can be made again when the text of their page turns out to be a wall; about 300 bytes each. */
const MOST_REQUESTS = 20_000;

/** An earlier page for which a wall answered, and what it takes to fetch it again. */
interface WalledPage {
  readonly key: string;
  readonly url: string;
  readonly request: string;
}

/** Walls: texts that a site gives instead of the page that was asked for. */
export class Walls {
  readonly #walls: CrawlWalls;
  /** By the keys of their pages. */
  readonly #requests = new Map<string, WalledPage>();

  /** @param subjects what is known of the templates of sites */
  constructor(subjects: CrawlSubjects) {
    this.#walls = new CrawlWalls((host, grams) => subjects.contentOf(host, grams));
  }

  /**
   * The earlier pages for which a wall answered and that can be fetched again, if one answers for this page; undefined where
   * none does, as far as is known. Each page is named once.
   *
   * @param request what it takes to fetch this page again, where that is to be done
   */
  see(
    { key, url, content: { grams, identity, isNamedByUrl, message } }: ComparablePage,
    { of }: Pick<Claim, 'of'>,
    request: string | undefined,
  ): readonly WalledPage[] | undefined {
    if (grams.length === 0) return undefined;
    if (request !== undefined) this.#keepRequest({ key, url, request });
    const text = {
      ...{ key, url, host: hostOf(url), isNamedByUrl, grams },
      ...(identity !== undefined && { identity }),
      ...(message !== undefined && { message }),
    };
    // both say the same: which names it has and what its URL asks for may differ
    const earlier = this.#walls.see(of === undefined ? text : { ...text, repeats: { ...of, isNamedByUrl } });
    return earlier?.flatMap((before) => {
      const kept = this.#requests.get(before);
      return request === undefined || kept === undefined ? [] : [kept];
    });
  }

  /** What it takes to fetch a page again, where that is still known. */
  requestOf(key: string): string | undefined {
    return this.#requests.get(key)?.request;
  }

  #keepRequest(page: WalledPage): void {
    this.#requests.delete(page.key);
    this.#requests.set(page.key, page);
    if (this.#requests.size <= MOST_REQUESTS) return;
    for (const first of this.#requests.keys()) {
      this.#requests.delete(first);
      return;
    }
  }
}
