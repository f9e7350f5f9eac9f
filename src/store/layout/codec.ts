import { constants } from 'node:buffer';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Place } from '../damage.ts';
import { damagedIndex, type IndexError } from '../errors.ts';
import type { IndexLayout } from './parameters.ts';

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

/** What is kept of a removed page, so that its number is not given again. */
interface Tombstone {
  readonly verdict: 'removed';
}

/**
 * How a page compares with the pages that already have a verdict: similar to none of them, similar to one of them, or
 * without grams to compare. It does not say whether the page is kept or dropped.
 */
export type Verdict = (typeof verdicts)[number];

/** All verdicts. */
export const verdicts = ['unique', 'duplicate', 'unclassifiable'] as const;

/** A server's validators for a page, to send when it is requested again (RFC 9110, §8.8). */
export interface Validators {
  /** Value of the header `ETag`. */
  readonly etag?: string;
  /** Value of the header `Last-Modified`. */
  readonly lastModified?: string;
}

/**
 * What a caller says about a page: stored with its verdict and returned with it. A replay keeps the first notes, except
 * its validators: a server may send others with the same content.
 */
export interface PageNotes {
  /** When the page was fetched. */
  readonly at?: string;
  /** Any text, such as why a page is given no grams. */
  readonly note?: string;
  /** What the page calls itself: pages with different names differ, however similar they are. */
  readonly identity?: string;
  readonly validators?: Validators;
  /** For a page that was cut and is judged by its first part: how many bytes it had, at least. */
  readonly truncatedFrom?: number;
}

/** What is stored of a page that has its verdict. */
export interface DecisionRecord extends PageNotes {
  readonly verdict: Verdict;
  readonly key: string;
  /** Missing if it equals the key. */
  readonly url?: string;
  /** Number of grams. */
  readonly size: number;
  /** `fingerprint128` of the gram set, 32 hexadecimal digits. */
  readonly fingerprint: string;
  /** When it was stored, in milliseconds since 1970. */
  readonly storedAt: number;
  /** Stored as unique without being compared with others. */
  readonly added?: true;
  /** The unique page that this one is a duplicate of. */
  readonly of?: { readonly key: string; readonly url: string };
  readonly similarity?: number;
  readonly overlap?: number;
  /** For a unique page: the most similar page that it does not repeat according to the caller's `repeats`. */
  readonly alike?: { readonly key: string; readonly url: string; readonly similarity: number };
}

/** What is stored of a page whose handler is running, or that was taken for a copy of such a page. */
interface IntentRecord extends PageNotes {
  readonly key: string;
  /** Missing if it equals the key. */
  readonly url?: string;
  /** Key of the page that it was taken for a copy of; its own key while its handler runs. */
  readonly of: string;
  /** `fingerprint128` of its gram set, 32 hexadecimal digits. */
  readonly fingerprint: string;
  /** How to fetch the page again, as given by the caller; missing if its handler has run. */
  readonly request?: string;
  /** How often it was brought back. */
  readonly returns: number;
}

/** The properties of a unique page that a search needs before its gram set is read. */
export interface SketchRecord {
  readonly size: number;
  /** Hash of the url's host, 32 bits. */
  readonly host: number;
  /** `[low, high]` */
  readonly simHash: Uint32Array;
  /** Int32Array(components) */
  readonly minHash: Int32Array;
  /** Uint32Array(oddSketchBits / 32); missing if that is 0. */
  readonly oddSketch?: Uint32Array;
}

/** Counts of an index, and the numbers that tell whether it is complete. */
export interface CountsRecord {
  /** Incremented by every batch. */
  readonly sequence: number;
  /** Number that the next decided page gets. */
  readonly nextPage: number;
  /** Pages from this number on are not yet in the trees and SimHash tables: a bulk load can leave them out. */
  readonly tabledTo: number;
  readonly unique: number;
  readonly duplicates: number;
  readonly unclassifiable: number;
}

/** Any plain value as JSON. */
export function encodeJson(value: unknown): Buffer {
  return sealed(Buffer.from(JSON.stringify(value)));
}

