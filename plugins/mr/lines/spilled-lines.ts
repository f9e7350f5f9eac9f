import { closeSync, readSync, writeSync } from 'node:fs';
import { openNameless } from '../../../src/flow/index.ts';

const PIECE_BYTES = 1 << 20;
const LF = 10;

/** Lines on disk that are read once again, in their order. Their characters are bytes (latin1). */
export class SpilledLines {
  /** How many. */
  count = 0;
  #file: number | undefined;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;

  /** Writes a line behind the others. */
  push(line: string): void {
    const bytes = Buffer.from(`${line}\n`, 'latin1');
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    this.count++;
    if (this.#waitingBytes >= PIECE_BYTES) this.#flush();
  }

  /** All of them. */
  *lines(): Generator<string> {
    this.#flush();
    if (this.#file === undefined) return;
    let begun: Buffer[] = [];
    for (let position = 0; ; ) {
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      const bytes = readSync(this.#file, piece, 0, PIECE_BYTES, position);
      if (bytes === 0) return;
      position += bytes;
      let from = 0;
      for (let to = piece.indexOf(LF); to >= 0 && to < bytes; to = piece.indexOf(LF, from)) {
        yield Buffer.concat([...begun, piece.subarray(from, to)]).toString('latin1');
        begun = [];
        from = to + 1;
      }
      if (from < bytes) begun.push(piece.subarray(from, bytes));
    }
  }

  /** Forgets all of them. */
  clear(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.count = 0;
  }

  #flush(): void {
    if (this.#waiting.length === 0) return;
    this.#file ??= openNameless();
    const bytes = Buffer.concat(this.#waiting);
    // Without a position: behind what was written before.
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done);
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}
