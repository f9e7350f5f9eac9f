import { defaultLimits } from '../limits.ts';
import { ByteReader } from './byte-reader.ts';
import { gzipMembers } from './gzip-members.ts';
import type { InflateContext } from './inflate-context.ts';
import { isDictionaryFrame, isGzip, isSkippable, ZSTD_MAGIC } from './magic.ts';
import type { Piece } from './pieces.ts';

/** How a file is compressed. */
export type Coding = 'gzip' | 'zstd' | 'none';

/** Number of bytes of data at the start of a file that are examined to tell its format. */
export const HEAD_BYTES: number = 64 * 1024;
/** Number of stored bytes that are read for that: zstd yields its first data after a whole block, which may have 128 KiB. */
export const STORED_HEAD_BYTES: number = 2 * HEAD_BYTES + 64;

/**
 * How a file is compressed, by its first bytes, or by its name if they are damaged.
 *
 * @param isPlain whether bytes begin like an uncompressed format
 */
export function codingOf(head: Buffer, name: string, isPlain: (head: Buffer) => boolean): Coding {
  if (isGzip(head)) return 'gzip';
  if (head.indexOf(ZSTD_MAGIC) === 0 || isSkippable(head)) return 'zstd';
  if (isPlain(head)) return 'none';
  // the first bytes of a file named as compressed may be damaged
  if (/\.gz(?:\.open)?$/i.test(name)) return 'gzip';
  return /\.zst(?:\.open)?$/i.test(name) ? 'zstd' : 'none';
}

/** The decompressed data of a stored stream that begins at offset `start` of its file. */
export function decompressed(
  stored: AsyncIterable<Piece>,
  coding: Coding,
  context: InflateContext,
  start = 0,
): AsyncIterable<Piece> {
  if (coding === 'gzip') return gzipMembers(stored, context, start);
  return coding === 'zstd' ? zstdData(stored, context) : stored;
}

/** The first data of a file, 64 KiB at most, as far as its first stored bytes yield them. */
export async function headOfData(head: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === 'none') return head.subarray(0, HEAD_BYTES);
  const context = { limits: defaultLimits, report: () => {}, sinceRecord: 0 };
  const pieces = (async function* () {
    yield { bytes: head, stored: 0 };
  })();
  const reader = new ByteReader(decompressed(pieces, coding, context));
  try {
    do await reader.fill(4096);
    while (reader.available === 0 && (await reader.nextSection()));
    // only WARC files begin with a dictionary, and their first data may lie far behind it
    if (reader.available === 0 && isDictionaryFrame(head)) return Buffer.from('WARC/1.1');
    return Buffer.from(reader.buffer.subarray(reader.start, Math.min(reader.end, reader.start + HEAD_BYTES)));
  } finally {
    await reader.close();
  }
}

/** Loads the zstd decoder only when it is needed. */
async function* zstdData(stored: AsyncIterable<Piece>, context: InflateContext): AsyncGenerator<Piece> {
  const { zstdFrames } = await import('./zstd-frames.ts');
  yield* zstdFrames(stored, context);
}
