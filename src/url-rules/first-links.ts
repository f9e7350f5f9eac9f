import { takeFirst } from '../first-entry.ts';
import { hash53 } from './url-parts.ts';

/** Most pages that are remembered of those which one page was the first to link to. */
const MOST_OF_PAGE = 64;

/** URLs that a page was the first to link to, with the hash of that page's URL. */
export type StoredFirstLinks = readonly [page: number, first: readonly string[]];

/** Which pages a page was the first to link to, as far as they are decided: what may be found through it alone. */
export class FirstLinks {
  readonly #most: number;
  /** By the hash of the page that has the links. */
  readonly #pages = new Map<number, string[]>();
  #count = 0;

  /** @param most links that are remembered, the length of a URL and some 30 bytes each */
  constructor(most: number) {
    this.#most = most;
  }

  /** Remembers that `page` was first linked to by `from`. When there is no room, the links of the page known longest are forgotten. */
  add(from: string, page: string): void {
    this.restore([hash53(from), [page]]);
  }

  /** The pages first linked to by a page, at most 64. O(|page|) */
  of(page: string): readonly string[] {
    return this.#pages.get(hash53(page)) ?? [];
  }

  /** All entries; the pages known longest come first. */
  entries(): Iterable<StoredFirstLinks> {
    return this.#pages;
  }

  /** Restores what `entries` returned. */
  restore([page, first]: StoredFirstLinks): void {
    const known = this.#pages.get(page) ?? [];
    const added = first.slice(0, MOST_OF_PAGE - known.length);
    known.push(...added);
    this.#pages.set(page, known);
    this.#count += added.length;
    while (this.#count > this.#most) this.#count -= takeFirst(this.#pages)[1].length;
  }
}
