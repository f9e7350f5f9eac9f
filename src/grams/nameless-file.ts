import { mkdtempSync, openSync, rmdirSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Opens a new temporary file without a name. It disappears when the process ends, even if that is killed. */
export function openNameless(): number {
  const own = mkdtempSync(join(tmpdir(), 'neardup-'));
  const path = join(own, 'unnamed');
  const file = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  rmdirSync(own);
  return file;
}
