import type { Cluster } from '../cluster/clusters.ts';
import { findWalls } from '../site/walls.ts';
import { hostOf } from '../store/layout/host.ts';
import type { PageFacts } from './shingle-pages.ts';

/** Parts the clusters that are walls from those of pages that repeat each other. */
export function partWalls(
  clusters: readonly Cluster[],
  pages: readonly PageFacts[],
): {
  readonly clusters: Cluster[];
  /** Of each page of a wall, how many others are of the same. */
  readonly walls: Map<number, number>;
} {
  const members = clusters.map(({ representative, members }) => [
    representative,
    ...members.map(({ page }) => page),
  ]);
  const found = findWalls(
    members,
    pages.map(({ url, isNamedByUrl }) => ({ url, host: hostOf(url), isNamedByUrl })),
  );
  const walls = new Map<number, number>();
  for (const cluster of found)
    for (const page of members[cluster]) walls.set(page, members[cluster].length - 1);
  return { clusters: clusters.filter((_, cluster) => !found.has(cluster)), walls };
}
