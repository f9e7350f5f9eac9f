import { ascending } from '../grams/counting-sort.ts';
import { fetchedTime } from '../text/fetched-time.ts';

/** Which page of a cluster to keep; the default first. Ties, and pages without the value compared, keep the input order. */
export const keepPolicies = ['first', 'longest', 'newest', 'shortest-url'] as const;

/** One of {@link keepPolicies}. */
export type KeepPolicy = (typeof keepPolicies)[number];

/** The values that the policies compare. */
export interface Preferable {
  readonly url: string;
  /** ISO 8601, or empty. */
  readonly fetchedAt: string;
  readonly textLength: number;
  /** Size of a page before it was cut; 0 for a whole page. */
  readonly truncatedFrom: number;
}

/** Pages that the policies choose from. */
interface PreferablePages {
  readonly length: number;
  factsOf(page: number): Preferable;
  /** Whether the end of a page is missing. Under any policy such a page comes after all whole ones. */
  isCut(page: number): boolean;
  /** Whether it is a known page that others are compared with. It comes before pages that are not. */
  isKnown(page: number): boolean;
}

/**
 * Page numbers, the best page to keep first: `preferenceOrder(pages, 'longest')[0]` is the longest page. Known pages come first, and
 * pages whose end is missing last. O(n log n); 24 bytes a page, 4 for `first`.
 *
 * @param among which pages to order, ascending. Default: all
 */
export function preferenceOrder(
  pages: PreferablePages,
  keep: KeepPolicy,
  among: Uint32Array = ascending(pages.length),
): Uint32Array {
  const order =
    keep === 'first' ? wholeFirst(pages, among) : byCost(pages, among, (page) => preferenceCost(page, keep));
  const sorted = new Uint32Array(order.length);
  let at = 0;
  for (const page of order) if (pages.isKnown(page)) sorted[at++] = page;
  if (at === 0) return order;
  for (const page of order) if (!pages.isKnown(page)) sorted[at++] = page;
  return sorted;
}

function wholeFirst(pages: PreferablePages, among: Uint32Array): Uint32Array {
  const cut = among.filter((page) => pages.isCut(page));
  if (cut.length === 0) return among;
  const whole = among.filter((page) => !pages.isCut(page));
  const order = new Uint32Array(among.length);
  order.set(whole);
  order.set(cut, whole.length);
  return order;
}

function byCost(
  pages: PreferablePages,
  among: Uint32Array,
  costOf: (page: Preferable) => number,
): Uint32Array {
  const cost = Float64Array.from(among, (page) => costOf(pages.factsOf(page)));
  // The difference of two infinities is NaN, which is no order.
  return ascending(among.length)
    .sort((i, j) => cost[i] - cost[j] || i - j)
    .map((i) => among[i]);
}

/**
 * The value that a policy minimises: a whole number. Infinity for a page that was cut, since no policy may let it stand for a whole one. 0
 * for all other pages under `first`.
 */
export function preferenceCost(page: Preferable, keep: KeepPolicy): number {
  if (page.truncatedFrom > 0) return Number.POSITIVE_INFINITY;
  return keep === 'first' ? 0 : costs[keep](page);
}

/** The cost of a page without the value that the policy compares. */
const UNSAID = Number.MAX_SAFE_INTEGER;

const costs: Record<Exclude<KeepPolicy, 'first'>, (page: Preferable) => number> = {
  longest: (page) => -page.textLength,
  newest: (page) => {
    const time = fetchedTime(page.fetchedAt);
    return Number.isNaN(time) ? UNSAID : -time;
  },
  'shortest-url': (page) => (page.url === '' ? UNSAID : page.url.length),
};
