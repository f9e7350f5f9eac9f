import type { WallPages } from '../../src/site/wall-pages.ts';
import { findWalls, pagesAtOneUrl } from '../../src/site/walls.ts';

/** A page as walls are known by. */
export interface WallPage {
  readonly host: string;
  readonly url: string;
  readonly isNamedByUrl?: boolean | undefined;
  /** Whether it says the words of its URL in a message that it shares. */
  readonly saysUrl?: boolean;
  /** Of a page with a message: a number for its names, and which parts of its URL these name. */
  readonly names?: number;
  readonly named?: number;
  /** A number for its title, if it hides that. */
  readonly hiddenTitle?: number;
  /** Whether its text is no message. */
  readonly isNoMessage?: boolean;
  /** A number for what it calls itself. */
  readonly name?: number;
}

/** Pages as `findWalls` takes them. */
function wallPages(pages: readonly WallPage[]): WallPages {
  return {
    length: pages.length,
    hosts: pages.length,
    hostNumberOf: (page) => pages.findIndex(({ host }) => host === pages[page].host),
    urlOf: (page) => pages[page].url,
    isArticle: () => true,
    messageOf: (page) => (pages[page].isNoMessage === true ? undefined : 0),
    namesOf(page) {
      const { names: key, named = 0, hiddenTitle } = pages[page];
      return key === undefined
        ? undefined
        : { key, named, ...(hiddenTitle !== undefined && { hiddenTitle }) };
    },
    nameOf: (page) => pages[page].name ?? 0,
    isNamedByUrl: (page) => pages[page].isNamedByUrl,
    saysUrl: (page) => pages[page].saysUrl === true,
  };
}

/** The pages of each wall, by the number of its cluster. Messages are walls by patterns as well, given other groups of copies. */
export function wallsIn(
  clusters: readonly (readonly number[])[],
  pages: readonly WallPage[],
  areMessages = false,
  copies: readonly (readonly number[])[] = [],
): Map<number, readonly number[]> {
  const walls = new Map<number, readonly number[]>();
  const of = wallPages(pages);
  const tell = (walled: readonly number[], cluster: number) => walls.set(cluster, walled);
  findWalls(clusters, of, pagesAtOneUrl(of), tell, areMessages ? { sharing: clusters, copies } : undefined);
  return walls;
}
