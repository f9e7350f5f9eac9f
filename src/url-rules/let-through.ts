import { BoundedMap } from './bounded-map.ts';
import { hash53 } from './url-parts.ts';

/** Most URLs that are remembered, some 60 bytes each. */
const MOST_URLS = 1 << 14;

/** How many URLs had been dropped when others were let through. Not stored: each process begins with none. */
export class LetThrough {
  readonly #drops = new BoundedMap<number, number>(MOST_URLS);

  /** Notes that a URL is let through, if it is not remembered. @param drops number of URLs dropped so far */
  note(url: string, drops: number): void {
    const hash = hash53(url);
    if (!this.#drops.has(hash)) this.#drops.set(hash, drops);
  }

  /** Number of URLs that had been dropped when this one was first let through; undefined if it is not remembered. */
  dropsBefore(url: string): number | undefined {
    return this.#drops.get(hash53(url));
  }
}
