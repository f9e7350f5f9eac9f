import type { Spool } from '../grams/spool.ts';
import type { WorkFolder } from '../grams/work-folder.ts';
import { appendText, textsIn } from './stored-texts.ts';

/** Bytes that are read at a time. */
const READ_BYTES = 1 << 16;

/** Values that JSON can write, one after the other, in a file of a work folder as soon as they are a megabyte. */
export class StoredList<Value> {
  readonly #spool: Spool;
  #length = 0;

  constructor(folder: WorkFolder) {
    this.#spool = folder.spool();
  }

  get length(): number {
    return this.#length;
  }

  push(value: Value): void {
    appendText(this.#spool, JSON.stringify(value));
    this.#length++;
  }

  /** All values, in the order in which they came; as often as asked for. */
  *[Symbol.iterator](): Generator<Value> {
    for (const text of textsIn(this.#spool, 0, this.#spool.length, READ_BYTES))
      yield JSON.parse(text) as Value;
  }

  /** Lets go of all values. */
  close(): void {
    this.#spool.close();
  }
}
