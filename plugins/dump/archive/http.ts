import { CR, LF } from '../bytes/line-ends.ts';
import type { BodyFault } from '../damage.ts';
import {
  bodyCodings,
  couldBeText,
  type DecodedCoding,
  isReadable,
  removeUnlabelled,
} from './body-codings.ts';
import { type Headers, headLength, parseHead } from './headers.ts';

/** Most codings of a body. No server applies more on purpose, and each may inflate to a page's limit. */
const MOST_CODINGS = 5;

/** A broken coding of a body. */
interface BrokenCoding {
  readonly coding: string;
  readonly fault: BodyFault;
}

/** The decoded body of an HTTP response. */
export interface DecodedBody {
  /** Without transfer and content codings, cut to the limit. */
  readonly body: Buffer;
  /** If the body exceeds the limit: its least possible number of bytes. */
  readonly truncatedFrom?: number;
  /** The broken coding (if several, the last one found) and how it is broken. The body has the bytes that decode. */
  readonly broken?: BrokenCoding;
  /** A content coding that the header names but the bytes lack: it was removed before they were stored. */
  readonly isDecoded?: true;
  /** A content coding that cannot be removed here; the body is as stored. */
  readonly unknownCoding?: string;
}

/** The facts in a response's header. */
export interface HttpHead {
  /** 0 if the status line has none. */
  readonly status: number;
  readonly headers: Headers;
  /** Number of bytes before the body. */
  readonly length: number;
  /** Whether it exceeds the limit. Then neither its fields nor the start of the body are known. */
  readonly isLong?: true;
}

/** Status line and header of a stored response; `undefined` if `block` does not begin like one. {@link interimBytes} are part of it. */
export function parseHttpHead(block: Buffer, maxHeaderBytes: number): HttpHead | undefined {
  if (!beginsLikeHttp(block, 0)) return undefined;
  const end = Math.min(block.length, maxHeaderBytes);
  const start = interimBytes(block, end);
  const measured = headLength(block, start, end);
  const length = measured < 0 ? end : start + measured;
  const { startLine, headers } = parseHead(block, start, length - start);
  const status = Number(/^\S+\s+(\d{3})(?!\d)/.exec(startLine)?.[1] ?? 0);
  const isLong = measured < 0 && block.length > maxHeaderBytes;
  return { status, headers, length, ...(isLong ? { isLong } : {}) };
}

/** Number of bytes, of those before `end`, of what a server sends before its response: `100 Continue`, `103 Early Hints` (RFC 9110, section 15.2). */
export function interimBytes(block: Buffer, end: number): number {
  for (let start = 0; ; ) {
    if (!/^HTTP\/\S+\s+1\d\d(?!\d)/i.test(block.toString('latin1', start, start + 24))) return start;
    const length = headLength(block, start, end);
    if (length < 0 || !beginsLikeHttp(block, start + length)) return start;
    start += length;
  }
}

function beginsLikeHttp(block: Buffer, at: number): boolean {
  return block.toString('latin1', at, at + 5).toUpperCase() === 'HTTP/';
}

/**
 * The body after a header, without codings, at most `maxBytes` of it. The header is not trusted.
 *
 * Archives often store the body decoded and the header as it was, so a coding that the bytes do not show
 * (no chunk size at the start, no gzip magic, readable text instead of brotli or deflate) counts as removed. A coding
 * that only the bytes show is removed as well.
 */
