import { fingerprintWords } from '../grams/gram-sets.ts';
import { hash64 } from '../grams/hash.ts';
import { bytesOf } from '../grams/spool.ts';
import { hostOf } from '../store/layout/host.ts';
import type { PageFacts, PageGrams } from './page-grams.ts';

/** Bytes of a record before its grams. */
export const headerBytes = 20;

/** What is known about a page in memory, as bits. */
export const pageFlags = {
  isArticle: 1,
  isKnown: 2,
  /** Whether its URL has words, which the page may contain. */
  isWorded: 4,
  isNamed: 8,
  hasCounts: 16,
  hasCanonical: 32,
  isCut: 64,
} as const;

/**
 * Pages as a journal stores them, one record after the other, with the values that it keeps in memory. A thread hands them over without a
 * copy, and a journal takes them without reading them.
 *
 * ```
 * record = head length u32 | number of grams u32 | of counts u32 | xxh64 of what follows u64
 *          | grams u64… | counts u32… | head (JSON)
 * ```
 * All numbers are little-endian. A page's head has its facts and, if frequencies are kept, the profile of its words. Then there is a
 * count for each gram, else none.
 */
export interface PageRecords {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where each record begins. */
  readonly starts: Uint32Array<ArrayBuffer>;
  /** Number of grams of each page. */
  readonly sizes: Uint32Array<ArrayBuffer>;
  /** `fingerprintWords` of each gram set, one after the other. */
  readonly words: Uint32Array<ArrayBuffer>;
  /** {@link pageFlags} of each page. */
  readonly flags: Uint8Array<ArrayBuffer>;
  /** The host of each page, as an index into `hostNames`. */
  readonly hosts: Uint32Array<ArrayBuffer>;
  readonly hostNames: readonly string[];
}

/** Shingled pages: one, a list, or the records of another thread. */
export type ShingledPages = PageGrams | readonly PageGrams[] | PageRecords;

/** Whether shingled pages are records. */
export function areRecords(each: ShingledPages): each is PageRecords {
  return 'starts' in each;
}

/** Whether shingled pages are a list. */
export function areMany(each: ShingledPages): each is readonly PageGrams[] {
  return Array.isArray(each);
}

/** Number of shingled pages. */
export function countOf(each: ShingledPages): number {
  return areRecords(each) ? each.starts.length : areMany(each) ? each.length : 1;
}

/** The part of a record after the grams. */
export interface PageHead {
  readonly facts: PageFacts;
  /** In decimal digits, as JSON has no 64-bit numbers. */
  readonly profile?: string;
}

const noGrams = new BigUint64Array(0);
const noCounts = new Uint32Array(0);

/** The records of pages. O(bytes). */
export function recordsOfPages(pages: readonly PageGrams[]): PageRecords {
  const starts = new Uint32Array(pages.length);
  const hostNumbers = new Map<string, number>();
  const words = new Uint32Array(4 * pages.length);
  let bytes = new Uint8Array(pages.reduce((sum, { grams }) => sum + 2 * grams.byteLength, 1 << 12));
  let length = 0;
  const hosts = Uint32Array.from(pages, (page, i) => {
    const record = recordOfPage(page);
    if (length + record.length > bytes.length) {
      const larger = new Uint8Array(2 * (length + record.length));
      larger.set(bytes.subarray(0, length));
      bytes = larger;
    }
    bytes.set(record, length);
    words.set(page.fingerprint ?? fingerprintWords(page.grams), 4 * i);
    starts[i] = length;
    length += record.length;
    const host = hostOf(page.facts.url);
    if (!hostNumbers.has(host)) hostNumbers.set(host, hostNumbers.size);
    return hostNumbers.get(host)!;
  });
  return {
    bytes: bytes.subarray(0, length),
    ...{ starts, words, hosts, hostNames: [...hostNumbers.keys()] },
    sizes: Uint32Array.from(pages, ({ grams }) => grams.length),
    flags: Uint8Array.from(pages, flagsOf),
  };
}

