import { constants, crc32 } from 'node:zlib';
import type { DumpDamage } from '../damage.ts';
import { ByteReader } from './byte-reader.ts';
import { type InflatedMember, inflateMembers } from './gzip-batch.ts';
import { inflateAtOnce, inflateStream } from './inflate.ts';
import { BombWatch, type InflateContext } from './inflate-context.ts';
import type { Piece } from './pieces.ts';

/** Members whose compressed data fit into this are checked before any of their data are returned. */
const MAX_WINDOW = 2 * 1024 * 1024;
const MAX_WHOLE = 32 * 1024 * 1024;
/** Compressed bytes per call of a streaming inflater. A data error may cost the output of one call before it. */
const FEED_BYTES = 16 * 1024;
/**
 * Output buffer for a long member. With a quarter of it, two threads took 10 % longer on whole-file gzip, to join
 * pieces.
 */
const LONG_CHUNK_BYTES = 256 * 1024;
/** A bomb is noticed within this fraction of what one record may inflate to. */
const CHUNKS_PER_LIMIT = 16;
/** Compressed bytes after `1f 8b 08` that must inflate without error for it to count as a member. */
const TRIAL_BYTES = 1024;

/** Cost of such a trial, in compressed bytes that could be inflated in the same time. */
const TRIAL_COST = 8 * 1024;
/** This many bytes of output cost as much as one byte of input. */
const OUTPUT_PER_INPUT = 8;

/** Bytes to skip after a place that is no member, once the budget is used up. */
const FAR_BYTES = 64 * 1024;
/** Initial budget of bytes that may be inflated in vain. */
const FIRST_BUDGET = 12 * 1024 * 1024;

const MAGIC = Buffer.from([0x1f, 0x8b, 0x08]);
const TRAILER_BYTES = 8;
const UNIT = 'gzip member';

/**
 * The data of a gzip file, member by member (RFC 1952), even if parts of the file are broken.
 *
 * A member of up to 2 MiB (32 MiB inflated) is inflated in one call, and its CRC-32 and length are checked before its
 * data are returned. A longer one, such as a whole file compressed as one, is inflated as a stream and checked at its
 * end. Damage is reported with the offset of its member and followed by a gap. Reading continues at the next `1f 8b 08`
 * that really inflates. The data of a broken member before its break are returned as a `suspect` section: the caller
 * decides what to trust. Zero padding is no damage.
 *
 * @param start where the stored bytes begin in the file
 */
export async function* gzipMembers(
  stored: AsyncIterable<Piece>,
  context: InflateContext,
  start = 0,
): AsyncGenerator<Piece> {
  const reader = new ByteReader(stored, start);
  const { maxHeaderBytes } = context.limits;
  const budget = new Budget(reader);
  /** Members up to here are inflated one by one, since inflating them together failed. */
  let singlyTo = 0;
  try {
    while (await reader.fill(1)) {
      const at = reader.position;
      if (at >= singlyTo) {
        const batch = inflateMembers(reader.buffer.subarray(reader.start, reader.end), maxHeaderBytes);
        reader.skip(batch.length);
        if (batch.members.length > 0) {
          yield* memberPieces(batch.members, at, context);
          continue;
        }
        singlyTo = at + batch.tried;
      }
      const head = await headerLength(reader, maxHeaderBytes);
      if (head === 0) {
        await skipZeros(reader);
        if (!(await reader.fill(1)) || (await headerLength(reader, maxHeaderBytes)) > 0) continue;
        await resync(reader, budget, maxHeaderBytes);
        const bytes = reader.position - at;
        context.report({ code: 'unexpected-bytes', expected: 'gzip member', bytes }, at);
        yield gapAt(at);
        continue;
      }
      const whole = await inflateWhole(reader, head);
      if (whole.state === 'sound') {
        context.sinceRecord += whole.bytes.length;
        yield { bytes: whole.bytes, stored: at, inner: 0, ends: true };
        reader.skip(whole.length);
      } else if (whole.state === 'long') {
        const damage = yield* streamMember(reader, head, context);
        if (damage === undefined) continue;
        await resync(reader, budget, maxHeaderBytes);
        context.report(damage, at);
        yield gapAt(at, damage.code === 'cut-off');
      } else {
        yield gapAt(at);
        yield* suspectPieces(reader, head, budget);
        // the apparent end of broken data means nothing: they may run on through sound members
        reader.skip(budget.isLeft ? 1 : reader.available);
        await resync(reader, budget, maxHeaderBytes);
        const unitBytes = reader.position - at;
        const toEnd = !(await reader.fill(1));
        context.report({ ...whole.damage, unit: UNIT, unitBytes, toEnd }, at);
        yield gapAt(at, toEnd && whole.damage.code === 'cut-off');
      }
    }
  } finally {
    await reader.close();
  }
}

