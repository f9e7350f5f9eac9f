import { setImmediate as nextTurn } from 'node:timers/promises';
import { threadCount } from '../join/threads.ts';
import type { Page } from '../text/page.ts';
import { workerFile } from '../worker-file.ts';
import { type BlockSummary, isBlock, type PageBlock, type PageInput } from './page-block.ts';
import { type PageGrams, pageShingler, type Shingler } from './page-grams.ts';
import { areMany, areRecords, type PageRecords, pagesOfRecords, type ShingledPages } from './page-records.ts';
import type { ShingleOptions } from './shingle-page.ts';
import { type ShingledBlock, ShinglePool } from './shingle-pool.ts';

/**
 * A worker costs some 60 ms of another core before its first page: after so many bytes, less than a first block, the input is taken for
 * no tiny one.
 */
const START_WORKER_AFTER_BYTES = 128 << 10;
/** Text of so many bytes takes as long: until then pages are done sooner here than by a worker that is not there yet. */
const AWAIT_WORKERS_AFTER_BYTES = 2 << 20;
const BATCH_BYTES = 512 << 10;
/** Batches that wait at a worker: with two it ran dry while this thread shingled one of its own, and had two fifths of the work. */
const BATCHES_PER_WORKER = 6;
/** Batches of all threads whose turn has not come: one with a large page must not hold up the others. */
const BATCHES_PER_THREAD = 6;

/**
 * The gram sets of `pages`, in their order, whatever the number of threads.
 *
 * With `threads` above 1, so many but one worker threads share the work with this one where the input is no small one; at most
 * six batches of about half a megabyte for each thread are under way, so that memory does not grow with the input. More than 256
 * count as 256. Throws a RangeError unless `threads` is 1, 2, 3 ….
 */
export async function* shinglePages(
  pages: AsyncIterable<Page>,
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
 * {@link shinglePages}, in which pages that a worker has shingled come as records for a `Journal`, and blocks may stand for
 * their pages. Those of a block come together: one by one through all that asks for them they took a tenth of the reading of news.
 */
export async function* shingleRecords(
  pages: AsyncIterable<PageInput>,
  options: ShingleOptions,
  threads = 1,
): AsyncGenerator<ShingledPages> {
  const workers = threadCount(threads);
  const file = workers > 1 ? workerFile('flow/shingle-worker.js') : undefined;
  const shingle = pageShingler(options);
  let pool: ShinglePool<PageRecords> | undefined;
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
          pool.start();
        }
        if (isBlock(each)) yield* ofBlock(each, await shingledHere(each, shingle), shingled);
        else yield shingle(each);
        if (pool && (pool.isReady || bytes >= AWAIT_WORKERS_AFTER_BYTES)) {
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
 * Batches go to the workers while these have room, and are shingled here while they have none: this thread has compiled
 * its code already, and what it reads and keeps besides is different for every input.
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
      // Without a turn of the event loop nobody would hear what workers have answered.
      await nextTurn();
    }
    while (queue[0]?.isDone) yield* queue.shift()!.pages();
    if (queue.length >= (workers + 1) * BATCHES_PER_THREAD) yield* queue.shift()!.pages();
  }
  for (const each of queue) yield* each.pages();
}

/** A batch whose turn has not come. */
interface Batch {
  /** Whether its pages are there. */
  readonly isDone: boolean;
  /** Its pages; to be asked for when its turn comes. */
  pages(): AsyncIterable<ShingledPages>;
}

/** Shingles pages that a block gives when it is not plain. */
type Again = (pages: AsyncIterable<Page>) => AsyncIterable<ShingledPages>;

/** The pages of a block, as they were shingled, where it was plain. */
type Shingled =
  | { readonly pages: readonly PageGrams[] | PageRecords; readonly summary: BlockSummary }
  | undefined;

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
  return summary && { pages, summary };
}

/** What a block gives when its turn comes. */
async function* ofBlock(block: PageBlock, read: Shingled, again: Again): AsyncGenerator<ShingledPages> {
  const ids = read && block.accept(read.summary);
  if (read === undefined || ids === undefined) {
    yield* again(block.pages());
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
      else {
        const block = result as ShingledBlock | undefined;
        yield* ofBlock(batch, block && { pages: block.records, summary: block.summary }, again);
      }
    },
  };
  // where it fails, that is met when its turn comes
  reply.then(
    () => {
      waiting.isDone = true;
    },
    () => {},
  );
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
