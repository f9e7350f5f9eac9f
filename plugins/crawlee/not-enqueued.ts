/** A request as Crawlee's `transformRequestFunction` gets it. */
export interface Linked {
  readonly url: string;
  readonly uniqueKey?: string;
}

/** The result of `enqueueLinks`, in crawlers that return one. */
interface Enqueued {
  readonly processedRequests?: readonly {
    readonly uniqueKey: string;
    readonly wasAlreadyPresent?: boolean;
  }[];
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
export function notEnqueued(links: readonly Linked[], result: unknown, request: object): readonly Linked[] {
  const enqueued = (result as Enqueued | undefined)?.processedRequests;
  const { computeUniqueKey } = request.constructor as RequestClass;
  if (enqueued === undefined || computeUniqueKey === undefined) return [];
  const keys = new Set(
    enqueued.filter((each) => each.wasAlreadyPresent !== true).map((each) => each.uniqueKey),
  );
  return links.filter((link) => !keys.has(link.uniqueKey ?? computeUniqueKey(link)));
}
