import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
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

test.skipIf(process.platform === 'win32')(
  'an index whose folder is deleted while it is open says so when it is closed, and leaves one in its place alone',
  async () => {
    const base = await mkdtemp(join(tmpdir(), 'neardup-storage-'));
    const folder = join(base, 'index');
    for (const isReplaced of [false, true]) {
      const storage = await storageInFolder(folder);
      // kept, so that the folder in its place cannot have its number
      await rename(folder, join(base, `moved ${isReplaced}`));
      if (isReplaced) await mkdir(folder);
      await expect(storage.close(1)).rejects.toMatchObject({
        code: 'NEARDUP_INDEX_MISSING',
        message: expect.stringMatching(/was deleted, moved or replaced meanwhile/),
      });
      if (isReplaced) expect(await readdir(folder)).toEqual([]);
    }
    await rm(base, { recursive: true });
  },
);
