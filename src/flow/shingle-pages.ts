import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkAsyncSeries, checkOptions } from '../argument-checks.ts';
import { threadCount } from '../join/threads.ts';
import type { Page } from '../text/page.ts';
import { workerFile } from '../worker-file.ts';
import { type BlockSummary, isBlock, type PageBlock, type PageInput } from './page-block.ts';
import { type PageGrams, pageShingler, type Shingler } from './page-grams.ts';
import { areMany, areRecords, type PageRecords, pagesOfRecords, type ShingledPages } from './page-records.ts';
import type { ShingleOptions } from './shingle-page.ts';
import { type ShingledBlock, ShinglePool } from './shingle-pool.ts';

/**
 * Workers are started after this many bytes, less than a first block: a worker costs some 60 ms of another core before
 * its first page, which is not worth it for a tiny input.
 */
const START_WORKER_AFTER_BYTES = 128 << 10;
const BATCH_BYTES = 512 << 10;
/**
 * Batches that wait at a worker. With two it ran out of work while this thread shingled a batch, and did only 40 % of
 * the work.
 */
const BATCHES_PER_WORKER = 6;
/**
 * Batches under way per thread: a batch with a large page, or a worker that has yet to compile its code, must not hold up the others.
 * Most of them are done. With six, this thread waited for the first answer, 25 to 70 ms.
 */
const BATCHES_PER_THREAD = 16;

/**
 * The gram sets of `pages`, in their order, for any number of threads. The input may have blocks of pages.
 *
 * If the input is not small, `threads` − 1 worker threads share the work with this one. At most sixteen batches of about
 * half a megabyte per thread are under way, most of them done, so that memory does not grow with the input. More than 256 threads count as
 * 256.
 *
 * @throws RangeError unless `threads` is 1, 2, 3 …
 */
export async function* shinglePages(
  pages: AsyncIterable<PageInput>,
  options: ShingleOptions,
  threads = 1,
): AsyncGenerator<PageGrams> {
  for await (const each of shingleRecords(pages, options, threads)) {
    if (areRecords(each)) yield* pagesOfRecords(each);
    else if (areMany(each)) yield* each;
    else yield each;
  }
}

/**
 * Like {@link shinglePages}, but pages shingled by a worker come as records for a `Journal`. The pages of a block come
 * together: passing them on one by one took a tenth of the time of reading news.
 */
export async function* shingleRecords(
  pages: AsyncIterable<PageInput>,
  options: ShingleOptions,
  threads = 1,
): AsyncGenerator<ShingledPages> {
  checkAsyncSeries('shinglePages', 'pages to await one by one, such as those of readPages', pages);
  checkOptions('shinglePages', options);
  const workers = threadCount(threads);
  const file = workers > 1 ? workerFile('flow/shingle-worker.js') : undefined;
  const shingle = pageShingler(options);
  let pool: ShinglePool<PageRecords> | undefined;
  /** Whether a first worker has answered. */
  let isReady = false;
  let bytes = 0;
  async function* shingled(input: AsyncIterable<PageInput>): AsyncGenerator<ShingledPages> {
    const iterator = input[Symbol.asyncIterator]();
    const unread: AsyncIterable<PageInput> = {
      [Symbol.asyncIterator]: () => ({ next: () => iterator.next() }),
    };
    try {
      for await (const each of unread) {
        if (each === 'after blocks') continue;
        bytes += lengthOf(each);
        if (file && pool === undefined && bytes >= START_WORKER_AFTER_BYTES) {
          pool = new ShinglePool<PageRecords>(file, workers - 1, { ...options, records: true });
          const ready = (): void => {
            isReady = true;
          };
          // a failure comes again with the first batch
          pool.shingle([]).then(ready, ready);
        }
        if (isBlock(each)) yield* ofBlock(each, await shingledHere(each, shingle), shingled);
        else yield shingle(each);
        // until then this thread is faster, and learns of it in a turn of the event loop
        if (pool && !isReady) await nextTurn();
        if (pool && isReady) {
          yield* shingleTogether(pool, unread, workers - 1, shingle);
          return;
        }
      }
    } finally {
      await iterator.return?.();
    }
  }
  try {
    yield* shingled(pages);
  } finally {
    await pool?.close();
  }
}

/**
 * Batches go to the workers while these have room; otherwise this thread shingles them. Its code is already compiled,
 * and how much time its other work leaves differs from input to input.
 */
