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
}

/** Page numbers, the best to keep first: `preferenceOrder(pages, 'longest')[0]` is the longest page. O(n log n). */
export function preferenceOrder(pages: readonly Preferable[], keep: KeepPolicy): Uint32Array {
  const order = Uint32Array.from(pages, (_, page) => page);
  if (keep === 'first') return order;
  const cost = Float64Array.from(pages, costs[keep]);
  // Two that are both infinite differ by NaN, which is no order either.
  return order.sort((i, j) => cost[i] - cost[j] || i - j);
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
