import { hash64 } from '../../../src/sketch/index.ts';
import type { DumpDamage } from '../damage.ts';
import { ByteReader } from './byte-reader.ts';
import { BombWatch, fileBomb, type InflateContext } from './inflate-context.ts';
import { isDictionaryFrame, isSkippable, ZSTD_MAGIC } from './magic.ts';
import type { Piece } from './pieces.ts';
import { readDictionary, type ZstdDictionary } from './zstd-dictionary.ts';
import { ZstdFrame } from './zstd-frame.ts';

/** Largest dictionary, stored and unpacked: as many bytes as every reader of `.warc.zst` must take. */
const MAX_DICTIONARY_BYTES = 8 * 1024 * 1024;
/** Data of a frame with a dictionary up to which its checksum is verified: they are kept until then. */
const MAX_SUMMED_BYTES = 16 * 1024 * 1024;
const MAX_HEADER_BYTES = 18;
const MAX_BLOCK_BYTES = 128 * 1024;
/** Surplus of broken over sound frames up to which every place is tried as a frame; then only some places are. */
const MOST_BROKEN = 1000;
/** Bytes to skip after a broken frame then. */
const FAR_BYTES = 64 * 1024;
/** The largest window that the zstd tool accepts by default. */
const MAX_WINDOW_BYTES = 128 * 1024 * 1024;
/** Data of small blocks are joined to this size, since each piece costs time in all readers. */
const LEAST_PIECE_BYTES = 16 * 1024;
const UNIT = 'zstd frame';

interface FrameHeader {
  readonly length: number;
  readonly window: number;
  readonly checksum: boolean;
  /** 0 if the frame names none. */
  readonly dictionaryId: number;
}

/** The dictionary that a file begins with. */
interface OwnDictionary {
  /** Stored size. */
  readonly bytes: number;
  /** Undefined if it cannot be used. */
  readonly dictionary: ZstdDictionary | undefined;
}

/**
 * The data of a zstd file, frame by frame (RFC 8878), even if parts of the file are broken.
 *
 * Data are returned block by block, before the checksum at the end of their frame is verified. Damage is reported with
 * the offset of its frame and followed by a gap. A dictionary is that of the file (`.warc.zst` of some archives), whose frames
 * are all read with it; of frames that need another, the first one is reported for all of them.
 */
export async function* zstdFrames(
  stored: AsyncIterable<Piece>,
  context: InflateContext,
): AsyncGenerator<Piece> {
  const reader = new ByteReader(stored);
  const file: FileSums = { inflatedBytes: 0 };
  let broken = 0;
  let isDictionaryNamed = false;
  try {
    const own = await ownDictionary(reader, context);
    const { dictionary } = own ?? {};
    while (await reader.fill(1)) {
      const at = reader.position;
      const skippable = await skipSkippable(reader);
      if (skippable !== undefined) {
        if (skippable.after < skippable.of) {
          // its length may be wrong, and frames have been passed over with it
          context.report({ code: 'cut-off', inside: 'a skippable zstd frame', ...skippable }, at);
          yield { bytes: Buffer.alloc(0), stored: at, inner: 0, gap: true, cut: true };
        }
        continue;
      }
      const header = await frameHeader(reader);
      if (header?.checksum === false) context.onUnchecked?.();
      const damage: DumpDamage | undefined =
        header === undefined
          ? { code: 'unexpected-bytes', expected: 'zstd frame' }
          : (refusal(header, own) ?? (yield* readFrame(reader, header, dictionary, context, file)));
      if (damage === undefined) {
        broken--;
        continue;
      }
      if (++broken > MOST_BROKEN) reader.skip(Math.min(FAR_BYTES, reader.available));
      const isOver = damage.code === 'bomb' && damage.isFile === true;
      const passedOver = isOver ? undefined : await resync(reader, at);
      const ofAll = damage.code === 'unsupported' && damage.feature === 'zstd-dictionary';
      if (!ofAll) context.report(passedOver === undefined ? damage : { ...damage, passedOver }, at);
      else if (!isDictionaryNamed) context.report(damage, at);
      isDictionaryNamed ||= ofAll;
      yield { bytes: Buffer.alloc(0), stored: at, inner: 0, gap: true, cut: damage.code === 'cut-off' };
      if (isOver) return;
    }
  } finally {
    await reader.close();
  }
}

