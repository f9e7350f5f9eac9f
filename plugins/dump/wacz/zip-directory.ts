import { ByteReader } from '../bytes/byte-reader.ts';
import { filePieces } from '../bytes/pieces.ts';

/** A file within a ZIP file. */
export interface ZipEntry {
  readonly name: string;
  /** Offset of its stored bytes. */
  readonly start: number;
  /** End of its stored bytes. A cut file may end earlier. */
  readonly end: number;
  /** 0: stored as it is; 8: deflated. */
  readonly method: number;
  readonly encrypted: boolean;
  /** Unknown if only the local header was read, and the value follows the data. */
  readonly crc32: number | undefined;
  readonly dataBytes: number;
}

/**
 * The entries that a ZIP file's directory lists and `wanted` picks by name. Throws when the directory cannot be
 * read, or names bytes for two files: one file's bytes, listed n times, would be read n times.
 * `O(entries log entries)`; nothing is decompressed, and sizes are taken as claims.
 */
export async function zipDirectory(path: string, wanted: (name: string) => boolean): Promise<ZipEntry[]> {
  const { openPromise } = await import('yauzl');
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false, validateEntrySizes: false });
  try {
    const entries: ZipEntry[] = [];
    for await (const entry of zip.eachEntry()) {
      // with decodeStrings off, names are bytes
      const nameBytes = entry.fileName as unknown as Buffer;
      const name = nameBytes.toString('utf8');
      const header = await zip.readLocalFileHeaderPromise(entry);
      // the directory has no checksum, and a changed name would hide a file
      if (!header.fileName.equals(nameBytes)) {
        throw new Error('it names a file otherwise than the header before that file');
      }
      if (!wanted(name)) continue;
      const start = header.fileDataStart;
      entries.push({
        name,
        start,
        end: start + entry.compressedSize,
        method: entry.compressionMethod,
        encrypted: (entry.generalPurposeBitFlag & 1) !== 0,
        crc32: entry.crc32,
        dataBytes: entry.uncompressedSize,
      });
    }
    checkApart(entries);
    return entries;
  } finally {
    zip.close();
  }
}

function checkApart(entries: readonly ZipEntry[]): void {
  let end = 0;
  for (const entry of [...entries].sort((a, b) => a.start - b.start)) {
    if (entry.start < end) throw new Error('two of its files share bytes');
    end = entry.end;
  }
}

const SIGNATURE = Buffer.from('PK');
const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_HEADER = 0x02014b50;
const DESCRIPTOR = 0x08074b50;
const LOCAL_HEADER_BYTES = 30;
/** With sizes of 32 bits, and of 64. */
const DESCRIPTOR_BYTES = [16, 24] as const;
/** Means that the size is in the 64-bit field after the name (APPNOTE 4.5.3). */
const IN_FIELD_64 = 0xffff_ffff;
const FIELD_64 = 1;
const MAX_NAME_BYTES = 4096;

/**
 * The entries of a ZIP file whose directory is lost, found by their local headers, so that entries before a cut can
 * still be read. An entry of unknown length ends where the next one begins.
 */
export async function zipLocalEntries(path: string, wanted: (name: string) => boolean): Promise<ZipEntry[]> {
  const reader = new ByteReader(filePieces(path));
  const entries: ZipEntry[] = [];
  let open: Omit<ZipEntry, 'end'> | undefined;
  const close = (end: number, sums?: Sums): void => {
    if (open !== undefined && wanted(open.name)) entries.push({ ...open, end, ...sums });
    open = undefined;
  };
  try {
    for (;;) {
      const { end, sums } = await skipToHeader(reader);
      const header = await readLocalHeader(reader);
      if (reader.available < 4 || header !== undefined || isDirectory(reader)) close(end, sums);
      if (reader.available < 4) return entries;
      if (header === undefined) {
        reader.skip(SIGNATURE.length);
        continue;
      }
      const { known, length, ...entry } = header;
      const start = reader.position + length;
      reader.skip(length);
      open = { ...entry, start };
      if (known === undefined) continue;
      close(start + known);
      await skipFar(reader, known);
    }
  } finally {
    await reader.close();
  }
}

type Sums = Pick<ZipEntry, 'crc32' | 'dataBytes'>;

/**
 * Goes to the next local or directory header, or to the end. Returns the end of the data before it, and their sums if a
 * descriptor follows them.
 */
