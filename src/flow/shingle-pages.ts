import { Worker } from 'node:worker_threads';
import { countedGramSet, gramSet, splitUnits, wordFourGrams } from '../grams/grams.ts';
import { threadCount } from '../join/threads.ts';
import type { GramFrequencies } from '../methods/collection.ts';
import { textProfile } from '../methods/text-profile.ts';
import { messageDigest } from '../site/message.ts';
import { nameWords } from '../site/names.ts';
import { isNamedByUrl } from '../site/url-words.ts';
import type { Page } from '../text/page.ts';
import type { PageKind } from '../text/page-kind.ts';
import { workerFile } from '../worker-file.ts';
import { canonicalOf } from './canonical.ts';
import { RecentTexts } from './recent-texts.ts';
import { extractModes, type PageText, readPage, type ShingleOptions } from './shingle-page.ts';

/** What the offline flow keeps of a page once its text is gone. */
export interface PageFacts {
  readonly id: string;
  /** Empty where the input does not say. */
  readonly url: string;
  /** ISO 8601; empty where the input does not say. */
  readonly fetchedAt: string;
  /** What the page was found to be: an article, or a shell of some kind. */
  readonly kind: PageKind;
  /** What the page calls itself, the best name first, in words without versions (`nameWords`). */
  readonly names: readonly string[];
  /** Whether the page names what its URL does (`isNamedByUrl`); missing where the URL has no words. */
  readonly isNamedByUrl?: boolean;
  /** Of a short text that does not name what its URL does: its `messageDigest`. */
  readonly message?: number;
  /** The URL by which the page says that it is to be known, where that is another than its own; without a fragment. */
  readonly canonical?: string;
  /** Length of the page's text in UTF-16 code units. */
  readonly textLength: number;
  /** Size of the body, in bytes (of a body that came as text: in UTF-16 code units). */
  readonly bodyLength: number;
  /** Size of the body before it was cut to a limit; 0 when it was not. */
  readonly truncatedFrom: number;
  /** What is wrong with the input where the page lies, as its reader says it; missing where nothing is. */
  readonly damage?: string;
  /** Of an earlier collection that others are held against: it stands for whatever repeats it, and is never dropped. */
  readonly known?: true;
}

/** A page without its text: facts and gram set. */
export interface PageGrams {
  readonly facts: PageFacts;
  /** 64-bit hashes, ascending and distinct. Not to be changed: pages of one text may share the array. */
  readonly grams: BigUint64Array;
  /** Where `frequencies` are asked for. */
  readonly frequencies?: GramFrequencies;
}

/** A batch on its way to a worker: what shingling needs of each page. */
export interface ShingleRequest {
  readonly batch: number;
  readonly pages: Page[];
  readonly options: ShingleOptions;
}

/** A batch on its way back, in the order of the request. */
export interface ShingleReply {
  readonly batch: number;
  readonly pages: PageGrams[];
}

// A worker costs some 100 ms before its first page: small inputs are done sooner without any.
const START_WORKERS_AFTER_BYTES = 8 << 20;
const BATCH_BYTES = 512 << 10;
const BATCHES_PER_WORKER = 3;

/**
 * The gram sets of `pages`, in their order, whatever the number of threads.
 *
 * With `threads` above 1, worker threads share the work once the input proves large; at most three batches of
 * about half a megabyte wait at each, so that memory does not grow with the input. More than 256 count as 256.
 * Throws a RangeError unless `threads` is 1, 2, 3 ….
 */
export async function* shinglePages(
  pages: AsyncIterable<Page>,
  options: ShingleOptions,
  threads = 1,
): AsyncGenerator<PageGrams> {
  const workers = threadCount(threads);
  const file = workers > 1 ? workerFile('flow/shingle-worker.js') : undefined;
  const iterator = pages[Symbol.asyncIterator]();
  const shingle = pageShingler(options);
  const unread: AsyncIterable<Page> = { [Symbol.asyncIterator]: () => ({ next: () => iterator.next() }) };
  try {
    let bytes = 0;
    for await (const page of unread) {
      yield shingle(page);
      bytes += page.body.length;
      if (file && bytes >= START_WORKERS_AFTER_BYTES) {
        yield* shingleInWorkers(file, unread, options, workers);
        return;
      }
    }
  } finally {
    await iterator.return?.();
  }
}

/** Shingles page after page, in this thread; pages of one text, if not too far apart, share their arrays. */
export function pageShingler(options: ShingleOptions): (page: Page) => PageGrams {
  const texts = new RecentTexts<Omit<PageGrams, 'facts'>>();
  return (page) => {
    const read = readPage(page, options.extract);
    const { text } = read;
    return { facts: factsOf(page, read), ...texts.get(text, () => shingled(text, options)) };
  };
}

