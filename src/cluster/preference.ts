/** Which page of a cluster is kept, the default first. Ties, and pages that do not say, go by input order. */
export const keepPolicies = ['first', 'longest', 'newest', 'shortest-url'] as const;

/** One of {@link keepPolicies}. */
export type KeepPolicy = (typeof keepPolicies)[number];

/** What the policies look at. */
interface Preferable {
  readonly url: string;
  /** ISO 8601, or empty. */
  readonly fetchedAt: string;
  readonly textLength: number;
  readonly known?: true;
}

/**
 * Page numbers, the best to keep first: `preferenceOrder(pages, 'longest')[0]` is the longest page. What is known comes
 * before what is not. O(n log n).
 */
export function preferenceOrder(pages: readonly Preferable[], keep: KeepPolicy): Uint32Array {
  const order = Uint32Array.from(pages, (_, page) => page);
  const isNew = Uint8Array.from(pages, ({ known }) => (known ? 0 : 1));
  if (keep === 'first') return order.sort((i, j) => isNew[i] - isNew[j] || i - j);
  const cost = Float64Array.from(pages, costs[keep]);
  // Two that are both infinite differ by NaN, which is no order either.
  return order.sort((i, j) => isNew[i] - isNew[j] || cost[i] - cost[j] || i - j);
}

/** What each policy wants small. */
const costs: Record<Exclude<KeepPolicy, 'first'>, (page: Preferable) => number> = {
  longest: (page) => -page.textLength,
  newest: (page) => {
    const time = Date.parse(page.fetchedAt);
    return Number.isNaN(time) ? Number.POSITIVE_INFINITY : -time;
  },
  'shortest-url': (page) => (page.url === '' ? Number.POSITIVE_INFINITY : page.url.length),
};
