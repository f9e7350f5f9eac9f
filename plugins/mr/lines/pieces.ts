import { closeSync, fstatSync, openSync, read } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const PIECE_BYTES = 1 << 17;
/** Milliseconds between two reads of a non-blocking standard input that has no data yet. */
const WAIT_MS = 5;

/**
 * The bytes of files one after the other; of standard input if there are none. A piece is valid until the next one is
 * asked for, as all are read into the same memory.
 *
 * With streams the garbage collector would promote pieces to its old generation: 30 MB and more.
 */
export async function* piecesOf(files: readonly string[]): AsyncGenerator<Buffer> {
  if (files.length === 0) yield* piecesIn(0);
  for (const file of files) {
    const descriptor = openSync(file, 'r');
    try {
      // the system's error would not name the file
      if (fstatSync(descriptor).isDirectory()) throw new Error(`${file}: expected a file; got a folder`);
      yield* piecesIn(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }
}

const readPiece = promisify(read);

async function* piecesIn(descriptor: number): AsyncGenerator<Buffer> {
  const memory = Buffer.allocUnsafeSlow(PIECE_BYTES);
  for (;;) {
    const bytes = await readSome(descriptor, memory);
    if (bytes === 0) return;
    yield memory.subarray(0, bytes);
  }
}

async function readSome(descriptor: number, memory: Buffer): Promise<number> {
  for (;;) {
    try {
      return (await readPiece(descriptor, memory, 0, memory.length, null)).bytesRead;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // This is how Windows reports the end of a pipe.
      if (code === 'EOF') return 0;
      // The process that started this one may have made its pipe non-blocking.
      if (code !== 'EAGAIN') throw error;
      await sleep(WAIT_MS);
    }
  }
}
