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

/** A ZIP file, and where the local header of each file, the directory, and each file's data begin. */
export function zip(files: readonly FileToZip[]): {
  bytes: Buffer;
  headers: number[];
  data: number[];
  directory: number;
} {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  const headers: number[] = [];
  const data: number[] = [];
  let at = 0;
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
    sums.writeUInt32LE(stored.length, 4);
    sums.writeUInt32LE(plain.length, 8);
    const common = Buffer.alloc(10);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(file.streamed ? 8 : 0, 2);
    common.writeUInt16LE(file.method ?? (file.deflate ? 8 : 0), 4);
    const lengths = Buffer.alloc(4);
    lengths.writeUInt16LE(name.length, 0);
    headers.push(at);
    const offset = Buffer.alloc(14);
    offset.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, sums, lengths, offset, name);
    put(Buffer.from('PK\x03\x04', 'latin1'));
    put(Buffer.concat([common, file.streamed ? Buffer.alloc(12) : sums, lengths, name]));
    data.push(at);
    put(stored);
    if (file.streamed) put(Buffer.concat([Buffer.from('PK\x07\x08', 'latin1'), sums]));
  }
  const begin = at;
  put(Buffer.concat(directory));
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(at - begin, 12);
  end.writeUInt32LE(begin, 16);
  put(end);
  return { bytes: Buffer.concat(parts), headers, data, directory: begin };
}
