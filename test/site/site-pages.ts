import type { WallPages } from '../../src/site/walls.ts';

/** A page as walls are known by. */
export interface WallPage {
  readonly host: string;
  readonly url: string;
  readonly isNamedByUrl?: boolean | undefined;
}

/** Pages as `findWalls` takes them. */
export function wallPages(pages: readonly WallPage[]): WallPages {
  return {
    length: pages.length,
    hostOf: (page) => pages[page].host,
    urlOf: (page) => pages[page].url,
    isNamedByUrl: (page) => pages[page].isNamedByUrl,
  };
}
