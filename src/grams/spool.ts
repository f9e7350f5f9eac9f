import { closeSync, fstatSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { openNameless } from './nameless-file.ts';

/** Bytes that wait in memory before they are written together: what never has more makes no file. */
const BUFFER_BYTES = 1 << 20;
/** Bytes read at once where one part after the other is asked for, as in a pass over all. */
const AHEAD_BYTES = 1 << 18;
/** After so many parts in order: two pages that lie side by side are no pass over all. */
const AHEAD_AFTER = 4;
/** Larger parts are read by themselves; so are those that begin further behind the last one. */
const MOST_AHEAD = AHEAD_BYTES / 4;
/** What is kept of the beginning of a file lies in pieces of so many bytes: one that grows would be copied each time. */
const HEAD_PIECE = 1 << 20;

/** How a file is kept. */
export interface SpoolOptions {
  /** So many bytes of its beginning stay in memory as well: to read a page there takes a tenth of a call of the system. None unless told. */
  readonly headBytes?: number;
  /** Called with the number of bytes; what it throws ends the writing. */
  beforeWrite?(bytes: number): void;
  /** Called when the bytes are let go of. */
  closed?(spool: Spool): void;
}

/**
 * A file that is appended to and read anywhere, in memory as long as it is small.
 *
 * Reads and writes do not leave the thread's turn: what is read is mostly a page's two kilobytes that the system holds,
 * where a turn of the event loop costs ten times the reading.
 */
export class Spool {
  readonly #path: (() => string) | undefined;
  readonly #options: SpoolOptions;
  readonly #mostHead: number;
  /** Pieces of the beginning of the file, and how many bytes they have in all. */
  readonly #head: Uint8Array[] = [];
  #headed = 0;
  #file: { readonly descriptor: number; readonly path?: string } | undefined;
  #buffer = new Uint8Array(1 << 12);
  #buffered = 0;
  /** Bytes in the file. */
  #stored = 0;
  /** Bytes of the file from `#aheadAt` on, in one place for all of them: a new one for each took a quarter of the reading. */
  #ahead = new Uint8Array(0);
  #aheadAt = 0;
  /** Where the last part began and ended that was read, and how many parts before it lay one behind the other. */
  #readFrom = 0;
  #readTo = 0;
  #inOrder = 0;

  /**
   * @param path where the file is made, once there is one; without, it has no name, and goes with the process, however that ends
   */
  constructor(path?: () => string, options: SpoolOptions = {}) {
    this.#path = path;
    this.#options = options;
    this.#mostHead = options.headBytes ?? 0;
  }

  /** A file that is there already, to be gone on with. */
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

  /** Adds bytes at the end, copied; returns where they begin. */
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

  /** Fills `into` with the bytes from `at` on. @throws RangeError where there are not as many */
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

  /** Writes what waits in memory, and lets go of that. */
  flush(): void {
    this.#flush();
    this.#buffer = new Uint8Array(1 << 12);
  }

  /** Cuts off all bytes from `length` on, of a file that was gone on with. */
  truncate(length: number): void {
    this.#flush();
    ftruncateSync(this.#file!.descriptor, length);
    this.#stored = length;
    this.#headed = Math.min(this.#headed, length);
    this.#ahead = new Uint8Array(0);
  }

  /** Closes the file and leaves it where it is, with all bytes. */
  keep(): void {
    this.#flush();
    if (this.#file !== undefined) closeSync(this.#file.descriptor);
    this.#file = undefined;
    this.close();
  }

  /** Lets go of the bytes. */
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

  /** Keeps bytes that go on where the beginning ends. */
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
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#file.descriptor, bytes, done, bytes.length - done, this.#stored + done);
    }
    this.#stored += bytes.length;
  }
}

/** The bytes of an array of numbers, not copied. */
export function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
