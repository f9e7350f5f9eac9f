import { closeSync, fstatSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { openNameless } from './nameless-file.ts';

/** Bytes that wait in memory before they are written together. A spool that never has more makes no file. */
const BUFFER_BYTES = 1 << 20;
/** Bytes read in one call if parts are read in order, as in a pass over the whole file. */
const AHEAD_BYTES = 1 << 18;
/** Number of parts in order before more is read ahead: two adjacent pages are not yet a pass over the file. */
const AHEAD_AFTER = 4;
/** Parts that are larger than this, or begin further after the last one, are read on their own. */
const MOST_AHEAD = AHEAD_BYTES / 4;
/** The kept beginning of a file is in pieces of this many bytes: a growing array would be copied each time. */
const HEAD_PIECE = 1 << 20;

/** How a file is kept. */
export interface SpoolOptions {
  /** Bytes of the beginning that stay in memory too: reading a page there takes a tenth of a system call. Default 0. */
  readonly headBytes?: number;
  /** Called before each write with the number of bytes; if it throws, nothing is written. */
  beforeWrite?(bytes: number): void;
  /** Called when the spool is closed. */
  closed?(spool: Spool): void;
}

/**
 * A file that is appended to and read at any position. It stays in memory while it is small.
 *
 * Reads and writes are synchronous: most reads are two kilobytes of a page that the system has in memory, and a turn of
 * the event loop costs ten times as much.
 */
export class Spool {
  readonly #path: (() => string) | undefined;
  readonly #options: SpoolOptions;
  readonly #mostHead: number;
  /** Pieces of the beginning of the file, and their bytes in all. */
  readonly #head: Uint8Array[] = [];
  #headed = 0;
  #file: { readonly descriptor: number; readonly path?: string } | undefined;
  #buffer = new Uint8Array(1 << 12);
  #buffered = 0;
  /** Bytes in the file. */
  #stored = 0;
  /** Bytes of the file from `#aheadAt` on. The array is reused: making new ones took a quarter of the reading time. */
  #ahead = new Uint8Array(0);
  #aheadAt = 0;
  /** Where the last part that was read began and ended, and how many parts before it were read in order. */
  #readFrom = 0;
  #readTo = 0;
  #inOrder = 0;

  /**
   * @param path where the file is made when it is first needed; without it, the file has no name and disappears when
   *   the process ends, even if it is killed
   */
  constructor(path?: () => string, options: SpoolOptions = {}) {
    this.#path = path;
    this.#options = options;
    this.#mostHead = options.headBytes ?? 0;
  }

  /** Opens an existing file to continue it. */
  static resume(path: string, options?: SpoolOptions): Spool {
    const spool = new Spool(() => path, options);
    const descriptor = openSync(path, 'r+');
    spool.#file = { descriptor, path };
    spool.#stored = fstatSync(descriptor).size;
    return spool;
  }

  get length(): number {
    return this.#stored + this.#buffered;
  }

  /** Appends a copy of `bytes`; returns where they begin. */
  append(bytes: Uint8Array): number {
    const at = this.length;
    if (at === this.#headed && at < this.#mostHead) this.#keepHead(bytes.subarray(0, this.#mostHead - at));
    if (this.#buffered + bytes.length > BUFFER_BYTES) this.#flush();
    if (bytes.length > BUFFER_BYTES) {
      this.#write(bytes);
      return at;
    }
    if (this.#buffered + bytes.length > this.#buffer.length) {
      const larger = new Uint8Array(
        Math.min(BUFFER_BYTES, Math.max(2 * this.#buffer.length, this.#buffered + bytes.length)),
      );
      larger.set(this.#buffer.subarray(0, this.#buffered));
      this.#buffer = larger;
    }
    this.#buffer.set(bytes, this.#buffered);
    this.#buffered += bytes.length;
    return at;
  }

  /** Fills `into` with the bytes from `at` on. @throws RangeError if there are too few */
  read(at: number, into: Uint8Array): void {
    const end = at + into.length;
    if (end > this.length) {
      throw new RangeError(`expected bytes up to ${end} of a work file; got ${this.length}`);
    }
    if (end <= this.#headed) {
      this.#readHead(at, into);
      return;
    }
    const inFile = Math.max(0, Math.min(end, this.#stored) - at);
    if (inFile > 0) this.#readStored(at, into.subarray(0, inFile));
    if (inFile < into.length) {
      const from = at + inFile - this.#stored;
      into.set(this.#buffer.subarray(from, from + into.length - inFile), inFile);
    }
  }

  /** Writes the bytes that wait in memory and frees their memory. */
  flush(): void {
    this.#flush();
    this.#buffer = new Uint8Array(1 << 12);
  }

  /** Cuts off all bytes from `length` on. Only for a file that was opened with `resume`. */
  truncate(length: number): void {
    this.#flush();
    ftruncateSync(this.#file!.descriptor, length);
    this.#stored = length;
    this.#headed = Math.min(this.#headed, length);
    this.#ahead = new Uint8Array(0);
  }

  /** Writes all bytes, closes the file and leaves it on disk. */
  keep(): void {
    this.#flush();
    if (this.#file !== undefined) closeSync(this.#file.descriptor);
    this.#file = undefined;
    this.close();
  }

  /** Removes the file and frees all memory. */
  close(): void {
    if (this.#file !== undefined) {
      closeSync(this.#file.descriptor);
      if (this.#file.path !== undefined) rmSync(this.#file.path, { force: true });
      this.#file = undefined;
    }
    this.#buffer = new Uint8Array(0);
    this.#ahead = new Uint8Array(0);
    this.#head.length = 0;
    this.#headed = 0;
    this.#buffered = 0;
    this.#stored = 0;
    this.#options.closed?.(this);
  }

  /** Adds bytes to the end of the kept beginning. */
  #keepHead(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) {
      const at = this.#headed % HEAD_PIECE;
      const piece = (this.#head[(this.#headed - at) / HEAD_PIECE] ??= new Uint8Array(HEAD_PIECE));
      const part = bytes.subarray(done, done + HEAD_PIECE - at);
      piece.set(part, at);
      done += part.length;
      this.#headed += part.length;
    }
  }

  #readHead(from: number, into: Uint8Array): void {
    for (let done = 0; done < into.length; ) {
      const at = (from + done) % HEAD_PIECE;
      const part = this.#head[(from + done - at) / HEAD_PIECE].subarray(at, at + into.length - done);
      into.set(part, done);
      done += part.length;
    }
  }

  #readStored(at: number, into: Uint8Array): void {
    const isNext = at > this.#readFrom && at < this.#readTo + MOST_AHEAD && into.length <= MOST_AHEAD;
    const end = at + into.length;
    this.#readFrom = at;
    this.#readTo = end;
    this.#inOrder = isNext ? this.#inOrder + 1 : 0;
    if (at < this.#aheadAt || end > this.#aheadAt + this.#ahead.length) {
      if (this.#inOrder < AHEAD_AFTER) {
        this.#readFile(at, into);
        return;
      }
      const length = Math.min(AHEAD_BYTES, this.#stored - at);
      const { buffer } = this.#ahead.buffer.byteLength < length ? new Uint8Array(length) : this.#ahead;
      this.#ahead = new Uint8Array(0);
      const ahead = new Uint8Array(buffer, 0, length);
      this.#readFile(at, ahead);
      this.#ahead = ahead;
      this.#aheadAt = at;
    }
    into.set(this.#ahead.subarray(at - this.#aheadAt, end - this.#aheadAt));
  }

  #readFile(at: number, into: Uint8Array): void {
    for (let done = 0; done < into.length; ) {
      const count = readSync(this.#file!.descriptor, into, done, into.length - done, at + done);
      if (count === 0)
        throw new Error(
          `${this.#file!.path ?? 'a file without a name'}: expected ${this.#stored} bytes; it was cut`,
        );
      done += count;
    }
  }

  #open(): { readonly descriptor: number; readonly path?: string } {
    if (this.#path === undefined) return { descriptor: openNameless() };
    const path = this.#path();
    return { descriptor: openSync(path, 'wx+', 0o600), path };
  }

  #flush(): void {
    this.#write(this.#buffer.subarray(0, this.#buffered));
    this.#buffered = 0;
  }

  #write(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#options.beforeWrite?.(bytes.length);
    this.#file ??= this.#open();
    const { descriptor, path } = this.#file;
    try {
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(descriptor, bytes, done, bytes.length - done, this.#stored + done);
      }
    } catch (error) {
      // the system names no file in errors about an open one
      throw path === undefined ? error : Object.assign(error as Error, { path });
    }
    this.#stored += bytes.length;
  }
}

/** The bytes of an array of numbers, as a view. */
export function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
