import { ascending } from '../grams/counting-sort.ts';
import type { PagePairs } from './pairs.ts';
import { UnionFind } from './union-find.ts';

/**
 * How pairs become clusters. `representative`, the default: every member is similar to its representative itself.
 * `components`: whoever is linked by a chain of pairs, so that ends of a chain may be unlike.
 */
export const clusterPolicies = ['representative', 'components'] as const;

/** One of {@link clusterPolicies}. */
export type ClusterPolicy = (typeof clusterPolicies)[number];

/**
 * The page that stands for each page: itself when it is kept.
 *
 * `preference` lists the page numbers, the best to keep first; a cluster's representative is always its most
 * preferred page. Under `representative`, a page becomes a representative when no more preferred
 * representative is similar to it, and every other page joins the representative it is most similar to (ties:
 * the more preferred). `similarity[i]` is that of pair i. O(pages + pairs).
 *
 * @returns Uint32Array(pages): `representative[page]`.
 */
export function clusterPages(
  pairs: PagePairs,
  similarity: Float64Array,
  preference: Uint32Array,
  policy: ClusterPolicy,
): Uint32Array {
  return policy === 'components'
    ? componentRepresentatives(pairs, preference)
    : nearestRepresentatives(pairs, similarity, preference);
}

/** Pages that repeat each other. */
export interface Cluster {
  /** Number of the page that is kept. */
  readonly representative: number;
  /** The other pages, in input order, each with its exact similarity to the representative. */
  readonly members: readonly { readonly page: number; readonly similarity: number }[];
}

/**
 * The clusters of two or more, in the order of their representatives.
 *
 * `representative[page]` as `clusterPages` returns it; `similarity[page]` is that of the page to it.
 */
export function gatherClusters(representative: Uint32Array, similarity: Float64Array): Cluster[] {
  const members = new Map<number, { page: number; similarity: number }[]>();
  for (let page = 0; page < representative.length; page++) {
    const best = representative[page];
    if (best === page) continue;
    const group = members.get(best);
    const member = { page, similarity: similarity[page] };
    if (group === undefined) members.set(best, [member]);
    else group.push(member);
  }
  return [...members]
    .sort(([a], [b]) => a - b)
    .map(([best, group]) => ({ representative: best, members: group }));
}

function componentRepresentatives(pairs: PagePairs, preference: Uint32Array): Uint32Array {
  const sets = new UnionFind(preference.length);
  for (let i = 0; i < pairs.length; i++) sets.union(pairs.a[i], pairs.b[i]);
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
  pairs: PagePairs,
  similarity: Float64Array,
  preference: Uint32Array,
): Uint32Array {
  const { offsets, neighbours, pairOf } = adjacency(pairs, preference.length);
  const representative = new Uint32Array(preference.length);
  /** Of the representatives so far, the one that a page is most similar to; itself where it is similar to none. */
  const nearest = ascending(preference.length);
  const nearestSimilarity = new Float64Array(preference.length).fill(-1);
  for (const page of preference) {
    representative[page] = nearest[page];
    if (nearest[page] !== page) continue;
    for (let i = offsets[page]; i < offsets[page + 1]; i++) {
      const other = neighbours[i];
      const s = similarity[pairOf[i]];
      // At a tie the one before is more preferred.
      if (s > nearestSimilarity[other]) {
        nearest[other] = page;
        nearestSimilarity[other] = s;
      }
    }
  }
  return representative;
}

/** Every page's pairs: those of page x are `neighbours[offsets[x] .. offsets[x + 1]]`, from pairs `pairOf[…]`. */
function adjacency(
  pairs: PagePairs,
  pages: number,
): { offsets: Uint32Array; neighbours: Uint32Array; pairOf: Uint32Array } {
  const offsets = new Uint32Array(pages + 1);
  for (let i = 0; i < pairs.length; i++) {
    offsets[pairs.a[i] + 1]++;
    offsets[pairs.b[i] + 1]++;
  }
  for (let page = 0; page < pages; page++) offsets[page + 1] += offsets[page];
  const next = offsets.slice();
  const neighbours = new Uint32Array(2 * pairs.length);
  const pairOf = new Uint32Array(2 * pairs.length);
  for (let i = 0; i < pairs.length; i++) {
    const { a, b } = pairs;
    neighbours[next[a[i]]] = b[i];
    pairOf[next[a[i]]++] = i;
    neighbours[next[b[i]]] = a[i];
    pairOf[next[b[i]]++] = i;
  }
  return { offsets, neighbours, pairOf };
}
