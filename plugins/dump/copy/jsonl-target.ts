import { createGzip, type Gzip } from 'node:zlib';
import { decode } from '../../../src/flow/index.ts';
import type { Page } from '../../../src/index.ts';
import type { CopyTarget } from './target.ts';

/** Where bytes go: a file that appears whole, or standard output. */
interface ByteSink {
  write(bytes: Buffer): Promise<void>;
  finish(): Promise<void>;
  abort(): Promise<void>;
  readonly size: number;
}

const LINE_END = Buffer.from('\n');

/** JSONL: lines of the input as they were, and of other pages an object with `id`, `url`, `date` and `html` or `text`. */
export class JsonlTarget implements CopyTarget {
  readonly #sink: ByteSink;
  readonly #packer: Gzip | undefined;
  readonly #packed: Promise<void> | undefined;

  constructor(sink: ByteSink, gzip: boolean) {
    this.#sink = sink;
    if (!gzip) return;
    const packer = createGzip();
    this.#packer = packer;
    this.#packed = (async () => {
      for await (const piece of packer) await sink.write(piece);
    })();
    // told when it is awaited
    this.#packed.catch(() => {});
  }

  record(): Promise<void> {
    throw new Error('expected a line or a page; got a record');
  }

  async line(bytes: Buffer): Promise<void> {
    const line = Buffer.concat([bytes, LINE_END]);
    if (this.#packer === undefined) await this.#sink.write(line);
    else if (!this.#packer.write(line)) {
      await new Promise((resolve) => this.#packer!.once('drain', resolve));
    }
  }

  async page({ id, url, body, contentType, fetchedAt }: Page): Promise<void> {
    const isText = /^\s*text\/plain/i.test(contentType ?? '');
    const content = typeof body === 'string' ? body : decode(body, contentType).text;
    const date = fetchedAt === undefined ? {} : { date: fetchedAt };
    await this.line(
      Buffer.from(
        JSON.stringify({ id, ...(url === '' ? {} : { url }), ...date, [isText ? 'text' : 'html']: content }),
      ),
    );
  }

  async finish(): Promise<number> {
    this.#packer?.end();
    await this.#packed;
    await this.#sink.finish();
    return this.#sink.size;
  }

  async abort(): Promise<void> {
    this.#packer?.destroy();
    await this.#packed?.catch(() => {});
    await this.#sink.abort();
  }
}

/** Standard output, as fast as it is read. */
export function standardOutput(): ByteSink {
  let size = 0;
  return {
    async write(bytes) {
      size += bytes.length;
      if (!process.stdout.write(bytes)) await new Promise((resolve) => process.stdout.once('drain', resolve));
    },
    async finish() {},
    async abort() {},
    get size() {
      return size;
    },
  };
}
