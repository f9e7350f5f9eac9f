import { statSync } from 'node:fs';
import type { Level } from 'level';
import { damagedIndex, IndexError } from '../errors.ts';
import { asIndexError, type BinaryStore } from './binary-store.ts';

/** Options for LevelDB. It does not cache mapped tables, so its cache keeps its default size. */
export const LEVEL_OPTIONS = {
  // Hashes do not compress.
  compression: false,
  // A larger buffer sorts more before it is written, but up to twelve of them stay mapped while they are
  // merged: at 300,000 pages 16 MiB peaked at 459 MB resident, 32 MiB at 620 MB, for a quarter more pages/s.
  writeBufferSize: 16 << 20,
  // Every open table is mapped, and touching a block makes 64 KiB of it resident: at a million pages 4,000 queries left
  // 578 MB mapped with 1,000 open tables, 61 MB with 128, for 0.5 ms more a query.
  maxOpenFiles: 128,
} as const;

/**
 * Opens LevelDB in a folder.
 *
 * @param path of the folder
 * @param name of the folder, for messages
 * @throws IndexError NEARDUP_INDEX_LOCKED, NEARDUP_INDEX_DAMAGED
 */
export async function openLevel(
  path: string,
  name: string,
  options: { readonly createIfMissing: boolean; readonly errorIfExists?: boolean },
): Promise<BinaryStore> {
  const LevelDB = await loadLevel();
  const store = new LevelDB<Buffer, Buffer>(path, { ...LEVEL_OPTIONS, ...options });
  try {
    await store.open();
    return store;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error);
    const { code } = cause as { code?: unknown };
    if (code === 'LEVEL_LOCKED') {
      const words = `${name} is open in another process: close that one first`;
      throw new IndexError('NEARDUP_INDEX_LOCKED', words, { cause });
    }
    // LevelDB has no error code for a CURRENT that names no readable manifest.
    if (asIndexError(cause) !== cause || /CURRENT/.test(cause.message)) {
      throw damagedIndex({ code: 'file', reason: 'unreadable', detail: cause.message }, name, cause);
    }
    throw error;
  }
}

/**
 * Checks that no process has the folder open. LevelDB is told to refuse an existing folder: it takes its lock first,
 * and changes nothing in the folder except its own log, LOG.
 *
 * @throws IndexError NEARDUP_INDEX_LOCKED when another process has the folder
 */
export async function assertUnlocked(path: string, name: string): Promise<void> {
  try {
    const store = await openLevel(path, name, { createIfMissing: false, errorIfExists: true });
    await store.close();
  } catch (error) {
    if (error instanceof IndexError && error.code === 'NEARDUP_INDEX_LOCKED') throw error;
  }
}

/** Deletes LevelDB's files in a folder, and the folder if it is then empty. */
export async function destroyLevel(path: string): Promise<void> {
  await (await loadLevel()).destroy(path);
}

/** On Node `level` is classic-level; its types lack what only classic-level has. */
type LevelClass = typeof Level & { destroy(location: string): Promise<void> };

/**
 * LevelDB, loaded when the first folder is opened, so that programs that open none need no native addon.
 *
 * @throws Error when the addon is missing, as in a program bundled into one file
 */
export async function loadLevel(): Promise<LevelClass> {
  // Node 20 follows no links to packages while the last status in numbers is that of a pipe, such as an input. This is one of a file.
  statSync(process.execPath, { throwIfNoEntry: false });
  try {
    const { Level } = await import('level');
    return Level as LevelClass;
  } catch (cause) {
    throw new Error(
      `LevelDB cannot be loaded: ${(cause as Error).message}. Its native addon must lie in node_modules: ` +
        'install the package level, and have a bundler leave it out (esbuild: --external:level)',
      { cause },
    );
  }
}
