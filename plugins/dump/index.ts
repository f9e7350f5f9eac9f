import type { Page } from '../../src/index.ts';
import { arcFormat } from './archive/arc-format.ts';
import { type ArchiveRecord, archiveRecords } from './archive/records.ts';
import { warcFormat } from './archive/warc-format.ts';
import { openFile, type Reading } from './bytes/open-file.ts';
import { type DamagedSpot, newStats, type ReadStats } from './damage.ts';
import { PageIds } from './ids.ts';
import { type Limits, withDefaults } from './limits.ts';
import { pagesOf } from './readers.ts';
import { sniffContent } from './sniff.ts';
import { findSources, type Kind, type Source, sourceOf } from './sources.ts';

export type { Headers } from './archive/headers.ts';
export type { ArchiveRecord, RecordHead } from './archive/records.ts';
export type { Place } from './bytes/bytes.ts';
export { type DamagedSpot, InputError, newStats, type ReadStats } from './damage.ts';
export { defaultLimits, type Limits } from './limits.ts';

/** How to read, and who hears of it. */
export interface ReadOptions {
  /** JSONL, Parquet, datasets: the field that holds the page, instead of `html` or `text`. */
  readonly field?: string;
  /** Where the defaults (`defaultLimits`) do not fit. */
  readonly limits?: Partial<Limits>;
  /** Hears of every damaged spot, in the order of the input. */
  onDamage?(spot: DamagedSpot): void;
  /** Hears of stored bytes read, and of how many there are (0 when only standard input is read). */
  onProgress?(bytesRead: number, bytesTotal: number): void;
  /** Stops the reading: the iterator throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Counts of pages, damaged spots and skipped records by reason, up to date while reading. */
  readonly stats?: ReadStats;
}

/**
 * The pages of files, folders and globs, in order; `-` is JSONL on standard input.
 *
 * Files are told apart by content: WARC, WET and ARC, JSONL, each plain, gzip or zstd; WACZ; Parquet; HTML or text
 * files; a folder that is a Crawlee storage. All inputs are looked at first: throws an `InputError` before any page
 * when one is missing, unreadable or of no supported type (in a folder such a file is a damaged spot). Damaged
 * spots are named to `onDamage` and counted, never thrown. A page's id is the record's own (`WARC-Record-ID`, `id`)
 * the first time it comes up; without one, or when it was given already, `FILE:OFFSET`, `FILE:LINE` or, in Parquet,
 * `FILE:ROW`, with FILE as the caller named it (`FILE:OFFSET+INNER` inside a gzip member that holds more than one
 * record, `FILE!ENTRY:OFFSET` inside a WACZ). So ids are unique over all inputs, and the same in every run with the
 * same inputs.
 * Memory: O(limits), and 16 to 24 bytes a page for the ids.
 */
export async function* readPages(inputs: readonly string[], options: ReadOptions = {}): AsyncGenerator<Page> {
  const stats = options.stats ?? newStats();
  const limits = withDefaults(options.limits);
  const sources = await findSources(inputs, stats, (file, reason) => {
    stats.damaged++;
    options.onDamage?.({ file, offset: 0, reason });
  });
  const reading = newReading(sources, limits, stats, options);
  for (const source of sources) yield* pagesOf(source, reading);
}

/** The pages of one WARC or WET file: as `readPages`, whatever the file's name and first bytes look like. */
export async function* readWarc(file: string, options: ReadOptions = {}): AsyncGenerator<Page> {
  yield* readAs('warc', file, options);
}

/** The pages of one JSONL file: as `readPages`, whatever the file's name and first bytes look like. */
export async function* readJsonl(file: string, options: ReadOptions = {}): AsyncGenerator<Page> {
  yield* readAs('jsonl', file, options);
}

/** The pages in a folder and its subfolders, sorted by path: as `readPages([folder])`. */
export function readFolder(folder: string, options: ReadOptions = {}): AsyncGenerator<Page> {
  return readPages([folder], options);
}

/** All records of one WARC or ARC file, `maxPageBytes` of each block held; damage as in `readPages`. */
export async function* readRecords(file: string, options: ReadOptions = {}): AsyncGenerator<ArchiveRecord> {
  const source = await sourceOfKind('warc', file);
  const limits = withDefaults(options.limits);
  const reading = newReading([source], limits, options.stats ?? newStats(), options);
  const opened = openFile(source, reading);
  try {
    await opened.reader.fill(1);
    const isArc =
      sniffContent(opened.reader.buffer.subarray(opened.reader.start, opened.reader.end)) === 'arc';
    const format = isArc ? arcFormat : warcFormat;
    yield* archiveRecords(opened.reader, format, () => limits.maxPageBytes, opened);
  } finally {
    await opened.reader.close();
  }
}

async function* readAs(kind: Kind, file: string, options: ReadOptions): AsyncGenerator<Page> {
  const limits = withDefaults(options.limits);
  const source = await sourceOfKind(kind, file);
  yield* pagesOf(source, newReading([source], limits, options.stats ?? newStats(), options));
}

async function sourceOfKind(kind: Kind, file: string): Promise<Source> {
  if (file === '-') return { name: '-', path: '-', sizeBytes: 0, coding: 'none', kind };
  const { name, path, sizeBytes, coding } = await sourceOf(file);
  return { name, path, sizeBytes, coding, kind };
}

function newReading(
  sources: readonly Source[],
  limits: Limits,
  stats: ReadStats,
  options: ReadOptions,
): Reading {
  const bytesTotal = sources.reduce((sum, source) => sum + source.sizeBytes, 0);
  let bytesRead = 0;
  return {
    limits,
    stats,
    ids: new PageIds(),
    field: options.field,
    signal: options.signal,
    onDamage: (spot) => options.onDamage?.(spot),
    onBytes(count) {
      bytesRead += count;
      options.onProgress?.(bytesRead, bytesTotal);
    },
  };
}