/** The reason why a frame cannot be read, if there is one. */
function refusal(
  { dictionaryId, window }: FrameHeader,
  own: OwnDictionary | undefined,
): DumpDamage | undefined {
  const { dictionary } = own ?? {};
  if (dictionaryId !== 0 && dictionaryId !== dictionary?.id) {
    const value = dictionary === undefined && own !== undefined ? { value: own.bytes } : {};
    return { code: 'unsupported', feature: 'zstd-dictionary', ...value };
  }
  const needed = window + (dictionary?.dataBytes ?? 0);
  if (needed <= MAX_WINDOW_BYTES) return undefined;
  return { code: 'unsupported', feature: 'zstd-window', value: needed, most: MAX_WINDOW_BYTES };
}

/** Sums over a file so far. */
interface FileSums {
  inflatedBytes: number;
}

/** One frame; returns what is wrong with it, if anything. */
async function* readFrame(
  reader: ByteReader,
  header: FrameHeader,
  dictionary: ZstdDictionary | undefined,
  context: InflateContext,
  file: FileSums,
): AsyncGenerator<Piece, DumpDamage | undefined> {
  const stored = reader.position;
  const frame = await ZstdFrame.open();
  try {
    const blocks = new FrameBlocks(reader, header, dictionary, frame, context, file);
    while (!blocks.areOver) {
      const inner = blocks.dataBytes;
      const { data, damage } = await blocks.next();
      if (data.length > 0) yield { bytes: data, stored, inner };
      if (damage !== undefined) return damage;
    }
    yield { bytes: Buffer.alloc(0), stored, inner: blocks.dataBytes, ends: true };
    return undefined;
  } finally {
    frame.close();
  }
}

/** The data of a frame's blocks. */
class FrameBlocks {
  /** Data so far. */
  dataBytes = 0;
  /** Whether the last block was read. */
  areOver = false;

  readonly #reader: ByteReader;
  readonly #header: FrameHeader;
  readonly #dictionary: ZstdDictionary | undefined;
  readonly #frame: ZstdFrame;
  readonly #context: InflateContext;
  readonly #file: FileSums;
  readonly #watch: BombWatch;
  /** The data so far, if they are to be summed here: the decoder would sum the dictionary with them. */
  #summed: Buffer[] | undefined;
  #begun = false;

  constructor(
    reader: ByteReader,
    header: FrameHeader,
    dictionary: ZstdDictionary | undefined,
    frame: ZstdFrame,
    context: InflateContext,
    file: FileSums,
  ) {
    this.#reader = reader;
    this.#header = header;
    this.#dictionary = dictionary;
    if (dictionary !== undefined && header.checksum) this.#summed = [];
    this.#frame = frame;
    this.#context = context;
    this.#file = file;
    this.#watch = new BombWatch(context, reader.position);
  }

  /** The data of the next block, or of several small ones. If there is damage, the data before it. */
  async next(): Promise<{ data: Buffer; damage: DumpDamage | undefined }> {
    const data: Buffer[] = [];
    let bytes = 0;
    let damage: DumpDamage | undefined;
    while (!this.areOver && bytes < LEAST_PIECE_BYTES && damage === undefined) {
      const before = data.length;
      damage = await this.#block(data);
      for (let i = before; i < data.length; i++) bytes += data[i]!.length;
    }
    return { data: data.length === 1 ? data[0]! : Buffer.concat(data, bytes), damage };
  }

