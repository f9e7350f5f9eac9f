import { standsForOtherValues } from './pattern-evidence.ts';
import { PatternMap } from './pattern-map.ts';
import { patternsOf, type TextAtPattern, type UrlPattern } from './url-patterns.ts';
import { fewestValues } from './wall-evidence.ts';

/** Most patterns of a site that are remembered of those that one page fits, and of those that several do. */
const mostPatterns = 100;

/** What pages of a pattern share: a text or a name. */
type Shared = 'text' | 'name';

/** `PatternCounts` by texts, or by names, without the number of pages. */
interface SharedCounts {
  shared: number;
  copied: number;
  tested: number;
}

type Counts = { pages: number; hiding: number } & Readonly<Record<Shared, SharedCounts>>;

/**
 * Counts of the patterns of a site's URLs in a crawl. Memory: some 300 bytes for each of at most two hundred patterns.
 */
export class CrawlPatterns {
  readonly #patterns = new PatternMap<number, Counts>(mostPatterns, mostPatterns);

  /** Counts a page. Returns how many more patterns are remembered now. O(url). @param hidesTitle as in `Naming` */
  add(url: string, hidesTitle = false): number {
    const before = this.#patterns.size;
    for (const key of patternsOf(url).flatMap(keysOf)) {
      const counts = this.#patterns.meet(key, noCounts);
      counts.pages++;
      if (hidesTitle) counts.hiding++;
    }
    return this.#patterns.size - before;
  }

  /** Replaces the counts of a text or a name at some patterns. */
  share(now: readonly TextAtPattern[], before: readonly TextAtPattern[], shared: Shared = 'text'): void {
    for (const at of before) this.#share(at, -1, shared);
    for (const at of now) this.#share(at, 1, shared);
  }

  /** Removes pages of a wall, which do not show what is usual. */
  leaveOut(wall: readonly TextAtPattern[], shared: Shared = 'text'): void {
    for (const at of wall) {
      for (const all of this.#countsAt(at)) {
        all.pages = Math.max(0, all.pages - at.pages);
        all.hiding = Math.max(0, all.hiding - (at.hiding ?? 0));
        all[shared].shared = Math.max(0, all[shared].shared - at.pages);
      }
    }
  }

  /**
   * `standsForOtherValues` by the pages seen so far. A parameter must determine the page wherever it occurs: at one
   * path few values of a session id may have been met.
   */
  standsForOthers(at: TextAtPattern, by: Shared = 'text'): boolean {
    const counts = this.#countsAt(at);
    return (
      this.#patterns.get(at.key) !== undefined &&
      counts.every((all) =>
        standsForOtherValues(at, { pages: all.pages, hiding: all.hiding, ...all[by] }, true),
      )
    );
  }

  #share(at: TextAtPattern, sign: 1 | -1, shared: Shared): void {
    for (const all of this.#countsAt(at)) {
      const counts = all[shared];
      counts.shared = Math.max(0, counts.shared + sign * at.pages);
      counts.copied = Math.max(0, counts.copied + sign);
      if (at.unlike >= fewestValues) counts.tested = Math.max(0, counts.tested + sign);
    }
  }

  #countsAt(at: Pick<UrlPattern, 'key' | 'anyPath'>): Counts[] {
    return keysOf(at).flatMap((key) => this.#patterns.get(key) ?? []);
  }
}

function noCounts(): Counts {
  const none = { shared: 0, copied: 0, tested: 0 };
  return { pages: 0, hiding: 0, text: { ...none }, name: { ...none } };
}

/** A pattern is also counted without its path, if it has open parameters only. */
function keysOf({ key, anyPath }: Pick<UrlPattern, 'key' | 'anyPath'>): number[] {
  return anyPath === undefined ? [key] : [key, anyPath];
}
