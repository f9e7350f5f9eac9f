import { cp, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Level } from 'level';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DamageFacts } from '../../../src/store/damage.ts';
import { checkFiles } from '../../../src/store/disk/check-files.ts';
import { tableFileEntries } from '../../../src/store/disk/table-file.ts';
import { collected } from '../common.ts';
import { bytesOf } from '../key-bytes.ts';

const FOOTER = 48;

let whole: string;
let folder: string;
let table: string;
let log: string;
beforeAll(async () => {
  whole = await mkdtemp(join(tmpdir(), 'neardup-check-'));
  for (const round of [0, 1]) {
    const store = new Level(join(whole, 'db'), { compression: false });
    for (let i = 0; i < 300; i++) await store.put(`key ${i} of ${round}`, 'x'.repeat(50));
    await store.close();
  }
  const names = await readdir(join(whole, 'db'));
  table = names.find((name) => name.endsWith('.ldb'))!;
  log = names.find((name) => name.endsWith('.log'))!;
});
beforeEach(async () => {
  folder = await mkdtemp(join(whole, 'copy-'));
  await cp(join(whole, 'db'), folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(() => rm(whole, { recursive: true }));

async function checked(): Promise<{ damages: DamageFacts[]; areTablesWhole: boolean }> {
  const damages: DamageFacts[] = [];
  const { tables, areTablesWhole } = await checkFiles(folder, (damage) => damages.push(damage));
  expect(tables).toEqual([join(folder, table)]);
  return { damages, areTablesWhole };
}

async function change(name: string, edit: (bytes: Buffer) => void): Promise<void> {
  const bytes = await readFile(join(folder, name));
  edit(bytes);
  await writeFile(join(folder, name), bytes);
}

test('files as LevelDB left them are whole, and CURRENT is not among what has checksums', async () => {
  expect(await checked()).toEqual({ damages: [], areTablesWhole: true });
  await writeFile(join(folder, 'CURRENT'), 'anything');
  expect(await checked()).toEqual({ damages: [], areTablesWhole: true });
});

test('a damaged log or manifest is named, and the tables are whole all the same', async () => {
  await change(log, (bytes) => {
    bytes[20] ^= 1;
  });
  const damage = { code: 'file', file: log, reason: 'checksum', offset: 0 };
  expect(await checked()).toEqual({ damages: [damage], areTablesWhole: true });
});

test('every damaged block of a table is named by its byte, and what is whole is still read', async () => {
  const all = (await collected(tableFileEntries(join(folder, table)))).length;
  expect(all).toBeGreaterThanOrEqual(300);
  await change(table, (bytes) => {
    bytes[10] ^= 1;
    bytes[9000] ^= 1;
  });
  const { damages, areTablesWhole } = await checked();
  expect(areTablesWhole).toBe(false);
  expect(damages.map(({ code, file, reason }) => [code, file, reason])).toEqual(
    Array.from({ length: 2 }, () => ['file', table, 'checksum']),
  );
  expect(damages[0].offset).toBe(0);
  expect(damages[1].offset).toBeGreaterThan(4000);
  expect(damages[1].offset).toBeLessThanOrEqual(9000);
  const left = await collected(tableFileEntries(join(folder, table)));
  expect(left.length).toBeLessThan(all);
  expect(left.length).toBeGreaterThan(all / 2);
  for (const [key, value] of left) {
    expect(`${bytesOf(key)}`).toMatch(/^key \d+ of \d$/);
    expect(`${value}`).toBe('x'.repeat(50));
  }
});

test('a table whose end is not as it was written has no block that can be known', async () => {
  const { length } = await readFile(join(folder, table));
  const end = { code: 'file', file: table, reason: 'unreadable', offset: length - FOOTER };
  for (const at of [length - 1, length - 8, length - 20]) {
    const bytes = await readFile(join(folder, table));
    await change(table, (other) => {
      other[at] ^= 1;
    });
    expect(await checked()).toEqual({ damages: [end], areTablesWhole: false });
    expect(await collected(tableFileEntries(join(folder, table)))).toEqual([]);
    await writeFile(join(folder, table), bytes);
  }
  await truncate(join(folder, table), FOOTER - 1);
  expect((await checked()).damages).toEqual([{ ...end, offset: 0 }]);
  await truncate(join(folder, table), 0);
  expect((await checked()).damages).toEqual([{ ...end, offset: 0 }]);
});

test('bytes of no block in a table are named where they begin', async () => {
  const bytes = await readFile(join(folder, table));
  const end = bytes.length - FOOTER;
  const more = Buffer.concat([bytes.subarray(0, end), Buffer.of(0), bytes.subarray(end)]);
  await writeFile(join(folder, table), more);
  const { damages } = await checked();
  expect(damages).toEqual([{ code: 'file', file: table, reason: 'surplus', offset: end }]);
});

test('a file in the making is looked at until it has grown whole', async () => {
  const bytes = await readFile(join(folder, table));
  await writeFile(join(folder, table), bytes.subarray(0, 5000));
  const grown = async () => {
    for (const size of [9000, bytes.length]) {
      await setTimeout(80);
      await writeFile(join(folder, table), bytes.subarray(0, size));
    }
  };
  const [found] = await Promise.all([checked(), grown()]);
  expect(found).toEqual({ damages: [], areTablesWhole: true });
});

test('a file that is gone since the folder was listed is passed over', async () => {
  await symlink(join(folder, 'nowhere'), join(folder, '999999.log'));
  expect(await checked()).toEqual({ damages: [], areTablesWhole: true });
});

test('a check that is stopped ends with the reason', async () => {
  const signal = AbortSignal.abort(new Error('stopped'));
  await expect(checkFiles(folder, () => {}, signal)).rejects.toThrow('stopped');
});
