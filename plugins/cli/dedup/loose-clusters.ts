import type { StoredDeduplication } from '../../../src/flow/index.ts';

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
  { journal, duplicates, resolved }: Pick<StoredDeduplication, 'journal' | 'duplicates' | 'resolved'>,
  threshold: number,
): LooseCluster[] {
  const large = [...largeClusters(resolved)];
  if (large.length === 0) return [];
  const numbers = new Map(large.map(({ representative }, number) => [representative, number]));
  const found = new Float64Array(large.length);
  for (const { length, a, b } of duplicates.blocks()) {
    for (let i = 0; i < length; i++) {
      const representative = resolved.representativeOf(a[i]!);
      if (representative !== resolved.representativeOf(b[i]!)) continue;
      const number = numbers.get(representative);
      if (number !== undefined) found[number]!++;
    }
  }
  const loose = large.map(
    ({ representative, size, lowestSimilarity }, number): LooseCluster => ({
      why: size >= GIANT_PAGES && size >= GIANT_SHARE * journal.length ? 'giant' : 'loose',
      representative: journal.factsOf(representative).id,
      size,
      density: found[number]! / ((size * (size - 1)) / 2),
      lowestSimilarity,
    }),
  );
  return loose
    .filter(
      ({ why, density, lowestSimilarity }) =>
        why === 'giant' || density < LOOSE_DENSITY || lowestSimilarity < threshold,
    )
    .sort((x, y) => y.size - x.size)
    .slice(0, MOST_NAMED);
}

function* largeClusters(resolved: StoredDeduplication['resolved']) {
  for (const { representative, size, members } of resolved.clusters()) {
    if (size < LEAST_PAGES) continue;
    let lowestSimilarity = Number.POSITIVE_INFINITY;
    for (const { similarity } of members()) lowestSimilarity = Math.min(lowestSimilarity, similarity);
    yield { representative, size, lowestSimilarity };
  }
}
