import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Level } from 'level';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crc32c, masked } from '../../../src/store/disk/crc32c.ts';
import { logDamage } from '../../../src/store/disk/log-file.ts';
import { tableDamages, tableFileEntries } from '../../../src/store/disk/table-file.ts';
import { often } from '../../repetition.ts';
import { seededRandom } from '../../sketch/sets.ts';
import { bytesOf } from '../key-bytes.ts';

const logDamages = async (path: string) => [await logDamage(path)].filter((one) => one !== undefined);

let folder: string;
let scratch: string;
const random = seededRandom(3);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-leveldb-'));
  scratch = join(folder, 'scratch');
  const store = new Level<Buffer, Buffer>(join(folder, 'db'), {
    keyEncoding: 'buffer',
    valueEncoding: 'buffer',
    compression: false,
  });
  for (const round of [0, 1]) {
    await store.open();
    const batch = store.batch();
    for (let i = 0; i < 3000; i++) batch.put(Buffer.from(`key ${i} of ${round}`), Buffer.alloc(i % 90, i));
    for (let i = 0; i < 6000; i++) batch.del(Buffer.from(`deleted ${i} of ${round}`));
    // Longer than a block of the log.
    batch.put(Buffer.from('long'), Buffer.alloc(100_000, 7));
    await batch.write();
    for (let i = 0; i < 500; i++) await store.put(Buffer.from(`single ${i}`), Buffer.alloc(i, 1));
    // Opened again, LevelDB makes a table of its log.
    await store.close();
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function filesLike(pattern: RegExp): Promise<string[]> {
  const names = (await readdir(join(folder, 'db'))).filter((name) => pattern.test(name));
  expect(names.length).toBeGreaterThan(0);
  return names.map((name) => join(folder, 'db', name));
}

/** The file with one bit of another value. */
async function flipped(file: string, at: number): Promise<string> {
  const bytes = await readFile(file);
  bytes[at] ^= 1 << Math.floor(random() * 8);
  await writeFile(scratch, bytes);
  return scratch;
}

describe.each([
  ['table', /\.ldb$/, tableDamages],
  ['log', /\.log$/, logDamages],
  ['manifest', /^MANIFEST/, logDamages],
])('a %s of LevelDB', (_, pattern, damageOf) => {
  test('is whole as LevelDB wrote it', async () => {
    for (const file of await filesLike(pattern)) expect(await damageOf(file)).toEqual([]);
  });

  test('is not whole with a bit flipped anywhere', async () => {
    for (const file of await filesLike(pattern)) {
      const { length } = await readFile(file);
      const ends = [...Array(often(60)).keys()].filter((i) => i < length);
      const places = new Set([
        ...ends,
        ...ends.map((i) => length - 1 - i),
        ...Array.from({ length: often(100) }, () => Math.floor(random() * length)),
      ]);
      for (const at of places) {
        const damage = await damageOf(await flipped(file, at));
        // A length in the last record that points beyond the end looks like a record that was cut.
        if (damage.length === 0) expect(isLengthOfLastRecord(await readFile(file), at, pattern)).toBe(true);
      }
    }
  });
});

/** Whether a byte is one of the two that hold the length of a record in a log's last block. */
function isLengthOfLastRecord(file: Buffer, at: number, pattern: RegExp): boolean {
  if (pattern.test('1.ldb')) return false;
  let record = Math.floor((file.length - 1) / 32768) * 32768;
  while (record + 7 + file.readUInt16LE(record + 4) <= at) record += 7 + file.readUInt16LE(record + 4);
  return at === record + 4 || at === record + 5;
}

test('a log whose end is zeros is whole up to there, one with zeros in its middle is not', async () => {
  for (const log of await filesLike(/\.log$/)) {
    const bytes = await readFile(log);
    for (let i = 0; i < often(40); i++) {
      const from = Math.floor(random() * (bytes.length - 2000));
      await writeFile(scratch, Buffer.from(bytes).fill(0, from));
      expect(await logDamage(scratch)).toBeUndefined();
      await writeFile(scratch, Buffer.from(bytes).fill(0, from, from + 1500));
      expect(await logDamage(scratch)).toMatchObject({ reason: 'checksum' });
    }
  }
});

test('a log that was cut is whole up to there, a table that was cut is not', async () => {
  const [log] = await filesLike(/\.log$/);
  const [table] = await filesLike(/\.ldb$/);
  for (const [file, check] of [
    [log, logDamages],
    [table, tableDamages],
  ] as const) {
    const { length } = await readFile(file);
    for (let i = 0; i < often(40); i++) {
      await cp(file, scratch);
      await truncate(scratch, Math.floor(random() * length));
      expect((await check(scratch)).length === 0).toBe(file === log);
    }
  }
});

test('the values in whole blocks of a table are read without LevelDB', async () => {
  const found = new Map<string, Buffer>();
  for (const table of await filesLike(/\.ldb$/)) {
    for await (const [key, value] of tableFileEntries(table)) found.set(`${bytesOf(key)}`, value);
  }
  expect([...found.keys()].filter((key) => key.startsWith('deleted'))).toEqual([]);
  expect(found.get('long')).toEqual(Buffer.alloc(100_000, 7));
  for (let i = 0; i < 3000; i++) {
    const key = `key ${i} of 0`;
    // A plain comparison: thousands of buffers in calls of expect take a second.
    if (!found.get(key)?.equals(Buffer.alloc(i % 90, i))) expect.fail(`another value of ${key}`);
  }
});

test('a table whose blocks are empty, each with the checksum of nothing, is not readable', async () => {
  const empty = Buffer.alloc(5);
  empty.writeUInt32LE(masked(crc32c(empty, 0, 1)), 1);
  const handles = Buffer.alloc(40);
  handles[2] = empty.length;
  await writeFile(scratch, Buffer.concat([empty, empty, handles, Buffer.from('57fb808b247547db', 'hex')]));
  expect(await tableDamages(scratch)).toEqual([{ reason: 'unreadable', offset: 0 }]);
  for await (const entry of tableFileEntries(scratch)) expect.fail(`an entry: ${entry}`);
});
