import { setImmediate as nextTurn } from 'node:timers/promises';
import { threadCount } from '../join/threads.ts';
import type { Page } from '../text/page.ts';
import { workerFile } from '../worker-file.ts';
import { type PageGrams, pageShingler } from './page-grams.ts';
import { type PageRecords, pagesOfRecords } from './page-records.ts';
import type { ShingleOptions } from './shingle-page.ts';
import { ShinglePool } from './shingle-pool.ts';

// A worker costs some 100 ms before its first page: small inputs are done sooner without any.
const START_WORKERS_AFTER_BYTES = 8 << 20;
const BATCH_BYTES = 512 << 10;
/** Batches that wait at a worker: with two it ran dry while this thread shingled one of its own, and had two fifths of the work. */
const BATCHES_PER_WORKER = 6;
/** Batches of all threads whose turn has not come: one with a large page must not hold up the others. */
const BATCHES_PER_THREAD = 6;

/**
 * The gram sets of `pages`, in their order, whatever the number of threads.
 *
 * With `threads` above 1, so many but one worker threads share the work with this one once the input proves large; at most
 * six batches of about half a megabyte for each thread are under way, so that memory does not grow with the input. More than 256
 * count as 256. Throws a RangeError unless `threads` is 1, 2, 3 ….
 */
export async function* shinglePages(
  pages: AsyncIterable<Page>,
  options: ShingleOptions,
  threads = 1,
): AsyncGenerator<PageGrams> {
  for await (const each of shingleRecords(pages, options, threads)) {
    if ('starts' in each) yield* pagesOfRecords(each);
    else yield each;
  }
}

/** {@link shinglePages}, in which pages that a worker has shingled come as records for a `Journal`. */
export async function* shingleRecords(
  pages: AsyncIterable<Page>,
  options: ShingleOptions,
  threads = 1,
): AsyncGenerator<PageGrams | PageRecords> {
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
        yield* shingleTogether(file, unread, options, workers - 1, shingle);
        return;
      }
    }
  } finally {
    await iterator.return?.();
  }
}

/**
 * Batches go to the workers while these have room, and are shingled here while they have none: this thread has compiled
 * its code already, and what it reads and keeps besides is different for every input.
 */
async function* shingleTogether(
  file: URL,
  pages: AsyncIterable<Page>,
  options: ShingleOptions,
  workers: number,
  shingle: (page: Page) => PageGrams,
): AsyncGenerator<PageGrams | PageRecords> {
  const pool = new ShinglePool<PageRecords>(file, workers, { ...options, records: true });
  try {
    const queue: Batch[] = [];
    for await (const batch of batched(pages)) {
      if (pool.waiting < workers * BATCHES_PER_WORKER) queue.push(inTurn(pool.shingle(batch)));
      else {
        queue.push({ done: batch.map(shingle) });
        // Without a turn of the event loop nobody would hear what workers have answered.
        await nextTurn();
      }
      while (queue[0]?.done !== undefined) yield* queue.shift()!.done!;
      if (queue.length >= (workers + 1) * BATCHES_PER_THREAD) yield await queue.shift()!.reply!;
    }
    for (const { done, reply } of queue) yield* done ?? [await reply!];
  } finally {
    await pool.close();
  }
}

/** A batch whose turn has not come: its pages once they are there, else the reply that will bring them. */
interface Batch {
  done?: readonly (PageGrams | PageRecords)[];
  readonly reply?: Promise<PageRecords>;
}

function inTurn(reply: Promise<PageRecords>): Batch {
  const batch: Batch = { reply };
  // where it fails, that is met when its turn comes
  reply.then(
    (records) => {
      batch.done = [records];
    },
    () => {},
  );
  return batch;
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
