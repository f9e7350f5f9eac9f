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
  const groups = new Groups();
  for (const { a, b } of pairs) groups.join(a, b);
  const closest = new Map<string, number>();
  for (const { a, b, similarity } of pairs) {
    for (const id of [a, b]) closest.set(id, Math.max(similarity, closest.get(id) ?? 0));
  }
  const page = (id: string) => ({ id, url: urls.get(id) ?? '' });
  return groups.all().map(([first, ...others]) => ({
    kind,
    representative: page(first!),
    members: others.map((id) => ({ page: page(id), similarity: closest.get(id)! })),
  }));
}

/** Disjoint sets of names, each under the name that came first. */
class Groups {
  readonly #above = new Map<string, string>();
  readonly #order = new Map<string, number>();

  join(a: string, b: string): void {
    for (const id of [a, b]) if (!this.#order.has(id)) this.#order.set(id, this.#order.size);
    const [x, y] = [this.firstOf(a), this.firstOf(b)];
    if (x === y) return;
    if (this.#order.get(x)! < this.#order.get(y)!) this.#above.set(y, x);
    else this.#above.set(x, y);
  }

  firstOf(id: string): string {
    let first = id;
    for (let above = this.#above.get(first); above !== undefined; above = this.#above.get(first)) {
      const next = this.#above.get(above);
      // halves the way for those who come later
      if (next !== undefined) this.#above.set(first, next);
      first = above;
    }
    return first;
  }

  all(): string[][] {
    const groups = new Map<string, string[]>();
    for (const id of this.#order.keys()) {
      const first = this.firstOf(id);
      const group = groups.get(first);
      if (group === undefined) groups.set(first, [id]);
      else group.push(id);
    }
    return [...groups.values()];
  }
}
