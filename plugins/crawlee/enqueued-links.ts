/** A request as Crawlee's `transformRequestFunction` gets it. */
export interface Linked {
  readonly url: string;
  readonly uniqueKey?: string;
}

interface Added {
  readonly uniqueKey: string;
  readonly wasAlreadyPresent?: boolean;
}

/** The result of `enqueueLinks`, in crawlers that return one. */
interface Enqueued {
  /** Of Crawlee 3. */
  readonly processedRequests?: readonly Added[];
  /** Of Crawlee 4. */
  readonly addedRequests?: readonly Added[];
}

/** Links that Crawlee enqueues before `enqueueLinks` resolves. It does not say what it makes of those after them. */
const FIRST_BATCH = 1000;

/** The class of Crawlee's requests, which computes their unique keys. */
interface RequestClass {
  readonly computeUniqueKey?: (request: Linked) => string;
}

/**
 * The links that `transformRequestFunction` kept in calls of `enqueueLinks`, and the requests that Crawlee has for them: it checks the site,
 * the patterns and the limit after that, and does not report all that it leaves out. Without any if Crawlee does not say what it enqueued.
 */
export class EnqueuedLinks {
  /** By URL. */
  readonly #links = new Map<string, Linked>();
  /** For the unique key of each request, whether it was in the queue before all of these calls. */
  readonly #wasPresent = new Map<string, boolean>();
  readonly #computeKey: RequestClass['computeUniqueKey'];

  /** @param request any request of the crawler */
  constructor(request: object) {
    this.#computeKey = (request.constructor as RequestClass).computeUniqueKey;
  }

  /**
   * Adds the links of one call.
   *
   * @param result what `enqueueLinks` resolved to
   */
  add(links: readonly Linked[], result: unknown): void {
    const { processedRequests, addedRequests = processedRequests } = (result ?? {}) as Enqueued;
    if (addedRequests === undefined || this.#computeKey === undefined) return;
    for (const { uniqueKey, wasAlreadyPresent = false } of addedRequests) {
      this.#wasPresent.set(uniqueKey, wasAlreadyPresent && this.#wasPresent.get(uniqueKey) !== false);
    }
    if (addedRequests.length >= FIRST_BATCH) return;
    for (const link of links) this.#links.set(link.url, link);
  }

  /** URLs of the links whose requests were in the queue before. O(links) */
  get present(): string[] {
    return this.#urlsOf(true);
  }

  /** URLs of the links for which there is no request. O(links) */
  get leftOut(): string[] {
    return this.#urlsOf(undefined);
  }

  #urlsOf(wasPresent: boolean | undefined): string[] {
    const links = [...this.#links.values()];
    return links
      .filter((link) => this.#wasPresent.get(this.#keyOf(link)) === wasPresent)
      .map(({ url }) => url);
  }

  /** The unique key of a link. Most are the URL itself; to compute one takes Crawlee 3 µs. */
  #keyOf(link: Linked): string {
    const { url, uniqueKey = this.#wasPresent.has(url) ? url : this.#computeKey!(link) } = link;
    return uniqueKey;
  }
}
