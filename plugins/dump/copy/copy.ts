import { basename, join } from 'node:path';
import { wrongValue } from '../../../src/argument-checks.ts';
import { checkFields, type Field, WorkFolder } from '../../../src/flow/index.ts';
import type { Page } from '../../../src/index.ts';
import { checkApart } from '../apart.ts';
import { arcPages } from '../arc/arc.ts';
import { archiveRecords } from '../archive/records.ts';
import { jsonArray, jsonl } from '../jsonl/format.ts';
import { newReading, pagesOf, type ReadOptions } from '../pages.ts';
import type { Reading } from '../reading.ts';
import { findSources, type Source } from '../sources.ts';
import { wacz } from '../wacz/format.ts';
import { warc } from '../warc/format.ts';
import { warcSyntax } from '../warc/warc-syntax.ts';
import { gzipSink, standardOutput, zstdSink } from './byte-sink.ts';
import { type CopyFormat, copyFormatOf, copyFormats } from './copy-format.ts';
import type { CopyCounts, Fate, ManifestEntry, Step, Verdict } from './fate.ts';
import { JsonlTarget } from './jsonl-target.ts';
import { MOST_HEAD_BYTES } from './payload.ts';
import { archivesOf, planCopy, rowAt, type SourcePlan } from './plan.ts';
import type { PartPlan } from './planner.ts';
import { copyRows, type RowCopy, tableOfSources } from './table-rows.ts';
import { pageTable, TableTarget } from './table-target.ts';
import type { TableSchema } from './table-writer.ts';
import type { CopyTarget } from './target.ts';
import { WaczTarget } from './wacz-target.ts';
import { WarcTarget } from './warc-target.ts';
import { WholeFile } from './whole-file.ts';

/** How to copy, and functions called meanwhile. */
export interface CopyOptions
  extends Pick<ReadOptions, 'field' | 'limits' | 'signal' | 'onDamage' | 'onProgress'> {
  /**
   * Says what becomes of a page. Called once for each page, in order; throws if the page is not one that was decided.
   *
   * @param place as `onPlace` of `readPages` is told it
   */
  fateOf(page: Page, place: string): Fate;
  /** Called when the fate of every page is known, before anything is written. If it throws, nothing is written. */
  onPlanned?(): void;
  /** Name of the program that makes the copy, such as `neardup/1.0.0`. */
  readonly software: string;
  /** An existing folder for what does not fit into memory. Default: the system's folder for temporary files. */
  readonly workDirectory?: string;
  /**
   * Called once the copy is written, with the pages that are missing from it or changed, in the order of the input. They stay on
   * disk until the promise that it returns is fulfilled.
   */
  onManifest?(entries: Iterable<ManifestEntry>): void | Promise<void>;
}

const FIELDS: readonly Field<CopyOptions>[] = [
  ['fateOf', 'function', false],
  ['software', 'string', false],
  ['workDirectory', 'string', true],
];

/** What was written, and how many pages are in it unchanged, changed or missing. */
export interface CopyResult extends CopyCounts {
  /** Bytes of the file. */
  readonly bytes: number;
  /** The file of pages that were put aside, if there are any. */
  readonly aside?: string;
}

/** The implementation of the plugin's `writeCopy`, which loads this module. */
export async function writeCopy(
  inputs: readonly string[],
  target: string,
  options: CopyOptions,
): Promise<CopyResult> {
  checkFields('writeCopy', 'options', options, FIELDS, 'an object');
  const folder = new WorkFolder(options.workDirectory);
  try {
    const { manifest, ...result } = await writePlanned(inputs, target, options, folder);
    await options.onManifest?.(manifest);
    return result;
  } finally {
    folder.close();
  }
}

