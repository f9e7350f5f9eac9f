import { Worker } from 'node:worker_threads';
import { wordFourGrams } from '../grams/grams.ts';
import type { Page } from '../text/page.ts';
import type { BlockSummary, PageBlock } from './page-block.ts';
import type { PageGrams } from './page-grams.ts';
import type { PageRecords } from './page-records.ts';
import { extractModes, type ShingleOptions } from './shingle-page.ts';

/** A batch on its way to a worker: what shingling needs of each page, or what pages are to be made of. */
export type ShingleRequest = { readonly batch: number; readonly options: WorkerOptions } & (
  | { readonly pages: Page[] }
  | { readonly block: Pick<PageBlock, 'bytes' | 'reader' | 'context'> }
);

/** What a worker makes of pages. */
export interface WorkerOptions extends ShingleOptions {
  /** Whether pages come back as records of a journal; default false. */
  readonly records?: boolean;
  /** Whether it makes the sketches of an index, too; default false. */
  readonly sketches?: boolean;
  /** Where what was read comes beside the grams: whether the text does, too. Default true. */
  readonly keepsText?: boolean;
}

/** A batch on its way back, in the order of the request. */
export interface ShingleReply {
  readonly batch: number;
  readonly result: PageGrams[] | PageRecords | ShingledBlock | undefined;
}

/** The pages of a block. */
export interface ShingledBlock {
  readonly records: PageRecords;
  readonly summary: BlockSummary;
}

type Settle = { resolve(result: ShingleReply['result']): void; reject(error: Error): void };

interface PoolWorker {
  readonly worker: Worker;
  readonly waiting: Map<number, Settle>;
  isOnline: boolean;
}

/**
 * Worker threads that shingle batches; a batch goes to the worker with the fewest waiting, to a new one while all that
 * there are have some and there may be more.
 *
 * While none of its batches waits, a worker does not keep the process alive.
 */
export class ShinglePool<Reply extends PageGrams[] | PageRecords = PageGrams[]> {
  readonly #file: URL;
  readonly #threads: number;
  readonly #options: WorkerOptions;
  readonly #workers: PoolWorker[] = [];
  #batches = 0;

  /**
   * @param file of the worker
   * @param threads at most
   * @param options whose `records` say which replies come
   */
  constructor(file: URL, threads: number, options: WorkerOptions) {
    this.#file = file;
    this.#threads = threads;
    this.#options = alone(options);
  }

  /** Batches that have gone out and not come back. */
  get waiting(): number {
    return this.#workers.reduce((sum, { waiting }) => sum + waiting.size, 0);
  }

  /** The pages' grams and facts. @throws Error when the worker ends before it answers; another takes its place */
  shingle(pages: Page[]): Promise<Reply> {
    const { pages: sent, bytes } = inOneBuffer(pages);
    return this.#send({ pages: sent }, bytes) as Promise<Reply>;
  }

  /** The same of the pages of a block, as records; `undefined` where it is not plain. */
  shingleBlock({ bytes: own, reader, context }: PageBlock): Promise<ShingledBlock | undefined> {
    const bytes = new Uint8Array(own);
    const sent = { block: { bytes, reader, context } };
    return this.#send(sent, bytes.buffer) as Promise<ShingledBlock | undefined>;
  }

  #send(
    asked: { readonly pages: Page[] } | { readonly block: Pick<PageBlock, 'bytes' | 'reader' | 'context'> },
    moved: ArrayBuffer,
  ): Promise<ShingleReply['result']> {
    const { worker, waiting } = this.#worker();
    const batch = this.#batches++;
    const reply = new Promise<ShingleReply['result']>((resolve, reject) => {
      waiting.set(batch, { resolve, reject });
    });
    // a rejection is met when the batch's turn comes; until then it must not count as unhandled
    reply.catch(() => {});
    worker.ref();
    worker.postMessage({ ...asked, batch, options: this.#options } satisfies ShingleRequest, [moved]);
    return reply;
  }

  /** Starts a first worker: so much earlier will it be ready. */
  start(): void {
    if (this.#workers.length === 0) this.#start();
  }

  /** Whether a worker is there that has started. */
  get isReady(): boolean {
    return this.#workers.some(({ isOnline }) => isOnline);
  }

  async close(): Promise<void> {
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
    // what Node was started with may be for its main program alone
    const worker = new Worker(this.#file, { execArgv: [] });
    const waiting = new Map<number, Settle>();
    const started: PoolWorker = { worker, waiting, isOnline: false };
    worker.once('online', () => {
      started.isOnline = true;
    });
    worker.on('message', ({ batch, result }: ShingleReply) => {
      waiting.get(batch)?.resolve(result);
      waiting.delete(batch);
      if (waiting.size === 0) worker.unref();
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

/** The options of shingling without others that came with them: a callback cannot be sent to a thread. */
function alone({
  extract = extractModes[0],
  gram = wordFourGrams,
  multiset = false,
  frequencies = false,
  texts = false,
  sketches = false,
  keepsText = true,
  records = false,
}: WorkerOptions): WorkerOptions {
  return { extract, gram, multiset, frequencies, texts, sketches, keepsText, records };
}

/**
 * Pages whose bytes are copied into one buffer, which a message moves: what it does not move it copies twice, on its way
 * out and in, and of a view all that lies behind it. The caller's own bytes stay with the caller.
 */
function inOneBuffer(pages: readonly Page[]): { readonly pages: Page[]; readonly bytes: ArrayBuffer } {
  const isBytes = ({ body }: Page) => typeof body !== 'string';
  const all = new Uint8Array(pages.reduce((sum, page) => sum + (isBytes(page) ? page.body.length : 0), 0));
  let at = 0;
  const moved = pages.map((page): Page => {
    const { body } = page;
    if (typeof body === 'string') return page;
    const own = all.subarray(at, at + body.length);
    own.set(body);
    at += body.length;
    return { ...page, body: own };
  });
  return { pages: moved, bytes: all.buffer };
}
