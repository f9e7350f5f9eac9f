import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  assertOnlyIndex,
  destroyFolder,
  holdsIndex,
  settledPath,
  whileClosed,
} from '../../../src/store/disk/folder.ts';
import { releasePlace, takePlace } from '../../../src/store/disk/in-use.ts';
import { readNote, replaceNote } from '../../../src/store/disk/index-files.ts';
import { storageInFolder, storageInStore } from '../../../src/store/disk/storage.ts';
import { memory } from '../histories.ts';

const LOCKED = { code: 'NEARDUP_INDEX_LOCKED' };

let base: string;
let folder: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'neardup-folder-'));
  folder = join(base, 'index');
});
afterEach(() => rm(base, { recursive: true }));

async function makeIndex(): Promise<void> {
  await (await storageInFolder(folder)).close(1);
}

test('a place is taken by one handle at a time, until it is released', () => {
  takePlace('x', 'seen');
  takePlace('y', 'other');
  expect(() => takePlace('x', 'seen')).toThrow(expect.objectContaining(LOCKED));
  releasePlace('x');
  takePlace('x', 'seen');
  releasePlace('x');
  releasePlace('y');
});

test('a folder has one path whatever it is called, and a folder that is not there has one too', async () => {
  await mkdir(folder);
  await symlink(folder, join(base, 'link'));
  expect(await settledPath(join(base, 'link'))).toBe(await settledPath(folder));
  expect(await settledPath(join(base, 'none', '..', 'none'))).toBe(join(await settledPath(base), 'none'));
});

test('a folder holds an index when it has any file of one', async () => {
  expect(await holdsIndex(folder)).toBe(false);
  await mkdir(folder);
  expect(await holdsIndex(folder)).toBe(false);
  await writeFile(join(folder, 'thesis.txt'), '');
  expect(await holdsIndex(folder)).toBe(false);
  await writeFile(join(folder, '000003.log'), '');
  expect(await holdsIndex(folder)).toBe(true);
});

test('a folder of nothing but an index may be moved, one with any other file not', async () => {
  await assertOnlyIndex(folder);
  await makeIndex();
  await assertOnlyIndex(folder);
  await writeFile(join(folder, 'thesis.txt'), '');
  await expect(assertOnlyIndex(folder)).rejects.toThrow('thesis.txt');
  await expect(destroyFolder(folder)).rejects.toThrow('thesis.txt');
  expect(await readdir(folder)).toContain('CURRENT');
});

test('what is done while an index is closed is done by one at a time, and the folder is free behind it', async () => {
  await makeIndex();
  const result = await whileClosed(folder, async (path) => {
    await expect(whileClosed(folder, async () => 1)).rejects.toMatchObject(LOCKED);
    await expect(storageInFolder(folder)).rejects.toMatchObject(LOCKED);
    return path;
  });
  expect(result).toBe(await settledPath(folder));
  await expect(whileClosed(folder, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await whileClosed(folder, async () => 2)).toBe(2);
  // Not there, and not made.
  expect(await whileClosed(join(base, 'none'), async () => 3)).toBe(3);
  expect(await readdir(base)).toEqual(['index']);
});

test('an index that is destroyed leaves nothing, and one that is not there is none', async () => {
  await makeIndex();
  await destroyFolder(folder);
  await destroyFolder(folder);
  expect(await holdsIndex(folder)).toBe(false);
  expect(await readdir(base)).toEqual([]);
});

test('a storage knows what was reached, by its note or its mark, until that is reset', async () => {
  const reached = async () => {
    const storage = await storageInFolder(folder);
    await storage.close();
    return storage.reached;
  };
  await makeIndex();
  expect(await reached()).toBe(1);
  let storage = await storageInFolder(folder);
  await storage.checkpoint(5);
  expect(await readNote(folder, 'seen')).toEqual({ sequence: 5 });
  // Left as it was found, at write 1.
  await storage.close();
  expect(await readNote(folder, 'seen')).toMatchObject({ sequence: 1, files: { CURRENT: 16 } });
  storage = await storageInFolder(folder);
  expect(await readNote(folder, 'seen')).toEqual({ sequence: 1 });
  storage.acknowledge(9);
  await storage.close();
  expect(await reached()).toBe(9);
  storage = await storageInFolder(folder);
  storage.resetReached(4);
  await storage.close(4);
  expect(await reached()).toBe(4);
  // In use when it was found, and so it is left.
  await replaceNote(folder, { sequence: 6 });
  expect(await reached()).toBe(6);
  expect(await readNote(folder, 'seen')).toEqual({ sequence: 6 });
});

test('the size of a storage is that of its files, and a store of the caller’s has none', async () => {
  const storage = await storageInFolder(folder);
  await writeFile(join(folder, '999999.ldb'), Buffer.alloc(1000));
  const bytes = (await storage.sizeBytes())!;
  expect(bytes).toBeGreaterThan(1000);
  expect(bytes).toBeLessThan(2000);
  await storage.close();
  const store = memory();
  const given = await storageInStore(store);
  expect([given.reached, await given.sizeBytes()]).toEqual([0, undefined]);
  expect(await given.checkFiles(() => {})).toEqual({ tables: [], areTablesWhole: true });
  await expect(storageInStore(store)).rejects.toMatchObject(LOCKED);
  await given.close();
  await (await storageInStore(store)).close();
});

test('a file in place of the folder of an index is refused by its name, and left alone', async () => {
  await writeFile(folder, 'mine');
  await expect(storageInFolder(folder)).rejects.toMatchObject({
    code: 'NEARDUP_INDEX_REFUSED',
    message: `expected a folder for the index; got ${folder}, which is a file: name another place`,
  });
  await expect(storageInFolder(folder, { mustExist: true })).rejects.toMatchObject({
    code: 'NEARDUP_INDEX_MISSING',
  });
  expect(await readFile(folder, 'utf8')).toBe('mine');
});

test('a place whose opening fails is free again', async () => {
  const store = Object.assign(memory(), { open: () => Promise.reject(new Error('no')) });
  for (const _ of [1, 2]) await expect(storageInStore(store)).rejects.toThrow('no');
  for (const _ of [1, 2]) {
    await expect(storageInFolder(folder, { mustExist: true })).rejects.toMatchObject({
      code: 'NEARDUP_INDEX_MISSING',
    });
  }
  await mkdir(folder);
  for (const _ of [1, 2]) {
    await expect(storageInFolder(folder, { mustExist: true })).rejects.toMatchObject({
      code: 'NEARDUP_INDEX_MISSING',
    });
  }
  expect(await readdir(folder)).toEqual([]);
});
