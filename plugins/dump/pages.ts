import type { PageInput } from '../../src/flow/index.ts';
import type { Page } from '../../src/index.ts';
import { BlockOrder } from './block-order.ts';
import type { DamagedSpot } from './damage.ts';
import { PageIds } from './ids.ts';
import { type Limits, withDefaults } from './limits.ts';
import type { ReadNote } from './note.ts';
import { OpenSource, type Reading, type Redirect } from './reading.ts';
import type { Source } from './sources.ts';
import { newStats, type ReadStats } from './stats.ts';
import { Segments } from './warc/segments.ts';
import { unfinishedPages } from './warc/warc.ts';

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
  /** Called for every redirect that the input tells of: a 3xx answer in an archive, a request loaded from elsewhere. */
  onRedirect?(redirect: Redirect): void;
  /** Called with the stored bytes read so far and in all (0 when only standard input is read). */
  onProgress?(bytesRead: number, bytesTotal: number): void;
  /** Stops the reading: the iterator throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Counts of pages, damaged spots and skipped records by reason, up to date while reading. */
  readonly stats?: ReadStats;
}

/** The pages of all sources, then of records that have begun in one and end in none. */
export async function* pagesOfAll(sources: readonly Source[], reading: Reading): AsyncGenerator<Page> {
  // without blocks, all are pages
  yield* inputOfAll(sources, reading) as AsyncGenerator<Page>;
}

/** {@link pagesOfAll}, in which blocks may stand for their pages where the caller says how many threads there are to make these. */
export async function* inputOfAll(
  sources: readonly Source[],
  reading: Reading,
  threads?: number,
): AsyncGenerator<PageInput> {
  for (const source of sources) yield* inputOf(source, reading, threads);
  if (reading.blocks.isWaiting) yield 'after blocks';
  for await (const { page } of unfinishedPages(reading)) {
    if (page === undefined) continue;
    reading.stats.pages++;
    yield page;
  }
  reading.ids.clear();
}

/** The pages of one source, counted. */
export async function* pagesOf(source: Source, reading: Reading): AsyncGenerator<Page> {
  yield* inputOf(source, reading, undefined) as AsyncGenerator<Page>;
}

async function* inputOf(
  { format, ...stored }: Source,
  reading: Reading,
  threads: number | undefined,
): AsyncGenerator<PageInput> {
  const { stats, onBytes } = reading;
  let left = stored.stream !== undefined ? Number.POSITIVE_INFINITY : stored.sizeBytes;
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
    const isEmpty = left === 0 && 'mayBeEmpty' in format && !format.mayBeEmpty;
    const asksBlocks = threads !== undefined && !isEmpty && 'blocks' in format;
    const blocks = asksBlocks ? format.blocks!(source, threads) : undefined;
    if (isEmpty) source.report({ code: 'empty' });
    else if (blocks !== undefined) {
      for await (const each of blocks) {
        if (each !== 'after blocks' && 'id' in each) stats.pages++;
        yield each;
      }
    } else {
      // their ids may be taken by pages that are still to be made
      if (reading.blocks.isWaiting) yield 'after blocks';
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
export function newReading(options: ReadOptions, total: { readonly bytes: number }): Reading {
  let bytesRead = 0;
  const noted = new Set<string>();
  const blocks = new BlockOrder();
  return {
    limits: withDefaults(options.limits),
    stats: options.stats ?? newStats(),
    ids: new PageIds(),
    ...{ blocks, segments: new Segments() },
    field: options.field,
    signal: options.signal,
    onDamage: (spot) => blocks.tell(() => options.onDamage?.(spot)),
    onNote(note) {
      if (!noted.has(note.code)) options.onNote?.(note);
      noted.add(note.code);
    },
    onRedirect: (redirect) => options.onRedirect?.(redirect),
    onBytes(count) {
      bytesRead += count;
      options.onProgress?.(bytesRead, total.bytes);
    },
  };
}
