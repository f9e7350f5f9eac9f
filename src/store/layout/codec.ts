import { crc32 } from 'node:zlib';
import { IndexError } from '../errors.ts';

/**
 * Every stored value is
 *
 *      1            n              4
 *     ┌─────────┬───────────┬──────────────┐
 *     │ version │ body      │ CRC-32       │    over version and body, big-endian
 *     └─────────┴───────────┴──────────────┘
 */
const VALUE_VERSION = 1;

const FRAME_BYTES = 5;

/** What is kept of a removed page: that its number was given. */
export interface Tombstone {
  readonly outcome: 'removed';
}

/** What is kept of a decided page. */
export interface DecisionRecord {
  readonly outcome: 'unique' | 'duplicate' | 'unclassifiable';
  readonly key: string;
  /** Missing where it is the key. */
  readonly url?: string;
  /** Number of grams. */
  readonly size: number;
  /** Hash of the gram set, 16 hexadecimal digits. */
  readonly fingerprint: string;
  /** When the page was fetched, as the caller gave it. */
  readonly at?: string;
  /** What the caller had to say of the page. */
  readonly note?: string;
  /** When it was stored, in milliseconds since 1970. */
  readonly storedAt: number;
  /** Stored as unique without being compared with others. */
  readonly added?: true;
  /** The unique page that this one is a duplicate of. */
  readonly of?: { readonly key: string; readonly url: string };
  readonly similarity?: number;
  readonly overlap?: number;
}

/** What searching needs of a unique page before its gram set is read. */
export interface SketchRecord {
  readonly size: number;
  /** Hash of the url's host, 32 bits. */
  readonly host: number;
  /** `[low, high]` */
  readonly simHash: Uint32Array;
  /** Int32Array(components) */
  readonly minHash: Int32Array;
}

/** Counts of an index, and what tells whether it is whole. */
export interface CountsRecord {
  /** One more with every batch. */
  readonly sequence: number;
  /** Number that the next decided page gets. */
  readonly nextPage: number;
  /** Pages from this number on are missing in the trees and SimHash tables: a bulk load can leave them out. */
  readonly tabledTo: number;
  readonly unique: number;
  readonly duplicates: number;
  readonly unclassifiable: number;
}

/** Any plain value as JSON. */
export function encodeJson(value: unknown): Buffer {
  return sealed(Buffer.from(JSON.stringify(value)));
}

/** @param what names the value in the error, as in "decision of page 7" */
export function decodeJson<T>(bytes: Buffer, what: string): T {
  return JSON.parse(opened(bytes, what).toString()) as T;
}

/** An unsigned 32-bit number, big-endian. */
export function encodeNumber(value: number): Buffer {
  const body = Buffer.allocUnsafe(4);
  body.writeUInt32BE(value);
  return sealed(body);
}

export function decodeNumber(bytes: Buffer, what: string): number {
  return opened(bytes, what, 4).readUInt32BE();
}

const SKETCH_HEAD_BYTES = 16;

/** Size, host and SimHash, big-endian, 16 bytes; then the components, 4 bytes little-endian each. */
export function encodeSketch({ size, host, simHash, minHash }: SketchRecord): Buffer {
  const value = framed(SKETCH_HEAD_BYTES + minHash.byteLength);
  value.writeUInt32BE(size, 1);
  value.writeUInt32BE(host, 5);
  value.writeUInt32BE(simHash[1], 9);
  value.writeUInt32BE(simHash[0], 13);
  value.set(new Uint8Array(minHash.buffer, minHash.byteOffset, minHash.byteLength), 1 + SKETCH_HEAD_BYTES);
  return checksummed(value);
}

/** @param components number of components that the index's sketches have */
export function decodeSketch(bytes: Buffer, what: string, components: number): SketchRecord {
  const body = opened(bytes, what, SKETCH_HEAD_BYTES + 4 * components);
  const minHash = new Int32Array(components);
  new Uint8Array(minHash.buffer).set(body.subarray(SKETCH_HEAD_BYTES));
  return {
    size: body.readUInt32BE(0),
    host: body.readUInt32BE(4),
    simHash: Uint32Array.of(body.readUInt32BE(12), body.readUInt32BE(8)),
    minHash,
  };
}

/** Gram set, ascending, 8 bytes little-endian a gram: the memory of the processor, copied. */
export function encodeGrams(grams: BigUint64Array): Buffer {
  const value = framed(grams.byteLength);
  value.set(new Uint8Array(grams.buffer, grams.byteOffset, grams.byteLength), 1);
  return checksummed(value);
}

export function decodeGrams(bytes: Buffer, what: string): BigUint64Array {
  const body = opened(bytes, what);
  if (body.length % 8 !== 0) throw damaged(what, `${body.length} bytes are no whole number of grams`);
  const grams = new BigUint64Array(body.length / 8);
  new Uint8Array(grams.buffer).set(body);
  return grams;
}

function sealed(body: Uint8Array): Buffer {
  const value = framed(body.length);
  value.set(body, 1);
  return checksummed(value);
}

function framed(bodyBytes: number): Buffer {
  const value = Buffer.allocUnsafe(bodyBytes + FRAME_BYTES);
  value[0] = VALUE_VERSION;
  return value;
}

function checksummed(value: Buffer): Buffer {
  const end = value.length - 4;
  value.writeUInt32BE(crc32(value.subarray(0, end)), end);
  return value;
}

function opened(value: Buffer, what: string, bodyBytes?: number): Buffer {
  const end = value.length - 4;
  if (end < 1) throw damaged(what, `${value.length} bytes are too few`);
  if (crc32(value.subarray(0, end)) !== value.readUInt32BE(end))
    throw damaged(what, 'its checksum does not match its bytes');
  if (value[0] !== VALUE_VERSION) {
    throw new IndexError(
      'NEARDUP_INDEX_VERSION',
      `the ${what} is stored in version ${value[0]}, this program reads version ${VALUE_VERSION}`,
    );
  }
  if (bodyBytes !== undefined && end - 1 !== bodyBytes) {
    throw damaged(what, `it has ${end - 1} bytes instead of ${bodyBytes}`);
  }
  return value.subarray(1, end);
}

function damaged(what: string, why: string): IndexError {
  return new IndexError('NEARDUP_INDEX_DAMAGED', `the index is damaged: the ${what}: ${why}`);
}
