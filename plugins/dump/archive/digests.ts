import { createHash, type Hash, hash } from 'node:crypto';
import type { DumpDamage } from '../damage.ts';
import { type Headers, headLength, parseHead } from './headers.ts';
import { decodeBody, interimBytes, joinChunks } from './http.ts';

/** A digest that a record's header states: `sha1:` and 20 bytes in base16, base32 or base64. */
interface StatedDigest {
  readonly algorithm: string;
  /** In base16, in lower case. */
  readonly value: string;
}

/** The algorithms that are checked, by their names without hyphens, and the bytes of their digests. */
const DIGEST_BYTES: Readonly<Record<string, number | undefined>> = {
  __proto__: null as never,
  md5: 16,
  sha1: 20,
  sha256: 32,
  sha384: 48,
  sha512: 64,
};

/**
 * The digest in a `WARC-Block-Digest` or `WARC-Payload-Digest`; `undefined` if there is none or its algorithm is
 * unknown, 'broken' if the value is not valid for its algorithm.
 */
export function parseDigest(text: string | undefined): StatedDigest | 'broken' | undefined {
  const [, name, written] = /^\s*([\w-]{1,20})\s*:\s*(\S{1,200})\s*$/.exec(text ?? '') ?? [];
  if (name === undefined || written === undefined) return undefined;
  const algorithm = name.toLowerCase().replaceAll('-', '');
  const bytes = DIGEST_BYTES[algorithm];
  if (bytes === undefined) return undefined;
  const value = inBase16(written.replace(/=+$/, ''), bytes);
  return value === undefined ? 'broken' : { algorithm, value };
}

/** A digest in base16, base32 or base64. Each has another number of characters, which tells them apart. */
function inBase16(text: string, bytes: number): string | undefined {
  if (text.length === 2 * bytes) return /^[0-9a-f]+$/i.test(text) ? text.toLowerCase() : undefined;
  if (text.length === Math.ceil((8 * bytes) / 5))
    return fromBase32(text.toUpperCase(), bytes)?.toString('hex');
  if (text.length !== Math.ceil((8 * bytes) / 6) || !/^[\w+/-]+$/.test(text)) return undefined;
  return Buffer.from(text.replaceAll('-', '+').replaceAll('_', '/'), 'base64').toString('hex');
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string, bytes: number): Buffer | undefined {
  const out = Buffer.alloc(bytes);
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const character of text) {
    const value = BASE32.indexOf(character);
    if (value < 0) return undefined;
    held = ((held << 5) | value) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    if (at < bytes) out[at++] = held >> bits;
  }
  return out;
}

/** A digest as most WARC files have it: base32 (RFC 4648, section 6), without padding. */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(held >> (bits - 5)) & 31];
  }
  return bits > 0 ? text + BASE32[(held << (5 - bits)) & 31] : text;
}

/** The headers of an HTTP message. */
interface HttpHead {
  readonly headers: Headers;
  /** Bytes up to the body. */
  readonly length: number;
  /** Bytes of the first header, if others follow it ({@link interimBytes}). */
  readonly firstLength?: number;
}

/** Most bytes that are decoded to compare them with a digest; that of a longer body counts as right. */
const MOST_DECODED_BYTES = 16 * 1024 * 1024;

/**
 * Compares a record's block, as it arrives, with the digests in its header (ISO 28500, sections 5.8 and 5.9).
 *
 * The payload is the block or, for an HTTP message, its body. Some writers remove chunks or codings before they compute
 * the digest, some take the whole block, and some all that follows the first header of several: each of these counts as right. Of a digest
 * in several lines the first counts, as the standard allows no second (WARC 1.1, section 5.1). Revisits are not checked: writers give them
 * the block digest of the record they refer to. Cost: O(block); each digest is computed once, as the block arrives, at
 * about the speed of memory.
 */
export class DigestCheck {
  readonly #block: StatedDigest | undefined;
  #payload: StatedDigest | undefined;
  /** If the block arrives in parts: the hashes so far of the block and of its payload. */
  #parts: { readonly block: Hash | undefined; readonly payload: Hash | undefined } | undefined;
  readonly #of: { readonly record?: string };
  #broken: DumpDamage | undefined;
  /** If the block arrives in parts: its HTTP header. */
  #http: HttpHead | undefined;
  /** Whether an HTTP header comes before the payload. */
  readonly #hasHead: boolean;
  readonly #maxHeaderBytes: number;
  /** Offset of the payload in the block. */
  #payloadAt = 0;
  /** The digest computed last, of the whole block or of its end. */
  #made: { readonly algorithm: string; readonly from: number; readonly value: string } | undefined;
  /**
   * The whole block, if it arrived in one part: hashing it in one call takes at most half the time of a hash object.
   */
  #whole: Buffer | undefined;

  private constructor(type: string, headers: Headers, maxHeaderBytes: number) {
    const id = headers.get('warc-record-id')?.replace(/^<(.*)>$/, '$1');
    this.#of = id === undefined ? {} : { record: id };
    const media = (headers.get('content-type') ?? '').trim().toLowerCase();
    this.#hasHead =
      /^(?:response|request)$/.test(type) && (media === '' || media.startsWith('application/http'));
    this.#maxHeaderBytes = maxHeaderBytes;
    this.#block = this.#read('block', headers);
    const isWhole = !headers.has('warc-truncated') && !headers.has('warc-segment-number');
    if (isWhole && type !== 'continuation') this.#payload = this.#read('payload', headers);
  }

