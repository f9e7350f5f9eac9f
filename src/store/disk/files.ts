import { stat } from 'node:fs/promises';

/** Whether a file or folder exists. @throws Error when that is unknown, for example without permission */
export async function exists(path: string): Promise<boolean> {
  return (await fileSize(path)) !== undefined;
}

/** Bytes of a file; undefined if it does not exist (any more): LevelDB deletes files that it has merged. */
export async function fileSize(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Whether a file system error means that nothing can be at that path: a part of it does not exist, or is a file. */
export function isNowhere(error: unknown): boolean {
  return isNotFound(error) || (error as NodeJS.ErrnoException).code === 'ENOTDIR';
}

/** Whether a file system error means that the file does not exist. */
export function isNotFound(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
