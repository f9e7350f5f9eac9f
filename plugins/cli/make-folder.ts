import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { makeFolders } from '../../src/flow/index.ts';
import { wrongCall } from './errors.ts';

/**
 * Makes the folder that an option names, if it does not exist.
 *
 * @throws UsageError if the name is empty, Error if it cannot be made or no file can be written to it
 */
export async function makeFolder(option: string, folder: string): Promise<void> {
  if (folder === '') throw wrongCall(option, 'a folder', '"", such as that of an unset variable');
  try {
    // a path below a file fails here, with the error that says so; `throwIfNoEntry: false` hides it in Node 24
    const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    if (found?.isDirectory() !== true) await makeFolders(resolve(folder));
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
