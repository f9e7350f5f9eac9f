import { constants, statSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { wrongCall } from './errors.ts';
import { isDeviceOrPipe } from './is-there.ts';

/**
 * Throws if no file can be made at a path, so that this does not show only after everything is read. The run makes the
 * folder `out`.
 *
 * @param option that names the path
 */
export async function checkPlace(option: string, target: string, out?: string): Promise<void> {
  const folder = dirname(target);
  if (isDeviceOrPipe(target) || (out !== undefined && resolve(folder) === resolve(out))) return;
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const found = isMissing ? 'make it first, or name another' : 'name another';
    throw new Error(`${target}: expected a folder that files can be written to; ${found}`, { cause: error });
  }
  if (statSync(target, { throwIfNoEntry: false })?.isDirectory())
    throw wrongCall(option, 'a file', `${target}, which is a folder`);
}
