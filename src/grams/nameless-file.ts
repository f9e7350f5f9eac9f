import { mkdtempSync, openSync, rmdirSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Opens a new file that has no name, to write and to read: it goes with the process, however that ends.
 *
 * @param folder that exists; by default where temporary files go
 */
export function openNameless(folder: string = tmpdir()): number {
  const own = mkdtempSync(join(folder, 'neardup-'));
  const path = join(own, 'unnamed');
  const file = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  rmdirSync(own);
  return file;
}