function* memberPieces(
  members: readonly InflatedMember[],
  at: number,
  context: InflateContext,
): Generator<Piece> {
  for (const { offset, bytes } of members) {
    context.sinceRecord += bytes.length;
    yield { bytes, stored: at + offset, inner: 0, ends: true };
  }
}

function gapAt(stored: number, cut = false): Piece {
  return { bytes: Buffer.alloc(0), stored, inner: 0, gap: true, ...(cut ? { cut } : {}) };
}

/**
 * Number of compressed bytes that may still be inflated in vain. It grows by one for every byte passed, so that a file
 * of overlapping broken members does not cost n². Once it is used up, all bytes that a broken member ran through are
 * skipped. Output counts as well: see `OUTPUT_PER_INPUT`.
 */
class Budget {
  readonly #reader: ByteReader;
  #used = 0;

  constructor(reader: ByteReader) {
    this.#reader = reader;
  }

  get isLeft(): boolean {
    return FIRST_BUDGET + this.#reader.position > this.#used;
  }

  use(bytes: number): void {
    this.#used += bytes;
  }
}

type Whole =
  | { readonly state: 'sound'; readonly bytes: Buffer; readonly length: number }
  | { readonly state: 'long' }
  | { readonly state: 'damaged'; readonly damage: DumpDamage };

async function inflateWhole(reader: ByteReader, head: number): Promise<Whole> {
  for (;;) {
    const window = reader.available;
    const input = reader.buffer.subarray(reader.start + head, reader.end);
    try {
      const { buffer: bytes, consumed } = inflateAtOnce(input, MAX_WHOLE, 64 * 1024);
      const length = head + consumed + TRAILER_BYTES;
      if (!(await reader.fill(length))) {
        return { state: 'damaged', damage: { code: 'cut-off', lacks: 'checksum' } };
      }
      const trailer = reader.start + length - TRAILER_BYTES;
      const damage = mismatch(reader.buffer, trailer, crc32(bytes), bytes.length);
      return damage === undefined ? { state: 'sound', bytes, length } : { state: 'damaged', damage };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ERR_BUFFER_TOO_LARGE') return { state: 'long' };
      if (code !== 'Z_BUF_ERROR') {
        return { state: 'damaged', damage: { code: 'undecodable', detail: message } };
      }
      if (window >= MAX_WINDOW) return { state: 'long' };
      await reader.fill(Math.min(2 * window + FEED_BYTES, MAX_WINDOW));
      if (reader.available === window) {
        return { state: 'damaged', damage: { code: 'cut-off', lacks: 'end' } };
      }
    }
  }
}

/** Inflates one member as a stream; returns what is wrong with it, if anything. */
async function* streamMember(
  reader: ByteReader,
  head: number,
  context: InflateContext,
): AsyncGenerator<Piece, DumpDamage | undefined> {
  const stored = reader.position;
  reader.skip(head);
  let crc = 0;
  let inner = 0;
  const watch = new BombWatch(context, reader.position);
  const output = inflateStream(
    async () => ((await reader.fill(1)) ? windowSlice(reader, 0) : undefined),
    (count) => reader.skip(count),
    Math.min(
      LONG_CHUNK_BYTES,
      Math.max(1024, Math.floor(context.limits.maxInflatedBytes / CHUNKS_PER_LIMIT)),
    ),
  );
  for (;;) {
    const { value, done } = await output.next();
    if (done) {
      if (value === undefined) break;
      return { code: 'undecodable', detail: value, unit: UNIT, dataBytes: inner };
    }
    watch.add(value.length, reader.position);
    const bomb = watch.bombAt(reader.position);
    if (bomb !== undefined) {
      await output.return(undefined);
      return bomb;
    }
    crc = crc32(value, crc);
    yield { bytes: value, stored, inner };
    inner += value.length;
  }
  if (!(await reader.fill(TRAILER_BYTES))) {
    reader.skip(reader.available);
    return { code: 'cut-off', inside: 'a gzip member', after: inner };
  }
  const damage = mismatch(reader.buffer, reader.start, crc, inner);
  if (damage !== undefined) return { ...damage, unit: UNIT, doubtfulBytes: inner };
  reader.skip(TRAILER_BYTES);
  yield { bytes: Buffer.alloc(0), stored, inner, ends: true };
  return undefined;
}

