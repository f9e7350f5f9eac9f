import type { PageInput } from '../../src/flow/index.ts';
import type { Page } from '../../src/index.ts';
import { arcSyntax } from './arc/arc-syntax.ts';
import { arc } from './arc/format.ts';
import type { ArchiveRecord } from './archive/archive-record.ts';
import { archiveRecords } from './archive/records.ts';
import type { CopyOptions, CopyResult } from './copy/copy.ts';
import type { FileFormat } from './format.ts';
import { jsonl } from './jsonl/format.ts';
import { inputOfAll, newReading, pagesOfAll, type ReadOptions } from './pages.ts';
import { OpenSource, type Reading, type StoredSource } from './reading.ts';
import { findSources, type Source, storedFile } from './sources.ts';
import { warc } from './warc/format.ts';
import { warcSyntax } from './warc/warc-syntax.ts';

export type { PageInput } from '../../src/flow/index.ts';
export { checkNotAmong } from './apart.ts';
export type { ArchiveRecord, RawRecord } from './archive/archive-record.ts';
export type { Headers } from './archive/headers.ts';
export type { RecordHead } from './archive/record-syntax.ts';
export type { Place } from './bytes/pieces.ts';
export type { CopyOptions, CopyResult } from './copy/copy.ts';
export { type CopyFormat, copyFormatOf, copyFormats } from './copy/copy-format.ts';
export type { CopyCounts, Fate, ManifestEntry } from './copy/fate.ts';
export type { BodyFault, DamageCode, DamagedSpot, DamageFacts, Feature } from './damage.ts';
export { InputError, type InputErrorCode } from './input-error.ts';
export { defaultLimits, type Limits } from './limits.ts';
export type { ReadNote } from './note.ts';
export { ownResults } from './own-results.ts';
export type { ReadOptions } from './pages.ts';
export type { Redirect } from './reading.ts';
export { newStats, type ReadStats } from './stats.ts';

/**
 * The pages of files, folders and globs, in order; `-` is standard input.
 *
 * Files are told apart by content: WARC, WET and ARC, JSONL, each plain, gzip or zstd; WACZ; Parquet; HTML or text. So are
 * streams (standard input, pipes), of which WACZ and Parquet cannot be read.
 * All inputs are looked at first: throws an `InputError` before any page if one is missing, unreadable or of no supported
 * format. Damaged spots are reported to `onDamage` and counted, never thrown; so is a file that the system stops reading.
 *
 * A folder is read with everything below it, sorted by path, without names that begin with a dot. A Crawlee storage, the folder
 * itself or one below it, is one dump. As folders may hold files of any kind, JSONL and HTML need their extensions there: `.jsonl`,
 * `.html` … A file that cannot be read, or is stored in an unsupported way, is a damaged spot. One of no supported format,
 * or that neardup wrote itself, is counted as skipped. Neither stops the others.
 *
 * A page's id is the record's own (`WARC-Record-ID`, `id`)
 * the first time it comes up; without one, or if an earlier page has it, `FILE:OFFSET`, `FILE:LINE` or, in Parquet,
 * `FILE:ROW`, with FILE as the caller named it (`FILE:OFFSET+INNER` inside a gzip member that holds more than one
 * record, `FILE!ENTRY:OFFSET` inside a WACZ). So ids are unique over all inputs, and the same in every run with the
 * same inputs.
 * Memory: O(limits), and 16 to 24 bytes a page for the ids.
 */
export async function* readPages(inputs: readonly string[], options: ReadOptions = {}): AsyncGenerator<Page> {
  const { sources, reading } = await openAll(inputs, options);
  yield* pagesOfAll(sources, reading);
}

/**
 * {@link readPages} for `shingleRecords`: lines of JSONL and records of WARC files (plain or gzip) come in blocks. Other threads make
 * the pages of these blocks, of several files at once. With one thread only lines come in blocks. Pages, ids and reported
 * damage are the same, in the same order.
 *
 * @param threads number of threads that make pages, including this one
 */
