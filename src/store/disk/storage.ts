import { mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Level } from 'level';
import { IndexError } from '../errors.ts';
import type { OnDamage } from '../upkeep/stored-pages.ts';
import { type BinaryStore, inIndexWords } from './binary-store.ts';
import { checkFiles } from './check-files.ts';
import { finishExchange } from './exchange.ts';
import { exists } from './files.ts';
import { HIGH_WATER_MARK_FILE, HighWaterMark } from './high-water-mark.ts';
import {
  assertWhole,
  damaged,
  dataFiles,
  INDEX_FILE,
  NOTE,
  type Note,
  readNote,
  replaceNote,
} from './index-files.ts';

/** Where an index is stored: a store, and what tells a store that lost entries from one that never had them. */
export interface IndexStorage {
  readonly store: BinaryStore;
  /** For messages. */
  readonly name: string;
  /** Sequence number that the store is known to have reached, 0 when nothing is known. */
  readonly reached: number;
  /** Notes that the store took the write `sequence`, before anybody is told. */
  acknowledge(sequence: number): void;
  /** Forgets that the store had reached more than `sequence`. */
  resetReached(sequence: number): void;
  /** Notes that the store is in use and has reached `sequence` on disk. */
  checkpoint(sequence: number): Promise<void>;
  /** Holds the files against their own checksums; true where the tables are whole, or the store is the caller's. */
  checkFiles(onDamage: OnDamage, signal?: AbortSignal): Promise<boolean>;
  /** Bytes of all files; unknown in a store of the caller's. */
  sizeBytes(): Promise<number | undefined>;
  /** Lets go of the store, and notes the state that it is left in: at `sequence`, else as it was found. */
  close(sequence?: number): Promise<void>;
}

/**
 * Folders and stores in use by this process. Shared by all copies of this module, because POSIX locks are of
 * the process: LevelDB's refusal of a second handle would already have unlocked the first one's folder.
 */
const shared = globalThis as { [inUse]?: Set<unknown> };
const inUse: unique symbol = Symbol.for('neardup.indexes-in-use') as never;
const IN_USE: Set<unknown> = (shared[inUse] ??= new Set());

/** An index in a store that the caller opens and closes. It cannot notice that a whole tail of writes is gone. */
export async function storageInStore(store: BinaryStore): Promise<IndexStorage> {
  reserve(store, 'the given store');
  try {
    await store.open();
  } catch (error) {
    IN_USE.delete(store);
    throw error;
  }
  return {
    store,
    name: 'the given store',
    reached: 0,
    acknowledge() {},
    resetReached() {},
    async checkpoint() {},
    checkFiles: () => Promise.resolve(true),
    sizeBytes: () => Promise.resolve(undefined),
    async close() {
      IN_USE.delete(store);
    },
  };
}

/** How LevelDB is opened. Mapped tables are not cached by it, so its cache may stay as small as it comes. */
export const LEVEL_OPTIONS = {
  // Hashes do not compress.
  compression: false,
  // A larger buffer sorts more before it is written, but up to twelve of them stay mapped while they are
  // merged: at 300,000 pages 16 MiB peaked at 459 MB resident, 32 MiB at 620 MB, for a quarter more pages/s.
  writeBufferSize: 16 << 20,
  // Every open table is mapped, and each block that is touched makes 64 KiB of it resident: at a million pages
  // 4,000 queries left 578 MB mapped with 1,000 tables open, 61 MB with these, for 0.5 ms more a query.
  maxOpenFiles: 128,
} as const;

/**
 * An index in a LevelDB folder, made when missing unless it must exist.
 *
 * LevelDB starts anew, and deletes what it no longer knows of, where its CURRENT is missing or its manifest is
 * cut. So the files are looked at first, and the folder is left as it is when something is wrong.
 */
export async function storageInFolder(
  folder: string,
  { mustExist = false }: { readonly mustExist?: boolean } = {},
): Promise<IndexStorage> {
  await finishExchange(await pathOf(folder));
  if (!mustExist) await mkdir(folder, { recursive: true });
  const path = await realpath(folder).catch((cause) => {
    throw missing(folder, cause);
  });
  reserve(path, folder);
  try {
    const { note, isNew } = await lookedAt(path, folder);
    if (isNew && mustExist) throw missing(folder);
    const writeNote = (written: Note) => replaceNote(path, written);
    // Opening changes the files. Were it killed from here on, their sizes would be taken for damage.
    if (note?.files !== undefined) await writeNote({ sequence: note.sequence });
    // Not made before the note is written: a Level opens by itself in the next tick.
    const store = new Level<Buffer, Buffer>(path, { createIfMissing: isNew, ...LEVEL_OPTIONS });
    await openLevel(store, folder);
    const mark = await openMark(path, store);
    return {
      store,
      name: folder,
      reached: Math.max(note?.sequence ?? 0, mark.reached),
      acknowledge: (sequence) => mark.raise(sequence),
      resetReached: (sequence) => mark.reset(sequence),
      checkpoint: (sequence) => writeNote({ sequence }),
      checkFiles: (onDamage, signal) => checkFiles(path, onDamage, signal),
      async sizeBytes() {
        return Object.values(await dataFiles(path)).reduce((sum, size) => sum + size, 0);
      },
      async close(sequence) {
        try {
          mark.close();
          await store.close();
          const left = sequence ?? (note?.files && note.sequence);
          if (left !== undefined) await writeNote({ sequence: left, files: await dataFiles(path) });
        } finally {
          IN_USE.delete(path);
        }
      },
    };
  } catch (error) {
    IN_USE.delete(path);
    throw error;
  }
}

