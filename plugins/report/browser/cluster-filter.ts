import type { EmbeddedClusters } from '../embedded.ts';

/** Which clusters the reader wants to see. */
export interface ClusterFilter {
  /** Words that must all be in the id, URL or title of one page; letter case does not count. */
  readonly search: string;
  /** Host of at least one page; empty for any. */
  readonly host: string;
  /** Kind of the cluster; empty for any. Copies are either all equal or not. */
  readonly kind: '' | 'equal' | 'similar' | 'short' | 'other-subject' | 'wall';
  readonly leastPages: number;
  readonly mostPages: number;
  /** Bounds of the similarity of the least similar page to its representative. */
  readonly leastSimilarity: number;
  readonly mostSimilarity: number;
  readonly order: 'file' | 'largest' | 'smallest' | 'least-similar' | 'most-similar';
}

/** Pages of fewer grams are short: most of their grams may come from the text around the content. */
export const SHORT_GRAMS = 40;

/** What filtering needs to know about each cluster and page, computed once. */
export interface FilterIndex {
  readonly clusters: EmbeddedClusters;
  /** Ids, URLs and titles in lower case. */
  readonly names: readonly string[];
  /** Host of each page; empty if its URL has none. */
  readonly hosts: readonly string[];
  /** Similarity of the least similar page of each cluster. */
  readonly leastSimilar: Float64Array;
  /** Number of clusters whose first page has a title, by title. */
  readonly titleCounts: ReadonlyMap<string, number>;
}

/** The index that `filterClusters` works on. O(pages). */
export function filterIndex(clusters: EmbeddedClusters): FilterIndex {
  const { ids, urls, titles, starts, similarities } = clusters;
  const leastSimilar = new Float64Array(starts.length - 1).fill(Number.POSITIVE_INFINITY);
  for (let cluster = 0; cluster < leastSimilar.length; cluster++) {
    for (let page = starts[cluster]! + 1; page < starts[cluster + 1]!; page++) {
      leastSimilar[cluster] = Math.min(leastSimilar[cluster]!, similarities[page]!);
    }
  }
  const titleCounts = new Map<string, number>();
  for (let cluster = 0; cluster < leastSimilar.length; cluster++) {
    const title = titles[starts[cluster]!]!;
    titleCounts.set(title, (titleCounts.get(title) ?? 0) + 1);
  }
  return {
    clusters,
    titleCounts,
    names: ids.map((id, page) => `${id}\n${urls[page]}\n${titles[page]}`.toLowerCase()),
    hosts: urls.map(hostOf),
    leastSimilar,
  };
}

/** The hosts, those in the most clusters first. */
export function hostsByClusters({ clusters, hosts }: FilterIndex): [host: string, clusters: number][] {
  const counts = new Map<string, number>();
  for (let cluster = 0; cluster + 1 < clusters.starts.length; cluster++) {
    const ofCluster = new Set(hosts.slice(clusters.starts[cluster], clusters.starts[cluster + 1]));
    for (const host of ofCluster) if (host !== '') counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

/** The numbers of the clusters that pass the filter, in its order. O(pages). */
export function filterClusters(index: FilterIndex, filter: ClusterFilter): number[] {
  const { starts } = index.clusters;
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  const passing: number[] = [];
  for (let cluster = 0; cluster + 1 < starts.length; cluster++) {
    const pages = starts[cluster + 1]! - starts[cluster]!;
    const similarity = index.leastSimilar[cluster]!;
    if (pages < filter.leastPages || pages > filter.mostPages) continue;
    if (!isOfKind(index, cluster, filter.kind)) continue;
    if (similarity < filter.leastSimilarity || similarity > filter.mostSimilarity) continue;
    if (somePage(index, cluster, words, filter.host)) passing.push(cluster);
  }
  return sorted(index, passing, filter.order);
}

/** Whether a cluster is of the kind that the filter asks for. */
function isOfKind(index: FilterIndex, cluster: number, wanted: ClusterFilter['kind']): boolean {
  if (wanted === '') return true;
  if (wanted === 'short') return isOfShortPages(index.clusters, cluster);
  const kind = index.clusters.kinds[cluster]!;
  if (kind !== 'copies') return kind === wanted;
  return wanted === (isOfAllGrams(index.clusters, index.leastSimilar[cluster]!) ? 'equal' : 'similar');
}

/** Whether a similarity tells that two pages have the same grams: as a count, 1 is one gram. */
export function isOfAllGrams({ similarity: measure }: EmbeddedClusters, similarity: number): boolean {
  return similarity === 1 && measure !== 'overlap';
}

/** Whether all pages of a cluster of copies are short, as far as is known. */
export function isOfShortPages({ kinds, starts, grams }: EmbeddedClusters, cluster: number): boolean {
  if (kinds[cluster] !== 'copies') return false;
  for (let page = starts[cluster]!; page < starts[cluster + 1]!; page++) {
    if (grams[page]! < 0 || grams[page]! >= SHORT_GRAMS) return false;
  }
  return true;
}

function somePage(
  { clusters, names, hosts }: FilterIndex,
  cluster: number,
  words: string[],
  host: string,
): boolean {
  if (words.length === 0 && host === '') return true;
  for (let page = clusters.starts[cluster]!; page < clusters.starts[cluster + 1]!; page++) {
    if (host !== '' && hosts[page] !== host) continue;
    if (words.every((word) => names[page]!.includes(word))) return true;
  }
  return false;
}

function sorted(
  { clusters: { starts }, leastSimilar }: FilterIndex,
  passing: number[],
  order: ClusterFilter['order'],
): number[] {
  if (order === 'file') return passing;
  const bySize = order === 'largest' || order === 'smallest';
  const sign = order === 'largest' || order === 'most-similar' ? -1 : 1;
  const value = (cluster: number): number =>
    bySize ? starts[cluster + 1]! - starts[cluster]! : leastSimilar[cluster]!;
  return passing.sort((a, b) => sign * (value(a) - value(b)) || a - b);
}

/** The host in a URL. `new URL` for each of many pages would take too long. */
function hostOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?(\[[^/?#\]]*\]|[^/?#:]+)/i.exec(url)?.[1]?.toLowerCase() ?? '';
}