/**
 * A value that {@link encodeJson} stored.
 *
 * @param place of the value, for the error
 * @throws IndexError NEARDUP_INDEX_DAMAGED or NEARDUP_INDEX_VERSION with its place, as do all that decode
 */
export function decodeJson<T>(bytes: Buffer, place: Place): T {
  return parsed(opened(bytes, place).toString(), place) as T;
}

/** A stored decision; undefined for a tombstone. */
export function decodeDecision(bytes: Buffer, place: Place): DecisionRecord | undefined {
  const record = decodeJson<DecisionRecord | Tombstone>(bytes, place);
  return record.verdict === 'removed' ? undefined : record;
}

/** An unsigned 32-bit number, big-endian. */
export function encodeNumber(value: number): Buffer {
  const body = Buffer.allocUnsafe(4);
  body.writeUInt32BE(value);
  return sealed(body);
}

/** The number that {@link encodeNumber} stored. */
export function decodeNumber(bytes: Buffer, place: Place): number {
  return opened(bytes, place, 4).readUInt32BE();
}

const SKETCH_HEAD_BYTES = 16;

/**
 * Size, host and SimHash, big-endian, 16 bytes; then the components and the odd sketch, 4 bytes little-endian a word.
 */
export function encodeSketch({ size, host, simHash, minHash, oddSketch = NO_WORDS }: SketchRecord): Buffer {
  const value = framed(SKETCH_HEAD_BYTES + minHash.byteLength + oddSketch.byteLength);
  value.writeUInt32BE(size, 1);
  value.writeUInt32BE(host, 5);
  value.writeUInt32BE(simHash[1], 9);
  value.writeUInt32BE(simHash[0], 13);
  const at = 1 + SKETCH_HEAD_BYTES;
  value.set(new Uint8Array(minHash.buffer, minHash.byteOffset, minHash.byteLength), at);
  value.set(
    new Uint8Array(oddSketch.buffer, oddSketch.byteOffset, oddSketch.byteLength),
    at + minHash.byteLength,
  );
  return checksummed(value);
}

const NO_WORDS = new Uint32Array(0);

/** How many components and bits the sketches of an index have. */
type SketchShape = Pick<IndexLayout, 'components' | 'oddSketchBits'>;

/** The sketch that {@link encodeSketch} stored. */
export function decodeSketch(
  bytes: Buffer,
  place: Place,
  { components, oddSketchBits }: SketchShape,
): SketchRecord {
  const end = SKETCH_HEAD_BYTES + 4 * components;
  const body = opened(bytes, place, end + oddSketchBits / 8);
  const minHash = new Int32Array(components);
  new Uint8Array(minHash.buffer).set(body.subarray(SKETCH_HEAD_BYTES, end));
  return {
    size: body.readUInt32BE(0),
    host: body.readUInt32BE(4),
    simHash: Uint32Array.of(body.readUInt32BE(12), body.readUInt32BE(8)),
    minHash,
    ...(oddSketchBits > 0 && { oddSketch: new Uint32Array(Uint8Array.from(body.subarray(end)).buffer) }),
  };
}

/** Gram set, ascending, 8 bytes little-endian a gram: a copy of the typed array's memory. */
export function encodeGrams(grams: BigUint64Array): Buffer {
  const value = framed(grams.byteLength);
  value.set(new Uint8Array(grams.buffer, grams.byteOffset, grams.byteLength), 1);
  return checksummed(value);
}

/**
 * A copy of a gram set and its {@link encodeGrams} form in one buffer, so that both go to another thread without being
 * copied.
 */
export function storableGrams(grams: BigUint64Array): { grams: BigUint64Array<ArrayBuffer>; stored: Buffer } {
  // The version is the last byte before the grams, which must be aligned.
  const head = grams.BYTES_PER_ELEMENT;
  const memory = new ArrayBuffer(head + grams.byteLength + FRAME_BYTES - 1);
  const copy = new BigUint64Array(memory, head, grams.length);
  copy.set(grams);
  const stored = Buffer.from(memory, head - 1);
  stored[0] = VALUE_VERSION;
  return { grams: copy, stored: checksummed(stored) };
}

