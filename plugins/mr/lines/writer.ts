import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { hash64 } from '../../../src/sketch/index.ts';
import { type LineSum, noLines, type Trailer, trailerLine } from './trailer.ts';

const LF = 10;
const PIECE_BYTES = 1 << 16;
/** Most pieces that wait until they have been written. */
const MOST_UNWRITTEN = 8;

/** The output of a verb. */
export interface LineOutput {
  /** Whether the reader is behind. Then wait for `drained` before writing many more lines. */
  readonly isFull: boolean;
  /** Writes a line, whose characters are bytes (latin1). */
  line(line: string): void;
  /** Resolves when there is room again. */
  drained(): Promise<void>;
  /** Writes the trailer and all that is left. Resolves when everything has been handed on. */
  end(trailer: Omit<Trailer, 'written'>): Promise<void>;
}

/** Writes lines to a stream, in pieces of many lines, and then their trailer. */
export class LineWriter implements LineOutput {
  readonly #sum: LineSum = noLines();
  readonly #stream: Writable;
  #buffer = Buffer.allocUnsafeSlow(2 * PIECE_BYTES);
  /** Pieces that have been written and are used again: as garbage they took some 30 MB. */
  readonly #free: Buffer<ArrayBuffer>[] = [];
  #filled = 0;
  #unwritten = 0;
  #isFull = false;

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  line(line: string): void {
    const end = this.#append(line);
    const begin = end - line.length;
    this.#sum.lines++;
    this.#sum.hashes = BigInt.asUintN(64, this.#sum.hashes + hash64(this.#buffer.subarray(begin, end)));
    this.#filled = end + 1;
    if (this.#filled >= PIECE_BYTES) this.#flush();
  }

  async drained(): Promise<void> {
    if (!this.#isFull) return;
    if (this.#stream.writableNeedDrain) await once(this.#stream, 'drain');
    else await nextTurn();
    this.#isFull = false;
  }

  async end(trailer: Omit<Trailer, 'written'>): Promise<void> {
    this.#filled = this.#append(trailerLine({ ...trailer, written: this.#sum })) + 1;
    this.#flush();
    await this.drained();
  }

  /** Appends a line and a line feed to the current piece. Returns where the line ends. */
  #append(line: string): number {
    const needed = this.#filled + line.length + 1;
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(needed);
      this.#buffer.copy(larger, 0, 0, this.#filled);
      this.#buffer = larger;
    }
    const end = this.#filled + this.#buffer.write(line, this.#filled, 'latin1');
    this.#buffer[end] = LF;
    return end;
  }

  #flush(): void {
    const piece = this.#buffer;
    const written = (): void => {
      this.#unwritten--;
      if (piece.length === 2 * PIECE_BYTES) this.#free.push(piece);
    };
    // A file takes everything immediately and reports it after this turn of the event loop.
    if (++this.#unwritten >= MOST_UNWRITTEN) this.#isFull = true;
    if (!this.#stream.write(piece.subarray(0, this.#filled), written)) this.#isFull = true;
    // The stream may still hold the piece, so the next one uses other memory.
    this.#buffer = this.#free.pop() ?? Buffer.allocUnsafeSlow(2 * PIECE_BYTES);
    this.#filled = 0;
  }
}
