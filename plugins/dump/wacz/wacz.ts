import { crc32 } from 'node:zlib';
import type { Page } from '../../../src/index.ts';
import { arcPages } from '../archive/arc.ts';
import { warcPages } from '../archive/warc.ts';
import { filePieces, type Piece } from '../bytes/bytes.ts';
import { codingOf } from '../bytes/coding.ts';
import { gzipMembers, type InflateContext } from '../bytes/gzip-members.ts';
import {
  type Coding,
  decompressed,
  openPieces,
  type Reading,
  reportDamage,
  type StoredFile,
} from '../bytes/open-file.ts';
import { shortened } from '../json/record-page.ts';
import type { Limits } from '../limits.ts';
import { type ZipEntry, zipDirectory, zipLocalEntries } from './zip-directory.ts';

const archiveName = /^archive\/.*\.(?:w?arc)(?:\.gz|\.zst)?$/i;
const nestedName = /\.wacz$/i;

/**
 * The pages of a WACZ file: of the WARC (or ARC) files in its `archive` folder, in the order of its directory.
 *
 * Each is read as if it lay on disk under the name `FILE!archive/NAME`, with all that holds for such a file: damage
 * named by the offset in it, bombs given up. Where the directory is damaged or cut off, that is named and the
 * files are looked for one by one. A WACZ within a WACZ is named and not read.
 */
export async function* waczPages(source: StoredFile, reading: Reading): AsyncGenerator<Page> {
  const damage = (file: string, reason: string): void => reportDamage(reading, { file, offset: 0, reason });
  const wanted = (name: string): boolean => archiveName.test(name) || nestedName.test(name);
  let entries: ZipEntry[];
  try {
    entries = await zipDirectory(source.path, wanted);
  } catch (error) {
    const why = shortened((error as Error).message);
    entries = await zipLocalEntries(source.path, wanted);
    damage(
      source.name,
      `the ZIP directory cannot be read (${why}); without it, ${entries.length} files were found`,
    );
    if (entries.length === 0) return;
  }
  if (entries.length === 0)
    damage(source.name, 'expected WARC files in the archive folder of this WACZ, found none');
  let left = source.sizeBytes;
  const counted: Reading = {
    ...reading,
    onBytes(count) {
      // entries may overlap in a file that is made up
      const step = Math.min(count, left);
      left -= step;
      reading.onBytes(step);
    },
  };
  for (const entry of entries) {
    const name = `${source.name}!${shortened(entry.name)}`;
    if (nestedName.test(entry.name))
      damage(name, 'a WACZ within a WACZ is not read: unzip the outer one first');
    else if (entry.encrypted) damage(name, 'the file is encrypted');
    else if (entry.method !== 0 && entry.method !== 8) {
      damage(name, `expected a stored or deflated file, found ZIP compression method ${entry.method}`);
    } else yield* entryPages(source.path, name, entry, counted);
  }
  reading.onBytes(left);
}

async function* entryPages(
  path: string,
  name: string,
  entry: ZipEntry,
  reading: Reading,
): AsyncGenerator<Page> {
  const coding = await codingOfEntry(path, name, entry, reading.limits);
  const file = openPieces(
    name,
    entry.dataBytes,
    (context) => decompressed(entryData(path, entry, reading, context, coding), coding, context),
    reading,
  );
  try {
    yield* /\.arc(?:\.\w+)?$/i.test(name) ? arcPages(file) : warcPages(file);
  } finally {
    await file.reader.close();
  }
}

async function codingOfEntry(path: string, name: string, entry: ZipEntry, limits: Limits): Promise<Coding> {
  const context: InflateContext = { limits, damage() {}, sinceRecord: 0 };
  const quiet = { onBytes() {}, signal: undefined };
  for await (const piece of entryData(path, entry, quiet, context, 'none')) {
    if (piece.bytes.length > 0) return codingOf(piece.bytes, name);
  }
  return 'none';
}

/** The data of an entry, with offsets in them as their places. */
async function* entryData(
  path: string,
  entry: ZipEntry,
  reading: Pick<Reading, 'onBytes' | 'signal'>,
  context: InflateContext,
  coding: Coding,
): AsyncGenerator<Piece> {
  const stored = filePieces(path, reading.onBytes, reading.signal, entry.start, entry.end);
  if (entry.method === 8) {
    let position = 0;
    for await (const { bytes, gap, suspect } of gzipMembers(asGzipMember(stored, entry), context)) {
      yield { bytes, stored: position, ...(gap ? { gap } : {}), ...(suspect ? { suspect } : {}) };
      position += bytes.length;
    }
    return;
  }
  let crc = 0;
  for await (const piece of stored) {
    // gzip and zstd carry checksums of their own, which also tell where the damage is
    if (coding === 'none') crc = crc32(piece.bytes, crc);
    yield { bytes: piece.bytes, stored: piece.stored - entry.start };
  }
  if (coding === 'none' && entry.crc32 !== undefined && crc !== entry.crc32) {
    context.damage(0, 'the CRC-32 in the ZIP directory does not match the data of this file');
  }
}

/**
 * A deflated entry of a ZIP file is a gzip member without its header and trailer; with them it is checked, and
 * bounded, as all gzip files are.
 */
async function* asGzipMember(stored: AsyncIterable<Piece>, entry: ZipEntry): AsyncGenerator<Piece> {
  yield { bytes: Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]), stored: 0 };
  let last = 0;
  for await (const { bytes, stored: at } of stored) {
    last = at - entry.start + bytes.length;
    yield { bytes, stored: at - entry.start };
  }
  if (entry.crc32 === undefined) return;
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(entry.crc32, 0);
  trailer.writeUInt32LE(entry.dataBytes % 2 ** 32, 4);
  yield { bytes: trailer, stored: last };
}
