import { parentPort } from 'node:worker_threads';
import { gramsOf, type ShingleReply, type ShingleRequest } from './shingle-pages.ts';

/** The worker's side of `shinglePages`: a batch of pages in, their gram sets out. */
parentPort?.on('message', ({ batch, pages, options }: ShingleRequest) => {
  const reply: ShingleReply = { batch, pages: pages.map((page) => gramsOf(page, options)) };
  const buffers = new Set(reply.pages.map(({ grams }) => grams.buffer as ArrayBuffer));
  parentPort?.postMessage(reply, [...buffers]);
});
