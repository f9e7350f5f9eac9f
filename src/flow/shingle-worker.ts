import { parentPort } from 'node:worker_threads';
import { sketchGrams } from '../store/layout/entries.ts';
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
  } else {
    // copied, not moved: the shingler may need the arrays again
    parentPort?.postMessage({
      ...{ batch, pages: pages.map((page) => completed(shingle!(page), options)) },
    } satisfies ShingleReply);
  }
});

/** With sketches, and without the text, where that is wanted: what comes back costs the other thread time. */
function completed(page: PageGrams, { sketches, keepsText }: WorkerOptions): PageGrams {
  const { read } = page;
  return {
    ...page,
    ...(sketches && { sketches: sketchGrams(page.grams) }),
    ...(read !== undefined && !keepsText && { read: { ...read, text: '' } }),
  };
}