async function writePlanned(
  inputs: readonly string[],
  target: string,
  options: CopyOptions,
  folder: WorkFolder,
): Promise<CopyResult & { readonly manifest: Iterable<ManifestEntry> }> {
  const format = formatOf(target);
  const aside = asidePath(target, format);
  const { sources, table } = await checkedSources(inputs, target, format);
  const isArchive = format === 'wacz' || format.startsWith('warc');
  const byRecord = ({ format: of }: Source): boolean => isArchive && (of === warc || of === wacz);
  const total = { bytes: 2 * sources.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
  const { field, limits, signal, onDamage, onProgress } = options;
  /** Of pages that have been read and not been planned yet. */
  const places = new Map<string, string>();
  const fateOf = (page: Page): Fate => {
    const place = places.get(page.id) ?? page.id;
    places.delete(page.id);
    return options.fateOf(page, place);
  };
  const how = { ...(field === undefined ? {} : { field }), ...(limits === undefined ? {} : { limits }) };
  const reading = newReading(
    {
      ...how,
      onPlace: (id, place) => places.set(id, place),
      ...(signal === undefined ? {} : { signal }),
      ...(onDamage === undefined ? {} : { onDamage }),
      ...(onProgress === undefined ? {} : { onProgress }),
    },
    total,
  );
  const plan = await planCopy(sources, reading, byRecord, fateOf, folder);
  options.onPlanned?.();
  const open = (path: string): Promise<CopyTarget> =>
    openTarget(path, format, options.software, table, folder);
  const targets: CopyTarget[] = [await open(target)];
  try {
    const hasAside = plan.counts.putAside > 0;
    if (hasAside) targets.push(await open(aside));
    const again = { ...newReading(how, total), onBytes: reading.onBytes };
    const steps = plan.steps();
    for (const source of plan.sources) {
      if (source.byRecord) await copyRecords(source, steps, again, targets, join(folder.directory, 'record'));
      else if (table !== undefined) await copyTable(source, steps, again, targets as TableTarget[]);
      else await copyPages(source, steps, again, targets, format);
    }
    // the copy last: where it is, what it does not have is in its place, too
    await targets[1]?.finish();
    const bytes = await targets[0]!.finish();
    return {
      bytes,
      ...plan.counts,
      manifest: plan.manifest,
      ...(hasAside ? { aside } : {}),
    };
  } catch (error) {
    for (const each of targets) await each.abort();
    throw error;
  }
}

/** The implementation of the plugin's `checkCopy`, which loads this module. */
export async function checkCopy(inputs: readonly string[], target: string): Promise<void> {
  await checkedSources(inputs, target, formatOf(target));
}

function formatOf(target: string): CopyFormat {
  const format = copyFormatOf(target);
  if (format === undefined)
    throw wrongValue('target', `a name that ends in .${copyFormats.join(', .')}`, target);
  return format;
}

/** What to copy, and the table that all of it belongs to, if the target is a table. */
async function checkedSources(
  inputs: readonly string[],
  target: string,
  format: CopyFormat,
): Promise<{ readonly sources: readonly Source[]; readonly table: TableSchema | undefined }> {
  const quiet = { stats: { pages: 0, damaged: 0, skipped: new Map<string, number>() }, onDamage() {} };
  const sources = await findSources(inputs, quiet);
  const once = sources.find(({ stream }) => stream !== undefined);
  if (once !== undefined)
    throw new Error(`${once.name}: expected an input that can be read again; it is a stream`);
  await checkApart(sources, [target, asidePath(target, format)]);
  return { sources, table: format === 'parquet' ? await tableOfSources(sources) : undefined };
}

/** Copies archives record by record. */
async function copyRecords(
  { source, parts }: SourcePlan,
  all: Iterator<Step>,
  reading: Reading,
  targets: readonly CopyTarget[],
  spool: string,
): Promise<void> {
  let i = 0;
  for await (const { file, isArc } of archivesOf(source, reading)) {
    const steps = new Steps(all, parts[i++], source.name);
    if (isArc) {
      await copyEach(arcPages(file), steps, targets);
      continue;
    }
    for await (const record of archiveRecords(file, warcSyntax, () => MOST_HEAD_BYTES, spool)) {
      const { verdict, revisitOf } = steps.next();
      await targetOf(verdict, targets)?.record(record, revisitOf);
    }
    steps.end();
  }
}

/** Copies the rows of a Parquet file with all their columns. */
async function copyTable(
  { source, parts }: SourcePlan,
  all: Iterator<Step>,
  reading: Reading,
  targets: readonly TableTarget[],
): Promise<void> {
  const part = parts[0]!;
  const steps = new Steps(all, part, source.name);
  const copies = function* (): Generator<RowCopy> {
    for (let page = 0; page < part.length; page++) {
      const { verdict } = steps.next();
      const target = targetOf(verdict, targets);
      if (target !== undefined) yield { row: rowAt(part, page), table: target.table };
    }
  };
  await copyRows(source, reading, copies());
}

/** Copies everything else page by page, and lines of JSONL, or items of JSON, into JSONL unchanged. */
async function copyPages(
  { source, parts }: SourcePlan,
  all: Iterator<Step>,
  reading: Reading,
  targets: readonly CopyTarget[],
  format: CopyFormat,
): Promise<void> {
  const steps = new Steps(all, parts[0], source.name);
  let line: Buffer | undefined;
  const hasLines = source.format === jsonl || source.format === jsonArray;
  const byLine = hasLines && format.startsWith('jsonl');
  const watched: Reading = byLine
    ? {
        ...reading,
        onLine: (bytes) => {
          line = bytes;
        },
      }
    : reading;
  await copyEach(pagesOf(source, watched), steps, targets, () => line);
}

/** Copies pages one by one, or the lines that hold them. */
async function copyEach(
  pages: AsyncIterable<Page>,
  steps: Steps,
  targets: readonly CopyTarget[],
  lineOf: () => Buffer | undefined = () => undefined,
): Promise<void> {
  for await (const page of pages) {
    const { verdict, id = page.id } = steps.next();
    const target = targetOf(verdict, targets);
    const line = lineOf();
    if (line === undefined) await target?.page(id === page.id ? page : { ...page, id });
    else await target?.line(line);
  }
  steps.end();
}

/** The copy, or the file of pages that are put aside; `undefined` for what is left out. */
function targetOf<Target>(verdict: Verdict, [copy, aside]: readonly Target[]): Target | undefined {
  if (verdict === 'leave-out') return undefined;
  return verdict === 'aside' ? aside : copy;
}

/** The steps of a part, one after the other. The input must not have changed since they were planned. */
class Steps {
  readonly #all: Iterator<Step>;
  readonly #part: PartPlan | undefined;
  readonly #name: string;
  #taken = 0;

  /** @param all steps, from the first one of the part on */
  constructor(all: Iterator<Step>, part: PartPlan | undefined, name: string) {
    this.#all = all;
    this.#part = part;
    this.#name = name;
  }

  next(): Step {
    if (this.#taken++ >= (this.#part?.length ?? 0)) throw this.#changed();
    return this.#all.next().value;
  }

  end(): void {
    if (this.#taken !== this.#part?.length) throw this.#changed();
  }

  #changed(): Error {
    return new Error(
      `${this.#name}: expected the file as it was when it was read first; it has changed meanwhile`,
    );
  }
}

async function openTarget(
  path: string,
  format: CopyFormat,
  software: string,
  table: TableSchema | undefined,
  folder: WorkFolder,
): Promise<CopyTarget> {
  if (path === '-') return new JsonlTarget(standardOutput());
  const file = await WholeFile.create(path);
  try {
    return await begunTarget(file, format, software, table, folder);
  } catch (error) {
    await file.abort();
    throw error;
  }
}

/** A target with all that comes before the first page. */
async function begunTarget(
  file: WholeFile,
  format: CopyFormat,
  software: string,
  table: TableSchema | undefined,
  folder: WorkFolder,
): Promise<CopyTarget> {
  if (format === 'wacz') return await WaczTarget.create(file, software, folder);
  if (format === 'parquet') return await TableTarget.create(file, table ?? pageTable());
  if (format === 'jsonl') return new JsonlTarget(file);
  if (format === 'jsonl.gz') return new JsonlTarget(gzipSink(file));
  if (format === 'jsonl.zst') return new JsonlTarget(zstdSink(file));
  const target = new WarcTarget(file, format === 'warc.gz');
  await target.begin(basename(file.path), software);
  return target;
}

/** `kept.aside.warc.gz` for `kept.warc.gz`. */
function asidePath(target: string, format: CopyFormat): string {
  return target === '-' ? 'aside.jsonl' : `${target.slice(0, -format.length)}aside.${format}`;
}
