import {
  checkFields,
  checkFlag,
  checkOptionNames,
  type Field,
  wrongType,
} from '../../src/argument-checks.ts';
import type { PageInput } from '../../src/flow/index.ts';
import type { Page } from '../../src/index.ts';
import { BlockOrder } from './block-order.ts';
import { type DamagedSpot, reasonOf, unreadable } from './damage.ts';
import { PageIds } from './ids.ts';
import { InputError } from './input-error.ts';
import { type Limits, withDefaults } from './limits.ts';
import type { ReadNote } from './note.ts';
import { OpenSource, type Reading, type Redirect } from './reading.ts';
import type { Source } from './sources.ts';
import { newStats, type ReadStats } from './stats.ts';
import { Segments } from './warc/segments.ts';
import { unfinishedPages } from './warc/warc.ts';

/** How to read, and functions called meanwhile. */
export interface ReadOptions {
  /** For JSONL, Parquet and datasets: the field that holds the page, instead of `html` or `text`. */
  readonly field?: string;
  /** Limits other than `defaultLimits`. */
  readonly limits?: Partial<Limits>;
  /**
   * Throws an `InputError` where the system stops reading a file, so that the caller can read again. Default: false, which takes
   * that for damage and goes on with the next file.
   */
  readonly throwUnreadable?: boolean;
  /** Called for every damaged spot, in the order of the input. */
  onDamage?(spot: DamagedSpot): void;
  /** Called once for each kind of note, with the first file to which it applies. */
  onNote?(note: ReadNote): void;
  /** Called for every redirect in the input: a 3xx response in an archive, or a request that was loaded from another URL. */
  onRedirect?(redirect: Redirect): void;
  /**
   * Called for every page, before it is yielded, with its id and its place, such as `FILE:LINE`: its name if the id turns
   * out to be taken. With this option no page comes in a block.
   */
  onPlace?(id: string, place: string): void;
  /** Called with the stored bytes read so far and the total (0 if only standard input is read). */
  onProgress?(bytesRead: number, bytesTotal: number): void;
  /** Stops the reading: the iterator throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Counts of pages, damaged spots and skipped records by reason, kept up to date while reading. */
  readonly stats?: ReadStats;
}

const OPTIONS: Record<keyof ReadOptions, true> = {
  field: true,
  limits: true,
  throwUnreadable: true,
  onDamage: true,
  onNote: true,
  onRedirect: true,
  onPlace: true,
  onProgress: true,
  signal: true,
  stats: true,
};

const FIELDS: readonly Field<ReadOptions>[] = [
  ['field', 'string', true],
  ['onDamage', 'function', true],
  ['onNote', 'function', true],
  ['onRedirect', 'function', true],
  ['onPlace', 'function', true],
  ['onProgress', 'function', true],
];

/** The pages of all sources, then those of records that began in a source and end in none. */
export async function* pagesOfAll(sources: readonly Source[], reading: Reading): AsyncGenerator<Page> {
  // without blocks, all are pages
  yield* inputOfAll(sources, reading) as AsyncGenerator<Page>;
}

/** {@link pagesOfAll}, where blocks may stand for their pages if the caller gives a number of threads to make the pages. */
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

/** The pages of one source, counted. @throws InputError if the system refuses to read on */
export async function* pagesOf(source: Source, reading: Reading): AsyncGenerator<Page> {
  yield* inputOf(source, { ...reading, throwUnreadable: true }) as AsyncGenerator<Page>;
}

async function* inputOf(
  { format, ...stored }: Source,
  reading: Reading,
  threads?: number,
): AsyncGenerator<PageInput> {
  const { stats, onBytes } = reading;
  let read = 0;
  let left = stored.stream !== undefined ? Number.POSITIVE_INFINITY : stored.sizeBytes;
  const source = new OpenSource(stored, {
    ...reading,
    // a file may grow while it is read, or a part of it may be read twice
    onBytes(count) {
      const counted = Math.min(count, left);
      left -= counted;
      read += counted;
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
      // pages that have not been made yet may have taken their ids
      if (reading.blocks.isWaiting) yield 'after blocks';
      for await (const page of format.pages(source)) {
        stats.pages++;
        yield page;
      }
    }
  } catch (error) {
    const damage = unreadable(error);
    if (reading.throwUnreadable)
      throw new InputError('NEARDUP_INPUT_UNREADABLE', stored.name, reasonOf(damage), { cause: error });
    source.report(damage, { stored: read }, false);
  } finally {
    await source.close();
  }
  // bytes that a format need not read are done with, too
  if (left > 0 && left < Number.POSITIVE_INFINITY) onBytes(left);
}

/**
 * @param total stored bytes of all sources, once they are known
 * @throws TypeError for another option, or one of another type, RangeError for a limit
 */
export function newReading(options: ReadOptions, total: { readonly bytes: number }): Reading {
  checkOptionNames('reader', options, OPTIONS);
  checkFields('reader', 'options', options, FIELDS, 'an object');
  checkFlag('reader: throwUnreadable', options.throwUnreadable);
  if (options.stats !== undefined && !(options.stats?.skipped instanceof Map))
    throw wrongType('reader: stats', 'an object that newStats made', options.stats);
  let bytesRead = 0;
  const noted = new Set<string>();
  const blocks = new BlockOrder();
  return {
    limits: withDefaults(options.limits),
    stats: options.stats ?? newStats(),
    ids: new PageIds(options.onPlace),
    ...{ blocks, segments: new Segments() },
    field: options.field,
    throwUnreadable: options.throwUnreadable ?? false,
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
