import { ascending, radixSort } from '../grams/counting-sort.ts';
import type { WorkFolder } from '../grams/work-folder.ts';
import { PairSorter, type SortedPairs } from './sorted-pairs.ts';
import { UnionFind } from './union-find.ts';

/**
 * How pairs become clusters. `representative`, the default: every member is similar to its representative itself.
 * `components`: all pages linked by a chain of pairs belong together, so the ends of a chain may be unlike.
 */
export const clusterPolicies = ['representative', 'components'] as const;

/** One of {@link clusterPolicies}. */
export type ClusterPolicy = (typeof clusterPolicies)[number];

/** Which pairs count, and how they are sorted. */
interface ClusterOptions {
  /** Whether one of two pages may stand for the other. */
  readonly counts: (a: number, b: number) => boolean;
  readonly folder: WorkFolder;
  /** Most bytes of memory for sorting pairs. */
  readonly memoryBytes: number;
}

/**
 * The page that stands for each page: the page itself if it is kept.
 *
 * `preference` lists the page numbers, the best to keep first; a cluster's representative is always its most
 * preferred page. Under `representative`, a page becomes a representative when no more preferred
 * representative is similar to it, and every other page joins the representative it is most similar to (ties:
 * the more preferred). O(pages + pairs); memory: 20 bytes a page.
 *
 * @param pairs sorted pairs; the first value of each is its similarity
 * @returns Uint32Array(pages): `representative[page]`.
 */
export function clusterPages(
  pairs: SortedPairs,
  preference: Uint32Array,
  policy: ClusterPolicy,
  options: ClusterOptions,
): Uint32Array {
  return policy === 'components'
    ? componentRepresentatives(pairs, preference, options)
    : nearestRepresentatives(pairs, preference, options);
}

/** Pages that repeat each other. */
export interface Cluster {
  /** Number of the kept page. */
  readonly representative: number;
  /** The other pages, in input order, each with its exact similarity to the representative. */
  readonly members: readonly {
    readonly page: number;
    readonly similarity: number;
    /** Whether the two are no pair of duplicates themselves: similar pages link them (`components`). */
    readonly linked?: true;
  }[];
}

/** Pages grouped by their representatives: 8 bytes a page. */
export class Clusters {
  /** `representative[page]`. */
  readonly representative: Uint32Array;
  /** For each representative: the number of other pages that it stands for. */
  readonly others: Uint32Array;
  /** All pages by representative, then by number. */
  readonly #order: Uint32Array;

  constructor(representative: Uint32Array) {
    this.representative = representative;
    this.others = new Uint32Array(representative.length);
    for (let page = 0; page < representative.length; page++) {
      if (representative[page] !== page) this.others[representative[page]]++;
    }
    this.#order = radixSort(ascending(representative.length), representative);
  }

  /** The clusters of two or more pages in the order of their representatives, each with its pages ascending. */
  *each(): Generator<{ readonly representative: number; readonly pages: Uint32Array }> {
    for (let from = 0; from < this.#order.length; ) {
      const representative = this.representative[this.#order[from]];
      const to = from + 1 + this.others[representative];
      if (to > from + 1) yield { representative, pages: this.#order.subarray(from, to) };
      from = to;
    }
  }
}

function componentRepresentatives(
  pairs: SortedPairs,
  preference: Uint32Array,
  { counts }: ClusterOptions,
): Uint32Array {
  const sets = new UnionFind(preference.length);
  for (const { length, a, b } of pairs.blocks()) {
    for (let i = 0; i < length; i++) if (counts(a[i], b[i])) sets.union(a[i], b[i]);
  }
  const none = preference.length;
  const best = new Uint32Array(preference.length).fill(none);
  const representative = new Uint32Array(preference.length);
  for (const page of preference) {
    const set = sets.find(page);
    if (best[set] === none) best[set] = page;
    representative[page] = best[set];
  }
  return representative;
}

function nearestRepresentatives(
  pairs: SortedPairs,
  preference: Uint32Array,
  options: ClusterOptions,
): Uint32Array {
  /** For each page the most similar representative so far; the page itself if it is similar to none. */
  const nearest = ascending(preference.length);
  const nearestSimilarity = new Float64Array(preference.length).fill(-1);
  const isInOrder = preference.every((page, place) => page === place);
  const { counts } = options;
  // More preferred pages offer themselves to a page before that page offers itself to others.
  for (const { length, a, b, values } of isInOrder
    ? pairs.blocks()
    : byPreference(pairs, preference, options).blocks()) {
    const [similarity] = values;
    for (let i = 0; i < length; i++) {
      const [page, other] = [a[i], b[i]];
      if (nearest[page] !== page || (isInOrder && !counts(page, other))) continue;
      // At a tie the earlier one is preferred.
      if (similarity[i] > nearestSimilarity[other]) {
        nearest[other] = page;
        nearestSimilarity[other] = similarity[i];
      }
    }
  }
  if (isInOrder) return nearest;
  const representative = new Uint32Array(preference.length);
  for (let place = 0; place < nearest.length; place++)
    representative[preference[place]] = preference[nearest[place]];
  return representative;
}

/** The pairs that count, as pairs of places in `preference`. */
function byPreference(
  pairs: SortedPairs,
  preference: Uint32Array,
  { counts, folder, memoryBytes }: ClusterOptions,
): SortedPairs {
  const placeOf = new Uint32Array(preference.length);
  for (let place = 0; place < preference.length; place++) placeOf[preference[place]] = place;
  const sorter = new PairSorter({ folder, memoryBytes, columns: 1 });
  for (const { length, a, b, values } of pairs.blocks()) {
    for (let i = 0; i < length; i++) {
      if (counts(a[i], b[i])) sorter.add(placeOf[a[i]], placeOf[b[i]], 0, values[0][i]);
    }
  }
  return sorter.finish();
}
