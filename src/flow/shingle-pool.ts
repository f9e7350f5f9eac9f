import { Worker } from 'node:worker_threads';
import { wordFourGrams } from '../grams/grams.ts';
import type { Page } from '../text/page.ts';
import type { BlockSummary, PageBlock } from './page-block.ts';
import type { PageGrams } from './page-grams.ts';
import type { PageRecords } from './page-records.ts';
import { extractModes, type ShingleOptions } from './shingle-page.ts';

/** A batch for a worker: what shingling needs of each page, or a block to read pages from. */
export type ShingleRequest = { readonly batch: number; readonly options: WorkerOptions } & (
  | { readonly pages: Page[] }
  | { readonly block: SentBlock }
);

/** A block to read pages from, whose bytes belong to the request. */
type SentBlock = Pick<PageBlock, 'reader' | 'context'> & { readonly bytes: Uint8Array<ArrayBuffer> };

/** Options of a worker. */
export interface WorkerOptions extends ShingleOptions {
  /** Whether it returns pages as records of a journal; default false. */
  readonly records?: boolean;
  /** Whether it also makes the sketches of an index; default false. */
  readonly sketches?: boolean;
  /** With the option `texts`: whether the text itself is returned, too. Default true. */
  readonly keepsText?: boolean;
}

/** The answer to a request, in its order. */
export interface ShingleReply {
  readonly batch: number;
  readonly result: PageGrams[] | PageRecords | ShingledBlock | Uint8Array<ArrayBuffer>;
}

/** The pages of a block. */
export interface ShingledBlock {
  readonly pages: PageRecords;
  readonly summary: BlockSummary;
}

type Settle = { resolve(result: ShingleReply['result']): void; reject(error: Error): void };

interface PoolWorker {
  readonly worker: Worker;
  readonly waiting: Map<number, Settle>;
}

/**
 * Worker threads that shingle batches. A batch goes to the worker with the fewest waiting batches, or to a new worker
 * if all are busy and there may be more.
 *
 * A worker without waiting batches does not keep the process alive.
 */
export class ShinglePool<Reply extends PageGrams[] | PageRecords = PageGrams[]> {
  readonly #file: URL;
  readonly #threads: number;
  readonly #options: WorkerOptions;
  readonly #workers: PoolWorker[] = [];
  #batches = 0;
  #isClosed = false;

  /**
   * @param file of the worker
   * @param threads most workers
   * @param options their `records` determine the type of replies
   */
  constructor(file: URL, threads: number, options: WorkerOptions) {
    this.#file = file;
    this.#threads = threads;
    this.#options = alone(options);
  }

  /** Number of batches sent and not yet answered. */
  get waiting(): number {
    return this.#workers.reduce((sum, { waiting }) => sum + waiting.size, 0);
  }

  /** The pages' grams and facts. @throws Error if the worker ends before it answers; another then replaces it */
  shingle(pages: Page[]): Promise<Reply> {
    const { pages: sent, bytes } = inOneBuffer(pages);
    return this.#send({ pages: sent }, bytes) as Promise<Reply>;
  }

  /** Shingles the pages of a block into records; if the block is not plain, returns a copy of its bytes. */
  shingleBlock({ bytes: own, reader, context }: PageBlock): Promise<ShingledBlock | Uint8Array> {
    const bytes = new Uint8Array(own);
    const sent = { block: { bytes, reader, context } };
    return this.#send(sent, bytes.buffer) as Promise<ShingledBlock | Uint8Array>;
  }

  #send(
    asked: { readonly pages: Page[] } | { readonly block: SentBlock },
    moved: ArrayBuffer,
  ): Promise<ShingleReply['result']> {
    const { worker, waiting } = this.#worker();
    const batch = this.#batches++;
    const reply = new Promise<ShingleReply['result']>((resolve, reject) => {
      waiting.set(batch, { resolve, reject });
    });
    // a rejection is handled when the batch's turn comes; until then it must not count as unhandled
    reply.catch(() => {});
    worker.ref();
    worker.postMessage({ ...asked, batch, options: this.#options } satisfies ShingleRequest, [moved]);
    return reply;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#workers.map(({ worker }) => worker.terminate()));
  }

  #worker(): PoolWorker {
    const idlest = this.#workers.reduce<PoolWorker | undefined>(
      (a, b) => (a === undefined || b.waiting.size < a.waiting.size ? b : a),
      undefined,
    );
    if (idlest === undefined || (idlest.waiting.size > 0 && this.#workers.length < this.#threads)) {
      return this.#start();
    }
    return idlest;
  }

  #start(): PoolWorker {
    // Node's command line options may be meant for the main program alone
    const worker = new Worker(this.#file, { execArgv: [] });
    const waiting = new Map<number, Settle>();
    const started: PoolWorker = { worker, waiting };
    worker.on('message', ({ batch, result }: ShingleReply) => {
      waiting.get(batch)?.resolve(result);
      waiting.delete(batch);
      // while it is being ended its end is waited for: a process with nothing else to do would end before it, with code 13
      if (waiting.size === 0 && !this.#isClosed) worker.unref();
    });
    const fail = (error: Error): void => {
      const at = this.#workers.indexOf(started);
      if (at >= 0) this.#workers.splice(at, 1);
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    worker.on('error', fail);
    worker.on('exit', (code) =>
      fail(new Error(`shingling: expected the answer of a worker thread; got its end with code ${code}`)),
    );
    this.#workers.push(started);
    return started;
  }
}

/** Only the options of shingling: others may be callbacks, which cannot be sent to a thread. */
function alone({
  extract = extractModes[0],
  gram = wordFourGrams,
  multiset = false,
  frequencies = false,
  texts = false,
  boundaries = true,
  sketches = false,
  keepsText = true,
  records = false,
}: WorkerOptions): WorkerOptions {
  return { extract, gram, multiset, frequencies, texts, boundaries, sketches, keepsText, records };
}

/**
 * Copies the bytes of pages into one buffer, which a message can move. Otherwise a message copies them twice, when sent
 * and when received, and for a view it copies the whole underlying buffer. The caller keeps its own bytes.
 */
function inOneBuffer(pages: readonly Page[]): { readonly pages: Page[]; readonly bytes: ArrayBuffer } {
  const isBytes = ({ body }: Page) => typeof body !== 'string';
  const all = new Uint8Array(pages.reduce((sum, page) => sum + (isBytes(page) ? page.body.length : 0), 0));
  let at = 0;
  const moved = pages.map((page): Page => {
    const { body } = page;
    if (typeof body === 'string') return alonePage(page, body);
    const own = all.subarray(at, at + body.length);
    own.set(body);
    at += body.length;
    return alonePage(page, own);
  });
  return { pages: moved, bytes: all.buffer };
}

/** Only the fields of a page: a caller's object may have others, which cannot be sent to a thread, and have these from its class. */
function alonePage(
  { id, url, contentType, fetchedAt, truncatedFrom, damage }: Page,
  body: Page['body'],
): Page {
  return {
    ...{ id, url, body },
    ...(contentType !== undefined && { contentType }),
    ...(fetchedAt !== undefined && { fetchedAt }),
    ...(truncatedFrom !== undefined && { truncatedFrom }),
    ...(damage !== undefined && { damage }),
  };
}
