import type { Page } from '../../../src/index.ts';
import type { ByteSink } from './byte-sink.ts';
import { pageFields } from './page-fields.ts';
import type { CopyTarget } from './target.ts';

const LINE_END = Buffer.from('\n');

/** JSONL: lines of the input as they were, and of other pages an object with `id`, `url`, `date` and `html` or `text`. */
export class JsonlTarget implements CopyTarget {
  readonly #sink: ByteSink;

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  record(): Promise<void> {
    throw new Error('expected a line or a page; got a record');
  }

  line(bytes: Buffer): Promise<void> {
    return this.#sink.write(Buffer.concat([bytes, LINE_END]));
  }

  page(page: Page): Promise<void> {
    return this.line(Buffer.from(JSON.stringify(pageFields(page))));
  }

  async finish(): Promise<number> {
    await this.#sink.finish();
    return this.#sink.size;
  }

  abort(): Promise<void> {
    return this.#sink.abort();
  }
}