async function skipToHeader(reader: ByteReader): Promise<{ end: number; sums?: Sums }> {
  for (;;) {
    const kind = await skipToSignature(reader);
    const end = reader.position;
    if (kind === undefined || kind === LOCAL_HEADER || kind === DIRECTORY_HEADER) return { end };
    const sums = kind === DESCRIPTOR ? await readDescriptor(reader) : undefined;
    if (sums !== undefined) return { end, sums };
    reader.skip(SIGNATURE.length);
  }
}

/** Goes to the next signature of any kind, and returns it; goes to the end if there is none. */
async function skipToSignature(reader: ByteReader): Promise<number | undefined> {
  for (;;) {
    const at = reader.buffer.indexOf(SIGNATURE, reader.start);
    if (at >= 0 && at + 4 <= reader.end) {
      const kind = reader.buffer.readUInt32LE(at);
      reader.skip(at - reader.start);
      return kind;
    }
    // the beginning of a signature may be all that has been read of it
    const kept = at >= 0 && at < reader.end ? reader.end - at : Math.min(1, reader.available);
    reader.skip(reader.available - kept);
    if (!(await reader.fill(Math.max(4, kept + 1)))) {
      reader.skip(reader.available);
      return undefined;
    }
  }
}

/** The sums of a descriptor, if what stands here is one. */
async function readDescriptor(reader: ByteReader): Promise<Sums | undefined> {
  const [short, long] = DESCRIPTOR_BYTES;
  await reader.fill(long + 4);
  const length = DESCRIPTOR_BYTES.find((bytes) => isFollowed(reader, bytes));
  if (length === undefined) return undefined;
  const { buffer, start } = reader;
  const crc32 = buffer.readUInt32LE(start + 4);
  const dataBytes =
    length === short ? buffer.readUInt32LE(start + 12) : Number(buffer.readBigUInt64LE(start + 16));
  reader.skip(length);
  return { crc32, dataBytes };
}

/** Whether a descriptor of this length is followed by a header, or by nothing. */
function isFollowed(reader: ByteReader, bytes: number): boolean {
  const next = reader.start + bytes;
  if (reader.available < bytes + 4) return next === reader.end;
  return [LOCAL_HEADER, DIRECTORY_HEADER].includes(reader.buffer.readUInt32LE(next));
}

async function readLocalHeader(
  reader: ByteReader,
): Promise<(Omit<ZipEntry, 'start' | 'end'> & { known: number | undefined; length: number }) | undefined> {
  if (!(await reader.fill(LOCAL_HEADER_BYTES))) return undefined;
  const head = reader.buffer.subarray(reader.start, reader.start + LOCAL_HEADER_BYTES);
  if (head.readUInt32LE(0) !== LOCAL_HEADER) return undefined;
  const nameBytes = head.readUInt16LE(26);
  const length = LOCAL_HEADER_BYTES + nameBytes + head.readUInt16LE(28);
  if (nameBytes === 0 || nameBytes > MAX_NAME_BYTES || !(await reader.fill(length))) return undefined;
  const nameAt = reader.start + LOCAL_HEADER_BYTES;
  const flags = head.readUInt16LE(6);
  const extra = reader.buffer.subarray(nameAt + nameBytes, reader.start + length);
  const sizes =
    head.readUInt32LE(18) === IN_FIELD_64
      ? sizes64(extra)
      : { stored: head.readUInt32LE(18), data: head.readUInt32LE(22) };
  const isKnown = (flags & 8) === 0 && sizes !== undefined;
  return {
    name: reader.buffer.toString('utf8', nameAt, nameAt + nameBytes),
    method: head.readUInt16LE(8),
    encrypted: (flags & 1) !== 0,
    crc32: isKnown ? head.readUInt32LE(14) : undefined,
    dataBytes: isKnown ? sizes.data : 0,
    known: isKnown ? sizes.stored : undefined,
    length,
  };
}

/** The sizes in the 64-bit field, which is among the extra fields after a name. */
function sizes64(extra: Buffer): { readonly stored: number; readonly data: number } | undefined {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== FIELD_64 || at + 20 > extra.length) continue;
    return {
      data: Number(extra.readBigUInt64LE(at + 4)),
      stored: Number(extra.readBigUInt64LE(at + 12)),
    };
  }
  return undefined;
}

function isDirectory(reader: ByteReader): boolean {
  return reader.available >= 4 && reader.buffer.readUInt32LE(reader.start) === DIRECTORY_HEADER;
}

async function skipFar(reader: ByteReader, count: number): Promise<void> {
  for (let left = count; left > 0 && (await reader.fill(1)); ) {
    const step = Math.min(left, reader.available);
    reader.skip(step);
    left -= step;
  }
}
