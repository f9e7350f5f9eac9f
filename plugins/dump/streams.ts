import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { HEAD_BYTES } from './bytes/coding.ts';

/** Bytes that come once and in order, such as standard input or a pipe. */
interface ByteStream {
  /** The first bytes: 64 KiB at most, as many as came before more had to be waited for, and 512 unless it ends before. */
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

/** Opens a stream and waits for its first bytes. */
export async function openStream(path: string): Promise<ByteStream> {
  const isStandardInput = STANDARD_INPUT.includes(path);
  const stream: AsyncIterable<Uint8Array | string> = isStandardInput ? process.stdin : createReadStream(path);
  const chunks = stream[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  let size = 0;
  while (size < LEAST_HEAD_BYTES) {
    const { value, done } = await chunks.next();
    if (done) break;
    const bytes =
      typeof value === 'string'
        ? Buffer.from(value)
        : Buffer.from(value.buffer, value.byteOffset, value.length);
    first.push(bytes);
    size += bytes.length;
  }
  const begin = Buffer.concat(first);
  return { head: begin.subarray(0, HEAD_BYTES), bytes: continued(begin, chunks) };
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