function shingled(text: string, options: ShingleOptions): Omit<PageGrams, 'facts'> {
  const grams = gramSet(text, options.gram, options.multiset);
  return options.frequencies === true
    ? { grams, frequencies: frequenciesOf(text, grams, options) }
    : { grams };
}

function factsOf(page: Page, { kind, text, names, canonical: stated }: PageText): PageFacts {
  const canonical = canonicalOf(page.url, stated);
  const named = isNamedByUrl(page.url, text, names);
  const message = named === false ? messageDigest(text, page.url) : undefined;
  return {
    id: page.id,
    url: page.url,
    fetchedAt: page.fetchedAt ?? '',
    kind,
    names: nameWords(names),
    ...(named !== undefined && { isNamedByUrl: named }),
    ...(message !== undefined && { message }),
    ...(canonical !== undefined && { canonical }),
    textLength: text.length,
    bodyLength: page.body.length,
    truncatedFrom: page.truncatedFrom ?? 0,
    ...(page.damage !== undefined && { damage: page.damage }),
  };
}

function frequenciesOf(
  text: string,
  grams: BigUint64Array,
  { gram = wordFourGrams, multiset = false }: ShingleOptions,
): NonNullable<PageGrams['frequencies']> {
  const words = countedGramSet(splitUnits(text, 'word'), 1);
  const counts = multiset
    ? new Uint32Array(grams.length).fill(1)
    : countedGramSet(splitUnits(text, gram.unit), gram.q).counts;
  return { counts, profile: textProfile(words.grams, words.counts) };
}

async function* shingleInWorkers(
  file: URL,
  pages: AsyncIterable<Page>,
  options: ShingleOptions,
  threads: number,
): AsyncGenerator<PageGrams> {
  const pool = new ShinglePool(file, threads, alone(options));
  try {
    const inFlight: Promise<PageGrams[]>[] = [];
    for await (const batch of batched(pages)) {
      inFlight.push(pool.shingle(batch));
      if (inFlight.length >= threads * BATCHES_PER_WORKER) yield* await inFlight.shift()!;
    }
    for (const reply of inFlight) yield* await reply;
  } finally {
    await pool.close();
  }
}

/** The options of shingling without others that came with them: a callback cannot be sent to a thread. */
function alone({
  extract = extractModes[0],
  gram = wordFourGrams,
  multiset = false,
  frequencies = false,
}: ShingleOptions): ShingleOptions {
  return { extract, gram, multiset, frequencies };
}

async function* batched(pages: AsyncIterable<Page>): AsyncGenerator<Page[]> {
  let batch: Page[] = [];
  let bytes = 0;
  for await (const page of pages) {
    batch.push(page);
    bytes += page.body.length;
    if (bytes >= BATCH_BYTES) {
      yield batch;
      batch = [];
      bytes = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

type Settle = { resolve(pages: PageGrams[]): void; reject(error: Error): void };

/** Worker threads that shingle batches; a batch goes to the worker with the fewest waiting. */
class ShinglePool {
  readonly #options: ShingleOptions;
  readonly #workers: { worker: Worker; waiting: Map<number, Settle> }[];
  #batches = 0;

  constructor(file: URL, threads: number, options: ShingleOptions) {
    this.#options = options;
    this.#workers = Array.from({ length: threads }, () => {
      const worker = new Worker(file);
      const waiting = new Map<number, Settle>();
      worker.on('message', ({ batch, pages }: ShingleReply) => {
        waiting.get(batch)?.resolve(pages);
        waiting.delete(batch);
      });
      const fail = (error: Error): void => {
        for (const { reject } of waiting.values()) reject(error);
        waiting.clear();
      };
      worker.on('error', fail);
      worker.on('exit', (code) =>
        fail(new Error(`shingling: expected the answer of a worker thread; got its end with code ${code}`)),
      );
      return { worker, waiting };
    });
  }

  shingle(pages: Page[]): Promise<PageGrams[]> {
    const { worker, waiting } = this.#workers.reduce((a, b) => (b.waiting.size < a.waiting.size ? b : a));
    const request = { batch: this.#batches++, pages: pages.map(withOwnBytes), options: this.#options };
    const reply = new Promise<PageGrams[]>((resolve, reject) => {
      waiting.set(request.batch, { resolve, reject });
    });
    // a rejection is met when the batch's turn comes; until then it must not count as unhandled
    reply.catch(() => {});
    worker.postMessage(request satisfies ShingleRequest);
    return reply;
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map(({ worker }) => worker.terminate()));
  }
}

/** A message copies the whole buffer behind a view: pages cut out of a large one must take only their own part. */
function withOwnBytes(page: Page): Page {
  const { body } = page;
  if (typeof body === 'string' || body.byteLength === body.buffer.byteLength) return page;
  return { ...page, body: new Uint8Array(body) };
}
