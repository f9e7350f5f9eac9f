import type { StoredDeduplication } from '../../../src/flow/index.ts';

/** A cluster that may hold pages that do not repeat each other. */
export interface LooseCluster {
  /** `giant`: much of the input is in it. `loose`: few of its pages are similar to each other. */
  readonly why: 'giant' | 'loose';
  /** Id of its representative. */
  readonly representative: string;
  /** Whether that is a known page (`--against`). */
  readonly known?: true;
  /** Number of pages. */
  readonly size: number;
  /** Share of all possible pairs of its pages, without the copies of crowds, that are similar pairs. (0, 1] */
  readonly density: number;
  /** The least similarity of a page to the representative. */
  readonly lowestSimilarity: number;
}

/** Fewest pages of a cluster that is examined. */
export const leastPages = 10;
/** A cluster with a lower density is loose: fewer than half of the pairs of its pages are similar. */
const LOOSE_DENSITY = 0.5;
/** A cluster with this share of all pages is giant. */
const GIANT_SHARE = 0.1;
const GIANT_PAGES = 100;
/** Most clusters that are named: the largest ones. */
export const mostNamed = 20;

/** The counts of a cluster of ten pages or more. */
export interface CountedCluster {
  /** Id of its representative. */
  readonly representative: string;
  readonly known?: true;
  /** Number of pages. */
  readonly size: number;
  /** Number of its pages that were compared with all others. */
  readonly compared: number;
  /** Number of similar pairs among these. */
  readonly found: number;
  readonly lowestSimilarity: number;
}

/**
 * The clusters that are worth a look, largest first, at most {@link mostNamed}. They have a hundred pages and a tenth
 * of the input; or they have ten pages, and fewer than half of their pairs are similar or a page is less similar to
 * the representative than `threshold`. O(pages + pairs).
 */
export function looseClusters(
  {
    journal,
    duplicates,
    crowds,
    resolved,
  }: Pick<StoredDeduplication, 'journal' | 'duplicates' | 'crowds' | 'resolved'>,
  threshold: number,
): LooseCluster[] {
  const large = [...largeClusters(resolved, (page) => !crowds.isCopy(page))];
  if (large.length === 0) return [];
  const numbers = new Map(large.map(({ representative }, number) => [representative, number]));
  const found = new Float64Array(large.length);
  for (const { length, a, b } of duplicates.blocks()) {
    for (let i = 0; i < length; i++) {
      const representative = resolved.representativeOf(a[i]!);
      if (representative !== resolved.representativeOf(b[i]!)) continue;
      const number = numbers.get(representative);
      if (number === undefined || crowds.isCopy(a[i]!) || crowds.isCopy(b[i]!)) continue;
      found[number]!++;
    }
  }
  const counted = large.map(({ representative, ...cluster }, number): CountedCluster => {
    const { id, known } = journal.factsOf(representative);
    return { representative: id, ...(known && { known }), ...cluster, found: found[number]! };
  });
  return counted
    .flatMap((cluster) => judgeCluster(cluster, journal.length, threshold) ?? [])
    .sort(byDescendingSize)
    .slice(0, mostNamed);
}

/** Judges a cluster among this many pages; undefined if it is neither giant nor loose. */
export function judgeCluster(
  { representative, known, size, compared, found, lowestSimilarity }: CountedCluster,
  pages: number,
  threshold: number,
): LooseCluster | undefined {
  const why = size >= GIANT_PAGES && size >= GIANT_SHARE * pages ? 'giant' : 'loose';
  const possible = (compared * (compared - 1)) / 2;
  const density = possible === 0 ? 1 : found / possible;
  if (why === 'loose' && density >= LOOSE_DENSITY && lowestSimilarity >= threshold) return undefined;
  return { why, representative, ...(known && { known }), size, density, lowestSimilarity };
}

/** The order in which clusters are reported. */
export function byDescendingSize(x: LooseCluster, y: LooseCluster): number {
  return y.size - x.size;
}

function* largeClusters(resolved: StoredDeduplication['resolved'], isCompared: (page: number) => boolean) {
  for (const { representative, size, members } of resolved.clusters()) {
    if (size < leastPages) continue;
    let lowestSimilarity = Number.POSITIVE_INFINITY;
    let compared = isCompared(representative) ? 1 : 0;
    for (const { page, similarity } of members()) {
      lowestSimilarity = Math.min(lowestSimilarity, similarity);
      if (isCompared(page)) compared++;
    }
    yield { representative, size, compared, lowestSimilarity };
  }
}
