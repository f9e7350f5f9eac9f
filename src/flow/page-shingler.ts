import { type Naming, namingIn } from '../site/own-names.ts';
import type { GramSketches } from '../store/layout/entries.ts';
import { cutPage, defaultMaxPageBytes, type Page } from '../text/page.ts';
import { workerFile } from '../worker-file.ts';
import { type PageGrams, pageShingler } from './page-grams.ts';
import type { ShingledPage, ShingleOptions } from './shingle-page.ts';
import { ShinglePool } from './shingle-pool.ts';

/** A larger body is shingled in a worker, since it would block the event loop for more than some 15 ms. */
const LARGE_BYTES = 512 << 10;
const THREADS = 2;
/** A body from this size on goes to a worker if one is running and idle: it would block the event loop for 4 ms. */
const MEDIUM_BYTES = 128 << 10;
/** For such bodies a worker is started once this thread has read this many bytes of them: starting one costs as much as 16 MiB. */
const MEDIUM_BYTES_HERE = 4 << 20;

/** A page in the form that a crawl compares. */
export interface CrawledGrams extends ShingledPage, Naming {
  /** Empty for a large page whose text is not kept. */
  readonly text: string;
  /** The words of its names (`nameWords`), a line each; empty if it has none. */
  readonly identity: string;
  /** Its size before it was cut; missing if it was not. */
  readonly truncatedFrom?: number;
  /** For a large page: the sketches of its grams. */
  readonly sketches?: GramSketches;
}

/**
 * Shingles pages as they come, for programs whose event loop must stay free. Small pages are shingled immediately, large ones in at most
 * two worker threads, which are started for the first large page or after many medium ones. Pages beyond a limit are cut
 * (`cutPage`).
 */
export class PageShingler {
  readonly #options: ShingleOptions;
  readonly #maxPageBytes: number;
  readonly #keepsText: boolean;
  readonly #shingle: (page: Page) => PageGrams;
  #pool: ShinglePool | undefined;
  #isClosed = false;
  /** Bytes of medium pages read in this thread. */
  #mediumBytes = 0;

  /** @param keepsText whether the caller needs the text of a large page, which another thread must send */
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

  /** Text, names and grams of a page. O(bytes). @throws Error if a worker ends before it answers */
  async shingle(given: Page): Promise<CrawledGrams> {
    const { read, grams, facts, sketches } = await this.#grams(cutPage(given, this.#maxPageBytes));
    const { names, truncatedFrom } = facts;
    return {
      ...read!,
      grams,
      identity: names.join('\n'),
      ...namingIn(facts),
      ...(truncatedFrom > 0 && { truncatedFrom }),
      ...(sketches && { sketches }),
    };
  }

  /** Ends the workers and gives up the pages that they have. Further pages are shingled in this thread. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool?.close();
  }

  async #grams(page: Page): Promise<PageGrams> {
    if (page.body.length < LARGE_BYTES && !this.#isForIdleWorker(page)) return this.#shingle(page);
    // a program bundled into one file has no worker file, and a worker begun now would never end
    const file = this.#isClosed ? undefined : workerFile('flow/shingle-worker.js');
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
