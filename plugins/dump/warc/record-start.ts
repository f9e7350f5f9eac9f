import { constants } from 'node:zlib';
import type { ByteReader } from '../bytes/byte-reader.ts';
import { gzipHeaderLength } from '../bytes/gzip-header.ts';
import { inflateAtOnce } from '../bytes/inflate.ts';
import { LF } from '../bytes/line-ends.ts';
import { warcSyntax } from './warc-syntax.ts';

/** Bytes that are looked at to see whether a record begins. */
const LOOK_BYTES = 512;
/** Deflate data are no more than 1032 times their stored bytes. */
const MOST_DATA_BYTES = 1 << 20;
/** Places at which none begins, though it seems so, cost some 20 us each: a file that is full of them is not cut. */
const MOST_VAIN = 64;

/**
 * Goes to the first place behind stored byte `from` where a record seems to begin, for gzip with a member of its own, or to the
 * end of the file; false when there is none up to `to`. REQUIRES: the reader stands before `from`.
 */
export async function goToRecord(
  reader: ByteReader,
  coding: 'gzip' | 'none',
  from: number,
  to: number,
): Promise<boolean> {
  const { nextPossible, begins } = places[coding];
  while (reader.position < from) {
    if (!(await reader.fill(1))) return true;
    reader.skip(Math.min(reader.available, from - reader.position));
  }
  for (let vain = 0; vain < MOST_VAIN && reader.position < to; ) {
    const hasMore = await reader.fill(LOOK_BYTES + 1);
    // the byte at the window's start stands before the place
    const found = nextPossible(reader.buffer, reader.start + 1, reader.end);
    const at = found < 0 ? reader.end : found;
    if (found < 0 && !hasMore) {
      reader.skip(reader.available);
      return true;
    }
    if (found >= 0 && (!hasMore || at + LOOK_BYTES <= reader.end)) {
      reader.skip(at - reader.start - 1);
      if (begins(reader.buffer, at, Math.min(at + LOOK_BYTES, reader.end))) {
        reader.skip(1);
        return true;
      }
      vain++;
      reader.skip(1);
    } else reader.skip(Math.max(1, Math.min(at - 1, reader.end - LOOK_BYTES) - reader.start));
  }
  return false;
}

/** Where it is worth to ask whether a record begins, and whether it seems so. */
interface Places {
  nextPossible(bytes: Buffer, from: number, end: number): number;
  begins(bytes: Buffer, at: number, end: number): boolean;
}

const MAGIC = Buffer.from([0x1f, 0x8b, 0x08]);

const places: Record<'gzip' | 'none', Places> = {
  gzip: {
    nextPossible(bytes, from, end) {
      const at = bytes.indexOf(MAGIC, from);
      return at < end ? at : -1;
    },
    begins(bytes, at, end) {
      const head = gzipHeaderLength(bytes.subarray(at, end));
      if (head === 0) return false;
      try {
        const input = bytes.subarray(at + head, end);
        const { buffer } = inflateAtOnce(input, MOST_DATA_BYTES, 4 * LOOK_BYTES, constants.Z_SYNC_FLUSH);
        return warcSyntax.begins(buffer, 0, Math.min(warcSyntax.lookBytes, buffer.length));
      } catch {
        return false;
      }
    },
  },
  none: {
    nextPossible: warcSyntax.nextPossible,
    begins: (bytes, at, end) =>
      bytes[at - 1] === LF && warcSyntax.begins(bytes, at, Math.min(at + warcSyntax.lookBytes, end)),
  },
};
