import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { bytesOf } from './spool.ts';

/** The numbers of a column: whole numbers of 8 or 32 bits, or doubles. */
export type NumberKind = 'u8' | 'u32' | 'f64';

const kinds = { u8: Uint8Array, u32: Uint32Array, f64: Float64Array } as const;

/** Numbers in a block: at most 8 KB, which are read as fast as fewer bytes. */
const BLOCK_BITS = 10;
const BLOCK = 1 << BLOCK_BITS;
/** Number of blocks in memory; a block's number gives its place. A column that fits in them makes no file. */
const PLACES = 1 << 6;
const NO_BLOCK = -1;

/**
 * A column of numbers, in a file that is read and written at any place from 0 on. Memory: 65,536 numbers, at most half
 * a megabyte. Access to a number in memory, as in a pass over all, costs some nanoseconds; any other access reads a
 * block.
 */
export class StoredColumn {
  readonly #kind: NumberKind;
  readonly #fill: number;
  readonly #path: () => string;
  readonly #beforeWrite: (bytes: number) => void;
  readonly #closed: (column: StoredColumn) => void;
  /** For each place, the block that is in it. */
  readonly #numbers = new Int32Array(PLACES).fill(NO_BLOCK);
  readonly #blocks: (Uint8Array | Uint32Array | Float64Array)[] = [];
  readonly #isChanged = new Uint8Array(PLACES);
  /** Which blocks are in the file. */
  readonly #written: boolean[] = [];
  #file: { readonly descriptor: number; readonly path: string } | undefined;
  #length = 0;

  /**
   * @param fill the value of every number until it is set
   * @param path where the file is made when it is first needed
   * @param beforeWrite called before each write with the number of bytes; if it throws, nothing is written
   */
  constructor(
    kind: NumberKind,
    fill: number,
    path: () => string,
    beforeWrite: (bytes: number) => void,
    closed: (column: StoredColumn) => void,
  ) {
    this.#kind = kind;
    this.#fill = fill;
    this.#path = path;
    this.#beforeWrite = beforeWrite;
    this.#closed = closed;
  }

  /** One more than the last place that was set. */
  get length(): number {
    return this.#length;
  }

  at(i: number): number {
    const block = i >>> BLOCK_BITS;
    const place = block % PLACES;
    if (this.#numbers[place] !== block) this.#load(block, place);
    return this.#blocks[place][i % BLOCK];
  }

  set(i: number, value: number): void {
    const block = i >>> BLOCK_BITS;
    const place = block % PLACES;
    if (this.#numbers[place] !== block) this.#load(block, place);
    this.#blocks[place][i % BLOCK] = value;
    this.#isChanged[place] = 1;
    if (i >= this.#length) this.#length = i + 1;
  }

  /** Sets the number after the last one. */
  push(value: number): void {
    this.set(this.#length, value);
  }

  /** Removes all numbers and the file. */
  close(): void {
    if (this.#file !== undefined) {
      closeSync(this.#file.descriptor);
      rmSync(this.#file.path, { force: true });
      this.#file = undefined;
    }
    this.#numbers.fill(NO_BLOCK);
    this.#blocks.length = 0;
    this.#written.length = 0;
    this.#length = 0;
    this.#closed(this);
  }

  #load(block: number, place: number): void {
    if (this.#isChanged[place] === 1) this.#write(place);
    this.#numbers[place] = NO_BLOCK;
    const numbers = (this.#blocks[place] ??= new kinds[this.#kind](BLOCK));
    if (this.#written[block] === true) {
      const bytes = bytesOf(numbers);
      const count = readSync(this.#file!.descriptor, bytes, 0, bytes.length, block * bytes.length);
      if (count < bytes.length) throw new Error(`${this.#file!.path}: expected block ${block}; it was cut`);
    } else numbers.fill(this.#fill);
    this.#numbers[place] = block;
  }

  #write(place: number): void {
    const bytes = bytesOf(this.#blocks[place]);
    const block = this.#numbers[place];
    if (this.#written[block] !== true) this.#beforeWrite(bytes.length);
    if (this.#file === undefined) {
      const path = this.#path();
      this.#file = { descriptor: openSync(path, 'wx+', 0o600), path };
    }
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#file.descriptor, bytes, done, bytes.length - done, block * bytes.length + done);
    }
    this.#written[block] = true;
    this.#isChanged[place] = 0;
  }
}