export async function* readBlocks(
  inputs: readonly string[],
  options: ReadOptions = {},
  threads = 2,
): AsyncGenerator<PageInput> {
  const { sources, reading } = await openAll(inputs, options);
  yield* inputOfAll(sources, reading, options.onPlace === undefined ? threads : undefined);
}

async function openAll(
  inputs: readonly string[],
  options: ReadOptions,
): Promise<{ sources: readonly Source[]; reading: Reading }> {
  const total = { bytes: 0 };
  const reading = newReading(options, total);
  const sources = await findSources(inputs, reading);
  total.bytes = sources.reduce((sum, source) => sum + source.sizeBytes, 0);
  return { sources, reading };
}

/** The pages of one WARC or WET file, like `readPages`, whatever the file's name and first bytes look like. */
export async function* readWarc(file: string, options: ReadOptions = {}): AsyncGenerator<Page> {
  yield* readAs(warc, file, options);
}

/** The pages of one JSONL file, like `readPages`, whatever the file's name and first bytes look like. */
export async function* readJsonl(file: string, options: ReadOptions = {}): AsyncGenerator<Page> {
  yield* readAs(jsonl, file, options);
}

/** The pages in a folder and its subfolders, sorted by path: the same as `readPages([folder])`. */
export function readFolder(folder: string, options: ReadOptions = {}): AsyncGenerator<Page> {
  return readPages([folder], options);
}

/** All records of one WARC or ARC file, with up to `maxPageBytes` of each block. Damage is reported as by `readPages`. */
export async function* readRecords(file: string, options: ReadOptions = {}): AsyncGenerator<ArchiveRecord> {
  const { stored, reading } = await openOne(file, options);
  const source = new OpenSource(stored, reading);
  const { reader } = source;
  try {
    await reader.fill(1);
    const head = reader.buffer.subarray(reader.start, reader.end);
    const isArc = arc.recognise({ name: '', head, inFolder: false }) !== undefined;
    yield* archiveRecords(source, isArc ? arcSyntax : warcSyntax, () => reading.limits.maxPageBytes);
  } finally {
    await source.close();
  }
}

/**
 * Throws what {@link writeCopy} of these inputs would throw before reading them. Call it before deciding about pages.
 */
export async function checkCopy(inputs: readonly string[], target: string): Promise<void> {
  const copying = await import('./copy/copy.ts');
  await copying.checkCopy(inputs, target);
}

/**
 * Copies pages of files, folders and globs into one file, without those that are dropped. Inputs are read twice more.
 *
 * WARC and WACZ targets get records byte for byte, together with records that belong to them (`planCopy`) and those that are no
 * pages. A dropped page with exactly the payload of the page that stands for it becomes a `revisit` of that page; any other
 * dropped page is left out. JSONL targets get lines byte for byte, Parquet targets rows with all their columns. Pages of
 * other formats become records, lines, or rows with `id`, `url`, `date` and `html` or `text`. The file appears whole or not at
 * all and is the same in every run. Pages put aside go to a second file, `NAME.aside.EXTENSION`.
 *
 * @throws Error if an input is the target or has changed since its pages were decided, or if Parquet files whose rows go into one
 * file have different columns, or damage in a row that is kept
 */
export async function writeCopy(
  inputs: readonly string[],
  target: string,
  options: CopyOptions,
): Promise<CopyResult> {
  // what it takes to write is loaded when something is written
  const copying = await import('./copy/copy.ts');
  return await copying.writeCopy(inputs, target, options);
}

async function* readAs(format: FileFormat, file: string, options: ReadOptions): AsyncGenerator<Page> {
  const { stored, reading } = await openOne(file, options);
  yield* pagesOfAll([{ ...stored, format }], reading);
}

async function openOne(
  file: string,
  options: ReadOptions,
): Promise<{ stored: StoredSource; reading: Reading }> {
  const total = { bytes: 0 };
  const reading = newReading(options, total);
  const stored = await storedFile(file);
  total.bytes = stored.sizeBytes;
  return { stored, reading };
}
