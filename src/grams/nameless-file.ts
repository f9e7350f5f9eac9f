import { mkdtempSync, openSync, rmdirSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Opens a new file without a name, to write and to read. It disappears when the process ends, even if that is killed.
 *
 * @param folder an existing folder; by default the system's folder for temporary files
 */
export function openNameless(folder: string = tmpdir()): number {
  const own = mkdtempSync(join(folder, 'neardup-'));
  const path = join(own, 'unnamed');
  const file = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  rmdirSync(own);
  return file;
}
