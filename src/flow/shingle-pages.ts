import { threadCount } from '../join/threads.ts';
import type { Page } from '../text/page.ts';
import { workerFile } from '../worker-file.ts';
import { type PageGrams, pageShingler } from './page-grams.ts';
import type { ShingleOptions } from './shingle-page.ts';
import { ShinglePool } from './shingle-pool.ts';

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

async function* shingleInWorkers(
  file: URL,
  pages: AsyncIterable<Page>,
  options: ShingleOptions,
  threads: number,
): AsyncGenerator<PageGrams> {
  const pool = new ShinglePool(file, threads, options);
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