async function* shingleTogether(
  pool: ShinglePool<PageRecords>,
  pages: AsyncIterable<PageInput>,
  workers: number,
  shingle: Shingler,
): AsyncGenerator<ShingledPages> {
  const queue: Batch[] = [];
  const again = (given: AsyncIterable<Page>) => shingleTogether(pool, given, workers, shingle);
  for await (const batch of batched(pages)) {
    if (batch === 'after blocks') {
      for (const each of queue.splice(0)) yield* each.pages();
    } else if (pool.waiting < workers * BATCHES_PER_WORKER) queue.push(sent(batch, pool, again));
    else {
      queue.push(await doneHere(batch, shingle, again));
      // Without a turn of the event loop, the answers of workers would not arrive.
      await nextTurn();
    }
    while (queue[0]?.isDone) yield* queue.shift()!.pages();
    if (queue.length >= (workers + 1) * BATCHES_PER_THREAD) yield* queue.shift()!.pages();
  }
  for (const each of queue) yield* each.pages();
}

/** A batch whose turn has not come. */
interface Batch {
  /** Whether its pages are there, or have failed. */
  readonly isDone: boolean;
  /** Its pages. Called when its turn comes. */
  pages(): AsyncIterable<ShingledPages>;
}

/** Shingles the pages of a block that is not plain. */
type Again = (pages: AsyncIterable<Page>) => AsyncIterable<ShingledPages>;

/** The shingled pages of a block, or a copy of its bytes if it is not plain. */
type Shingled =
  | { readonly pages: readonly PageGrams[] | PageRecords; readonly summary: BlockSummary }
  | Uint8Array;

async function doneHere(batch: Page[] | PageBlock, shingle: Shingler, again: Again): Promise<Batch> {
  if (Array.isArray(batch)) {
    const pages = batch.map((page) => shingle(page));
    return {
      isDone: true,
      async *pages() {
        yield pages;
      },
    };
  }
  const read = await shingledHere(batch, shingle);
  return { isDone: true, pages: () => ofBlock(batch, read, again) };
}

async function shingledHere(block: PageBlock, shingle: Shingler): Promise<Shingled> {
  const pages: PageGrams[] = [];
  const take = (page: PageGrams) => pages.push(page);
  const summary = await block.read((page) => take(shingle(page)), shingle.json(take));
  return summary === undefined ? new Uint8Array(block.bytes) : { pages, summary };
}

/** The shingled pages of a block whose turn has come. */
async function* ofBlock(block: PageBlock, read: Shingled, again: Again): AsyncGenerator<ShingledPages> {
  if (!('summary' in read)) {
    yield* again(block.pages(read));
    return;
  }
  const ids = block.accept(read.summary);
  if (ids === undefined) {
    // the bytes of such a block are in its file
    yield* again(block.pages(block.bytes));
    return;
  }
  const { pages } = read;
  if (ids.size === 0) {
    yield pages;
    return;
  }
  let place = 0;
  for (const page of areRecords(pages) ? pagesOfRecords(pages) : pages) {
    const id = ids.get(place++);
    yield id === undefined ? page : { ...page, facts: { ...page.facts, id } };
  }
}

function sent(batch: Page[] | PageBlock, pool: ShinglePool<PageRecords>, again: Again): Batch {
  const reply = Array.isArray(batch) ? pool.shingle(batch) : pool.shingleBlock(batch);
  const waiting = {
    isDone: false,
    async *pages() {
      const result = await reply;
      if (Array.isArray(batch)) yield result as PageRecords;
      else yield* ofBlock(batch, result as ShingledBlock | Uint8Array, again);
    },
  };
  const done = (): void => {
    waiting.isDone = true;
  };
  // a failure is handled when its turn comes
  reply.then(done, done);
  return waiting;
}

async function* batched(input: AsyncIterable<PageInput>): AsyncGenerator<Page[] | Exclude<PageInput, Page>> {
  let batch: Page[] = [];
  let bytes = 0;
  for await (const each of input) {
    const isPage = each !== 'after blocks' && !isBlock(each);
    if (isPage) {
      batch.push(each);
      bytes += lengthOf(each);
    }
    if (batch.length > 0 && (!isPage || bytes >= BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    if (!isPage) yield each;
  }
  if (batch.length > 0) yield batch;
}

function lengthOf(each: Page | PageBlock): number {
  return isBlock(each) ? each.size : each.body.length;
}
