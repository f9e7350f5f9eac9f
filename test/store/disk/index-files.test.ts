import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DamageFacts } from '../../../src/store/damage.ts';
import { exists, fileSize } from '../../../src/store/disk/files.ts';
import {
  assertWhole,
  dataFiles,
  INDEX_FILE,
  type Note,
  readNote,
  removeDrafts,
  replaceNote,
} from '../../../src/store/disk/index-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function make(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
}

const look = async (note?: Note) => assertWhole(folder, 'seen', await dataFiles(folder), note);
const damage = (facts: Omit<DamageFacts, 'code'>) => ({
  code: 'NEARDUP_INDEX_DAMAGED',
  damage: { code: 'file', ...facts },
  message: expect.stringContaining('the index in seen is damaged'),
});

test('an index is of its own files and LevelDB’s, and of no others', () => {
  const own = [
    'NEARDUP',
    'NEARDUP.new',
    'NEARDUP.new-0a1b2c3d',
    'REACHED',
    'CURRENT',
    'LOCK',
    'LOG',
    'LOG.old',
    'MANIFEST-000004',
  ];
  for (const name of [...own, '000005.ldb', '000006.log', '7.sst', '8.dbtmp'])
    expect(name).toMatch(INDEX_FILE);
  for (const name of ['NEARDUP.old', 'MANIFEST', 'x.ldb', '1.txt', 'my CURRENT', 'LOG.old2', '1.ldb.bak']) {
    expect(name).not.toMatch(INDEX_FILE);
  }
});

test('the files that hold data are listed with their sizes', async () => {
  await make({ CURRENT: '12', 'MANIFEST-000004': '1', '000006.log': '', '000005.ldb': '123', '7.sst': '1' });
  await make({ LOCK: '', LOG: '1', NEARDUP: '{}', REACHED: '', 'notes.txt': '' });
  expect(await dataFiles(folder)).toEqual({
    '000005.ldb': 3,
    '000006.log': 0,
    '7.sst': 1,
    CURRENT: 2,
    'MANIFEST-000004': 1,
  });
});

test('a file that is not there has no size, and one that may not be looked at is an error', async () => {
  await make({ here: '1234' });
  expect(await fileSize(join(folder, 'here'))).toBe(4);
  expect(await fileSize(join(folder, 'there'))).toBeUndefined();
  expect([await exists(join(folder, 'here')), await exists(join(folder, 'there'))]).toEqual([true, false]);
  await expect(exists(join(folder, 'here', 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test('a note is read as it was written, in one step, and none is none', async () => {
  expect(await readNote(folder, 'seen')).toBeUndefined();
  await replaceNote(folder, { sequence: 7 });
  await replaceNote(folder, { sequence: 8, files: { CURRENT: 3 } });
  expect(await readNote(folder, 'seen')).toEqual({ sequence: 8, files: { CURRENT: 3 } });
  expect(await readdir(folder)).toEqual(['NEARDUP']);
  expect(await readFile(join(folder, 'NEARDUP'), 'utf8')).toBe('{"sequence":8,"files":{"CURRENT":3}}\n');
  await make({ NEARDUP: '{' });
  await expect(readNote(folder, 'seen')).rejects.toMatchObject(
    damage({ file: 'NEARDUP', reason: 'unreadable' }),
  );
});

describe('a folder', () => {
  test('that is empty, or has what a process left that was killed while it made it, is new', async () => {
    expect(await look()).toBe(true);
    await make({ 'MANIFEST-000001': 'x', LOCK: '' });
    expect(await look()).toBe(true);
  });

  test('with data or a note, and no CURRENT, has lost it', async () => {
    const lost = damage({ file: 'CURRENT', reason: 'absent' });
    await expect(look({ sequence: 1 })).rejects.toMatchObject(lost);
    await make({ '000005.ldb': '' });
    await expect(look()).rejects.toMatchObject(lost);
  });

  test('that was closed cleanly is held against the sizes of its files', async () => {
    await make({ CURRENT: 'MANIFEST-000001\n', 'MANIFEST-000001': '' });
    const files = { CURRENT: 16, 'MANIFEST-000001': 0 };
    expect(await look({ sequence: 1, files })).toBe(false);
    await expect(look({ sequence: 1, files: { ...files, CURRENT: 15 } })).rejects.toMatchObject(
      damage({ file: 'CURRENT', reason: 'length', found: 16, expected: 15 }),
    );
    await expect(look({ sequence: 1, files: { ...files, '000005.ldb': 9 } })).rejects.toMatchObject(
      damage({ file: '000005.ldb', reason: 'absent' }),
    );
  });

  test('whose CURRENT names no manifest that is there leads nowhere', async () => {
    await make({ CURRENT: 'MANIFEST-000002\n', 'MANIFEST-000001': '' });
    const nowhere = { file: 'CURRENT', reason: 'dangling' } as const;
    await expect(look()).rejects.toMatchObject(damage({ ...nowhere, detail: 'MANIFEST-000002' }));
    await make({ CURRENT: 'LOCK\n', LOCK: '' });
    await expect(look()).rejects.toMatchObject(damage({ ...nowhere, detail: 'LOCK' }));
  });

  test('is held against the checksums of its logs and of the manifest in use, and of no other', async () => {
    const bad = Buffer.from('00000000010001ff', 'hex').toString('latin1');
    await make({
      CURRENT: 'MANIFEST-000002\n',
      'MANIFEST-000001': bad,
      'MANIFEST-000002': '',
      '000003.ldb': bad,
    });
    expect(await look()).toBe(false);
    const wrong = { reason: 'checksum', offset: 0 } as const;
    for (const file of ['000004.log', 'MANIFEST-000002']) {
      await writeFile(join(folder, file), Buffer.from('00000000010001ff', 'hex'));
      await expect(look()).rejects.toMatchObject(damage({ ...wrong, file }));
      await writeFile(join(folder, file), '');
    }
  });
});

test('a note that several write at the same time is that of one of them, and none fails', async () => {
  const sequences = Array.from({ length: 50 }, (_, i) => 10 ** (i % 12));
  await Promise.all(sequences.map((sequence) => replaceNote(folder, { sequence })));
  expect(sequences).toContain((await readNote(folder, 'seen'))?.sequence);
  expect(await readdir(folder)).toEqual(['NEARDUP']);
});

test('drafts of the note that a killed process left behind are removed, and those of a process at work are not', async () => {
  await make({ 'NEARDUP.new': '{', 'NEARDUP.new-00000001': '{', 'NEARDUP.new-00000002': '{', NEARDUP: '{}' });
  const longAgo = new Date(Date.now() - 120_000);
  for (const name of ['NEARDUP', 'NEARDUP.new', 'NEARDUP.new-00000001'])
    await utimes(join(folder, name), longAgo, longAgo);
  await removeDrafts(folder);
  expect((await readdir(folder)).sort()).toEqual(['NEARDUP', 'NEARDUP.new-00000002']);
});
