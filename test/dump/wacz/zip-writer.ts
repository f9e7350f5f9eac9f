import { crc32, deflateRawSync } from 'node:zlib';

/** A file to put into a ZIP file. */
export interface FileToZip {
  readonly name: string;
  readonly bytes: Buffer | string;
  readonly deflate?: boolean;
  /** Sizes and checksum stand behind the data, as streaming writers do it. */
  readonly streamed?: boolean;
  readonly method?: number;
  readonly crc?: number;
}

/** Stands where the number is in a field of 64 bits. */
const MOST_32 = 0xffff_ffff;

/** How to write a ZIP file. */
export interface ZipOptions {
  /** Sizes and offsets stand in fields of 64 bits (APPNOTE 4.5.3, 4.3.14, 4.3.15). */
  readonly zip64?: boolean;
  /** How many bytes lie before it in its file. */
  readonly base?: number;
}

/** A ZIP file, and where the local header of each file, the directory, and each file's data begin. */
export function zip(
  files: readonly FileToZip[],
  { zip64 = false, base = 0 }: ZipOptions = {},
): {
  bytes: Buffer;
  headers: number[];
  data: number[];
  directory: number;
} {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  const headers: number[] = [];
  const data: number[] = [];
  let at = base;
  const put = (part: Buffer): void => {
    parts.push(part);
    at += part.length;
  };
  for (const file of files) {
    const plain = Buffer.from(file.bytes);
    const stored = file.deflate ? deflateRawSync(plain) : plain;
    const name = Buffer.from(file.name);
    const sums = Buffer.alloc(12);
    sums.writeUInt32LE(file.crc ?? crc32(plain), 0);
    sums.writeUInt32LE(zip64 ? MOST_32 : stored.length, 4);
    sums.writeUInt32LE(zip64 ? MOST_32 : plain.length, 8);
    const sizes = file.streamed ? [0, 0] : [plain.length, stored.length];
    const extra = zip64 ? field64(sizes) : Buffer.alloc(0);
    const directoryExtra = zip64 ? field64([plain.length, stored.length, at]) : Buffer.alloc(0);
    const common = Buffer.alloc(10);
    common.writeUInt16LE(zip64 ? 45 : 20, 0);
    common.writeUInt16LE(file.streamed ? 8 : 0, 2);
    common.writeUInt16LE(file.method ?? (file.deflate ? 8 : 0), 4);
    const lengths = Buffer.alloc(4);
    lengths.writeUInt16LE(name.length, 0);
    lengths.writeUInt16LE(extra.length, 2);
    const directoryLengths = Buffer.from(lengths);
    directoryLengths.writeUInt16LE(directoryExtra.length, 2);
    headers.push(at);
    const offset = Buffer.alloc(14);
    offset.writeUInt32LE(zip64 ? MOST_32 : at, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, sums, directoryLengths, offset, name);
    directory.push(directoryExtra);
    const unknown = Buffer.alloc(12);
    if (zip64) unknown.fill(255, 4);
    put(Buffer.from('PK\x03\x04', 'latin1'));
    put(Buffer.concat([common, file.streamed ? unknown : sums, lengths, name, extra]));
    data.push(at);
    put(stored);
    if (file.streamed) put(descriptor(sums, zip64 ? [stored.length, plain.length] : undefined));
  }
  const begin = at;
  put(Buffer.concat(directory));
  if (zip64) put(end64(files.length, begin, at));
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(zip64 ? MOST_32 : at - begin, 12);
  end.writeUInt32LE(zip64 ? MOST_32 : begin, 16);
  put(end);
  return { bytes: Buffer.concat(parts), headers, data, directory: begin };
}

function field64(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * values.length);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(8 * values.length, 2);
  for (const [i, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + 8 * i);
  return field;
}

function descriptor(sums: Buffer, sizes64: readonly number[] | undefined): Buffer {
  const begin = Buffer.from('PK\x07\x08', 'latin1');
  if (sizes64 === undefined) return Buffer.concat([begin, sums]);
  return Buffer.concat([begin, sums.subarray(0, 4), field64(sizes64).subarray(4)]);
}

/** The end of a directory in 64 bits, and what says where that is. */
function end64(count: number, begin: number, end: number): Buffer {
  const record = Buffer.alloc(56);
  record.write('PK\x06\x06', 'latin1');
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(45, 12);
  record.writeUInt16LE(45, 14);
  for (const [i, value] of [count, count, end - begin, begin].entries())
    record.writeBigUInt64LE(BigInt(value), 24 + 8 * i);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(end), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator]);
}
