import { constants, statSync } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes the folder that an option names, if it does not exist. @throws Error if it cannot be made or no file can be
 * written to it
 */
export async function makeFolder(option: string, folder: string): Promise<void> {
  try {
    await made(resolve(folder));
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(
      `${option}: expected a folder that files can be written to; got ${folder}: name another`,
      {
        cause: error,
      },
    );
  }
}

/**
 * Makes the folders one by one. Node's `mkdir` with `recursive` reports a read-only place as missing, and never
 * returns on file systems that themselves report this, such as /proc.
 */
async function made(folder: string): Promise<void> {
  const isFolder = (path: string): boolean =>
    statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await made(parent);
  try {
    await mkdir(folder);
  } catch (error) {
    // another process may have been faster
    if (!isFolder(folder)) throw error;
  }
}
