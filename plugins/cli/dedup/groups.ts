import { UnionFind } from '../../../src/flow/index.ts';
import type { ClusterKind, ReportedCluster, ReportedPair } from '../../report/index.ts';

/**
 * Pages that pairs link, directly or through others, as a report lists them: the first page of a group in the place of
 * its representative, each other with its similarity to the page of the group that it is most similar to. O(pairs).
 */
export function groupsOfPairs(
  pairs: readonly ReportedPair[],
  kind: ClusterKind,
  urls: ReadonlyMap<string, string>,
): ReportedCluster[] {
  /** Numbers of the pages, in the order in which pairs name them. */
  const numbers = new Map<string, number>();
  const closest = new Map<string, number>();
  for (const { a, b, similarity } of pairs) {
    for (const id of [a, b]) {
      if (!numbers.has(id)) numbers.set(id, numbers.size);
      closest.set(id, Math.max(similarity, closest.get(id) ?? 0));
    }
  }
  const linked = new UnionFind(numbers.size);
  for (const { a, b } of pairs) linked.union(numbers.get(a)!, numbers.get(b)!);
  const groups = new Map<number, string[]>();
  for (const [id, number] of numbers) {
    const first = linked.find(number);
    const group = groups.get(first);
    if (group === undefined) groups.set(first, [id]);
    else group.push(id);
  }
  const page = (id: string) => ({ id, url: urls.get(id) ?? '' });
  return [...groups.values()].map(([first, ...others]) => ({
    kind,
    representative: page(first!),
    members: others.map((id) => ({ page: page(id), similarity: closest.get(id)! })),
  }));
}
