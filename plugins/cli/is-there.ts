import { statSync } from 'node:fs';

/**
 * Whether a path leads to something. `existsSync` says no, too, where it may not be looked at: files of an earlier run would then be said
 * to be missing.
 *
 * @throws the system's error for any other reason, such as a folder without permission
 */
export function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return false;
    throw error;
  }
}
