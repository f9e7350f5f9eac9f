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
  /** Of Crawlee 4: the first thousand. */
  readonly addedRequests?: readonly Added[];
  /** Those after them. */
  readonly waitForAllRequestsToBeAdded?: Promise<readonly Added[]>;
}

/** The class of Crawlee's requests, which computes their unique keys. */
interface RequestClass {
  readonly computeUniqueKey?: (request: Linked) => string;
}

/**
 * The links for which `enqueueLinks` made no request although `transformRequestFunction` kept them: Crawlee checks
 * the site, the patterns and the limit after that, and does not report all that it leaves out. Empty if Crawlee does
 * not say what it enqueued.
 *
 * @param result what `enqueueLinks` resolved to
 * @param request any request of the crawler
 */
export async function notEnqueued(
  links: readonly Linked[],
  result: unknown,
  request: object,
): Promise<readonly Linked[]> {
  const { processedRequests, addedRequests, waitForAllRequestsToBeAdded } = (result ?? {}) as Enqueued;
  const first = processedRequests ?? addedRequests;
  const { computeUniqueKey } = request.constructor as RequestClass;
  if (first === undefined || computeUniqueKey === undefined) return [];
  const further = (await waitForAllRequestsToBeAdded) ?? [];
  const made = [...first, ...further].filter((each) => each.wasAlreadyPresent !== true);
  const keys = new Set(made.map((each) => each.uniqueKey));
  return links.filter((link) => !keys.has(link.uniqueKey ?? computeUniqueKey(link)));
}
