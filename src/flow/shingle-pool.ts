import { Worker } from 'node:worker_threads';
import { wordFourGrams } from '../grams/grams.ts';
import type { Page } from '../text/page.ts';
import type { PageGrams } from './page-grams.ts';
import { extractModes, type ShingleOptions } from './shingle-page.ts';

/** A batch on its way to a worker: what shingling needs of each page. */
export interface ShingleRequest {
  readonly batch: number;
  readonly pages: Page[];
  readonly options: WorkerOptions;
}

/** What a worker makes of pages. */
export interface WorkerOptions extends ShingleOptions {
  /** Whether it makes the sketches of an index, too; default false. */
  readonly sketches?: boolean;
  /** Where what was read comes beside the grams: whether the text does, too. Default true. */
  readonly keepsText?: boolean;
}

/** A batch on its way back, in the order of the request. */
export interface ShingleReply {
  readonly batch: number;
  readonly pages: PageGrams[];
}

type Settle = { resolve(pages: PageGrams[]): void; reject(error: Error): void };

interface PoolWorker {
  readonly worker: Worker;
  readonly waiting: Map<number, Settle>;
}

/**
 * Worker threads that shingle batches; a batch goes to the worker with the fewest waiting, to a new one while all that
 * there are have some and there may be more.
 *
 * While none of its batches waits, a worker does not keep the process alive.
 */
export class ShinglePool {
  readonly #file: URL;
  readonly #threads: number;
  readonly #options: WorkerOptions;
  readonly #workers: PoolWorker[] = [];
  #batches = 0;

  /**
   * @param file of the worker
   * @param threads at most
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
  shingle(pages: Page[]): Promise<PageGrams[]> {
    const chosen = this.#worker();
    const { worker, waiting } = chosen;
    const request = { batch: this.#batches++, pages: pages.map(withOwnBytes), options: this.#options };
    const bytes = request.pages.flatMap(({ body }) => (typeof body === 'string' ? [] : [body.buffer]));
    const reply = new Promise<PageGrams[]>((resolve, reject) => {
      waiting.set(request.batch, { resolve, reject });
    });
    // a rejection is met when the batch's turn comes; until then it must not count as unhandled
    reply.catch(() => {});
    worker.ref();
    worker.postMessage(request satisfies ShingleRequest, bytes as ArrayBuffer[]);
    return reply;
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
    const started = { worker, waiting };
    worker.on('message', ({ batch, pages }: ShingleReply) => {
      waiting.get(batch)?.resolve(pages);
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
}: WorkerOptions): WorkerOptions {
  return { extract, gram, multiset, frequencies, texts, sketches, keepsText };
}

/** A copy of its bytes alone, to be moved to a thread: a message that copied them would take ten times as long. */
function withOwnBytes(page: Page): Page {
  const { body } = page;
  return typeof body === 'string' ? page : { ...page, body: new Uint8Array(body) };
}
