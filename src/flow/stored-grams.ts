import { closeSync, readSync, writeSync } from 'node:fs';
import { openNameless } from './nameless-file.ts';

const BYTES_A_GRAM = 8;
const BUFFER_BYTES = 1 << 20;
const LEAST_SETS = 1 << 10;

/** Gram sets in a temporary file, to be read by their numbers from 0. Memory: 8 bytes a set, and a megabyte. */
export class StoredGrams {
  /** Sets so far. */
  length = 0;
  readonly #folder: string | undefined;
  #file: number | undefined;
  /** Where each set begins, in grams, and the end of the last. */
  #begins = new Float64Array(LEAST_SETS);
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #writtenBytes = 0;

  /** @param folder for the file; by default where temporary files go */
  constructor(folder?: string) {
    this.#folder = folder;
  }

  /** Adds a set, which is copied. */
  push(grams: BigUint64Array): void {
    if (this.length + 2 > this.#begins.length) {
      const larger = new Float64Array(2 * this.#begins.length);
      larger.set(this.#begins);
      this.#begins = larger;
    }
    this.#waiting.push(new Uint8Array(grams.slice().buffer));
    this.#waitingBytes += grams.byteLength;
    this.length++;
    this.#begins[this.length] = this.#begins[this.length - 1] + grams.length;
    if (this.#waitingBytes >= BUFFER_BYTES) this.#flush();
  }

  /** Reads the set of that number. */
  read(number: number): BigUint64Array {
    const file = this.#flush();
    const begin = this.#begins[number];
    const grams = new BigUint64Array(this.#begins[number + 1] - begin);
    const bytes = new Uint8Array(grams.buffer);
    for (let done = 0; done < bytes.length; ) {
      const read = readSync(file, bytes, done, bytes.length - done, BYTES_A_GRAM * begin + done);
      if (read === 0) throw new Error(`expected gram set ${number} in a temporary file; got its end`);
      done += read;
    }
    return grams;
  }

  /** Forgets all sets; the file is written anew. */
  clear(): void {
    this.length = 0;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#writtenBytes = 0;
  }

  /** Removes the file. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }

  #flush(): number {
    this.#file ??= openNameless(this.#folder);
    if (this.#waiting.length === 0) return this.#file;
    const bytes = Buffer.concat(this.#waiting);
    for (let done = 0; done < bytes.length; ) {
      const written = writeSync(this.#file, bytes, done, bytes.length - done, this.#writtenBytes);
      done += written;
      this.#writtenBytes += written;
    }
    this.#waiting = [];
    this.#waitingBytes = 0;
    return this.#file;
  }
}
