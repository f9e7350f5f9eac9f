import { parentPort } from 'node:worker_threads';
import { withStored } from '../store/layout/entries.ts';
import type { Page } from '../text/page.ts';
import { type PageGrams, pageShingler } from './page-grams.ts';
import { buffersOf, recordsOfPages } from './page-records.ts';
import type { ShingleReply, ShingleRequest, WorkerOptions } from './shingle-pool.ts';

let shingle: ((page: Page) => PageGrams) | undefined;

/** The worker's side of `shinglePages`: a batch of pages in, their gram sets out. All batches have the same options. */
parentPort?.on('message', ({ batch, pages, options }: ShingleRequest) => {
  shingle ??= pageShingler(options);
  if (options.records) {
    const records = recordsOfPages(pages.map(shingle));
    parentPort?.postMessage({ batch, pages: records } satisfies ShingleReply, buffersOf(records));
    return;
  }
  const read = pages.map((page) => completed(shingle!(page), options));
  // what was made for an index is moved; the rest copied, as the shingler may need the arrays again
  const moved = read.flatMap(({ grams, sketches }) => (sketches ? [grams.buffer as ArrayBuffer] : []));
  parentPort?.postMessage({ batch, pages: read } satisfies ShingleReply, moved);
});

/** With sketches, and without the text, where that is wanted: what comes back costs the other thread time. */
function completed(page: PageGrams, { sketches, keepsText }: WorkerOptions): PageGrams {
  const { read } = page;
  return {
    ...page,
    ...(sketches && withStored(page.grams)),
    ...(read !== undefined && !keepsText && { read: { ...read, text: '' } }),
  };
}
