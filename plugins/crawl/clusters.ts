import { indexKey } from './page-key.ts';
import type { CrawlVerdict, NamedPage } from './verdict.ts';

/** A page and the pages that repeat it. */
export interface PageCluster {
  readonly representative: NamedPage;
  /** In the order in which they were found. Each is similar to the representative. */
  readonly members: readonly CrawlVerdict[];
}

/** Gathers duplicates under the pages they repeat, in the order in which their first copy was found. */
export async function gatherClusters(verdicts: AsyncIterable<CrawlVerdict>): Promise<PageCluster[]> {
  const clusters = new Map<
    string,
    { representative: PageCluster['representative']; members: CrawlVerdict[] }
  >();
  for await (const verdict of verdicts) {
    if (verdict.of === undefined) continue;
    const key = indexKey(verdict.of);
    const cluster = clusters.get(key);
    if (cluster) cluster.members.push(verdict);
    else clusters.set(key, { representative: verdict.of, members: [verdict] });
  }
  return [...clusters.values()];
}
