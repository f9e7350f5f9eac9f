import { mkdtempSync, openSync, rmdirSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Opens a new file that has no name: it goes with the process, however that ends. In the folder that TMPDIR names. */
export function openNameless(): number {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-mr-'));
  const path = join(folder, 'lines');
  const file = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  rmdirSync(folder);
  return file;
}
