import { gunzipSync } from 'node:zlib';
import { gzipHeaderLength } from './gzip-header.ts';

/** A sound gzip member: its CRC-32 and its length have been checked. */
export interface InflatedMember {
  /** Where it begins in the bytes that were given. */
  readonly offset: number;
  /** Its data; those of members inflated together lie in one buffer. */
  readonly bytes: Buffer;
}

/** The members that bytes begin with. */
interface Batch {
  readonly members: readonly InflatedMember[];
  /** Bytes of all of them; 0 when there are none. */
  readonly length: number;
  /** When there are none: so many bytes were inflated in vain. */
  readonly tried: number;
}

/** Stored bytes inflated in one call. */
const BATCH_BYTES = 256 * 1024;
/** Data inflated in one call. */
const MAX_DATA_BYTES = 16 * 1024 * 1024;
/** Headers up to here are looked at: more than a name and a time are found nowhere. */
const HEADER_BYTES = 1024;
const TRAILER_BYTES = 8;
/** Deflate data are no more than so many times their stored bytes. */
const MAX_RATIO = 1032;
/** zlib writes its last bytes one by one when there is no room behind them. */
const ROOM_BYTES = 512;

const MAGIC = Buffer.from([0x1f, 0x8b, 0x08]);

/**
 * Inflates the gzip members that bytes begin with by one call of zlib: a call and a buffer for each cost as much as
 * inflating them. None come out when any of them is broken, and those have to be read one by one: what is wrong, and
 * with which, is not told here.
 *
 * Where members begin is not told by zlib either. Every place where one may begin is taken for one, and the length that
 * stands before it for that of the member it ends. Since every member of the data is among them and the lengths, none of
 * them 0, must be those of the data in all, none was taken in error. Cost: O(bytes), by what lengths claim at most
 * 16 MiB of memory.
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

/** Where the members that bytes begin with may begin, where the last one may end, and how long their data say to be. */
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

/** Where, behind the header that ends at `from`, the next member may begin; -1 when there is no such place. */
function nextPossible(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(MAGIC, from + TRAILER_BYTES); at >= 0; at = bytes.indexOf(MAGIC, at + 1)) {
    // reserved flags: no member, for zlib neither
    if (at + 3 < bytes.length && (bytes[at + 3]! & 0xe0) === 0) return at;
  }
  return -1;
}

/** The data of members that follow one another to the end of `stored`; `undefined` unless they are sound and so long. */
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