  /** `undefined` if the record's header has no digest that can be checked or is broken. */
  static of(type: string, headers: Headers, maxHeaderBytes: number): DigestCheck | undefined {
    if (type === 'revisit') return undefined;
    if (!headers.has('warc-block-digest') && !headers.has('warc-payload-digest')) return undefined;
    return new DigestCheck(type, headers, maxHeaderBytes);
  }

  /** Adds the next bytes of the block. The first ones must contain its HTTP header, if it has one. */
  update(bytes: Buffer): void {
    if (this.#parts === undefined && this.#whole === undefined) {
      this.#whole = bytes;
      this.#begin(bytes);
      return;
    }
    const whole = this.#whole;
    if (whole !== undefined) {
      this.#http = this.#headOf(whole);
      this.#whole = undefined;
      this.#parts = {
        block: this.#block && createHash(this.#block.algorithm).update(whole),
        payload: this.#payload && createHash(this.#payload.algorithm).update(whole.subarray(this.#payloadAt)),
      };
    }
    this.#parts?.block?.update(bytes);
    this.#parts?.payload?.update(bytes);
  }

  /**
   * Whether the block arrived in one part and all digests match it and its stored payload. This holds for nearly all
   * records and needs no `await`, which would cost as much as a short record. If false, call `damage`.
   */
  hold(): boolean {
    const [block, payload] = [this.#block, this.#payload];
    if (this.#broken !== undefined || this.#whole === undefined) return false;
    return (
      (block === undefined || this.#is(block, 0, undefined)) &&
      (payload === undefined || this.#is(payload, this.#payloadAt, undefined))
    );
  }

  /** The damage if a digest does not match the block. Call this once, after all bytes. */
  async damage(): Promise<DumpDamage | undefined> {
    if (this.#broken !== undefined) return this.#broken;
    if (this.#block !== undefined && !this.#is(this.#block, 0, this.#parts?.block)) {
      return { code: 'digest', of: 'block', algorithm: this.#block.algorithm, ...this.#of };
    }
    const stated = this.#payload;
    if (stated === undefined) return undefined;
    if (this.#is(stated, this.#payloadAt, this.#parts?.payload) || (await this.#isOfDecoded(stated)))
      return undefined;
    return { code: 'digest', of: 'payload', algorithm: stated.algorithm, ...this.#of };
  }

  /** Finds the payload in a block, by its first bytes. */
  #begin(bytes: Buffer): void {
    if (this.#payload === undefined || !this.#hasHead) return;
    const end = Math.min(bytes.length, this.#maxHeaderBytes);
    const start = interimBytes(bytes, end);
    const length = headLength(bytes, start, end);
    if (length >= 0) {
      this.#payloadAt = start + length;
      // the start of the payload is unknown
    } else this.#payload = undefined;
  }

  /**
   * Whether a digest is that of the block from byte `from` on. `parts` has the hash of a block that arrived in parts.
   */
  #is(stated: StatedDigest, from: number, parts: Hash | undefined): boolean {
    if (parts !== undefined) return parts.digest('hex') === stated.value;
    const { algorithm } = stated;
    // without an HTTP header, block and payload are the same
    if (this.#made?.algorithm !== algorithm || this.#made.from !== from) {
      this.#made = { algorithm, from, value: hash(algorithm, this.#whole?.subarray(from) ?? '', 'hex') };
    }
    return this.#made.value === stated.value;
  }

  #headOf(block: Buffer): HttpHead | undefined {
    const length = this.#payloadAt;
    if (length === 0) return undefined;
    const start = interimBytes(block, length);
    const { headers } = parseHead(block, start, length - start);
    return { headers, length, ...(start > 0 && { firstLength: headLength(block, 0, start) }) };
  }

  #read(of: 'block' | 'payload', headers: Headers): StatedDigest | undefined {
    const text = headers.get(`warc-${of}-digest`);
    const digest = parseDigest(text);
    if (digest !== 'broken') return digest;
    this.#broken ??= { code: 'not-a-digest', of, found: text ?? '', ...this.#of };
    return undefined;
  }

  /** Whether a digest is that of the whole block, or of the payload without its chunks, or without its codings. */
  async #isOfDecoded(stated: StatedDigest): Promise<boolean> {
    const head = this.#whole === undefined ? this.#http : this.#headOf(this.#whole);
    if (head === undefined) return false;
    if (this.#whole !== undefined && isDigestOf(stated, this.#whole)) return true;
    const { headers, length, firstLength } = head;
    const isChunked = /\bchunked\b/i.test(headers.get('transfer-encoding') ?? '');
    const isCoded = isChunked || headers.has('content-encoding');
    if (!isCoded && firstLength === undefined) return false;
    // the codings of a block that arrived in parts, and its other headers, cannot be removed here: it counts as right
    if (this.#whole === undefined) return true;
    if (firstLength !== undefined && isDigestOf(stated, this.#whole.subarray(firstLength))) return true;
    if (!isCoded) return false;
    const body = this.#whole.subarray(length);
    if (isChunked && isDigestOf(stated, joinChunks(body).body)) return true;
    const decoded = await decodeBody(body, headers, MOST_DECODED_BYTES);
    // of a body that is not decoded to its end, nothing shows that the digest is wrong
    return decoded.truncatedFrom !== undefined || isDigestOf(stated, decoded.body);
  }
}

function isDigestOf({ algorithm, value }: StatedDigest, bytes: Buffer | string): boolean {
  return hash(algorithm, bytes, 'hex') === value;
}
