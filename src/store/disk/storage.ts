import { realpath, stat } from 'node:fs/promises';
import type { ReportDamage } from '../damage.ts';
import { IndexError, missingIndex } from '../errors.ts';
import type { BinaryStore } from './binary-store.ts';
import { type CheckedFiles, checkFiles } from './check-files.ts';
import { isNowhere } from './files.ts';
import { assertNoFile, isOtherThanFolder, makeFolder, protectFiles, settledPath } from './folder.ts';
import { HighWaterMark } from './high-water-mark.ts';
import { releasePlace, takePlace } from './in-use.ts';
import { assertWhole, dataFiles, type Note, readNote, removeDrafts, replaceNote } from './index-files.ts';
import { assertUnlocked, loadLevel, openLevel } from './level.ts';
import { asRefusal, withRefusals } from './refusals.ts';

/** Where an index is stored: a store, with records that tell whether the store has lost entries. */
export interface IndexStorage {
  readonly store: BinaryStore;
  /** For messages. */
  readonly name: string;
  /** Sequence number that the store is known to have reached; 0 if unknown. */
  readonly reached: number;
  /** Records that the store took the write `sequence`, before the caller is told. */
  acknowledge(sequence: number): void;
  /** Records that the store ends at `sequence`, even if it had reached more. */
  resetReached(sequence: number): void;
  /** Records that the store is in use and has reached `sequence` on disk. */
  checkpoint(sequence: number): Promise<void>;
  /** Checks the files against their own checksums. Reports none for a store that the caller supplies. */
  checkFiles(report: ReportDamage, signal?: AbortSignal): Promise<CheckedFiles>;
  /** Bytes of all files; undefined for a store that the caller supplies. */
  sizeBytes(): Promise<number | undefined>;
  /** Releases the store and records the state it is left in: at `sequence`, or as it was found. Again it does nothing. */
  close(sequence?: number): Promise<void>;
}

/** An index in a store that the caller opens and closes. It cannot detect that the last writes are lost. */
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
 * An index in a LevelDB folder that only this user may read. The folder is created if missing, unless it must exist.
 *
 * If its CURRENT is missing or its manifest is cut, LevelDB starts a new database and deletes files that it no longer
 * knows. So the files are checked first, and the folder is left unchanged if something is wrong.
 *
 * @throws IndexError NEARDUP_INDEX_REFUSED where the folder cannot be written to, which even reading needs
 */
export async function storageInFolder(
  folder: string,
  { mustExist = false }: { readonly mustExist?: boolean } = {},
): Promise<IndexStorage> {
  // First, so that nothing is created if LevelDB cannot be loaded.
  await loadLevel();
  return withRefusals(folder, () => openFolder(folder, mustExist));
}

async function openFolder(folder: string, mustExist: boolean): Promise<IndexStorage> {
  await settledPath(folder);
  if (mustExist && (await isOtherThanFolder(folder))) throw missingIndex(folder);
  if (!mustExist) {
    await assertNoFile(folder);
    await makeFolder(folder);
  }
  const path = await realpath(folder).catch((cause) => {
    throw isNowhere(cause) ? missingIndex(folder, cause) : cause;
  });
  takePlace(path, folder);
  try {
    const { note, isNew } = await lookedAt(path, folder);
    if (isNew && mustExist) throw missingIndex(folder);
    // Opening changes the files. If the process were killed after that, their noted sizes would look like damage.
    if (note?.files !== undefined) await replaceNote(path, { sequence: note.sequence });
    // Created only after the note is written: a Level opens by itself in the next tick.
    const store = await openLevel(path, folder, { createIfMissing: isNew });
    await removeDrafts(path);
    const { ino } = await stat(path);
    return storageOf(folder, { path, ino }, store, await openMark(path, store), note);
  } catch (error) {
    releasePlace(path);
    throw error;
  }
}

/** The storage in a folder that is open. */
function storageOf(
  name: string,
  { path, ino }: { readonly path: string; readonly ino: number },
  store: BinaryStore,
  mark: HighWaterMark,
  note: Note | undefined,
): IndexStorage {
  let isClosed = false;
  return {
    store,
    name,
    reached: Math.max(note?.sequence ?? 0, mark.reached),
    acknowledge(sequence) {
      try {
        mark.raise(sequence);
      } catch (error) {
        throw asRefusal(error, name);
      }
    },
    resetReached: (sequence) => mark.reset(sequence),
    checkpoint: (sequence) => withRefusals(name, () => replaceNote(path, { sequence })),
    checkFiles: (report, signal) => checkFiles(path, report, signal),
    async sizeBytes() {
      return Object.values(await dataFiles(path)).reduce((sum, size) => sum + size, 0);
    },
    async close(sequence) {
      // By then the number of the mark's file may be another one's, and the place another handle's.
      if (isClosed) return;
      isClosed = true;
      try {
        mark.close();
        await store.close();
        // a note in a folder that has taken its place would make that index look damaged
        if ((await stat(path).catch(() => undefined))?.ino !== ino) throw goneMeanwhile(name);
        const left = sequence ?? (note?.files && note.sequence);
        await withRefusals(name, async () => {
          if (left !== undefined) await replaceNote(path, { sequence: left, files: await dataFiles(path) });
          await protectFiles(path);
        });
      } finally {
        releasePlace(path);
      }
    },
  };
}

/** The error of an index whose folder is another one, or none, when it is closed. LevelDB has its files open and does not notice. */
function goneMeanwhile(name: string): IndexError {
  return new IndexError(
    'NEARDUP_INDEX_MISSING',
    `the index in ${name}: expected its folder to stay there until it is closed; it was deleted, moved or replaced meanwhile: open it where it is now, or begin a new one`,
  );
}

/** State of a folder before it is opened. */
interface FolderState {
  readonly note: Note | undefined;
  readonly isNew: boolean;
}

/** Looks at a folder. Files that another process is writing may look damaged or missing, though it is gone a moment later: only what stays so is damage. */
async function lookedAt(path: string, folder: string): Promise<FolderState> {
  for (let before: string | undefined; ; ) {
    try {
      return await stateOf(path, folder);
    } catch (error) {
      await assertUnlocked(path, folder);
      const { message } = error as Error;
      if (message === before) throw error;
      before = message;
    }
  }
}

async function stateOf(path: string, folder: string): Promise<FolderState> {
  const files = await dataFiles(path);
  const note = await readNote(path, folder);
  return { note, isNew: await assertWhole(path, folder, files, note) };
}

async function openMark(path: string, store: BinaryStore): Promise<HighWaterMark> {
  try {
    return new HighWaterMark(path);
  } catch (error) {
    await store.close();
    throw error;
  }
}
