import { closeSync, readSync, writeSync } from 'node:fs';
import { openNameless } from '../../../src/flow/index.ts';
import type { PostingList } from './posting-list.ts';

/** Lists of postings of a key that has more than fit in memory, in an unnamed file that ends with the process. */
export class SpilledLists {
  readonly #lists: { readonly begin: number; readonly length: number; readonly largest: number }[] = [];
  #file: number | undefined;
  #end = 0;

  /** Number of lists. */
  get count(): number {
    return this.#lists.length;
  }

  /** Appends a list. */
  push(list: PostingList): void {
    this.#file ??= openNameless();
    this.#lists.push({ begin: this.#end, length: list.length, largest: list.sizes[list.length - 1] });
    for (const bytes of filledBytes(list)) {
      for (let done = 0; done < bytes.length; ) {
        const written = writeSync(this.#file, bytes, done, bytes.length - done, this.#end);
        done += written;
        this.#end += written;
      }
    }
  }

  /** The size of the largest set in a list. */
  largestOf(number: number): number {
    return this.#lists[number].largest;
  }

  /** Reads a list into another one, in place of its postings. */
  read(number: number, into: PostingList): void {
    const { begin, length } = this.#lists[number];
    into.length = length;
    let at = begin;
    for (const bytes of filledBytes(into)) {
      for (let done = 0; done < bytes.length; ) {
        const read = readSync(this.#file!, bytes, done, bytes.length - done, at);
        if (read === 0) throw new Error(`expected postings at byte ${at} of a temporary file; got its end`);
        done += read;
        at += read;
      }
    }
  }

  /** Removes all lists. */
  clear(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#lists.length = 0;
    this.#end = 0;
  }
}

function filledBytes(list: PostingList): Uint8Array[] {
  return list.columns().map((column) => {
    const bytes = (column.byteLength / list.capacity) * list.length;
    return new Uint8Array(column.buffer, column.byteOffset, bytes);
  });
}
