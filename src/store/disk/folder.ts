import { chmod, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { finishExchange } from './exchange.ts';
import { exists } from './files.ts';
import { HIGH_WATER_MARK_FILE } from './high-water-mark.ts';
import { releasePlace, takePlace } from './in-use.ts';
import { INDEX_FILE, NOTE, SOCKET_FILE } from './index-files.ts';
import { assertUnlocked, destroyLevel } from './level.ts';

/**
 * Creates the folder of an index, which no other user may read. Parent folders get the process's default permissions.
 * An existing folder keeps its permissions.
 */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
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
  await finishExchange(path);
  return path;
}

/** Whether a folder contains any file of an index. */
export async function holdsIndex(folder: string): Promise<boolean> {
  return (await namesIn(await settledPath(folder))).some((name) => INDEX_FILE.test(name));
}

/** Checks that a folder contains only an index, before it is moved or deleted. @throws Error when it contains more */
export async function assertOnlyIndex(folder: string): Promise<void> {
  const foreign = (await namesIn(folder)).find((name) => !INDEX_FILE.test(name));
  if (foreign === undefined) return;
  throw new Error(
    `expected ${folder} to hold nothing but an index; got ${foreign}: nothing was changed; name another folder`,
  );
}

/**
 * Runs `task` on the real path of a folder, which need not exist, while nobody has it open.
 *
 * @throws IndexError NEARDUP_INDEX_LOCKED when it is open, here or in another process
 */
export async function whileClosed<T>(folder: string, task: (path: string) => Promise<T>): Promise<T> {
  const path = await settledPath(folder);
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
  await whileClosed(folder, async (path) => {
    if (!(await exists(path))) return;
    // Left by a killed process.
    await rm(join(path, SOCKET_FILE), { force: true });
    await destroyLevel(path);
    await rm(join(path, NOTE), { force: true });
    await rm(join(path, HIGH_WATER_MARK_FILE), { force: true });
  });
}

async function namesIn(folder: string): Promise<string[]> {
  return (await exists(folder)) ? readdir(folder) : [];
}
