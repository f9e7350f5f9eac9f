import { type Stats, statSync } from 'node:fs';

/**
 * Whether a path leads to something. `existsSync` says no, too, where it may not be looked at: files of an earlier run would then be said
 * to be missing.
 *
 * @throws the system's error for any other reason, such as a folder without permission
 */
export function isThere(path: string): boolean {
  return found(path) !== undefined;
}

/** Whether a path leads to a device or a pipe: what is read from it is gone, and no file may take its place. */
export function isDeviceOrPipe(path: string): boolean {
  const stats = found(path);
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}

function found(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}
