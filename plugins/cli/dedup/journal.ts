import { type FileHandle, open, rm } from 'node:fs/promises';
import type { PageGrams } from '../../../src/flow/index.ts';
import type { PageFacts } from '../../../src/index.ts';
import { hash64 } from '../../../src/sketch/index.ts';

const HEADER_BYTES = 20;
const FLUSH_BYTES = 4 << 20;
const NO_GRAMS = new BigUint64Array(0);
const NO_COUNTS = new Uint32Array(0);

/**
 * The gram sets of a run so far, on disk, so that a run that was killed can go on.
 *
 * ```
 * file   = record(call) record(page)…
 * record = head length u32 | number of grams u32 | of counts u32 | xxh64 of what follows u64
 *          | head (JSON) | grams u64… | counts u32…
 * ```
 * All numbers are little-endian. A page's head is its facts and, where frequencies are kept, the profile of its
 * words; then there is a count for each gram, else none. `call` is what must be the same for the gram sets to be of use: the inputs and
 * the options that shape them. A torn record at the end, as a kill leaves it, is cut off.
 */
export class Journal {
  readonly #path: string;
  readonly #file: FileHandle;
  #end: number;
  #pending: Buffer[] = [];
  #pendingBytes = 0;

  private constructor(path: string, file: FileHandle, end: number) {
    this.#path = path;
    this.#file = file;
    this.#end = end;
  }

  /** Starts afresh, in a file for this user alone. */
  static async create(path: string, call: object): Promise<Journal> {
    // What an earlier run left would keep its permissions.
    await rm(path, { force: true });
    const journal = new Journal(path, await open(path, 'wx+', 0o600), 0);
    await journal.#append(call);
    await journal.#flush();
    return journal;
  }

  /** Goes on with what an earlier run of the same call left at `path`; `undefined` when there is none. */
  static async resume(path: string, call: object): Promise<Journal | undefined> {
    const file = await open(path, 'r+').catch(() => undefined);
    if (file === undefined) return undefined;
    let end = 0;
    for await (const record of recordsOf(file)) {
      if (end === 0 && JSON.stringify(record.head) !== JSON.stringify(call)) break;
      end = record.end;
    }
    if (end === 0) {
      await file.close();
      return undefined;
    }
    await file.truncate(end);
    return new Journal(path, file, end);
  }

  /** The pages written down so far, in their order. To be read to its end before `keep` adds more. */
  async *replay(): AsyncGenerator<PageGrams> {
    let isCall = true;
    for await (const { head, grams, counts } of recordsOf(this.#file)) {
      if (!isCall) yield pageOf(head as PageHead, grams, counts);
      isCall = false;
    }
  }

  /** Passes pages on and writes each down; they reach the disk about 4 MB at a time. */
  async *keep(pages: AsyncIterable<PageGrams>): AsyncGenerator<PageGrams> {
    for await (const page of pages) {
      await this.#append(headOf(page), page.grams, page.frequencies?.counts);
      yield page;
    }
    await this.#flush();
  }

  /** The run is done: the journal is of no more use. */
  async remove(): Promise<void> {
    await this.#file.close();
    await rm(this.#path, { force: true });
  }

  /** The run failed: what is known stays on disk. */
  async close(): Promise<void> {
    await this.#flush();
    await this.#file.close();
  }

  async #append(
    head: object,
    grams: BigUint64Array = NO_GRAMS,
    counts: Uint32Array = NO_COUNTS,
  ): Promise<void> {
    const headBytes = Buffer.from(JSON.stringify(head));
    const record = Buffer.concat([Buffer.alloc(HEADER_BYTES), headBytes, bytesOf(grams), bytesOf(counts)]);
    record.writeUInt32LE(headBytes.length, 0);
    record.writeUInt32LE(grams.length, 4);
    record.writeUInt32LE(counts.length, 8);
    record.writeBigUInt64LE(hash64(record.subarray(HEADER_BYTES)), 12);
    this.#pending.push(record);
    this.#pendingBytes += record.length;
    if (this.#pendingBytes >= FLUSH_BYTES) await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    await this.#file.write(bytes, 0, bytes.length, this.#end);
    this.#end += bytes.length;
  }
}

/** What stands of a page before its grams. */
interface PageHead {
  readonly facts: PageFacts;
  /** Decimal digits; JSON has no 64-bit numbers. */
  readonly profile?: string;
}

function headOf({ facts, frequencies }: PageGrams): PageHead {
  return frequencies ? { facts, profile: String(frequencies.profile) } : { facts };
}

function pageOf({ facts, profile }: PageHead, grams: BigUint64Array, counts: Uint32Array): PageGrams {
  return profile === undefined
    ? { facts, grams }
    : { facts, grams, frequencies: { counts, profile: BigInt(profile) } };
}

function bytesOf({ buffer, byteOffset, byteLength }: BigUint64Array | Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

interface JournalRecord {
  readonly head: unknown;
  readonly grams: BigUint64Array;
  /** How often each gram occurs; empty where frequencies are not kept. */
  readonly counts: Uint32Array;
  /** Offset behind the record. */
  readonly end: number;
}

/** The sound records from the start of the file; ends before the first that is torn. */
async function* recordsOf(file: FileHandle): AsyncGenerator<JournalRecord> {
  const { size } = await file.stat();
  const header = Buffer.alloc(HEADER_BYTES);
  let at = 0;
  while (at + HEADER_BYTES <= size) {
    await file.read(header, 0, HEADER_BYTES, at);
    const headLength = header.readUInt32LE(0);
    const gramCount = header.readUInt32LE(4);
    const countCount = header.readUInt32LE(8);
    const end = at + HEADER_BYTES + headLength + 8 * gramCount + 4 * countCount;
    if (end > size) return;
    const body = Buffer.alloc(end - at - HEADER_BYTES);
    await file.read(body, 0, body.length, at + HEADER_BYTES);
    if (hash64(body) !== header.readBigUInt64LE(12)) return;
    // copied to buffers of their own: 64-bit elements must start at a multiple of 8
    const grams = new BigUint64Array(gramCount);
    const countsAt = headLength + grams.byteLength;
    new Uint8Array(grams.buffer).set(body.subarray(headLength, countsAt));
    const counts = new Uint32Array(countCount);
    new Uint8Array(counts.buffer).set(body.subarray(countsAt));
    yield { head: JSON.parse(body.toString('utf8', 0, headLength)), grams, counts, end };
    at = end;
  }
}
