import { constants, statSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Throws if no file can be made at a path, so that this does not show only after everything is read. The run makes the
 * folder `out`.
 */
export async function checkPlace(target: string, out?: string): Promise<void> {
  const folder = dirname(target);
  if (out !== undefined && resolve(folder) === resolve(out)) return;
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const found = isMissing ? 'make it first, or name another' : 'name another';
    throw new Error(`${target}: expected a folder that files can be written to; ${found}`, { cause: error });
  }
  if (statSync(target, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`${target}: expected the name of a file to write; it is a folder`);
}
