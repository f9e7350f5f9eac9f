import { stat } from 'node:fs/promises';

/** Whether a file or folder is there. @throws Error when that cannot be known, as where it may not be looked at */
export async function exists(path: string): Promise<boolean> {
  return (await fileSize(path)) !== undefined;
}

/** Bytes of a file; undefined where it is not there, or no longer: LevelDB deletes what it has merged. */
export async function fileSize(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Whether an error of the file system says that there is no such file. */
export function isNotFound(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
