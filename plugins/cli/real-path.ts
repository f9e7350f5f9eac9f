import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** A path without links, as far as it exists. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = dirname(resolve(path));
    return folder === resolve(path) ? folder : join(realPath(folder), basename(path));
  }
}
