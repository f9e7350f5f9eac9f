import { isUtf8 } from 'node:buffer';
import {
  brotliDecompressSync,
  constants,
  crc32,
  createBrotliDecompress,
  createInflateRaw,
  gunzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib';
import { ByteReader } from '../bytes/byte-reader.ts';
import { decompressed } from '../bytes/coding.ts';
import { gzipHeaderLength } from '../bytes/gzip-header.ts';
import { isGzip, ZSTD_MAGIC } from '../bytes/magic.ts';
import type { BodyFault, DumpDamage } from '../damage.ts';
import { defaultLimits } from '../limits.ts';

/** A body with a coding removed. */
export interface DecodedCoding {
  /** The decoded bytes, as far as they decode, at most `maxBytes`. */
  readonly body: Buffer;
  /** Whether there would have been more bytes. */
  readonly over: boolean;
  readonly fault?: BodyFault;
}

/** A content or transfer coding that can be removed. */
interface BodyCoding {
  /** Whether bytes look as if they had this coding. */
  shows(body: Buffer): boolean;
  /** Removes it. Returns everything that decodes, even if the rest is broken. Cost: O(body + maxBytes). */
  decode(body: Buffer, maxBytes: number): Promise<DecodedCoding>;
}

const GZIP_TRAILER_BYTES = 8;
/** Most gzip members of a body that are decoded one by one if one of them is broken. */
const MOST_MEMBERS = 16;
/** Most bytes before a break that are lost. */
const CAREFUL_CHUNK_BYTES = 1024;
const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = constants;

const gzip: BodyCoding = {
  shows: isGzip,
  decode: (body, maxBytes) => gunzip(body, maxBytes, MOST_MEMBERS),
};

const zlib: BodyCoding = {
  shows: (body) => body.length > 1 && (body[0]! & 15) === 8 && body.readUInt16BE(0) % 31 === 0,
  async decode(body, maxBytes) {
    const found = attempt(inflateSync, body, maxBytes, Z_SYNC_FLUSH);
    if (found.fault !== 'checksum') return found.used < 0 ? inflatePrefix(body.subarray(2), maxBytes) : found;
    return { ...attempt(inflateRawSync, body.subarray(2), maxBytes, Z_SYNC_FLUSH), fault: 'checksum' };
  },
};

const raw: BodyCoding = {
  shows: isUnmarked,
  async decode(body, maxBytes) {
    const found = attempt(inflateRawSync, body, maxBytes, Z_SYNC_FLUSH);
    return found.used < 0 ? inflatePrefix(body, maxBytes) : found;
  },
};

const brotli: BodyCoding = {
  shows: isUnmarked,
  async decode(body, maxBytes) {
    const found = attempt(brotliDecompressSync, body, maxBytes, BROTLI_OPERATION_FLUSH);
    if (found.used >= 0) return found;
    const options = { chunkSize: CAREFUL_CHUNK_BYTES, finishFlush: BROTLI_OPERATION_FLUSH };
    return decodePrefix(createBrotliDecompress(options), body, maxBytes);
  },
};

const zstd: BodyCoding = {
  shows: (body) => body.indexOf(ZSTD_MAGIC) === 0,
  decode: unzstd,
};

/** The codings that can be removed, by the names that servers give them. */
export const bodyCodings: Readonly<Record<string, BodyCoding | undefined>> = {
  __proto__: null as never,
  gzip,
  'x-gzip': gzip,
  deflate: {
    shows: (body) => zlib.shows(body) || raw.shows(body),
    decode: (body, maxBytes) => (zlib.shows(body) ? zlib : raw).decode(body, maxBytes),
  },
  br: brotli,
  zstd,
};

/** Whether bytes look like brotli or raw deflate data: they are no text and have no mark of another coding. */
function isUnmarked(body: Buffer): boolean {
  return !looksLikeText(body) && gzipHeaderLength(body) === 0 && !zstd.shows(body);
}

/** A coding that was removed although no header names it. */
interface UnlabelledCoding {
  readonly coding: string;
  readonly result: DecodedCoding;
}

/**
 * Removes the coding that the bytes themselves show: gzip and zstd by their first bytes; brotli, which has no such
 * mark, if bytes that are no text decode completely to text. `undefined` if there is none. Cost: O(body + maxBytes).
 */
export async function removeUnlabelled(
  body: Buffer,
  maxBytes: number,
): Promise<UnlabelledCoding | undefined> {
  const coding = gzipHeaderLength(body) > 0 ? 'gzip' : zstd.shows(body) ? 'zstd' : 'br';
  if (coding === 'br' && (body.length === 0 || isReadable(body) || isUtf16(body))) return undefined;
  const result = await bodyCodings[coding]!.decode(body, maxBytes);
  if (result.body.length === 0) return undefined;
  if (coding === 'br' && (result.fault !== undefined || !isReadable(result.body))) return undefined;
  return { coding, result };
}

/** Whether bytes look like text: UTF-8, or in some ASCII-based encoding. */
export function isReadable(body: Buffer): boolean {
  return beginsAsUtf8(body, 4096) || looksLikeText(body);
}

/** Whether the first `most` bytes are UTF-8. A character that goes on behind them does not count. */
function beginsAsUtf8(body: Buffer, most: number): boolean {
  let end = Math.min(body.length, most);
  // bytes 10xxxxxx continue a character
  while (end > 0 && end < body.length && (body[end]! & 0xc0) === 0x80) end--;
  return isUtf8(body.subarray(0, end));
}

/** Whether bytes begin with the byte order mark of UTF-16, or every other of the first ones is NUL: Western text in UTF-16. */
function isUtf16(body: Buffer): boolean {
  const head = body.subarray(0, 64);
  if (/^(?:\xff\xfe|\xfe\xff)/.test(head.toString('latin1', 0, 2))) return true;
  const at = head[0] === 0 ? 0 : 1;
  let nuls = 0;
  for (let i = at; i < head.length; i += 2) if (head[i] === 0) nuls++;
  return 3 * nuls > head.length;
}

const HEAD_BYTES = 512;

/** Whether the first 512 bytes look like text: no control characters, and either mostly ASCII or UTF-8. */
function looksLikeText(body: Buffer): boolean {
  const { length } = body.subarray(0, HEAD_BYTES);
  const other = beyondAscii(body);
  return 10 * other < 3 * length || (other <= length && beginsAsUtf8(body, HEAD_BYTES));
}

/**
 * Whether the first 512 bytes could be text: in UTF-16, or in any ASCII-based encoding, such as Russian in KOI8-R, with no control
 * characters, and not all of them beyond ASCII. Of compressed data of a hundred bytes, one in 15,000 is taken for text.
 */
export function couldBeText(body: Buffer): boolean {
  return isUtf16(body) || beyondAscii(body) < body.subarray(0, HEAD_BYTES).length;
}

/** How many of the first 512 bytes are beyond ASCII; infinite if there are control characters among them. */
function beyondAscii(body: Buffer): number {
  let other = 0;
  for (const byte of body.subarray(0, HEAD_BYTES)) {
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) return Number.POSITIVE_INFINITY;
    if (byte > 126) other++;
  }
  return other;
}

