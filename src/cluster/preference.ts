import { ascending } from '../grams/counting-sort.ts';

/** Which page of a cluster is kept, the default first. Ties, and pages that do not say, go by input order. */
export const keepPolicies = ['first', 'longest', 'newest', 'shortest-url'] as const;

/** One of {@link keepPolicies}. */
export type KeepPolicy = (typeof keepPolicies)[number];

/** What the policies look at. */
export interface Preferable {
  readonly url: string;
  /** ISO 8601, or empty. */
  readonly fetchedAt: string;
  readonly textLength: number;
  /** Size of a page before it was cut; 0 of a whole one. */
  readonly truncatedFrom: number;
}

/** Pages that the policies choose from. */
interface PreferablePages {
  readonly length: number;
  factsOf(page: number): Preferable;
  /** Whether its end is missing: it comes behind all that are whole, by any policy. */
  isCut(page: number): boolean;
  /** Whether others are held against it: it comes before what is not known. */
  isKnown(page: number): boolean;
}

/**
 * Page numbers, the best to keep first: `preferenceOrder(pages, 'longest')[0]` is the longest page. What is known comes
 * before what is not, and a page whose end is missing behind all others. O(n log n); 24 bytes a page, 4 for `first`.
 */
export function preferenceOrder(pages: PreferablePages, keep: KeepPolicy): Uint32Array {
  const order = keep === 'first' ? wholeFirst(pages) : byCost(pages, (page) => preferenceCost(page, keep));
  const sorted = new Uint32Array(order.length);
  let at = 0;
  for (const page of order) if (pages.isKnown(page)) sorted[at++] = page;
  if (at === 0) return order;
  for (const page of order) if (!pages.isKnown(page)) sorted[at++] = page;
  return sorted;
}

function wholeFirst(pages: PreferablePages): Uint32Array {
  const order = ascending(pages.length);
  const cut = order.filter((page) => pages.isCut(page));
  if (cut.length === 0) return order;
  const whole = order.filter((page) => !pages.isCut(page));
  order.set(whole);
  order.set(cut, whole.length);
  return order;
}

function byCost(pages: PreferablePages, costOf: (page: Preferable) => number): Uint32Array {
  const cost = new Float64Array(pages.length);
  for (let page = 0; page < cost.length; page++) cost[page] = costOf(pages.factsOf(page));
  // Two that are both infinite differ by NaN, which is no order either.
  return ascending(pages.length).sort((i, j) => cost[i] - cost[j] || i - j);
}

/**
 * What a policy wants small of a page: a whole number, or infinity of one that was cut, since of no policy it is to stand for a
 * whole one. 0 of any other where the first one is kept.
 */
export function preferenceCost(page: Preferable, keep: KeepPolicy): number {
  if (page.truncatedFrom > 0) return Number.POSITIVE_INFINITY;
  return keep === 'first' ? 0 : costs[keep](page);
}

/** Of a page that does not say what its policy asks for. */
const UNSAID = Number.MAX_SAFE_INTEGER;

const costs: Record<Exclude<KeepPolicy, 'first'>, (page: Preferable) => number> = {
  longest: (page) => -page.textLength,
  newest: (page) => {
    const time = Date.parse(page.fetchedAt);
    return Number.isNaN(time) ? UNSAID : -time;
  },
  'shortest-url': (page) => (page.url === '' ? UNSAID : page.url.length),
};
