import { findWalls, type WallPages } from '../../src/site/walls.ts';

/** A page as walls are known by. */
export interface WallPage {
  readonly host: string;
  readonly url: string;
  readonly isNamedByUrl?: boolean | undefined;
}

/** Pages as `findWalls` takes them. */
function wallPages(pages: readonly WallPage[]): WallPages {
  return {
    length: pages.length,
    hosts: pages.length,
    hostNumberOf: (page) => pages.findIndex(({ host }) => host === pages[page].host),
    urlOf: (page) => pages[page].url,
    isNamedByUrl: (page) => pages[page].isNamedByUrl,
  };
}

/** The pages of each wall, by the number of its cluster. */
export function wallsIn(
  clusters: readonly (readonly number[])[],
  pages: readonly WallPage[],
  fewest?: number,
): Map<number, readonly number[]> {
  const walls = new Map<number, readonly number[]>();
  findWalls(clusters, wallPages(pages), (walled, cluster) => walls.set(cluster, walled), fewest);
  return walls;
}
