import type { GramSketches } from '../store/layout/entries.ts';
import { cutPage, defaultMaxPageBytes, type Page } from '../text/page.ts';
import { workerFile } from '../worker-file.ts';
import { type PageGrams, pageShingler } from './page-grams.ts';
import type { ShingledPage, ShingleOptions } from './shingle-page.ts';
import { ShinglePool } from './shingle-pool.ts';

/** A larger body is shingled in a worker: it would hold the event loop for more than some 15 ms. */
const LARGE_BYTES = 512 << 10;
const THREADS = 2;
/** A body from here on goes to a worker that runs and has nothing to do: 4 ms for the event loop. */
const MEDIUM_BYTES = 128 << 10;
/** For such bodies alone a worker is started once this thread has read so many bytes of them: to start one takes what 16 MiB do. */
const MEDIUM_BYTES_HERE = 4 << 20;

/** A page as a crawl compares it. */
export interface CrawledGrams extends ShingledPage {
  /** Empty of a large page whose text is not kept. */
  readonly text: string;
  /** The words of its names (`nameWords`), a line each; empty where it has none. */
  readonly identity: string;
  /** Whether the page names what its URL does; missing where that has no words. */
  readonly isNamedByUrl?: boolean;
  /** As `PageFacts` has it. */
  readonly message?: number;
  /** How long it was if it was cut. */
  readonly truncatedFrom?: number;
  /** Of a large page: those of its grams. */
  readonly sketches?: GramSketches;
}

/**
 * Shingles pages as they come, for programs whose event loop must stay free: small ones at once, large ones in worker threads,
 * two at most, which are started when the first one comes, or many that are not small. Pages beyond a limit are cut
 * (`cutPage`).
 */
export class PageShingler {
  readonly #options: ShingleOptions;
  readonly #maxPageBytes: number;
  readonly #keepsText: boolean;
  readonly #shingle: (page: Page) => PageGrams;
  #pool: ShinglePool | undefined;
  /** Bytes of medium pages that were read in this thread. */
  #mediumBytes = 0;

  /** @param keepsText whether the text of a large page is wanted: it comes from another thread */
  constructor(
    options: ShingleOptions = {},
    maxPageBytes: number = defaultMaxPageBytes,
    keepsText: boolean = true,
  ) {
    this.#options = { ...options, texts: true, boundaries: false };
    this.#keepsText = keepsText;
    this.#maxPageBytes = maxPageBytes;
    this.#shingle = pageShingler(this.#options);
  }

  /** Text, names and grams of a page. O(bytes). @throws Error when a worker ends before it answers */
  async shingle(given: Page): Promise<CrawledGrams> {
    const { read, grams, facts, sketches } = await this.#grams(cutPage(given, this.#maxPageBytes));
    const { names, truncatedFrom, isNamedByUrl, message } = facts;
    return {
      ...read!,
      grams,
      identity: names.join('\n'),
      ...(isNamedByUrl !== undefined && { isNamedByUrl }),
      ...(message !== undefined && { message }),
      ...(truncatedFrom > 0 && { truncatedFrom }),
      ...(sketches && { sketches }),
    };
  }

  /** Ends the workers; pages that are with them are given up. */
  async close(): Promise<void> {
    await this.#pool?.close();
  }

  async #grams(page: Page): Promise<PageGrams> {
    if (page.body.length < LARGE_BYTES && !this.#isForIdleWorker(page)) return this.#shingle(page);
    // a program that was bundled into one file has none
    const file = workerFile('flow/shingle-worker.js');
    if (file === undefined) return this.#shingle(page);
    this.#pool ??= new ShinglePool(file, THREADS, {
      ...this.#options,
      sketches: true,
      keepsText: this.#keepsText,
    });
    const [shingled] = await this.#pool.shingle([page]);
    return shingled!;
  }

  #isForIdleWorker({ body: { length } }: Page): boolean {
    if (length < MEDIUM_BYTES) return false;
    const isStarted = this.#pool !== undefined || this.#mediumBytes >= MEDIUM_BYTES_HERE;
    if (isStarted && (this.#pool?.waiting ?? 0) === 0) return true;
    this.#mediumBytes += length;
    return false;
  }
}
