import { gunzipSync } from 'node:zlib';
import { gzipHeaderLength } from './gzip-header.ts';

/** A sound gzip member: its CRC-32 and its length have been checked. */
export interface InflatedMember {
  /** Its offset in the given bytes. */
  readonly offset: number;
  /** Its data. Members inflated together share one buffer. */
  readonly bytes: Buffer;
}

/** The members at the start of some bytes. */
interface Batch {
  readonly members: readonly InflatedMember[];
  /** Stored bytes of all of them; 0 if there are none. */
  readonly length: number;
  /** If there are none: the number of bytes inflated in vain. */
  readonly tried: number;
}

/** Stored bytes inflated in one call. */
const BATCH_BYTES = 256 * 1024;
/** Data inflated in one call. */
const MAX_DATA_BYTES = 16 * 1024 * 1024;
/** Longest header that is examined: in practice headers hold no more than a name and a time. */
const HEADER_BYTES = 1024;
const TRAILER_BYTES = 8;
/** Highest compression ratio of deflate. */
const MAX_RATIO = 1032;
/** Extra room: without it, zlib writes its last bytes one by one. */
const ROOM_BYTES = 512;

const MAGIC = Buffer.from([0x1f, 0x8b, 0x08]);

/**
 * Inflates the gzip members at the start of `bytes` with one call of zlib: a call and a buffer for each would cost as
 * much as inflating them. If any member is broken, returns none: the caller must then read them one by one to find out
 * which one is broken, and how.
 *
 * zlib does not report where members begin. So every place where one may begin is taken for a start, and the length
 * stored before it for the length of the member that ends there. All real starts are among these places. As no length
 * is 0 and all must add up to the length of the data, no place was taken by mistake. Cost: O(bytes), and at most 16 MiB
 * of memory, by the stored lengths.
 */
export function inflateMembers(bytes: Buffer, maxHeaderBytes: number): Batch {
  const { begins, end, dataBytes } = possibleMembers(bytes, maxHeaderBytes);
  if (begins.length < 2) return { members: [], length: 0, tried: 0 };
  const data = inflated(bytes.subarray(0, end), dataBytes);
  if (data === undefined) return { members: [], length: 0, tried: end };
  let at = 0;
  const members = begins.map((offset, i) => {
    const length = bytes.readUInt32LE((begins[i + 1] ?? end) - 4);
    const member = { offset, bytes: data.subarray(at, at + length) };
    at += length;
    return member;
  });
  return { members, length: end, tried: 0 };
}

/** Where members at the start of `bytes` may begin, where the last one may end, and the stated length of their data. */
function possibleMembers(
  bytes: Buffer,
  maxHeaderBytes: number,
): { begins: readonly number[]; end: number; dataBytes: number } {
  const begins: number[] = [];
  let end = 0;
  let dataBytes = 0;
  while (end < BATCH_BYTES) {
    const head = gzipHeaderLength(bytes.subarray(end, end + HEADER_BYTES));
    if (head === 0 || head > maxHeaderBytes) break;
    const next = nextPossible(bytes, end + head);
    if (next < 0) break;
    const length = bytes.readUInt32LE(next - 4);
    if (length === 0 || length > MAX_RATIO * (next - end) || dataBytes + length > MAX_DATA_BYTES) break;
    begins.push(end);
    end = next;
    dataBytes += length;
  }
  return { begins, end, dataBytes };
}

/** Where the next member may begin, after the header that ends at `from`; -1 if there is no such place. */
function nextPossible(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(MAGIC, from + TRAILER_BYTES); at >= 0; at = bytes.indexOf(MAGIC, at + 1)) {
    // reserved flags: zlib does not accept it as a member either
    if (at + 3 < bytes.length && (bytes[at + 3]! & 0xe0) === 0) return at;
  }
  return -1;
}

/** The data of consecutive members that fill `stored`; `undefined` unless they are sound and `dataBytes` long. */
function inflated(stored: Buffer, dataBytes: number): Buffer | undefined {
  // `info: true` also returns the engine, which knows how much of the input was used
  const options = { info: true, maxOutputLength: dataBytes, chunkSize: dataBytes + ROOM_BYTES };
  try {
    const { buffer, engine } = gunzipSync(stored, options) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return buffer.length === dataBytes && engine.bytesWritten === stored.length ? buffer : undefined;
  } catch {
    return undefined;
  }
}
