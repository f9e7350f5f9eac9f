import type { Cluster } from '../cluster/clusters.ts';
import { findWalls, type WallPage } from '../site/walls.ts';
import { hostOf } from '../store/layout/host.ts';
import type { PageFacts } from './shingle-pages.ts';

/**
 * Parts the pages that are walls from the clusters of those that repeat each other. Short pages that are alike but for numbers
 * and their own address count as of one text, whatever their similarity: in a message of ten words an address changes most
 * grams.
 */
export function partWalls(
  clusters: readonly Cluster[],
  pages: readonly PageFacts[],
): {
  readonly clusters: Cluster[];
  /** Of each page of a wall, how many others are of the same. */
  readonly walls: Map<number, number>;
} {
  const asked = pages.map(({ url, isNamedByUrl }): WallPage => ({ url, host: hostOf(url), isNamedByUrl }));
  const grouped = clusters.map(({ representative, members }) => [
    representative,
    ...members.map(({ page }) => page),
  ]);
  const walls = new Map<number, number>();
  for (const groups of [messagesOf(pages), grouped]) {
    for (const standing of findWalls(groups, asked).values()) {
      for (const page of standing) walls.set(page, standing.length - 1);
    }
  }
  const others = clusters.flatMap(({ representative, members }) => {
    const left = members.filter(({ page }) => !walls.has(page));
    return walls.has(representative) || left.length === 0 ? [] : [{ representative, members: left }];
  });
  return { clusters: others, walls };
}

/** The pages of each message that more than one has. */
function messagesOf(pages: readonly PageFacts[]): number[][] {
  const groups = new Map<number, number[]>();
  for (const [page, { kind, message }] of pages.entries()) {
    if (message === undefined || kind !== 'article') continue;
    const group = groups.get(message);
    if (group === undefined) groups.set(message, [page]);
    else group.push(page);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}
