import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, one by one. Node's `mkdir` with `recursive` reports a read-only place as missing,
 * and never returns on file systems that themselves report this, such as /proc.
 *
 * @param path absolute
 * @param mode permissions of the folder itself, if it is made; those above it get the process's default
 */
export async function makeFolders(path: string, mode?: number): Promise<void> {
  if (await isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolders(parent);
  try {
    await mkdir(path, mode);
  } catch (error) {
    // another process may have been faster
    if (!(await isFolder(path))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}
