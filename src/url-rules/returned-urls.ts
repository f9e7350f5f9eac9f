import { BoundedMap } from './bounded-map.ts';

/** Most URLs given back that are remembered, so that no rule drops them again. */
const MOST_RETURNED = 100_000;

/** The dropped URLs that were given back: they must be fetched after all. */
export class ReturnedUrls {
  /** Those that nobody has taken yet. */
  readonly waiting: string[] = [];
  readonly #pages = new BoundedMap<string, true>(MOST_RETURNED);

  /** @param page the URL as `urlOf` writes it */
  add(url: string, page: string): void {
    this.#pages.set(page, true);
    this.waiting.push(url);
  }

  /** Whether a page was given back, as far as it is remembered. */
  has(page: string): boolean {
    return this.#pages.has(page);
  }

  /** Those given back since the last call. */
  take(): string[] {
    return this.waiting.splice(0);
  }
}