export async function decodeBody(stored: Buffer, headers: Headers, maxBytes: number): Promise<DecodedBody> {
  const body = new CodedBody(stored, maxBytes);
  const transferCodings = codingsOf(headers.get('transfer-encoding') ?? '');
  if (transferCodings.includes('chunked')) body.joinChunks();
  const codings = [
    ...codingsOf(headers.get('content-encoding') ?? ''),
    // other codings say nothing about the bytes: no server sends them
    ...transferCodings.filter((coding) => coding !== 'chunked' && bodyCodings[coding] !== undefined),
  ];
  if (codings.length > MOST_CODINGS && !isReadable(body.bytes)) {
    return { body: body.bytes, unknownCoding: 'beyond the fifth' };
  }
  for (const coding of codings.slice(0, MOST_CODINGS).reverse()) {
    if (!(await body.remove(coding))) return { body: body.bytes, unknownCoding: coding.slice(0, 40) };
  }
  for (let round = codings.length; round < MOST_CODINGS; round++) {
    if (!(await body.removeUnlabelled())) break;
  }
  return body.decoded();
}

/** A body whose codings are removed one by one. */
class CodedBody {
  bytes: Buffer;
  readonly #maxBytes: number;
  #broken: BrokenCoding | undefined;
  #truncatedFrom: number | undefined;
  #isDecoded = false;

  constructor(stored: Buffer, maxBytes: number) {
    this.bytes = stored;
    this.#maxBytes = maxBytes;
  }

  joinChunks(): void {
    const { body, broken } = joinChunks(this.bytes);
    this.bytes = body;
    if (broken) this.#broken = { coding: 'chunked', fault: 'cut-off' };
  }

  /** Removes a coding that a header names, unless the bytes show that they lack it. Returns false if it cannot be removed. */
  async remove(name: string): Promise<boolean> {
    const coding = bodyCodings[name];
    if (this.bytes.length === 0) return true;
    // an unknown coding ("utf-8", "text/html") says nothing if the bytes are readable or show another coding
    if (coding === undefined) {
      return isReadable(this.bytes) || couldBeText(this.bytes) || (await this.#unlabelled()) !== undefined;
    }
    const result = coding.shows(this.bytes) ? await coding.decode(this.bytes, this.#maxBytes) : undefined;
    // what breaks off and could be text is text: of its first bytes, a decoder may make something
    if (result === undefined || (result.fault !== undefined && couldBeText(this.bytes))) {
      this.#isDecoded = true;
      return true;
    }
    // data that do not decode may have another coding than the header says
    const other = result.fault === 'undecodable' ? (await this.#unlabelled())?.result : undefined;
    this.#take(name, other !== undefined && other.fault === undefined ? other : result);
    return true;
  }

  /** Removes a coding that only the bytes show. Returns false if there is none. */
  async removeUnlabelled(): Promise<boolean> {
    const found = await this.#unlabelled();
    if (found !== undefined) this.#take(found.coding, found.result);
    return found !== undefined;
  }

  /** The body without the codings that have been removed, cut to the limit. */
  decoded(): DecodedBody {
    const isLong = this.bytes.length > this.#maxBytes;
    const truncatedFrom = isLong
      ? Math.max(this.#truncatedFrom ?? 0, this.bytes.length)
      : this.#truncatedFrom;
    return {
      body: isLong ? this.bytes.subarray(0, this.#maxBytes) : this.bytes,
      ...(truncatedFrom !== undefined && { truncatedFrom }),
      ...(this.#broken !== undefined && { broken: this.#broken }),
      ...(this.#isDecoded && { isDecoded: true }),
    };
  }

  #unlabelled() {
    return removeUnlabelled(this.bytes, this.#maxBytes);
  }

  #take(coding: string, { body, over, fault }: DecodedCoding): void {
    this.bytes = body;
    if (fault !== undefined) this.#broken = { coding, fault };
    if (over) this.#truncatedFrom = body.length + 1;
  }
}

/** The codings that a header names, without those that change nothing. */
function codingsOf(header: string): string[] {
  return header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity' && name !== 'none');
}

/** Joins the chunks of RFC 9112, section 7.1. Returns bytes that do not begin with a chunk unchanged. */
export function joinChunks(stored: Buffer): { body: Buffer; broken: boolean } {
  // one buffer: a buffer for each of many chunks takes twenty times their bytes
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
      // a body that only begins like a chunk was stored without chunks
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
