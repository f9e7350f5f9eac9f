import { closeSync, openSync, read } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const PIECE_BYTES = 1 << 17;
/** Between two looks at a standard input that has nothing yet and is not to be waited for. */
const WAIT_MS = 5;

/**
 * The bytes of files one after the other; of standard input where there are none. A piece stands until the next one is
 * asked for: all are read to the same memory.
 *
 * Streams would do, but what they hold of pieces that were read is taken for old by the collector: 30 MB and more.
 */
export async function* piecesOf(files: readonly string[]): AsyncGenerator<Buffer> {
  if (files.length === 0) yield* piecesIn(0);
  for (const file of files) {
    const descriptor = openSync(file, 'r');
    try {
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
      // Windows tells the end of a pipe like this.
      if (code === 'EOF') return 0;
      // Whoever started this process may have set its pipe so that nothing waits.
      if (code !== 'EAGAIN') throw error;
      await sleep(WAIT_MS);
    }
  }
}
