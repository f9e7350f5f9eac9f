import { chmod, readdir, realpath, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeFolders } from '../../grams/make-folders.ts';
import { IndexError } from '../errors.ts';
import { finishExchange } from './exchange.ts';
import { exists, isNowhere } from './files.ts';
import { HIGH_WATER_MARK_FILE } from './high-water-mark.ts';
import { releasePlace, takePlace } from './in-use.ts';
import { INDEX_FILE, NOTE, SOCKET_FILE } from './index-files.ts';
import { assertUnlocked, destroyLevel } from './level.ts';
import { withRefusals } from './refusals.ts';

/**
 * Creates the folder of an index, which no other user may read. Parent folders get the process's default permissions.
 * An existing folder keeps its permissions.
 */
export async function makeFolder(folder: string): Promise<void> {
  await makeFolders(resolve(folder), 0o700);
}

/** Whether there is something at a path that is no folder. */
export async function isOtherThanFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === false;
}

/** Checks that there is no file at the path of a folder. @throws IndexError NEARDUP_INDEX_REFUSED */
export async function assertNoFile(folder: string): Promise<void> {
  if (!(await isOtherThanFolder(folder))) return;
  throw new IndexError(
    'NEARDUP_INDEX_REFUSED',
    `expected a folder for the index; got ${folder}, which is a file: name another place`,
  );
}

/**
 * Removes other users' access to the files of a closed index. A new folder already denies it, but an existing one may
 * not, and the files may be moved out of it. LevelDB creates files with the process's default permissions at any time,
 * so they are protected only from the close on. Does nothing on Windows.
 */
export async function protectFiles(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const files = (await namesIn(path)).filter((name) => INDEX_FILE.test(name));
  // Some file systems have no permissions to change.
  await Promise.all(files.map((name) => chmod(join(path, name), 0o600).catch(() => undefined)));
}

/** The real path of a folder, which several paths may name. Finishes an exchange that a killed process began there. */
export async function settledPath(folder: string): Promise<string> {
  const path = await realpath(folder).catch(() => resolve(folder));
  // Below a file nothing was exchanged: whoever opens or makes the folder says what is wrong with it.
  await finishExchange(path).catch((error) => {
    if (!isNowhere(error)) throw error;
  });
  return path;
}

/** Whether a folder contains any file of an index. */
export async function holdsIndex(folder: string): Promise<boolean> {
  return withRefusals(folder, async () => {
    const path = await settledPath(folder);
    if (await isOtherThanFolder(path)) return false;
    return (await namesIn(path)).some((name) => INDEX_FILE.test(name));
  });
}

/** Checks that a folder contains only an index, before it is moved or deleted. @throws IndexError NEARDUP_INDEX_REFUSED if it has more */
export async function assertOnlyIndex(folder: string): Promise<void> {
  await assertNoFile(folder);
  const names = await withRefusals(folder, () => namesIn(folder));
  const foreign = names.find((name) => !INDEX_FILE.test(name));
  if (foreign === undefined) return;
  throw new IndexError(
    'NEARDUP_INDEX_REFUSED',
    `expected ${folder} to hold nothing but an index; got ${foreign}: nothing was changed; name another folder`,
  );
}

/**
 * Runs `task` on the real path of a folder, which need not exist, while nobody has it open.
 *
 * @throws IndexError NEARDUP_INDEX_LOCKED when it is open, here or in another process
 */
export async function whileClosed<T>(folder: string, task: (path: string) => Promise<T>): Promise<T> {
  const path = await withRefusals(folder, () => settledPath(folder));
  takePlace(path, folder);
  try {
    if (await holdsIndex(path)) await assertUnlocked(path, folder);
    return await task(path);
  } finally {
    releasePlace(path);
  }
}

/** Deletes the index in a folder, and never anything else; see `SketchIndex.destroy`. */
export async function destroyFolder(folder: string): Promise<void> {
  // First, because asking LevelDB for its lock creates files.
  await assertOnlyIndex(folder);
  await withRefusals(folder, () =>
    whileClosed(folder, async (path) => {
      if (!(await exists(path))) return;
      // Left by a killed process.
      await rm(join(path, SOCKET_FILE), { force: true });
      await destroyLevel(path);
      await rm(join(path, NOTE), { force: true });
      await rm(join(path, HIGH_WATER_MARK_FILE), { force: true });
    }),
  );
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isNowhere(error)) return [];
    throw error;
  }
}