type Sync = (body: Buffer, options: { info: true; maxOutputLength: number; finishFlush?: number }) => unknown;

/** Result of decoding in one call. `used` is negative if there is none: the data are too long or do not decode. */
interface Attempt extends DecodedCoding {
  /** Bytes of the body that were decoded. */
  readonly used: number;
}

const NOTHING: Attempt = { body: Buffer.alloc(0), over: false, used: -1 };

/** Decodes in one call data that are sound, followed by something else, or cut off. */
function attempt(sync: Sync, body: Buffer, maxBytes: number, flush: number): Attempt {
  // `info: true` also returns the engine, which knows how much input it used
  const run = (options: { finishFlush?: number }): { buffer: Buffer; engine: { bytesWritten: number } } =>
    sync(body, { info: true, maxOutputLength: maxBytes, ...options }) as ReturnType<typeof run>;
  try {
    const { buffer, engine } = run({});
    const used = engine.bytesWritten;
    const isAll = isZeros(body, used);
    return { body: buffer, over: false, used, ...(isAll ? {} : { fault: 'junk' }) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'Z_BUF_ERROR') return / check$/.test(message) ? { ...NOTHING, fault: 'checksum' } : NOTHING;
  }
  try {
    // flushing instead of finishing returns what there is
    const { buffer } = run({ finishFlush: flush });
    return { body: buffer, over: false, used: body.length, fault: 'cut-off' };
  } catch {
    return NOTHING;
  }
}

