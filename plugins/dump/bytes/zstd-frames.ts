import { ByteReader, type Piece } from './bytes.ts';
import { bombRatio, type InflateContext } from './gzip-members.ts';
import { ZstdFrame } from './zstd-frame.ts';

const magic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const maxHeaderBytes = 18;
const maxBlockBytes = 128 * 1024;
/** The window that the zstd tool accepts unless told otherwise. */
const maxWindowBytes = 128 * 1024 * 1024;

interface FrameHeader {
  readonly length: number;
  readonly window: number;
  readonly checksum: boolean;
  readonly dictionary: boolean;
}

/**
 * The data of a zstd file, frame by frame (RFC 8878), whatever lies broken between them.
 *
 * Data come out block by block, before the checksum of their frame is reached; it is verified then. Damage is
 * named by the offset of its frame and followed by a gap.
 * Frames that need a dictionary (`.warc.zst` of some archives) are named as damaged: it is not supported.
 */
export async function* zstdFrames(
  stored: AsyncIterable<Piece>,
  context: InflateContext,
): AsyncGenerator<Piece> {
  const reader = new ByteReader(stored);
  try {
    while (await reader.fill(1)) {
      const at = reader.position;
      if (await skipSkippable(reader)) continue;
      const header = await frameHeader(reader);
      const failure =
        header === undefined
          ? 'expected a zstd frame'
          : (refusal(header) ?? (yield* readFrame(reader, header, context)));
      if (failure === undefined) continue;
      const rest = await resync(reader, at);
      context.damage(at, `${failure}; ${rest} bytes passed over`);
      yield { bytes: Buffer.alloc(0), stored: at, inner: 0, gap: true };
    }
  } finally {
    await reader.close();
  }
}

/** Why a frame cannot be read, if so. */
function refusal(header: FrameHeader): string | undefined {
  if (header.dictionary) {
    return 'the zstd frame needs a dictionary, which is not supported: decompress it with zstd -D first';
  }
  if (header.window <= maxWindowBytes) return undefined;
  return `the zstd frame asks for a window of ${header.window} bytes; at most ${maxWindowBytes} are supported`;
}

/** One frame; returns what is wrong with it, if anything. */
async function* readFrame(
  reader: ByteReader,
  header: FrameHeader,
  context: InflateContext,
): AsyncGenerator<Piece, string | undefined> {
  const stored = reader.position;
  let inner = 0;
  let recordAt = reader.position;
  let frame: ZstdFrame | undefined;
  try {
    frame = await ZstdFrame.open(header.window);
    frame.push(take(reader, header.length));
    for (let last = false; !last; ) {
      if (!(await reader.fill(3))) return cutOff(reader, inner);
      const block = reader.buffer.readUIntLE(reader.start, 3);
      last = (block & 1) === 1;
      const type = (block >> 1) & 3;
      const size = block >> 3;
      if (type === 3 || size > maxBlockBytes)
        return `damaged zstd frame: block of an unknown type or size after ${inner} bytes of its data`;
      // the decoder checks the content checksum, which stands behind the last block
      const length = 3 + (type === 1 ? 1 : size) + (last && header.checksum ? 4 : 0);
      if (!(await reader.fill(length))) return cutOff(reader, inner);
      const blockAt = reader.position;
      const data = frame.push(take(reader, length));
      if (last) data.push(...frame.finish());
      for (const bytes of data) {
        if (context.sinceRecord === 0) recordAt = blockAt;
        context.sinceRecord += bytes.length;
        yield { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), stored, inner };
        inner += bytes.length;
      }
      const ratio = context.sinceRecord / Math.max(1, reader.position - recordAt);
      if (context.sinceRecord > context.limits.maxInflatedBytes && ratio > bombRatio) {
        const inflated = context.sinceRecord;
        context.sinceRecord = 0;
        return `decompression bomb: one record inflates to over ${inflated} bytes, ${Math.round(ratio)} times its compressed size; given up`;
      }
    }
  } catch (error) {
    return `damaged zstd frame: ${(error as Error).message}; some of its ${inner} bytes of data may be wrong`;
  } finally {
    frame?.close();
  }
  yield { bytes: Buffer.alloc(0), stored, inner, ends: true };
  return undefined;
}

function take(reader: ByteReader, length: number): Buffer {
  const bytes = reader.buffer.subarray(reader.start, reader.start + length);
  reader.skip(length);
  return bytes;
}

function cutOff(reader: ByteReader, inner: number): string {
  reader.skip(reader.available);
  return `the file ends inside a zstd frame, after ${inner} bytes of its data`;
}

/** The header of a frame at the window's start (RFC 8878, section 3.1.1.1). */
async function frameHeader(reader: ByteReader): Promise<FrameHeader | undefined> {
  await reader.fill(maxHeaderBytes);
  const bytes = reader.buffer.subarray(reader.start, reader.end);
  if (bytes.length < 6 || !bytes.subarray(0, 4).equals(magic)) return undefined;
  const descriptor = bytes[4]!;
  if (descriptor & 8) return undefined;
  const single = (descriptor >> 5) & 1;
  const idBytes = [0, 1, 2, 4][descriptor & 3]!;
  const sizeBytes = [single, 2, 4, 8][descriptor >> 6]!;
  let length = 5 + (1 - single);
  const dictionary = idBytes > 0 && bytes.subarray(length, length + idBytes).some((byte) => byte !== 0);
  length += idBytes;
  if (bytes.length < length + sizeBytes) return undefined;
  const exponent = 10 + (bytes[5]! >> 3);
  let window = 2 ** exponent + 2 ** (exponent - 3) * (bytes[5]! & 7);
  if (single) {
    window = sizeBytes === 8 ? Number(bytes.readBigUInt64LE(length)) : bytes.readUIntLE(length, sizeBytes);
    if (sizeBytes === 2) window += 256;
  }
  return { length: length + sizeBytes, window, checksum: (descriptor & 4) !== 0, dictionary };
}

/** Passes over a skippable frame (RFC 8878, section 3.1.2), as far as the file goes. */
async function skipSkippable(reader: ByteReader): Promise<boolean> {
  if (!(await reader.fill(8))) return false;
  if (reader.buffer.readUInt32LE(reader.start) >>> 4 !== 0x184d2a5) return false;
  let left = 8 + reader.buffer.readUInt32LE(reader.start + 4);
  while (left > 0 && (await reader.fill(1))) {
    const count = Math.min(left, reader.available);
    reader.skip(count);
    left -= count;
  }
  return true;
}

/** Goes to the next frame after the one at `at`, or to the end; returns the bytes between here and there. */
async function resync(reader: ByteReader, at: number): Promise<number> {
  const from = reader.position;
  if (from === at) reader.skip(1);
  for (;;) {
    const found = reader.buffer.indexOf(magic, reader.start);
    if (found >= 0 && found < reader.end) {
      reader.skip(found - reader.start);
      if ((await frameHeader(reader)) !== undefined) break;
      reader.skip(1);
    } else {
      reader.skip(Math.max(0, reader.available - (magic.length - 1)));
      if (!(await reader.fill(reader.available + 1))) {
        reader.skip(reader.available);
        break;
      }
    }
  }
  return reader.position - from;
}
