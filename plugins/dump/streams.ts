import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { STORED_HEAD_BYTES } from './bytes/coding.ts';

/** Bytes that come once and in order, such as standard input or a pipe. */
interface ByteStream {
  /** The first bytes: as many as came before more had to be waited for; at most as many as are examined of a file. */
  readonly head: Buffer;
  /** All bytes, the first ones included. To be walked once. */
  readonly bytes: AsyncIterable<Uint8Array | string>;
}

/** Paths of standard input, which cannot be opened by them where it is a socket. */
const STANDARD_INPUT: readonly string[] = ['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'];
/** Fewer first bytes would not tell what they are. */
const LEAST_HEAD_BYTES = 512;

/** Whether an input is read as a stream: standard input, `-`, or a path that is neither file nor folder, such as a pipe. */
export async function isStream(path: string): Promise<boolean> {
  if (path === '-') return true;
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && !found.isFile() && !found.isDirectory();
}

/**
 * Opens a stream and waits for its first bytes: 512 of them, unless it ends before, and more until they are enough.
 *
 * @param isEnough whether these first bytes show what the stream holds
 */
export async function openStream(
  path: string,
  isEnough: (head: Buffer) => Promise<boolean>,
): Promise<ByteStream> {
  const isStandardInput = STANDARD_INPUT.includes(path);
  const stream: AsyncIterable<Uint8Array | string> = isStandardInput ? process.stdin : createReadStream(path);
  const chunks = stream[Symbol.asyncIterator]();
  let begin: Buffer = Buffer.alloc(0);
  while (begin.length < LEAST_HEAD_BYTES || (begin.length < STORED_HEAD_BYTES && !(await isEnough(begin)))) {
    const { value, done } = await chunks.next();
    if (done) break;
    const bytes = typeof value === 'string' ? Buffer.from(value) : value;
    begin = Buffer.concat([begin, bytes]);
  }
  return { head: begin.subarray(0, STORED_HEAD_BYTES), bytes: continued(begin, chunks) };
}

async function* continued(
  begin: Buffer,
  chunks: AsyncIterator<Uint8Array | string>,
): AsyncGenerator<Uint8Array | string> {
  try {
    yield begin;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  } finally {
    await chunks.return?.();
  }
}
