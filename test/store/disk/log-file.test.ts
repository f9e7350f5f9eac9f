import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crc32c, masked } from '../../../src/store/disk/crc32c.ts';
import { logDamage } from '../../../src/store/disk/log-file.ts';

const BLOCK = 1 << 15;
const HEADER = 7;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-log-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A record as LevelDB writes it. */
function record(bytes: number): Buffer {
  const made = Buffer.alloc(HEADER + bytes, 0xa5);
  made.writeUInt16LE(bytes, 4);
  made[6] = 1;
  made.writeUInt32LE(masked(crc32c(made, 6, made.length)), 0);
  return made;
}

/** A log of whole blocks, each of two records and a filling of `filled` zeros, and a last one of 100 bytes. */
function logOf(blocks: number, filled: number): Buffer {
  const rest = Buffer.alloc(filled);
  const block = [record(1000), record(BLOCK - 2 * HEADER - 1000 - filled), rest];
  return Buffer.concat([...Array.from({ length: blocks }, () => block).flat(), record(100)]);
}

async function damageOf(bytes: Buffer): Promise<unknown> {
  await writeFile(join(folder, 'log'), bytes);
  return logDamage(join(folder, 'log'));
}

function flipped(bytes: Buffer, at: number): Buffer {
  const other = Buffer.from(bytes);
  other[at] ^= 1;
  return other;
}

test.each([0, 1, 6])('a log of blocks filled with %i zeros is whole, however long', async (filled) => {
  // 32 blocks are read at once.
  for (const blocks of [0, 1, 31, 32, 33, 70]) expect(await damageOf(logOf(blocks, filled))).toBeUndefined();
});

test('the record that fails its checksum is named by its byte, in whichever block it stands', async () => {
  const log = logOf(40, 6);
  for (const block of [0, 1, 31, 32, 39]) {
    const start = block * BLOCK;
    expect(await damageOf(flipped(log, start + 3))).toEqual({ reason: 'checksum', offset: start });
    expect(await damageOf(flipped(log, start + 900))).toEqual({ reason: 'checksum', offset: start });
    const second = start + HEADER + 1000;
    expect(await damageOf(flipped(log, second + 50))).toEqual({ reason: 'checksum', offset: second });
    // The filling is zeros.
    const filling = start + BLOCK - 6;
    expect(await damageOf(flipped(log, filling + 2))).toEqual({ reason: 'checksum', offset: filling });
  }
  expect(await damageOf(flipped(log, log.length - 1))).toEqual({ reason: 'checksum', offset: 40 * BLOCK });
});

test('a record that is longer than its block is damage, unless the file ends in it', async () => {
  const log = logOf(2, 0);
  const long = Buffer.from(log);
  long.writeUInt16LE(BLOCK, 4);
  expect(await damageOf(long)).toEqual({ reason: 'checksum', offset: 0 });
  for (const cut of [1, 99, 100, 106]) {
    expect(await damageOf(log.subarray(0, log.length - cut))).toBeUndefined();
  }
});

test('a stretch of zeros up to the end is none, also where it is longer than a block, and one before the end is', async () => {
  const log = logOf(5, 0);
  for (const from of [0, 500, BLOCK + 20, 4 * BLOCK, 5 * BLOCK - 1]) {
    expect(await damageOf(Buffer.from(log).fill(0, from)), `${from}`).toBeUndefined();
  }
  const middle = Buffer.from(log).fill(0, BLOCK + 2000, 3 * BLOCK);
  expect(await damageOf(middle)).toEqual({ reason: 'checksum', offset: BLOCK + HEADER + 1000 });
  const last = Buffer.from(log).fill(0, BLOCK + 2000, log.length - 1);
  expect(await damageOf(last)).toEqual({ reason: 'checksum', offset: BLOCK + HEADER + 1000 });
});
