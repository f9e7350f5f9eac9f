import { addToGroup, UnionFind } from '../../../src/flow/index.ts';
import type { ClusterKind, ReportedCluster, ReportedPage, ReportedPair } from '../../report/index.ts';
import { pageKey } from '../../report/page-key.ts';

/**
 * Pages that pairs link, directly or through others, in the form in which a report lists them. The first page of a
 * group takes the place of its representative. Each other page has its similarity to the page of the group that it is
 * most similar to. O(pairs).
 */
export function groupsOfPairs(
  pairs: readonly ReportedPair[],
  kind: ClusterKind,
  urls: ReadonlyMap<string, string>,
): ReportedCluster[] {
  /** Numbers of the pages, in the order in which the pairs name them. */
  const numbers = new Map<string, number>();
  const pages: { readonly page: ReportedPage; similarity: number }[] = [];
  const numberOf = (id: string, known: true | undefined): number => {
    const key = pageKey({ id, known });
    const number = numbers.get(key) ?? numbers.size;
    if (number < pages.length) return number;
    numbers.set(key, number);
    const page = known ? { id, url: '', known } : { id, url: urls.get(id) ?? '' };
    pages.push({ page, similarity: 0 });
    return number;
  };
  const links = pairs.map(({ a, b, known, similarity }) => {
    const link = [numberOf(a, undefined), numberOf(b, known)] as const;
    for (const number of link) pages[number]!.similarity = Math.max(similarity, pages[number]!.similarity);
    return link;
  });
  const linked = new UnionFind(pages.length);
  for (const [a, b] of links) linked.union(a, b);
  const groups = new Map<number, (typeof pages)[number][]>();
  for (const [number, page] of pages.entries()) {
    const first = linked.find(number);
    addToGroup(groups, first, page);
  }
  return [...groups.values()].map(([first, ...members]) => ({
    kind,
    representative: first!.page,
    members,
  }));
}
