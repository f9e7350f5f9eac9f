import { crc32 } from 'node:zlib';
import type { WholeFile } from './whole-file.ts';

/** Sizes and offsets from this value on are stored in a separate 64-bit field. */
const MOST_32 = 0xffff_ffff;
const ZIP64_VERSION = 45;
/** 1980-01-01, the first day of the format, so that files do not depend on when they were made. */
const NO_DATE = 0x0021;

interface Entry {
  readonly name: Buffer;
  readonly at: number;
  readonly size: number;
  readonly crc: number;
}

/** Writes a ZIP file of stored entries (APPNOTE 6.3.3), with 64-bit sizes where they are needed. */
export class ZipFile {
  readonly #file: WholeFile;
  readonly #entries: Entry[] = [];

  constructor(file: WholeFile) {
    this.#file = file;
  }

  /** Begins a file whose data are written to the file below, up to `end`. */
  async begin(name: string): Promise<void> {
    const entry = { name: Buffer.from(name), at: this.#file.size, size: 0, crc: 0 };
    this.#entries.push(entry);
    await this.#file.write(localHeader(entry));
  }

  /** Ends the file begun last. Reads its data again for their checksum. */
  async end(): Promise<void> {
    const { name, at } = this.#entries.pop()!;
    const start = at + localHeader({ name, at, size: 0, crc: 0 }).length;
    const size = this.#file.size - start;
    let crc = 0;
    for await (const piece of this.#file.readFrom(start)) crc = crc32(piece, crc);
    const entry = { name, at, size, crc };
    this.#entries.push(entry);
    await this.#file.writeAt(localHeader(entry), at);
  }

  /** Writes the directory. Nothing may be written after it. */
  async finish(): Promise<void> {
    const at = this.#file.size;
    for (const entry of this.#entries) await this.#file.write(directoryHeader(entry));
    const size = this.#file.size - at;
    const count = this.#entries.length;
    if (at + size >= MOST_32) {
      const end64 = this.#file.size;
      const record = Buffer.alloc(56);
      record.writeUInt32LE(0x06064b50, 0);
      record.writeBigUInt64LE(44n, 4);
      record.writeUInt16LE(ZIP64_VERSION, 12);
      record.writeUInt16LE(ZIP64_VERSION, 14);
      record.writeBigUInt64LE(BigInt(count), 24);
      record.writeBigUInt64LE(BigInt(count), 32);
      record.writeBigUInt64LE(BigInt(size), 40);
      record.writeBigUInt64LE(BigInt(at), 48);
      const locator = Buffer.alloc(20);
      locator.writeUInt32LE(0x07064b50, 0);
      locator.writeBigUInt64LE(BigInt(end64), 8);
      locator.writeUInt32LE(1, 16);
      await this.#file.write(Buffer.concat([record, locator]));
    }
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(count, 8);
    end.writeUInt16LE(count, 10);
    end.writeUInt32LE(Math.min(size, MOST_32), 12);
    end.writeUInt32LE(Math.min(at, MOST_32), 16);
    await this.#file.write(end);
  }
}

/** Always with the 64-bit field, so that the length of the header is known before the sizes are. */
function localHeader({ name, size, crc }: Entry): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  common(crc).copy(header, 4);
  header.writeUInt32LE(MOST_32, 18);
  header.writeUInt32LE(MOST_32, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(20, 28);
  return Buffer.concat([header, name, field64([size, size])]);
}

function directoryHeader({ name, at, size, crc }: Entry): Buffer {
  const large = [...(size >= MOST_32 ? [size, size] : []), ...(at >= MOST_32 ? [at] : [])];
  const extra = large.length > 0 ? field64(large) : Buffer.alloc(0);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(ZIP64_VERSION, 4);
  common(crc).copy(header, 6);
  header.writeUInt32LE(Math.min(size, MOST_32), 20);
  header.writeUInt32LE(Math.min(size, MOST_32), 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(Math.min(at, MOST_32), 42);
  return Buffer.concat([header, name, extra]);
}

/** Version, flags (names are UTF-8), method 0, time, date, checksum: 14 bytes that both headers have. */
function common(crc: number): Buffer {
  const bytes = Buffer.alloc(14);
  bytes.writeUInt16LE(ZIP64_VERSION, 0);
  bytes.writeUInt16LE(0x0800, 2);
  bytes.writeUInt16LE(NO_DATE, 8);
  bytes.writeUInt32LE(crc, 10);
  return bytes;
}

function field64(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * values.length);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(8 * values.length, 2);
  for (const [i, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + 8 * i);
  return field;
}
