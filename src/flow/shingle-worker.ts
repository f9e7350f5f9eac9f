import { parentPort } from 'node:worker_threads';
import type { Page } from '../text/page.ts';
import { type PageGrams, pageShingler } from './page-grams.ts';
import type { ShingleReply, ShingleRequest } from './shingle-pool.ts';

let shingle: ((page: Page) => PageGrams) | undefined;

/** The worker's side of `shinglePages`: a batch of pages in, their gram sets out. All batches have the same options. */
parentPort?.on('message', ({ batch, pages, options }: ShingleRequest) => {
  shingle ??= pageShingler(options);
  const reply: ShingleReply = { batch, pages: pages.map(shingle) };
  // copied, not moved: the shingler may need the arrays again
  parentPort?.postMessage(reply);
});
