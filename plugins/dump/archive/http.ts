import { isUtf8 } from 'node:buffer';
import {
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  gunzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib';
import { CR, LF } from '../bytes/line-ends.ts';
import { isGzip } from '../bytes/magic.ts';
import { type Headers, headLength, parseHead } from './headers.ts';

/** More codings than this are none that a server means: each may inflate to a page's limit. */
const MOST_CODINGS = 5;

/** The body of an HTTP response as the server meant it. */
interface DecodedBody {
  /** Transfer and content coding removed, cut to the limit. */
  readonly body: Buffer;
  /** Set where the body went on past the limit: how many bytes it had at least. */
  readonly truncatedFrom?: number;
  /** The coding that breaks off (the last one met, of several); the body holds what came before. */
  readonly brokenCoding?: string;
  /** A content coding that cannot be removed here; the body is as stored. */
  readonly unknownCoding?: string;
}

/** What a response's header says. */
interface HttpHead {
  /** 0 when the status line has none. */
  readonly status: number;
  readonly headers: Headers;
  /** Bytes up to the body. */
  readonly length: number;
  /** It does not end within the limit: neither its fields nor where the body begins are known. */
  readonly isLong?: true;
}

/** Status line and header of a stored response; `undefined` when `block` does not begin like one. */
export function parseHttpHead(block: Buffer, maxHeaderBytes: number): HttpHead | undefined {
  if (block.toString('latin1', 0, 5).toUpperCase() !== 'HTTP/') return undefined;
  const end = Math.min(block.length, maxHeaderBytes);
  const measured = headLength(block, 0, end);
  const length = measured < 0 ? end : measured;
  const { startLine, headers } = parseHead(block, 0, length);
  const status = Number(/^\S+\s+(\d{3})\b/.exec(startLine)?.[1] ?? 0);
  const isLong = measured < 0 && block.length > maxHeaderBytes;
  return { status, headers, length, ...(isLong ? { isLong } : {}) };
}

/**
 * The body behind a header, codings removed, at most `maxBytes` of it: nothing a header says is believed.
 *
 * Archives often store the body decoded and the header as it was, so a coding that the bytes do not show
 * (no chunk size in front, no gzip magic, readable text instead of brotli or deflate) is taken as removed.
 */
export async function decodeBody(stored: Buffer, headers: Headers, maxBytes: number): Promise<DecodedBody> {
  let body = stored;
  let brokenCoding: string | undefined;
  let truncatedFrom: number | undefined;
  if (/\bchunked\b/i.test(headers.get('transfer-encoding') ?? '')) {
    const joined = joinChunks(stored);
    body = joined.body;
    if (joined.broken) brokenCoding = 'chunked';
  }
  const codings = codingsOf(headers.get('content-encoding') ?? '');
  if (codings.length > MOST_CODINGS && !isReadable(body)) return { body, unknownCoding: 'beyond the fifth' };
  for (const coding of codings.slice(0, MOST_CODINGS).reverse()) {
    if (body.length === 0) break;
    const decoder = decoders[coding];
    if (decoder === undefined) {
      // a coding nobody knows ("utf-8", "text/html") says nothing about readable bytes
      if (isReadable(body)) continue;
      return { body, unknownCoding: coding.slice(0, 40) };
    }
    if (!decoder.shows(body)) continue;
    const result = await decoder.decode(body, maxBytes);
    if (result.failed && result.body.length === 0 && looksLikeText(body)) continue;
    body = result.body;
    if (result.failed) brokenCoding = coding;
    if (result.over) truncatedFrom = body.length + 1;
  }
  if (body.length > maxBytes) {
    truncatedFrom = Math.max(truncatedFrom ?? 0, body.length);
    body = body.subarray(0, maxBytes);
  }
  return {
    body,
    ...(truncatedFrom === undefined ? {} : { truncatedFrom }),
    ...(brokenCoding === undefined ? {} : { brokenCoding }),
  };
}

/** The codings that a header names, those left out that change nothing. */
function codingsOf(header: string): string[] {
  return header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity' && name !== 'none');
}

/** Joins the chunks of RFC 9112, section 7.1; bytes that do not begin with a chunk come back as they are. */
function joinChunks(stored: Buffer): { body: Buffer; broken: boolean } {
  // in one piece: a buffer for each of many chunks takes twenty times their bytes
  const joined = Buffer.allocUnsafe(stored.length);
  let length = 0;
  let at = 0;
  const add = (begin: number, end: number): void => {
    length += stored.copy(joined, length, begin, end);
  };
  const ended = (broken: boolean) => ({ body: joined.subarray(0, length), broken });
  for (;;) {
    const lineEnd = stored.indexOf(LF, at);
    const line = lineEnd < 0 || lineEnd - at > 1024 ? '' : stored.toString('latin1', at, lineEnd);
    const size = Number.parseInt(/^[ \t]*([0-9a-f]{1,8})[ \t]*(?:;.*)?\r?$/i.exec(line)?.[1] ?? '', 16);
    if (Number.isNaN(size)) {
      return length === 0 ? { body: stored, broken: false } : ended(true);
    }
    if (size === 0) return ended(false);
    const begin = lineEnd + 1;
    const end = begin + size;
    if (end > stored.length) {
      // a body that merely begins like a chunk is one that was stored without chunks
      if (length === 0 && begin < stored.length && end > 2 * stored.length)
        return { body: stored, broken: false };
      add(begin, stored.length);
      return ended(true);
    }
    const next = stored[end] === CR ? end + 1 : end;
    if (stored[next] !== LF && next < stored.length) {
      if (length === 0) return { body: stored, broken: false };
      add(begin, end);
      return ended(true);
    }
    add(begin, end);
    at = next + 1;
    if (at >= stored.length) return ended(false);
  }
}

interface Decoded {
  readonly body: Buffer;
  /** More than the limit would have come. */
  readonly over: boolean;
  readonly failed: boolean;
}

interface Decoder {
  shows(body: Buffer): boolean;
  decode(body: Buffer, maxBytes: number): Promise<Decoded>;
}

type Sync = (body: Buffer, options: { maxOutputLength: number; finishFlush: number }) => Buffer;
type Streaming = (options: { finishFlush: number }) => NodeJS.ReadWriteStream & { destroy(): void };

/** Removes a coding at once when the result fits, else as a stream that is cut off at the limit or the error. */
function decoder(sync: Sync, streaming: Streaming, flush: number, shows: (body: Buffer) => boolean): Decoder {
  // flushing instead of finishing: a body that was cut off decodes up to the cut
  const decode = async (body: Buffer, maxBytes: number): Promise<Decoded> => {
    try {
      return {
        body: sync(body, { maxOutputLength: maxBytes, finishFlush: flush }),
        over: false,
        failed: false,
      };
    } catch {
      return await decodePrefix(streaming({ finishFlush: flush }), body, maxBytes);
    }
  };
  return { shows, decode };
}

async function decodePrefix(stream: ReturnType<Streaming>, body: Buffer, maxBytes: number): Promise<Decoded> {
  const parts: Buffer[] = [];
  let total = 0;
  return await new Promise((resolve) => {
    const finish = (failed: boolean): void => {
      const whole = Buffer.concat(parts);
      resolve({ body: whole.subarray(0, maxBytes), over: total > maxBytes, failed });
      stream.destroy();
    };
    stream.on('data', (part: Buffer) => {
      parts.push(part);
      total += part.length;
      if (total > maxBytes) finish(false);
    });
    stream.on('error', () => finish(true));
    stream.on('end', () => finish(false));
    stream.end(body);
  });
}

const isZlib = (body: Buffer): boolean =>
  (body[0]! & 15) === 8 && body.length > 1 && body.readUInt16BE(0) % 31 === 0;

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = constants;
const gzip = decoder(gunzipSync, createGunzip, Z_SYNC_FLUSH, isGzip);
const zlib = decoder(inflateSync, createInflate, Z_SYNC_FLUSH, isZlib);
const raw = decoder(inflateRawSync, createInflateRaw, Z_SYNC_FLUSH, (body) => !looksLikeText(body));
const decoders: Readonly<Record<string, Decoder | undefined>> = {
  __proto__: null as never,
  gzip,
  'x-gzip': gzip,
  deflate: {
    shows: (body) => zlib.shows(body) || raw.shows(body),
    decode: (body, maxBytes) => (zlib.shows(body) ? zlib : raw).decode(body, maxBytes),
  },
  br: decoder(
    brotliDecompressSync,
    createBrotliDecompress,
    BROTLI_OPERATION_FLUSH,
    (body) => !looksLikeText(body),
  ),
};

function isReadable(body: Buffer): boolean {
  return isUtf8(body.subarray(0, 4096)) || looksLikeText(body);
}

/** Whether the first 512 bytes could be text in some ASCII-based encoding: no control characters, mostly ASCII. */
function looksLikeText(body: Buffer): boolean {
  const head = body.subarray(0, 512);
  let other = 0;
  for (const byte of head) {
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) return false;
    if (byte > 126) other++;
  }
  return 10 * other < 3 * head.length || isUtf8(head.subarray(0, head.length - 4));
}