/** The data before the break of a member that failed in the window. Does not move the window. */
async function* suspectPieces(reader: ByteReader, head: number, budget: Budget): AsyncGenerator<Piece> {
  const stored = reader.position;
  let offset = head;
  let inner = 0;
  const output = inflateStream(
    async () => (offset < reader.available ? windowSlice(reader, offset) : undefined),
    (count) => {
      offset += count;
      budget.use(count);
    },
  );
  for await (const bytes of output) {
    yield { bytes, stored, inner, suspect: true };
    inner += bytes.length;
    budget.use(bytes.length / OUTPUT_PER_INPUT);
    if (inner > MAX_WHOLE) return;
  }
}

function windowSlice(reader: ByteReader, offset: number): Buffer {
  const from = reader.start + offset;
  return reader.buffer.subarray(from, Math.min(reader.end, from + FEED_BYTES));
}

/** Goes to the next place where a gzip member begins, or to the end of the file. */
async function resync(reader: ByteReader, budget: Budget, maxHeaderBytes: number): Promise<void> {
  for (;;) {
    const found = reader.buffer.indexOf(MAGIC, reader.start);
    if (found >= 0 && found < reader.end) {
      reader.skip(found - reader.start);
      if (await isMember(reader, Math.min(maxHeaderBytes, TRIAL_BYTES))) break;
      budget.use(TRIAL_COST);
      reader.skip(budget.isLeft ? 1 : Math.min(FAR_BYTES, reader.available));
    } else {
      reader.skip(Math.max(0, reader.available - (MAGIC.length - 1)));
      if (!(await reader.fill(reader.available + 1))) {
        reader.skip(reader.available);
        break;
      }
    }
  }
}

/** Whether an apparent member inflates for its first KiB, or to its end with the right checksum. */
async function isMember(reader: ByteReader, maxHeaderBytes: number): Promise<boolean> {
  const head = await headerLength(reader, maxHeaderBytes);
  if (head === 0) return false;
  await reader.fill(head + TRIAL_BYTES + TRAILER_BYTES);
  const from = reader.start + head;
  const input = reader.buffer.subarray(from, Math.min(from + TRIAL_BYTES, reader.end));
  try {
    const { buffer, consumed } = inflateAtOnce(
      input,
      TRIAL_BYTES * 64,
      4 * TRIAL_BYTES,
      constants.Z_SYNC_FLUSH,
    );
    if (consumed === input.length || consumed + TRAILER_BYTES > reader.end - from) return buffer.length > 0;
    return (
      mismatch(reader.buffer, from + consumed, crc32(buffer), buffer.length) === undefined || consumed > 32
    );
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
  }
}

/** Length of the member header at the window's start; 0 if there is none of at most `limit` bytes. */
async function headerLength(reader: ByteReader, limit: number): Promise<number> {
  let length = 10;
  if (!(await reader.fill(length))) return 0;
  if (!reader.buffer.subarray(reader.start, reader.start + MAGIC.length).equals(MAGIC)) return 0;
  const flags = reader.buffer[reader.start + 3]!;
  if (flags & 0xe0) return 0;
  if (flags & 4) {
    if (!(await reader.fill(length + 2))) return 0;
    length += 2 + reader.buffer.readUInt16LE(reader.start + length);
  }
  // file name, then comment: each ends with a zero byte
  for (const flag of [8, 16]) {
    if (!(flags & flag)) continue;
    length = await behindZero(reader, length, limit);
    if (length === 0) return 0;
  }
  if (flags & 2) length += 2;
  return (await reader.fill(length)) ? length : 0;
}

/** Offset in the window after the first zero byte from `from` on, below `limit`; 0 if there is none. */
async function behindZero(reader: ByteReader, from: number, limit: number): Promise<number> {
  for (let searched = from; ; ) {
    const end = Math.min(reader.available, limit);
    const at = reader.buffer.subarray(reader.start, reader.start + end).indexOf(0, searched);
    if (at >= 0) return at + 1;
    searched = Math.max(searched, end);
    if (searched >= limit || !(await reader.fill(searched + 1))) return 0;
  }
}

async function skipZeros(reader: ByteReader): Promise<void> {
  while (await reader.fill(1)) {
    let end = reader.start;
    while (end < reader.end && reader.buffer[end] === 0) end++;
    if (end === reader.start) break;
    reader.skip(end - reader.start);
  }
}

/** The damage if the checksum or the length in a member's trailer does not match its data. */
function mismatch(buffer: Buffer, trailer: number, crc: number, length: number): DumpDamage | undefined {
  if (buffer.readUInt32LE(trailer) !== crc) return { code: 'checksum', of: 'CRC-32' };
  if (buffer.readUInt32LE(trailer + 4) !== length % 2 ** 32) return { code: 'checksum', of: 'length' };
  return undefined;
}
