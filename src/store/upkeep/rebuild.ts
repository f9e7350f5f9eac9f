import { rm } from 'node:fs/promises';
import { checkSeries, wrongType } from '../../argument-checks.ts';
import { clear, isEmpty, readValue, write } from '../disk/binary-store.ts';
import { draftOf, exchange } from '../disk/exchange.ts';
import { assertOnlyIndex, holdsIndex, whileClosed } from '../disk/folder.ts';
import { withRefusals } from '../disk/refusals.ts';
import type { IndexStorage } from '../disk/storage.ts';
import { IndexError, saidOf } from '../errors.ts';
import { openHeader } from '../header.ts';
import type { Change } from '../layout/entries.ts';
import { FORMAT_KEY } from '../layout/keys.ts';
import { givenParameters, type IndexParameters } from '../layout/parameters.ts';
import type { ClaimedPage } from '../verdicts.ts';
import { type DecidedPage, Writer } from '../writer.ts';
import { type ExportedItem, type ExportSource, readExport } from './import.ts';

/** What an index is rebuilt from: its export, or the pages in the order in which they were decided. */
export type RebuildSource =
  | { readonly export: ExportSource }
  | {
      readonly pages: AsyncIterable<ClaimedPage> | Iterable<ClaimedPage>;
      readonly parameters: IndexParameters;
    };

/** @throws TypeError, and for parameters also RangeError */
export function checkRebuildSource(source: RebuildSource): void {
  const { export: lines, pages, parameters } = Object(source);
  if (lines !== undefined) checkSeries('rebuild: export', 'the lines of an export to iterate over', lines);
  else if (pages !== undefined) {
    checkSeries('rebuild: pages', 'pages to iterate over', pages);
    givenParameters(parameters);
  } else throw wrongType('rebuild', 'an object with export, or with pages and parameters', source);
}

/** Options of a rebuild. */
export interface RebuildOptions {
  /** Keep the damaged index next to the new one. Default: true. */
  readonly keepDamaged?: boolean;
}

/** Result of a rebuild. */
export interface Rebuilt {
  /** The folder that the damaged index was moved to. */
  readonly damaged?: string;
}

const CHUNK_ITEMS = 512;
const CHUNK_BYTES = 8 << 20;

/**
 * Calls `fill` to make an index in a draft folder next to `folder`, and exchanges the two when it is complete. Until
 * then `folder` is unchanged. A draft that fails is deleted.
 */
export async function rebuildFolder(
  folder: string,
  fill: (draft: string) => Promise<void>,
  { keepDamaged = true }: RebuildOptions = {},
): Promise<Rebuilt> {
  await assertOnlyIndex(folder);
  return whileClosed(folder, async (path) => {
    const draft = draftOf(path);
    // A killed rebuild may have left a draft.
    await removeIndex(draft);
    let damaged: string | undefined;
    try {
      await fill(draft);
      damaged = await withRefusals(folder, () => exchange(path));
    } catch (error) {
      await removeIndex(draft);
      throw isReadOnly(error) ? notMade(folder, error) : error;
    }
    if (damaged === undefined) return {};
    if (keepDamaged) return { damaged };
    await removeIndex(damaged);
    return {};
  });
}

/** {@link rebuildFolder} for a folder without an index. @throws IndexError NEARDUP_INDEX_EXISTS */
export async function importToFolder(folder: string, fill: (draft: string) => Promise<void>): Promise<void> {
  if (await holdsIndex(folder)) throw alreadyThere(folder);
  await rebuildFolder(folder, fill, { keepDamaged: false });
}

/**
 * Accepts the end that an index has now, even if it had reached later writes. Resolves to the number of lost writes.
 */
export async function acceptLoss(storage: IndexStorage): Promise<number> {
  try {
    const { counts } = await openHeader({ ...storage, reached: 0 }, undefined);
    storage.resetReached(counts.sequence);
    await storage.close(counts.sequence);
    return Math.max(0, storage.reached - counts.sequence);
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/**
 * Makes an index from an export in an empty storage, and closes it. If killed, it leaves entries without a format,
 * which `open` does not accept as an index; if the export is damaged, it leaves nothing.
 *
 * @throws IndexError NEARDUP_EXPORT_DAMAGED, NEARDUP_INDEX_EXISTS
 */
export async function importTo(storage: IndexStorage, source: ExportSource): Promise<void> {
  const { store } = storage;
  try {
    if (!(await isEmpty(store))) throw alreadyThere(storage.name);
    try {
      const { parameters, layout, items } = await readExport(source);
      const { counts } = await openHeader(storage, parameters);
      const format = await readValue(store, FORMAT_KEY);
      await write(store, [{ key: FORMAT_KEY }], false);
      const writer = new Writer(storage, layout, counts);
      for await (const { pages, entries } of chunksOf(items)) {
        const added = await writer.addAll(pages, true);
        if (added < pages.length) throw twice();
        await writer.put(entries);
      }
      await write(store, [{ key: FORMAT_KEY, value: format! }], false);
      await writer.sync();
      await storage.close(writer.counts.sequence);
    } catch (error) {
      // on a full disk that fails, too, and says less
      await clear(store).catch(() => undefined);
      throw error;
    }
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** Deletes a folder that contains only an index that is not open. */
async function removeIndex(folder: string): Promise<void> {
  await assertOnlyIndex(folder);
  await whileClosed(folder, (path) => withRefusals(folder, () => rm(path, { recursive: true, force: true })));
}

/** Items that are written together: pages with distinct keys, and entries of no page. */
interface Chunk {
  readonly pages: DecidedPage[];
  readonly entries: Required<Change>[];
}

/** At most 512 items, and about 8 MiB of grams, texts and entries. */
async function* chunksOf(items: AsyncIterable<ExportedItem>): AsyncGenerator<Chunk> {
  let chunk: Chunk = { pages: [], entries: [] };
  let keys = new Set<string>();
  let bytes = 0;
  for await (const item of items) {
    if ('record' in item) {
      if (keys.has(item.record.key)) throw twice();
      keys.add(item.record.key);
      chunk.pages.push(item);
      bytes += item.set.grams.byteLength + (item.text?.length ?? 0);
    } else {
      chunk.entries.push(item);
      bytes += item.value.length;
    }
    if (chunk.pages.length + chunk.entries.length < CHUNK_ITEMS && bytes < CHUNK_BYTES) continue;
    yield chunk;
    chunk = { pages: [], entries: [] };
    keys = new Set();
    bytes = 0;
  }
  yield chunk;
}

function isReadOnly(error: unknown): error is IndexError {
  return error instanceof IndexError && error.code === 'NEARDUP_INDEX_READ_ONLY';
}

/** The error for an index that could not be written: its draft is gone, of which that error speaks. */
function notMade(folder: string, { cause }: IndexError): IndexError {
  return new IndexError(
    'NEARDUP_INDEX_REFUSED',
    `the index for ${folder} cannot be written (${saidOf(cause)}): nothing was changed; ` +
      'make room on that disk, or name a folder on another one',
    { cause },
  );
}

function twice(): IndexError {
  return new IndexError('NEARDUP_EXPORT_DAMAGED', 'the export holds a page twice: nothing was made of it');
}

function alreadyThere(name: string): IndexError {
  return new IndexError(
    'NEARDUP_INDEX_EXISTS',
    `there is an index in ${name} already: merge into it, rebuild it, or name another place`,
  );
}