/** The pages of records, in order. Each has an array of its own. */
export function* pagesOfRecords({ bytes, starts }: PageRecords): Generator<PageGrams> {
  for (let i = 0; i < starts.length; i++) {
    const end = i + 1 < starts.length ? starts[i + 1] : bytes.length;
    const { head, grams, counts } = recordAt(bytes.slice(starts[i], end));
    yield pageOfRecord(head as PageHead, grams, counts);
  }
}

/** The buffers of records, to be moved to another thread. */
export function buffersOf({ bytes, starts, sizes, words, flags, hosts }: PageRecords): ArrayBuffer[] {
  return [bytes, starts, sizes, words, flags, hosts].map(({ buffer }) => buffer);
}

/** {@link pageFlags} of a page. */
export function flagsOf({ facts, frequencies }: PageGrams): number {
  const { kind, known, isNamedByUrl: named, canonical, truncatedFrom } = facts;
  return (
    (kind === 'article' ? pageFlags.isArticle : 0) |
    (known ? pageFlags.isKnown : 0) |
    (named === undefined ? 0 : pageFlags.isWorded) |
    (named ? pageFlags.isNamed : 0) |
    (frequencies ? pageFlags.hasCounts : 0) |
    (canonical === undefined ? 0 : pageFlags.hasCanonical) |
    (truncatedFrom > 0 ? pageFlags.isCut : 0)
  );
}

/** The record of a page, valid until the next is made. */
export function recordOfPage({ facts, grams, frequencies }: PageGrams): Buffer {
  const head: PageHead = frequencies ? { facts, profile: String(frequencies.profile) } : { facts };
  return recordOf(head, grams, frequencies?.counts);
}

/** The page of a record's parts. */
export function pageOfRecord(
  { facts, profile }: PageHead,
  grams: BigUint64Array,
  counts: Uint32Array,
): PageGrams {
  return profile === undefined
    ? { facts, grams }
    : { facts, grams, frequencies: { counts, profile: BigInt(profile) } };
}

/** Where records are put together. Each is copied from there immediately. */
let record = Buffer.alloc(1 << 14);

/** The bytes of a record, valid until the next is made. */
export function recordOf(
  head: object,
  grams: BigUint64Array = noGrams,
  counts: Uint32Array = noCounts,
): Buffer {
  const json = JSON.stringify(head);
  const headAt = headerBytes + grams.byteLength + counts.byteLength;
  // a code unit takes at most three bytes of UTF-8
  const most = headAt + 3 * json.length;
  if (record.length < most) record = Buffer.alloc(2 * most);
  record.set(bytesOf(grams), headerBytes);
  record.set(bytesOf(counts), headerBytes + grams.byteLength);
  const headLength = record.write(json, headAt);
  record.writeUInt32LE(headLength, 0);
  record.writeUInt32LE(grams.length, 4);
  record.writeUInt32LE(counts.length, 8);
  record.writeBigUInt64LE(hash64(record.subarray(headerBytes, headAt + headLength)), 12);
  return record.subarray(0, headAt + headLength);
}

/** The parts of a record. */
export interface RecordParts {
  readonly head: unknown;
  readonly grams: BigUint64Array;
  /** How often each gram occurs; empty if frequencies are not kept. */
  readonly counts: Uint32Array;
}

/** Bytes of a whole record, by its header. */
export function recordLength(header: Uint8Array): number {
  const view = new DataView(header.buffer, header.byteOffset);
  return headerBytes + view.getUint32(0, true) + 8 * view.getUint32(4, true) + 4 * view.getUint32(8, true);
}

/** Whether a record is undamaged. */
export function isSoundRecord(bytes: Uint8Array): boolean {
  const stated = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(12, true);
  return hash64(bytes.subarray(headerBytes)) === stated;
}

/** The parts of a whole record. */
export function recordAt(bytes: Uint8Array): RecordParts {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const grams = new BigUint64Array(view.getUint32(4, true));
  const counts = new Uint32Array(view.getUint32(8, true));
  const countsAt = headerBytes + grams.byteLength;
  const headAt = countsAt + counts.byteLength;
  bytesOf(grams).set(bytes.subarray(headerBytes, countsAt));
  bytesOf(counts).set(bytes.subarray(countsAt, headAt));
  return {
    head: JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset + headAt, bytes.length - headAt).toString()),
    grams,
    counts,
  };
}
