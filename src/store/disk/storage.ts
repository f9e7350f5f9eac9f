import { realpath } from 'node:fs/promises';
import type { ReportDamage } from '../damage.ts';
import { missingIndex } from '../errors.ts';
import type { BinaryStore } from './binary-store.ts';
import { type CheckedFiles, checkFiles } from './check-files.ts';
import { makeFolder, protectFiles, settledPath } from './folder.ts';
import { HighWaterMark } from './high-water-mark.ts';
import { releasePlace, takePlace } from './in-use.ts';
import { assertWhole, dataFiles, type Note, readNote, replaceNote } from './index-files.ts';
import { assertUnlocked, loadLevel, openLevel } from './level.ts';

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
  /** Holds the files against their own checksums; none are known of a store of the caller's. */
  checkFiles(report: ReportDamage, signal?: AbortSignal): Promise<CheckedFiles>;
  /** Bytes of all files; unknown in a store of the caller's. */
  sizeBytes(): Promise<number | undefined>;
  /** Lets go of the store, and notes the state that it is left in: at `sequence`, else as it was found. */
  close(sequence?: number): Promise<void>;
}

/** An index in a store that the caller opens and closes. It cannot notice that a whole tail of writes is gone. */
export async function storageInStore(store: BinaryStore): Promise<IndexStorage> {
  const name = 'the given store';
  takePlace(store, name);
  try {
    await store.open();
  } catch (error) {
    releasePlace(store);
    throw error;
  }
  return {
    store,
    name,
    reached: 0,
    acknowledge() {},
    resetReached() {},
    async checkpoint() {},
    checkFiles: () => Promise.resolve({ tables: [], areTablesWhole: true }),
    sizeBytes: () => Promise.resolve(undefined),
    async close() {
      releasePlace(store);
    },
  };
}

/**
 * An index in a LevelDB folder, made when missing unless it must exist, for this user alone.
 *
 * LevelDB starts anew, and deletes what it no longer knows of, where its CURRENT is missing or its manifest is
 * cut. So the files are looked at first, and the folder is left as it is when something is wrong.
 */
export async function storageInFolder(
  folder: string,
  { mustExist = false }: { readonly mustExist?: boolean } = {},
): Promise<IndexStorage> {
  // Where it is not to be had, nothing is made.
  await loadLevel();
  await settledPath(folder);
  if (!mustExist) await makeFolder(folder);
  const path = await realpath(folder).catch((cause) => {
    throw missingIndex(folder, cause);
  });
  takePlace(path, folder);
  try {
    const { note, isNew } = await lookedAt(path, folder);
    if (isNew && mustExist) throw missingIndex(folder);
    // Opening changes the files. Were it killed from here on, their sizes would be taken for damage.
    if (note?.files !== undefined) await replaceNote(path, { sequence: note.sequence });
    // Not made before the note is written: a Level opens by itself in the next tick.
    const store = await openLevel(path, folder, { createIfMissing: isNew });
    return storageOf(folder, path, store, await openMark(path, store), note);
  } catch (error) {
    releasePlace(path);
    throw error;
  }
}

/** The storage in a folder that is open. */
function storageOf(
  name: string,
  path: string,
  store: BinaryStore,
  mark: HighWaterMark,
  note: Note | undefined,
): IndexStorage {
  return {
    store,
    name,
    reached: Math.max(note?.sequence ?? 0, mark.reached),
    acknowledge: (sequence) => mark.raise(sequence),
    resetReached: (sequence) => mark.reset(sequence),
    checkpoint: (sequence) => replaceNote(path, { sequence }),
    checkFiles: (report, signal) => checkFiles(path, report, signal),
    async sizeBytes() {
      return Object.values(await dataFiles(path)).reduce((sum, size) => sum + size, 0);
    },
    async close(sequence) {
      try {
        mark.close();
        await store.close();
        const left = sequence ?? (note?.files && note.sequence);
        if (left !== undefined) await replaceNote(path, { sequence: left, files: await dataFiles(path) });
        await protectFiles(path);
      } finally {
        releasePlace(path);
      }
    },
  };
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

async function openMark(path: string, store: BinaryStore): Promise<HighWaterMark> {
  try {
    return new HighWaterMark(path);
  } catch (error) {
    await store.close();
    throw error;
  }
}
