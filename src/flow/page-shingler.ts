import { cutPage, defaultMaxPageBytes, type Page } from '../text/page.ts';
import { workerFile } from '../worker-file.ts';
import { type PageGrams, pageShingler } from './page-grams.ts';
import type { ShingledPage, ShingleOptions } from './shingle-page.ts';
import { ShinglePool } from './shingle-pool.ts';

/** A larger body is shingled in a worker: it would hold the event loop for more than some 15 ms. */
const LARGE_BYTES = 512 << 10;
const THREADS = 2;

/** Whether a body is so large that `PageShingler` has another thread read it. */
export function isLargeBody(body: Page['body']): boolean {
  return body.length >= LARGE_BYTES;
}

/**
 * Shingles pages as they come, for programs whose event loop must stay free: small ones at once, large ones in worker threads,
 * two at most, which are started when the first one comes. Pages beyond a limit are cut (`cutPage`).
 */
export class PageShingler {
  readonly #options: ShingleOptions;
  readonly #maxPageBytes: number;
  readonly #shingle: (page: Page) => PageGrams;
  #pool: ShinglePool | undefined;

  constructor(options: ShingleOptions = {}, maxPageBytes: number = defaultMaxPageBytes) {
    this.#options = { ...options, texts: true };
    this.#maxPageBytes = maxPageBytes;
    this.#shingle = pageShingler(this.#options);
  }

  /** Text, names and grams of a page, and how long it was if it was cut. O(bytes). @throws Error when a worker ends before it answers */
  async shingle(given: Page): Promise<ShingledPage & { readonly truncatedFrom?: number }> {
    const { read, grams, facts } = await this.#grams(cutPage(given, this.#maxPageBytes));
    const { truncatedFrom } = facts;
    return { ...read!, grams, ...(truncatedFrom > 0 && { truncatedFrom }) };
  }

  /** Ends the workers; pages that are with them are given up. */
  async close(): Promise<void> {
    await this.#pool?.close();
  }

  async #grams(page: Page): Promise<PageGrams> {
    if (!isLargeBody(page.body)) return this.#shingle(page);
    // a program that was bundled into one file has none
    const file = workerFile('flow/shingle-worker.js');
    if (file === undefined) return this.#shingle(page);
    this.#pool ??= new ShinglePool(file, THREADS, this.#options);
    const [shingled] = await this.#pool.shingle([page]);
    return shingled!;
  }
}
