import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NOTE } from '../../../src/store/disk/index-files.ts';
import { storageInFolder } from '../../../src/store/disk/storage.ts';

test('an index whose closing failed can be closed again, which does nothing, not even to a handle opened meanwhile', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-storage-'));
  const storage = await storageInFolder(folder);
  // no note can be written in the place of a folder
  await mkdir(join(folder, NOTE, 'in the way'), { recursive: true });
  await expect(storage.close(1)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/);
  await rm(join(folder, NOTE), { recursive: true });
  const other = await storageInFolder(folder);
  await storage.close();
  await expect(storageInFolder(folder)).rejects.toMatchObject({ code: 'NEARDUP_INDEX_LOCKED' });
  await other.close();
  await rm(folder, { recursive: true });
});
