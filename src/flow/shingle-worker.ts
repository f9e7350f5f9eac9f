import { parentPort } from 'node:worker_threads';
import { withStored } from '../store/layout/entries.ts';
import { letGo } from './let-go.ts';
import type { ReadBlock } from './page-block.ts';
import { type PageGrams, pageShingler, type Shingler } from './page-grams.ts';
import { buffersOf, recordsOfPages } from './page-records.ts';
import type { ShingleReply, ShingleRequest, WorkerOptions } from './shingle-pool.ts';

let shingle: Shingler | undefined;
const readers = new Map<string, Promise<{ readonly readBlock: ReadBlock }>>();

/** What came before is done: of blocks that are read in turns, all would be held at once. */
let done: Promise<void> = Promise.resolve();

/**
 * The worker's side of `shinglePages`: a batch of pages in, or a block that has some, their gram sets out. All batches have the
 * same options.
 */
parentPort?.on('message', (request: ShingleRequest) => {
  // a failure ends the thread
  done = done.then(() => shingled(request));
});

async function shingled(request: ShingleRequest): Promise<void> {
  const { batch, options } = request;
  shingle ??= pageShingler(options);
  if ('block' in request) {
    const { bytes, reader, context } = request.block;
    if (!readers.has(reader)) readers.set(reader, import(reader));
    const { readBlock } = await readers.get(reader)!;
    const pages: PageGrams[] = [];
    const take = (page: PageGrams) => pages.push(page);
    const whole = shingle;
    const summary = await readBlock(bytes, context, (page) => take(whole(page)), whole.json(take));
    if (summary === undefined) {
      answer({ batch, result: bytes }, [bytes.buffer]);
      return;
    }
    letGo([bytes.buffer]);
    const records = recordsOfPages(pages);
    answer({ batch, result: { pages: records, summary } }, buffersOf(records));
  } else if (options.records) {
    const records = recordsOfPages(request.pages.map(shingle));
    answer({ batch, result: records }, buffersOf(records));
  } else {
    const read = request.pages.map((page) => completed(shingle!(page), options));
    // what was made for an index is moved; the rest copied, as the shingler may need the arrays again
    const moved = read.flatMap(({ grams, sketches }) => (sketches ? [grams.buffer as ArrayBuffer] : []));
    answer({ batch, result: read }, moved);
  }
}

function answer(reply: ShingleReply, moved: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(reply, moved);
}

/** With sketches, and without the text, where that is wanted: what comes back costs the other thread time. */
function completed(page: PageGrams, { sketches, keepsText }: WorkerOptions): PageGrams {
  const { read } = page;
  return {
    ...page,
    ...(sketches && withStored(page.grams)),
    ...(read !== undefined && !keepsText && { read: { ...read, text: '' } }),
  };
}