/** The gram set that {@link encodeGrams} stored. */
export function decodeGrams(bytes: Buffer, place: Place): BigUint64Array {
  const body = opened(bytes, place);
  const count = Math.floor(body.length / 8);
  if (body.length !== 8 * count) throw wrongLength(place, body.length + FRAME_BYTES, 8 * count + FRAME_BYTES);
  const grams = new BigUint64Array(count);
  new Uint8Array(grams.buffer).set(body);
  return grams;
}

/** A text in UTF-8, deflated. */
export function encodeText(text: string): Buffer {
  return sealed(deflateRawSync(text));
}

/** The text that {@link encodeText} stored. Memory: what a string can hold, whatever the value inflates to. */
export function decodeText(bytes: Buffer, place: Place): string {
  const body = opened(bytes, place);
  try {
    return inflateRawSync(body, { maxOutputLength: constants.MAX_STRING_LENGTH }).toString();
  } catch {
    throw unreadable(place);
  }
}

/**
 * An intent with its set: the length of the record in bytes, 4 big-endian; the record as JSON; then the set.
 *
 * @param set from {@link encodeGrams}, in the compact setting from {@link encodeSketch}
 */
export function encodeIntent(record: IntentRecord, set: Buffer): Buffer {
  const json = Buffer.from(JSON.stringify(record));
  // A set of megabytes is copied only once.
  const value = framed(4 + json.length + set.length);
  value.writeUInt32BE(json.length, 1);
  value.set(json, 5);
  value.set(set, 5 + json.length);
  return checksummed(value);
}

/** The intent that {@link encodeIntent} stored. Its set is still encoded. */
export function decodeIntent(bytes: Buffer, place: Place): { record: IntentRecord; set: Buffer } {
  const body = opened(bytes, place);
  const end = body.length < 4 ? Number.POSITIVE_INFINITY : 4 + body.readUInt32BE();
  if (end > body.length) throw wrongLength(place, bytes.length, end + FRAME_BYTES);
  const record = parsed(body.toString('utf8', 4, end), place) as IntentRecord;
  return { record, set: body.subarray(end) };
}

/** Checks length and checksum of a value. Its content is not read: a later version may have written it. */
export function assertWhole(value: Buffer, place: Place): void {
  if (value.length < FRAME_BYTES) throw wrongLength(place, value.length, FRAME_BYTES);
  assertChecksum(value, place);
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

/**
 * The body of a stored value, checked.
 *
 * @param bodyBytes length that the body must have; any if left out
 */
function opened(value: Buffer, place: Place, bodyBytes?: number): Buffer {
  const end = value.length - 4;
  const expected = FRAME_BYTES + (bodyBytes ?? 0);
  if (end < 1) throw wrongLength(place, value.length, expected);
  assertChecksum(value, place);
  if (value[0] !== VALUE_VERSION) {
    const versions = { found: value[0], expected: VALUE_VERSION };
    throw damagedIndex({ code: 'altered', reason: 'version', ...place, ...versions });
  }
  if (bodyBytes !== undefined && value.length !== expected) throw wrongLength(place, value.length, expected);
  return value.subarray(1, end);
}

function assertChecksum(value: Buffer, place: Place): void {
  const end = value.length - 4;
  if (crc32(value.subarray(0, end)) === value.readUInt32BE(end)) return;
  throw damagedIndex({ code: 'altered', reason: 'checksum', ...place });
}

/** The object that a text in JSON is. A checksum that is right says nothing of what whoever made the value put there. */
function parsed(json: string, place: Place): object {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // it is no object either
  }
  if (typeof value !== 'object' || value === null) throw unreadable(place);
  return value;
}

/** The error for a value that is not of the format that its place has. */
export function unreadable(place: Place): IndexError {
  return damagedIndex({ code: 'altered', reason: 'unreadable', ...place });
}

function wrongLength(place: Place, found: number, expected: number): IndexError {
  return damagedIndex({ code: 'altered', reason: 'length', ...place, found, expected });
}
