import { constants, crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import type { Limits } from '../limits.ts';
import { ByteReader, type Piece } from './bytes.ts';

/** What a decompressor tells and is told. */
export interface InflateContext {
  readonly limits: Limits;
  /** Names a damaged spot by its offset in the stored file. */
  damage(offset: number, reason: string): void;
  /**
   * Inflated bytes since the reader of records or lines last began one. It sets this to 0; the decompressor adds
   * and gives a member up as a bomb when `limits.maxInflatedBytes` is passed at a ratio of more than 100.
   */
  sinceRecord: number;
}

/** A ratio that no single text or page keeps up for long; deflate itself ends at 1032. */
export const bombRatio = 100;

/** Members whose compressed data fit in here are checked before anything of them comes out. */
const maxWindow = 2 * 1024 * 1024;
const maxWhole = 32 * 1024 * 1024;
/** Compressed bytes given to a streaming inflater at once: what a data error can cost of the output before it. */
const feedBytes = 16 * 1024;
/** Compressed bytes behind `1f 8b 08` that must inflate without error to be taken for a member. */
const trialBytes = 1024;

/** How far to go from a place that is no member once the budget is used up. */
const farBytes = 64 * 1024;

const magic = Buffer.from([0x1f, 0x8b, 0x08]);
const trailerBytes = 8;

/**
 * The data of a gzip file, member by member (RFC 1952), whatever lies broken between them.
 *
 * A member of up to 2 MiB (32 MiB inflated) is inflated at once and its CRC-32 and length are checked before its
 * data come out; a longer one, such as a whole file compressed as one, is inflated as a stream and checked at its
 * end. Damage is named by the offset of its member, followed by a gap, and reading goes on at the next `1f 8b 08`
 * that really inflates. What a broken member gives up to its break comes out as a `suspect` section: its reader
 * decides what in there can be trusted. Zero padding is no damage.
 */
export async function* gzipMembers(
  stored: AsyncIterable<Piece>,
  context: InflateContext,
): AsyncGenerator<Piece> {
  const reader = new ByteReader(stored);
  const budget: Budget = { wasted: 32 * 1024 * 1024 };
  try {
    while (await reader.fill(1)) {
      const at = reader.position;
      const head = await headerLength(reader, context.limits.maxHeaderBytes);
      if (head === 0) {
        await skipZeros(reader);
        if (!(await reader.fill(1)) || (await headerLength(reader, context.limits.maxHeaderBytes)) > 0)
          continue;
        await resync(reader, budget);
        const skipped = reader.position - at;
        context.damage(at, `expected a gzip member, found ${skipped} bytes of something else`);
        yield gapAt(at);
        continue;
      }
      const whole = await inflateWhole(reader, head, budget);
      if (whole.state === 'sound') {
        context.sinceRecord += whole.bytes.length;
        yield { bytes: whole.bytes, stored: at, inner: 0, ends: true };
        reader.skip(whole.length);
      } else if (whole.state === 'long') {
        const failure = yield* streamMember(reader, head, context);
        if (failure === undefined) continue;
        await resync(reader, budget);
        context.damage(at, failure);
        yield gapAt(at);
      } else {
        yield gapAt(at);
        yield* suspectPieces(reader, head, budget);
        // where its data seem to end means nothing: broken data can run on through sound members and end there
        reader.skip(budget.wasted > 0 ? 1 : reader.available);
        await resync(reader, budget);
        const skipped = reader.position - at;
        const extent = (await reader.fill(1))
          ? `${skipped} bytes`
          : `${skipped} bytes, up to the end of the file`;
        context.damage(at, `damaged gzip member (${extent}): ${whole.reason}`);
        yield gapAt(at);
      }
    }
  } finally {
    await reader.close();
  }
}

function gapAt(stored: number): Piece {
  return { bytes: Buffer.alloc(0), stored, inner: 0, gap: true };
}

/**
 * Compressed bytes that may still be inflated in vain, more with every sound member: a file made of overlapping
 * broken ones must not cost n². When it is used up, what a broken member has led through is passed over.
 */
interface Budget {
  wasted: number;
}

type Whole =
  | { readonly state: 'sound'; readonly bytes: Buffer; readonly length: number }
  | { readonly state: 'long' }
  | { readonly state: 'damaged'; readonly reason: string };

async function inflateWhole(reader: ByteReader, head: number, budget: Budget): Promise<Whole> {
  for (;;) {
    const window = reader.available;
    const input = reader.buffer.subarray(reader.start + head, reader.end);
    try {
      const { buffer: bytes, consumed } = inflateSync(input, maxWhole, 64 * 1024);
      const length = head + consumed + trailerBytes;
      if (!(await reader.fill(length))) {
        return { state: 'damaged', reason: 'the file ends before its checksum' };
      }
      budget.wasted += consumed;
      const trailer = reader.start + length - trailerBytes;
      const reason = mismatch(reader.buffer, trailer, crc32(bytes), bytes.length);
      if (reason === undefined) return { state: 'sound', bytes, length };
      return { state: 'damaged', reason };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ERR_BUFFER_TOO_LARGE') return { state: 'long' };
      if (code !== 'Z_BUF_ERROR') return { state: 'damaged', reason: message };
      if (window >= maxWindow) return { state: 'long' };
      await reader.fill(Math.min(2 * window + feedBytes, maxWindow));
      if (reader.available === window) return { state: 'damaged', reason: 'its compressed data do not end' };
    }
  }
}

/** Inflates one member as a stream; returns what is wrong with it, if anything. */
async function* streamMember(
  reader: ByteReader,
  head: number,
  context: InflateContext,
): AsyncGenerator<Piece, string | undefined> {
  const stored = reader.position;
  reader.skip(head);
  let crc = 0;
  let inner = 0;
  let recordAt = reader.position;
  const output = inflateStream(
    async () => ((await reader.fill(1)) ? windowSlice(reader, 0) : undefined),
    (count) => reader.skip(count),
  );
  for (;;) {
    const { value, done } = await output.next();
    if (done) {
      if (value !== undefined) return `damaged gzip member: ${value} after ${inner} bytes of its data`;
      break;
    }
    if (context.sinceRecord === 0) recordAt = reader.position;
    context.sinceRecord += value.length;
    const ratio = context.sinceRecord / Math.max(1, reader.position - recordAt);
    if (context.sinceRecord > context.limits.maxInflatedBytes && ratio > bombRatio) {
      await output.return(undefined);
      const inflated = context.sinceRecord;
      context.sinceRecord = 0;
      return `decompression bomb: one record inflates to over ${inflated} bytes, ${Math.round(ratio)} times its compressed size; given up`;
    }
    crc = crc32(value, crc);
    yield { bytes: value, stored, inner };
    inner += value.length;
  }
  if (!(await reader.fill(trailerBytes))) {
    reader.skip(reader.available);
    return `the file ends inside a gzip member, after ${inner} bytes of its data`;
  }
  const reason = mismatch(reader.buffer, reader.start, crc, inner);
  if (reason !== undefined) return `damaged gzip member: ${reason}; some of its ${inner} bytes are wrong`;
  reader.skip(trailerBytes);
  yield { bytes: Buffer.alloc(0), stored, inner, ends: true };
  return undefined;
}

/** What a member that failed in the window gives before its break. Leaves the window where it is. */
async function* suspectPieces(reader: ByteReader, head: number, budget: Budget): AsyncGenerator<Piece> {
  const stored = reader.position;
  let offset = head;
  let inner = 0;
  const output = inflateStream(
    async () => (offset < reader.available ? windowSlice(reader, offset) : undefined),
    (count) => {
      offset += count;
      budget.wasted -= count;
    },
  );
  for await (const bytes of output) {
    yield { bytes, stored, inner, suspect: true };
    inner += bytes.length;
    if (inner > maxWhole) return;
  }
}

function windowSlice(reader: ByteReader, offset: number): Buffer {
  const from = reader.start + offset;
  return reader.buffer.subarray(from, Math.min(reader.end, from + feedBytes));
}

/**
 * Inflates raw deflate data from `next` until they end, `next` has no more, or they break; returns the error then.
 * `consumed` hears how much of what `next` gave was used. All that comes before a cut comes out.
 */
async function* inflateStream(
  next: () => Promise<Buffer | undefined>,
  consumed: (count: number) => void,
): AsyncGenerator<Buffer, string | undefined> {
  const engine = createInflateRaw({ chunkSize: 64 * 1024, finishFlush: constants.Z_SYNC_FLUSH });
  let failure: string | undefined;
  let ended = false;
  let wake = (): void => {};
  engine.on('error', (error) => {
    failure = error.message;
    wake();
  });
  engine.on('end', () => {
    ended = true;
    wake();
  });
  engine.on('readable', () => wake());
  try {
    for (let used = 0; ; ) {
      const input = await next();
      let written = false;
      if (input === undefined) engine.end();
      else {
        engine.write(input, (error) => {
          written = !error;
          wake();
        });
      }
      for (;;) {
        const output: Buffer | null = engine.read();
        if (output !== null) yield output;
        else if (failure !== undefined) return failure;
        else if (written || ended) break;
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
      consumed(engine.bytesWritten - used);
      const all = input !== undefined && engine.bytesWritten - used === input.length;
      used = engine.bytesWritten;
      if (!all) return undefined;
    }
  } finally {
    engine.destroy();
  }
}

/** Goes to the next place where a gzip member begins, or to the end of the file. */
async function resync(reader: ByteReader, budget: Budget): Promise<void> {
  for (;;) {
    const found = reader.buffer.indexOf(magic, reader.start);
    if (found >= 0 && found < reader.end) {
      reader.skip(found - reader.start);
      if (await isMember(reader)) break;
      budget.wasted -= trialBytes;
      reader.skip(budget.wasted > 0 ? 1 : Math.min(farBytes, reader.available));
    } else {
      reader.skip(Math.max(0, reader.available - (magic.length - 1)));
      if (!(await reader.fill(reader.available + 1))) {
        reader.skip(reader.available);
        break;
      }
    }
  }
}

/** Whether what begins like a member inflates for its first KiB, or to its end with the right checksum. */
async function isMember(reader: ByteReader): Promise<boolean> {
  const head = await headerLength(reader, trialBytes);
  if (head === 0) return false;
  await reader.fill(head + trialBytes + trailerBytes);
  const from = reader.start + head;
  const input = reader.buffer.subarray(from, Math.min(from + trialBytes, reader.end));
  try {
    const { buffer, consumed } = inflateSync(input, trialBytes * 64, 4 * trialBytes, constants.Z_SYNC_FLUSH);
    if (consumed === input.length || consumed + trailerBytes > reader.end - from) return buffer.length > 0;
    return (
      mismatch(reader.buffer, from + consumed, crc32(buffer), buffer.length) === undefined || consumed > 32
    );
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
  }
}

/** Length of the header of a member at the window's start; 0 when there is none. */
async function headerLength(reader: ByteReader, limit: number): Promise<number> {
  let length = 10;
  if (!(await reader.fill(length))) return 0;
  if (!reader.buffer.subarray(reader.start, reader.start + magic.length).equals(magic)) return 0;
  const flags = reader.buffer[reader.start + 3]!;
  if (flags & 0xe0) return 0;
  if (flags & 4) {
    if (!(await reader.fill(length + 2))) return 0;
    length += 2 + reader.buffer.readUInt16LE(reader.start + length);
  }
  // file name, then comment: each ends with a zero byte
  for (const flag of [8, 16]) {
    if (!(flags & flag)) continue;
    for (;;) {
      if (length >= limit || !(await reader.fill(length + 1))) return 0;
      if (reader.buffer[reader.start + length++] === 0) break;
    }
  }
  if (flags & 2) length += 2;
  return (await reader.fill(length)) ? length : 0;
}

async function skipZeros(reader: ByteReader): Promise<void> {
  while (await reader.fill(1)) {
    let end = reader.start;
    while (end < reader.end && reader.buffer[end] === 0) end++;
    if (end === reader.start) break;
    reader.skip(end - reader.start);
  }
}

function mismatch(buffer: Buffer, trailer: number, crc: number, length: number): string | undefined {
  if (buffer.readUInt32LE(trailer) !== crc) return 'its CRC-32 does not match its data';
  if (buffer.readUInt32LE(trailer + 4) !== length % 2 ** 32) return 'its length does not match its data';
  return undefined;
}

function inflateSync(
  input: Buffer,
  maxOutputLength: number,
  chunkSize: number,
  finishFlush: number = constants.Z_FINISH,
): { buffer: Buffer; consumed: number } {
  // `info: true` also returns the engine, which knows where in the input the deflate data ended
  const options = { info: true, maxOutputLength, finishFlush, chunkSize };
  const { buffer, engine } = inflateRawSync(input, options) as unknown as {
    buffer: Buffer;
    engine: { bytesWritten: number };
  };
  return { buffer, consumed: engine.bytesWritten };
}