/** What a folder holds before it is opened. */
async function lookedAt(path: string, folder: string): Promise<{ note: Note | undefined; isNew: boolean }> {
  try {
    const files = await dataFiles(path);
    const note = await readNote(path, folder);
    return { note, isNew: await assertWhole(path, folder, files, note) };
  } catch (error) {
    // Files that another process writes look damaged, or are gone when they are looked at.
    await assertUnlocked(path, folder);
    throw error;
  }
}

/** On Node `level` is classic-level; its types leave out what only that one has. */
const LevelDB = Level as typeof Level & { destroy(location: string): Promise<void> };

/** Deletes the index in a folder, and only ever an index; see `SketchIndex.destroy`. */
export async function destroyFolder(folder: string): Promise<void> {
  // Before LevelDB is asked who holds it, which leaves files of its own.
  await assertOnlyIndex(folder);
  await whileClosed(folder, async (path) => {
    if (!(await exists(path))) return;
    await LevelDB.destroy(path);
    await rm(join(path, NOTE), { force: true });
    await rm(join(path, HIGH_WATER_MARK_FILE), { force: true });
  });
}

/**
 * Runs `task` on the real path of a folder, there or not, that nobody has open.
 *
 * @throws IndexError NEARDUP_INDEX_LOCKED when it is open, here or in another process
 */
export async function whileClosed<T>(folder: string, task: (path: string) => Promise<T>): Promise<T> {
  const path = await pathOf(folder);
  await finishExchange(path);
  reserve(path, folder);
  try {
    if (await holdsIndex(path)) await assertUnlocked(path, folder);
    return await task(path);
  } finally {
    IN_USE.delete(path);
  }
}

/** @throws Error when a folder holds anything but an index: it is not to be moved or deleted */
export async function assertOnlyIndex(path: string): Promise<void> {
  const names = (await exists(path)) ? await readdir(path) : [];
  const foreign = names.find((name) => !INDEX_FILE.test(name));
  if (foreign === undefined) return;
  throw new Error(
    `expected ${path} to hold nothing but an index, found ${foreign}: nothing was changed; name another folder`,
  );
}

/** Whether a folder has any file of an index. */
export async function holdsIndex(folder: string): Promise<boolean> {
  const path = await pathOf(folder);
  await finishExchange(path);
  return (await exists(path)) && (await readdir(path)).some((name) => INDEX_FILE.test(name));
}

/** The one path of a folder that may be named by several. */
async function pathOf(folder: string): Promise<string> {
  return realpath(folder).catch(() => resolve(folder));
}

/** LevelDB takes its lock first: told to refuse a folder that exists, it changes nothing in it but its diary, LOG. */
async function assertUnlocked(path: string, folder: string): Promise<void> {
  const store = new Level<Buffer, Buffer>(path, { createIfMissing: false, errorIfExists: true });
  try {
    await openLevel(store, folder);
  } catch (error) {
    if (error instanceof IndexError && error.code === 'NEARDUP_INDEX_LOCKED') throw error;
  }
  await store.close();
}

function reserve(place: unknown, name: string): void {
  if (IN_USE.has(place)) {
    throw new IndexError(
      'NEARDUP_INDEX_LOCKED',
      `${name} is open already in this process: share that SketchIndex, or close it first`,
    );
  }
  IN_USE.add(place);
}

async function openLevel(store: Level<Buffer, Buffer>, folder: string): Promise<void> {
  try {
    await store.open();
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error);
    const { code } = cause as { code?: unknown };
    if (code === 'LEVEL_LOCKED') {
      throw new IndexError(
        'NEARDUP_INDEX_LOCKED',
        `${folder} is open in another process: close that one first`,
        {
          cause,
        },
      );
    }
    if (inIndexWords(cause) !== cause || /CURRENT/.test(cause.message)) {
      throw damaged(folder, `LevelDB cannot open it: ${cause.message}`, cause);
    }
    throw error;
  }
}

async function openMark(path: string, store: BinaryStore): Promise<HighWaterMark> {
  try {
    return new HighWaterMark(path);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** There is no index in a place. */
export function missing(name: string, cause?: unknown): IndexError {
  return new IndexError(
    'NEARDUP_INDEX_MISSING',
    `there is no index in ${name}: name the folder of one, or make one by adding pages`,
    { cause },
  );
}
