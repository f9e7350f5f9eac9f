import type { Spool } from '../grams/spool.ts';
import type { WorkFolder } from '../grams/work-folder.ts';

const HEAD_BYTES = 4;

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
    const text = Buffer.from(JSON.stringify(value));
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt32LE(text.length);
    this.#spool.append(Buffer.concat([head, text]));
    this.#length++;
  }

  /** All values, in the order in which they came; as often as asked for. */
  *[Symbol.iterator](): Generator<Value> {
    const head = Buffer.alloc(HEAD_BYTES);
    for (let at = 0; at < this.#spool.length; ) {
      this.#spool.read(at, head);
      const text = Buffer.allocUnsafe(head.readUInt32LE());
      this.#spool.read(at + HEAD_BYTES, text);
      yield JSON.parse(text.toString()) as Value;
      at += HEAD_BYTES + text.length;
    }
  }

  /** Lets go of all values. */
  close(): void {
    this.#spool.close();
  }
}
