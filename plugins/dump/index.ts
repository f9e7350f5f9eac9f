import type { Page } from '../../src/index.ts';
import { arcSyntax } from './arc/arc-syntax.ts';
import { arc } from './arc/format.ts';
import type { ArchiveRecord } from './archive/archive-record.ts';
import { archiveRecords } from './archive/records.ts';
import type { DamagedSpot } from './damage.ts';
import type { FileFormat } from './format.ts';
import { PageIds } from './ids.ts';
import { jsonl } from './jsonl/format.ts';
import { type Limits, withDefaults } from './limits.ts';
import type { ReadNote } from './note.ts';
import { OpenSource, type Reading, type StoredSource } from './reading.ts';
import { findSources, type Source, standardInput, storedFile } from './sources.ts';
import { newStats, type ReadStats } from './stats.ts';
import { warc } from './warc/format.ts';
import { Segments } from './warc/segments.ts';
import { unfinishedPages } from './warc/warc.ts';
import { warcSyntax } from './warc/warc-syntax.ts';

export type { ArchiveRecord } from './archive/archive-record.ts';
export type { Headers } from './archive/headers.ts';
export type { RecordHead } from './archive/record-syntax.ts';
export type { Place } from './bytes/pieces.ts';
export type { BodyFault, DamageCode, DamagedSpot, DamageFacts, Feature } from './damage.ts';
export { InputError, type InputErrorCode } from './input-error.ts';
export { defaultLimits, type Limits } from './limits.ts';
export type { ReadNote } from './note.ts';
export { newStats, type ReadStats } from './stats.ts';

/** How to read, and what is called meanwhile. */
export interface ReadOptions {
  /** JSONL, Parquet, datasets: the field that holds the page, instead of `html` or `text`. */
  readonly field?: string;
  /** Where the defaults (`defaultLimits`) do not fit. */
  readonly limits?: Partial<Limits>;
  /** Called for every damaged spot, in the order of the input. */
  onDamage?(spot: DamagedSpot): void;
  /** Called once for each kind of note, with the first file that it is true of. */
  onNote?(note: ReadNote): void;
  /** Called with the stored bytes read so far and in all (0 when only standard input is read). */
  onProgress?(bytesRead: number, bytesTotal: number): void;
  /** Stops the reading: the iterator throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Counts of pages, damaged spots and skipped records by reason, up to date while reading. */
  readonly stats?: ReadStats;
}

/**
 * The pages of files, folders and globs, in order; `-` is JSONL on standard input.
 *
 * Files are told apart by content: WARC, WET and ARC, JSONL, each plain, gzip or zstd; WACZ; Parquet; HTML or text.
 * All inputs are looked at first: throws an `InputError` before any page when one is missing, unreadable or of no
 * format that is read. Damaged spots are named to `onDamage` and counted, never thrown.
 *
 * A folder is read with all that is below it, sorted by path; names that begin with a dot and linked folders are left
 * out. A Crawlee storage, the folder itself or one below it, is one dump. Since all kinds of files lie in folders, JSONL and HTML
 * must be called so there: `.jsonl`, `.html` … A file that cannot be read, or is stored in a way that is not read here,
 * is a damaged spot, and one of no format that is read is counted as skipped: neither stops the others.
 *
 * A page's id is the record's own (`WARC-Record-ID`, `id`)
 * the first time it comes up; without one, or when it was given already, `FILE:OFFSET`, `FILE:LINE` or, in Parquet,
 * `FILE:ROW`, with FILE as the caller named it (`FILE:OFFSET+INNER` inside a gzip member that holds more than one
 * record, `FILE!ENTRY:OFFSET` inside a WACZ). So ids are unique over all inputs, and the same in every run with the
 * same inputs.
 * Memory: O(limits), and 16 to 24 bytes a page for the ids.
 */
export async function* readPages(inputs: readonly string[], options: ReadOptions = {}): AsyncGenerator<Page> {
  const total = { bytes: 0 };
  const reading = newReading(options, total);
  const sources = await findSources(inputs, reading);
  total.bytes = sources.reduce((sum, source) => sum + source.sizeBytes, 0);
  yield* pagesOfAll(sources, reading);
}

/** The pages of one WARC or WET file: as `readPages`, whatever the file's name and first bytes look like. */
export async function* readWarc(file: string, options: ReadOptions = {}): AsyncGenerator<Page> {
  yield* readAs(warc, file, options);
}

/** The pages of one JSONL file: as `readPages`, whatever the file's name and first bytes look like. */
export async function* readJsonl(file: string, options: ReadOptions = {}): AsyncGenerator<Page> {
  yield* readAs(jsonl, file, options);
}

/** The pages in a folder and its subfolders, sorted by path: as `readPages([folder])`. */
export function readFolder(folder: string, options: ReadOptions = {}): AsyncGenerator<Page> {
  return readPages([folder], options);
}

/** All records of one WARC or ARC file, `maxPageBytes` of each block held; damage as in `readPages`. */
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
  const stored = file === '-' ? standardInput : await storedFile(file);
  total.bytes = stored.sizeBytes;
  return { stored, reading };
}

/** The pages of all sources, then of records that have begun in one and end in none. */
async function* pagesOfAll(sources: readonly Source[], reading: Reading): AsyncGenerator<Page> {
  for (const source of sources) yield* pagesOf(source, reading);
  for await (const page of unfinishedPages(reading)) {
    reading.stats.pages++;
    yield page;
  }
}

/** The pages of one source, counted. */
async function* pagesOf({ format, ...stored }: Source, reading: Reading): AsyncGenerator<Page> {
  const { stats, onBytes } = reading;
  let left = stored.path === '-' ? Number.POSITIVE_INFINITY : stored.sizeBytes;
  const source = new OpenSource(stored, {
    ...reading,
    // a file may grow while it is read, or have a part of it read twice
    onBytes(count) {
      const counted = Math.min(count, left);
      left -= counted;
      onBytes(counted);
    },
  });
  try {
    if (left === 0 && 'mayBeEmpty' in format && !format.mayBeEmpty) source.report({ code: 'empty' });
    else {
      for await (const page of format.pages(source)) {
        stats.pages++;
        yield page;
      }
    }
    // what a format had no need to read is done with as well
    if (left > 0 && left < Number.POSITIVE_INFINITY) onBytes(left);
  } finally {
    await source.close();
  }
}

/** `total`: stored bytes of all sources, as soon as they are known. */
function newReading(options: ReadOptions, total: { readonly bytes: number }): Reading {
  let bytesRead = 0;
  const noted = new Set<string>();
  return {
    limits: withDefaults(options.limits),
    stats: options.stats ?? newStats(),
    ids: new PageIds(),
    segments: new Segments(),
    field: options.field,
    signal: options.signal,
    onDamage: (spot) => options.onDamage?.(spot),
    onNote(note) {
      if (!noted.has(note.code)) options.onNote?.(note);
      noted.add(note.code);
    },
    onBytes(count) {
      bytesRead += count;
      options.onProgress?.(bytesRead, total.bytes);
    },
  };
}
