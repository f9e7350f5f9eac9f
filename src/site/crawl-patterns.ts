import { patternsOf, type TextAtPattern } from './url-patterns.ts';
import { standsForOtherValues } from './wall-evidence.ts';

/** Most patterns of a site that are remembered. Those met longest ago are forgotten. */
const mostPatterns = 100;

/** What pages of a pattern share: a text or a name. */
type Shared = 'text' | 'name';

/**
 * Counts of the patterns of a site's URLs in a crawl. Memory: some 150 bytes for each of at most a hundred patterns.
 */
export class CrawlPatterns {
  readonly #patterns = new Map<number, { pages: number } & Record<Shared, number>>();

  /** Counts a page. Returns how many more patterns are remembered now. O(url). */
  add(url: string): number {
    const before = this.#patterns.size;
    for (const { key } of patternsOf(url)) {
      const { pages, ...shared } = this.#patterns.get(key) ?? { pages: 0, text: 0, name: 0 };
      this.#patterns.delete(key);
      this.#patterns.set(key, { pages: pages + 1, ...shared });
    }
    for (const first of this.#patterns.keys()) {
      if (this.#patterns.size <= mostPatterns) break;
      this.#patterns.delete(first);
    }
    return this.#patterns.size - before;
  }

  /** Replaces the counts of a text or a name at some patterns. */
  share(now: readonly TextAtPattern[], before: readonly TextAtPattern[], shared: Shared = 'text'): void {
    for (const { key, pages } of before) this.#change(key, 0, -pages, shared);
    for (const { key, pages } of now) this.#change(key, 0, pages, shared);
  }

  /** Removes pages of a wall, which do not show what is usual. */
  leaveOut(wall: readonly TextAtPattern[], shared: Shared = 'text'): void {
    for (const { key, pages } of wall) this.#change(key, -pages, -pages, shared);
  }

  /** `standsForOtherValues` by the pages seen so far. */
  standsForOthers(at: TextAtPattern, by: Shared = 'text'): boolean {
    const all = this.#patterns.get(at.key);
    return all !== undefined && standsForOtherValues(at, { pages: all.pages, shared: all[by] }, true);
  }

  #change(key: number, pages: number, count: number, shared: Shared): void {
    const all = this.#patterns.get(key);
    if (all === undefined) return;
    all.pages = Math.max(0, all.pages + pages);
    all[shared] = Math.max(0, all[shared] + count);
  }
}