/** Removes gzip of up to `members` members that are not all sound. No server sends more on purpose. */
async function gunzip(body: Buffer, maxBytes: number, members: number): Promise<DecodedCoding> {
  const whole = attempt(gunzipSync, body, maxBytes, Z_SYNC_FLUSH);
  if (whole.used >= 0) return whole;
  const head = gzipHeaderLength(body);
  if (head === 0) return { body: NOTHING.body, over: false, fault: 'undecodable' };
  const data = body.subarray(head);
  const first = attempt(inflateRawSync, data, maxBytes, Z_SYNC_FLUSH);
  if (first.used < 0) return inflatePrefix(data, maxBytes);
  const end = first.used + GZIP_TRAILER_BYTES;
  const isSound =
    end <= data.length &&
    data.readUInt32LE(first.used) === crc32(first.body) &&
    data.readUInt32LE(first.used + 4) === first.body.length;
  const rest = data.subarray(end);
  const fault = !isSound ? 'checksum' : isGzip(rest) ? undefined : 'junk';
  if (!isGzip(rest) || members <= 1) return { body: first.body, over: false, fault: fault ?? 'junk' };
  const more = await gunzip(rest, maxBytes - first.body.length, members - 1);
  const worst = fault ?? more.fault;
  return {
    body: Buffer.concat([first.body, more.body]),
    over: more.over,
    ...(worst === undefined ? {} : { fault: worst }),
  };
}

/** Inflates raw deflate data up to a limit, or up to their break. */
function inflatePrefix(data: Buffer, maxBytes: number): Promise<DecodedCoding> {
  const engine = createInflateRaw({ chunkSize: CAREFUL_CHUNK_BYTES, finishFlush: Z_SYNC_FLUSH });
  return decodePrefix(engine, data, maxBytes);
}

async function decodePrefix(
  stream: NodeJS.ReadWriteStream & { destroy(): void },
  body: Buffer,
  maxBytes: number,
): Promise<DecodedCoding> {
  const parts: Buffer[] = [];
  let total = 0;
  return await new Promise((resolve) => {
    const finish = (fault?: BodyFault): void => {
      const whole = Buffer.concat(parts).subarray(0, maxBytes);
      resolve({ body: whole, over: total > maxBytes, ...(fault === undefined ? {} : { fault }) });
      stream.destroy();
    };
    stream.on('data', (part: Buffer) => {
      parts.push(part);
      total += part.length;
      if (total > maxBytes) finish();
    });
    stream.on('error', () => finish('undecodable'));
    stream.on('end', () => finish());
    stream.end(body);
  });
}

async function unzstd(body: Buffer, maxBytes: number): Promise<DecodedCoding> {
  let damage: DumpDamage | undefined;
  const pieces = (async function* () {
    yield { bytes: body, stored: 0 };
  })();
  const report = (found: DumpDamage): void => {
    damage ??= found;
  };
  const reader = new ByteReader(
    decompressed(pieces, 'zstd', { limits: defaultLimits, report, sinceRecord: 0 }),
  );
  try {
    const over = await reader.fill(maxBytes + 1);
    const end = Math.min(reader.end, reader.start + maxBytes);
    const decoded = Buffer.from(reader.buffer.subarray(reader.start, end));
    // the data after a gap show what the gap is
    if (!over) await reader.nextSection();
    return { body: decoded, over, ...(damage === undefined ? {} : { fault: faultOf(damage) }) };
  } finally {
    await reader.close();
  }
}

function faultOf({ code }: DumpDamage): BodyFault {
  if (code === 'cut-off' || code === 'checksum') return code;
  return code === 'unexpected-bytes' ? 'junk' : 'undecodable';
}

function isZeros(bytes: Buffer, from: number): boolean {
  for (let i = from; i < bytes.length; i++) if (bytes[i] !== 0) return false;
  return true;
}
