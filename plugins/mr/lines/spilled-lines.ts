import { closeSync, readSync, writeSync } from 'node:fs';
import { openNameless } from '../../../src/flow/index.ts';

const PIECE_BYTES = 1 << 18;
const LF = 10;

/**
 * Lines to read again in their order, on disk unless they are few. Their characters are bytes (latin1). Memory: half a
 * megabyte.
 */
export class SpilledLines {
  /** Number of lines. */
  count = 0;
  #file: number | undefined;
  #waiting = Buffer.alloc(0);
  #waitingBytes = 0;

  /** Appends a line. */
  push(line: string): void {
    const needed = this.#waitingBytes + line.length + 1;
    if (needed > this.#waiting.length) {
      this.#flush();
      const room = Math.max(PIECE_BYTES, line.length + 1);
      if (room > this.#waiting.length) this.#waiting = Buffer.allocUnsafeSlow(room);
    }
    const end = this.#waitingBytes + this.#waiting.write(line, this.#waitingBytes, 'latin1');
    this.#waiting[end] = LF;
    this.#waitingBytes = end + 1;
    this.count++;
  }

  /** All lines. */
  *lines(): Generator<string> {
    if (this.#file === undefined) {
      yield* this.#waitingLines();
      return;
    }
    this.#flush();
    const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
    let begun: string[] = [];
    for (let position = 0; ; ) {
      const bytes = readSync(this.#file, piece, 0, PIECE_BYTES, position);
      if (bytes === 0) return;
      position += bytes;
      let from = 0;
      for (let to = piece.indexOf(LF); to >= 0 && to < bytes; to = piece.indexOf(LF, from)) {
        begun.push(piece.toString('latin1', from, to));
        yield begun.length === 1 ? begun[0] : begun.join('');
        begun = [];
        from = to + 1;
      }
      if (from < bytes) begun.push(piece.toString('latin1', from, bytes));
    }
  }

  /** Removes all lines. */
  clear(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.count = 0;
    this.#waitingBytes = 0;
  }

  *#waitingLines(): Generator<string> {
    for (let from = 0; from < this.#waitingBytes; ) {
      const to = this.#waiting.indexOf(LF, from);
      yield this.#waiting.toString('latin1', from, to);
      from = to + 1;
    }
  }

  #flush(): void {
    if (this.#waitingBytes === 0) return;
    this.#file ??= openNameless();
    // Without a position this appends.
    for (let done = 0; done < this.#waitingBytes; )
      done += writeSync(this.#file, this.#waiting, done, this.#waitingBytes - done);
    this.#waitingBytes = 0;
  }
}
