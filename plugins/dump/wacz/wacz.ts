import { crc32 } from 'node:zlib';
import type { Page } from '../../../src/index.ts';
import { arcPages } from '../arc/arc.ts';
import { arc } from '../arc/format.ts';
import { type Coding, codingOf, decompressed } from '../bytes/coding.ts';
import { gzipMembers } from '../bytes/gzip-members.ts';
import type { InflateContext } from '../bytes/inflate-context.ts';
import { filePieces, type Piece } from '../bytes/pieces.ts';
import { type DumpDamage, damagedSpot } from '../damage.ts';
import { hasExtension } from '../format.ts';
import type { Limits } from '../limits.ts';
import { oneLine } from '../one-line.ts';
import { OpenData, type OpenSource, type Reading, reportSpot } from '../reading.ts';
import { warc } from '../warc/format.ts';
import { warcPages } from '../warc/warc.ts';
import { type ZipEntry, zipDirectory, zipLocalEntries } from './zip-directory.ts';

/** The format wants them in `archive`, but some tools pack a folder above it; a name with a dot first is hidden, as in folders. */
const ARCHIVE_NAME = /(?:^|\/)[^./][^/]*\.(?:w?arc)(?:\.gz|\.zst)?$/i;
const NESTED_NAME = /\.wacz$/i;
const STORED = 0;
const DEFLATED = 8;

/**
 * The pages of a WACZ file: of the WARC (or ARC) files in it, in the order of its directory.
 *
 * Each is read like a file on disk with the name `FILE!archive/NAME`: damage is reported with the offset in it, and
 * bombs are given up. If the directory is damaged or cut off, this is reported and the files are searched for one by
 * one. A WACZ within a WACZ is reported and not read.
 */
export async function* waczPages(source: OpenSource): AsyncGenerator<Page> {
  for await (const { file, isArc } of waczArchives(source)) yield* isArc ? arcPages(file) : warcPages(file);
}

/** The WARC and ARC files of a WACZ file, opened one after the other: each is closed when the next is asked for. */
export async function* waczArchives(
  source: OpenSource,
): AsyncGenerator<{ readonly file: OpenData; readonly isArc: boolean }> {
  const { name, path, reading } = source;
  for (const entry of await archivesIn(source)) {
    const entryName = oneLine(entry.name);
    const fileName = `${name}!${entryName}`;
    const damage = refusal(entry);
    if (damage !== undefined) {
      reportSpot(damagedSpot(fileName, damage, undefined, entryName), reading);
      continue;
    }
    const file = await openEntry(path, fileName, entry, reading);
    try {
      yield { file, isArc: hasExtension(fileName, ['arc']) };
    } finally {
      await file.close();
    }
  }
}

/** The entries to read, or to report as not read: from the directory or, if it is damaged, found one by one. */
async function archivesIn(source: OpenSource): Promise<ZipEntry[]> {
  const wanted = (name: string): boolean => ARCHIVE_NAME.test(name) || NESTED_NAME.test(name);
  let entries: ZipEntry[];
  try {
    entries = await zipDirectory(source.path, wanted);
  } catch (error) {
    entries = await zipLocalEntries(source.path, wanted);
    const detail = (error as Error).message;
    source.report({ code: 'no-directory', directory: 'ZIP directory', detail, foundFiles: entries.length });
    return entries;
  }
  if (entries.length === 0) source.report({ code: 'no-archives' });
  return entries;
}

/** The reason why an entry is not read, if there is one. */
function refusal({ name, encrypted, method }: ZipEntry): DumpDamage | undefined {
  if (NESTED_NAME.test(name)) return { code: 'unsupported', feature: 'nested-wacz' };
  if (encrypted) return { code: 'unsupported', feature: 'encryption' };
  if (method === STORED || method === DEFLATED) return undefined;
  return { code: 'unsupported', feature: 'zip-method', value: method };
}

async function openEntry(path: string, name: string, entry: ZipEntry, reading: Reading): Promise<OpenData> {
  const coding = await codingOfEntry(path, name, entry, reading.limits);
  const data = (context: InflateContext): AsyncIterable<Piece> =>
    decompressed(entryData(path, entry, reading, context, coding), coding, context);
  return new OpenData(name, entry.dataBytes, data, reading, oneLine(entry.name));
}

async function codingOfEntry(path: string, name: string, entry: ZipEntry, limits: Limits): Promise<Coding> {
  const context: InflateContext = { limits, report() {}, sinceRecord: 0 };
  const quiet = { onBytes() {}, signal: undefined };
  for await (const piece of entryData(path, entry, quiet, context, 'none')) {
    if (piece.bytes.length > 0) return codingOf(piece.bytes, name, beginsLikeArchive);
  }
  return 'none';
}

function beginsLikeArchive(head: Buffer): boolean {
  const sample = { name: '', head, inFolder: false };
  return warc.recognise(sample) !== undefined || arc.recognise(sample) !== undefined;
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
  if (entry.method === DEFLATED) {
    let position = 0;
    for await (const { bytes, gap, cut, suspect } of gzipMembers(asGzipMember(stored, entry), context)) {
      yield {
        ...{ bytes, stored: position },
        ...(gap ? { gap } : {}),
        ...(cut ? { cut } : {}),
        ...(suspect ? { suspect } : {}),
      };
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
    context.report({ code: 'checksum', of: 'CRC-32', kept: 'the ZIP directory' }, 0);
  }
}

/**
 * A deflated entry of a ZIP file is a gzip member without header and trailer. With these added, it is verified and
 * limited like any gzip file.
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
