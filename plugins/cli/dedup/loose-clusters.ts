import type { Deduplication } from '../../../src/index.ts';

/** A cluster that may hold pages that do not repeat each other. */
export interface LooseCluster {
  /** Much of the input is in it, or few of its pages are similar to each other. */
  readonly why: 'giant' | 'loose';
  /** Id of its representative. */
  readonly representative: string;
  /** Number of pages. */
  readonly size: number;
  /** Pairs among its pages, of all that there could be. (0, 1] */
  readonly density: number;
  /** The least similarity of a page to the representative. */
  readonly lowestSimilarity: number;
}

const LEAST_PAGES = 10;
/** Below this density a cluster is loose: of ten pages, less than half of the pairs. */
const LOOSE_DENSITY = 0.5;
/** Of all pages. */
const GIANT_SHARE = 0.1;
const GIANT_PAGES = 100;
/** The largest ones. */
const MOST_NAMED = 20;

/**
 * The clusters, largest first, that are worth a look: those of a hundred pages and a tenth of the input, and those of ten
 * pages of which less than half of the pairs are similar, or a page is less similar to the representative than
 * `threshold`. O(pages + pairs).
 */
export function looseClusters(
  { pages, pairs, clusters }: Pick<Deduplication, 'pages' | 'pairs' | 'clusters'>,
  threshold: number,
): LooseCluster[] {
  const large = clusters.filter(({ members }) => members.length + 1 >= LEAST_PAGES);
  if (large.length === 0) return [];
  const numbers = new Int32Array(pages.length).fill(-1);
  for (const [number, { representative, members }] of large.entries()) {
    numbers[representative] = number;
    for (const { page } of members) numbers[page] = number;
  }
  const found = new Float64Array(large.length);
  for (let i = 0; i < pairs.length; i++) {
    const number = numbers[pairs.a[i]!]!;
    if (number >= 0 && number === numbers[pairs.b[i]!]) found[number]!++;
  }
  const loose = large.map(({ representative, members }, number): LooseCluster => {
    const size = members.length + 1;
    return {
      why: size >= GIANT_PAGES && size >= GIANT_SHARE * pages.length ? 'giant' : 'loose',
      representative: pages[representative]!.id,
      size,
      density: found[number]! / ((size * (size - 1)) / 2),
      lowestSimilarity: members.reduce(
        (least, { similarity }) => Math.min(least, similarity),
        Number.POSITIVE_INFINITY,
      ),
    };
  });
  return loose
    .filter(
      ({ why, density, lowestSimilarity }) =>
        why === 'giant' || density < LOOSE_DENSITY || lowestSimilarity < threshold,
    )
    .sort((x, y) => y.size - x.size)
    .slice(0, MOST_NAMED);
}