  /** Adds the data of one block to `data`; returns what is wrong with it, if anything. */
  async #block(data: Buffer[]): Promise<DumpDamage | undefined> {
    const reader = this.#reader;
    try {
      if (!this.#begun) this.#begin();
      this.#begun = true;
      if (reader.available < 3 && !(await reader.fill(3))) return cutOff(reader, this.dataBytes);
      const block = reader.buffer.readUIntLE(reader.start, 3);
      const last = (block & 1) === 1;
      const type = (block >> 1) & 3;
      const size = block >> 3;
      if (type === 3 || size > MAX_BLOCK_BYTES) {
        const detail = 'block of an unknown type or size';
        return { code: 'undecodable', detail, unit: UNIT, dataBytes: this.dataBytes };
      }
      // a checksum of the content follows the last block
      const sumLength = last && this.#header.checksum ? 4 : 0;
      const length = 3 + (type === 1 ? 1 : size) + sumLength;
      if (reader.available < length && !(await reader.fill(length))) return cutOff(reader, this.dataBytes);
      const blockAt = reader.position;
      const ownLength = this.#dictionary === undefined ? length : length - sumLength;
      for (const bytes of this.#frame.push(take(reader, ownLength))) {
        data.push(bytes);
        this.#summed?.push(bytes);
        this.dataBytes += bytes.length;
        this.#file.inflatedBytes += bytes.length;
        this.#watch.add(bytes.length, blockAt);
      }
      this.areOver = last;
      if (last && !this.#frame.isComplete) throw new Error('its data do not end with its last block');
      if (ownLength < length) this.#checkSum(take(reader, sumLength));
      else if (this.dataBytes > MAX_SUMMED_BYTES) this.#summed = undefined;
    } catch (error) {
      const detail = (error as Error).message;
      return { code: 'undecodable', detail, unit: UNIT, doubtfulBytes: this.dataBytes };
    }
    const bomb = this.#watch.bombAt(reader.position);
    // data that are given up no longer count
    if (bomb !== undefined) this.#file.inflatedBytes = 0;
    return bomb ?? fileBomb(this.#file.inflatedBytes, reader.position, this.#context.limits);
  }

  #begin(): void {
    const header = take(this.#reader, this.#header.length);
    const dictionary = this.#dictionary;
    if (dictionary === undefined) {
      this.#frame.push(header);
      return;
    }
    const exponent = Math.max(0, Math.ceil(Math.log2(this.#header.window + dictionary.dataBytes)) - 10);
    this.#frame.push(Buffer.from([...ZSTD_MAGIC, 0, exponent << 3]));
    for (const block of dictionary.blocks) this.#frame.push(block);
    // it takes as long as data would, for each of millions of frames
    this.#file.inflatedBytes += dictionary.dataBytes;
  }

  /** @throws Error if the data do not match their checksum */
  #checkSum(stored: Buffer): void {
    if (this.#summed === undefined) this.#context.onUnchecked?.();
    else if (Number(hash64(Buffer.concat(this.#summed)) & 0xffff_ffffn) !== stored.readUInt32LE())
      throw new Error('the checksum is wrong');
  }
}

function take(reader: ByteReader, length: number): Buffer {
  const bytes = reader.buffer.subarray(reader.start, reader.start + length);
  reader.skip(length);
  return bytes;
}

function cutOff(reader: ByteReader, inner: number): DumpDamage {
  reader.skip(reader.available);
  return { code: 'cut-off', inside: 'a zstd frame', after: inner };
}

/** The header of a frame at the window's start (RFC 8878, section 3.1.1.1). */
async function frameHeader(reader: ByteReader): Promise<FrameHeader | undefined> {
  await reader.fill(MAX_HEADER_BYTES);
  const bytes = reader.buffer.subarray(reader.start, reader.end);
  if (bytes.length < 6 || !bytes.subarray(0, 4).equals(ZSTD_MAGIC)) return undefined;
  const descriptor = bytes[4]!;
  if (descriptor & 8) return undefined;
  const single = (descriptor >> 5) & 1;
  const idBytes = [0, 1, 2, 4][descriptor & 3]!;
  const sizeBytes = [single, 2, 4, 8][descriptor >> 6]!;
  let length = 5 + (1 - single);
  if (bytes.length < length + idBytes + sizeBytes) return undefined;
  const dictionaryId = idBytes === 0 ? 0 : bytes.readUIntLE(length, idBytes);
  length += idBytes;
  const exponent = 10 + (bytes[5]! >> 3);
  let window = 2 ** exponent + 2 ** (exponent - 3) * (bytes[5]! & 7);
  if (single) {
    window = sizeBytes === 8 ? Number(bytes.readBigUInt64LE(length)) : bytes.readUIntLE(length, sizeBytes);
    if (sizeBytes === 2) window += 256;
  }
  return { length: length + sizeBytes, window, checksum: (descriptor & 4) !== 0, dictionaryId };
}

/** The dictionary in the skippable frame that a file begins with (WARC compression with zstd 1.0), which is then passed over. */
async function ownDictionary(
  reader: ByteReader,
  { limits }: InflateContext,
): Promise<OwnDictionary | undefined> {
  if (!(await reader.fill(8)) || !isDictionaryFrame(reader.buffer.subarray(reader.start))) return undefined;
  const bytes = reader.buffer.readUInt32LE(reader.start + 4);
  if (bytes > MAX_DICTIONARY_BYTES || !(await reader.fill(8 + bytes)))
    return { bytes, dictionary: undefined };
  reader.skip(8);
  const content = await unpacked(take(reader, bytes), limits);
  return { bytes, dictionary: content && readDictionary(content) };
}

/** A dictionary, which may be a zstd frame of its own; undefined if that is broken or too large. */
async function unpacked(stored: Buffer, limits: InflateContext['limits']): Promise<Buffer | undefined> {
  if (stored.indexOf(ZSTD_MAGIC) !== 0) return stored;
  const pieces = (async function* () {
    yield { bytes: stored, stored: 0 };
  })();
  const parts: Buffer[] = [];
  let size = 0;
  for await (const { bytes, gap } of zstdFrames(pieces, { limits, sinceRecord: 0, report: () => {} })) {
    size += bytes.length;
    if (gap || size > MAX_DICTIONARY_BYTES) return undefined;
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

/**
 * Skips a skippable frame (RFC 8878, section 3.1.2), at most to the end of the file.
 *
 * @returns its bytes, and how many of them the file has; undefined if no such frame begins here
 */
async function skipSkippable(
  reader: ByteReader,
): Promise<{ readonly after: number; readonly of: number } | undefined> {
  if (!(await reader.fill(8)) || !isSkippable(reader.buffer, reader.start)) return undefined;
  const bytes = 8 + reader.buffer.readUInt32LE(reader.start + 4);
  let left = bytes;
  while (left > 0 && (await reader.fill(1))) {
    const count = Math.min(left, reader.available);
    reader.skip(count);
    left -= count;
  }
  return { after: bytes - left, of: bytes };
}

/** Goes to the next frame after the one at `at`, or to the end. @returns the number of bytes skipped */
async function resync(reader: ByteReader, at: number): Promise<number> {
  const from = reader.position;
  if (from === at) reader.skip(1);
  for (;;) {
    const found = reader.buffer.indexOf(ZSTD_MAGIC, reader.start);
    if (found >= 0 && found < reader.end) {
      reader.skip(found - reader.start);
      if ((await frameHeader(reader)) !== undefined) break;
      reader.skip(1);
    } else {
      reader.skip(Math.max(0, reader.available - (ZSTD_MAGIC.length - 1)));
      if (!(await reader.fill(reader.available + 1))) {
        reader.skip(reader.available);
        break;
      }
    }
  }
  return reader.position - from;
}
