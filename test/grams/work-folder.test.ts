import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WorkFolder } from '../../src/grams/work-folder.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'neardup-work-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const megabyte = new Uint8Array(1 << 20).map((_, i) => i * 7);

test('bytes are read where they were appended, from memory and from the file', () => {
  const folder = new WorkFolder(parent);
  const spool = folder.spool();
  const at: number[] = [];
  const pieces = [5, 4096, 900_000, 300_000, 3_000_000, 1, 0, 70_000].map((length, i) =>
    new Uint8Array(length).map((_, k) => k * 31 + i),
  );
  for (const piece of pieces) at.push(spool.append(piece));
  for (const [i, piece] of pieces.entries()) {
    const read = new Uint8Array(piece.length);
    spool.read(at[i]!, read);
    expect(Buffer.from(read).equals(piece)).toBe(true);
  }
  // across the end of the file
  const across = new Uint8Array(3_000_002);
  spool.read(at[4]!, across);
  expect(Buffer.from(across.subarray(3_000_000))).toEqual(
    Buffer.concat([pieces[5]!, pieces[7]!.subarray(0, 1)]),
  );
  expect(() => spool.read(spool.length - 1, new Uint8Array(2))).toThrow(RangeError);
  folder.close();
});

test('what is small makes no file; what is large lies in a folder of this user alone, which is gone after close', () => {
  const folder = new WorkFolder(parent, 'work.unfinished');
  const spool = folder.spool();
  spool.append(megabyte.subarray(0, 1000));
  expect(readdirSync(parent)).toEqual([]);
  spool.append(megabyte);
  expect(readdirSync(parent)).toEqual(['work.unfinished']);
  if (process.platform !== 'win32') {
    expect(statSync(join(parent, 'work.unfinished')).mode & 0o777).toBe(0o700);
  }
  folder.close();
  expect(readdirSync(parent)).toEqual([]);
});

test('what a killed run left under the name goes', () => {
  const killed = new WorkFolder(parent, 'work.unfinished');
  killed.folder('sketches');
  const next = new WorkFolder(parent, 'work.unfinished');
  expect(existsSync(join(parent, 'work.unfinished'))).toBe(false);
  next.close();
});

test('before the disk is full, writing is an error with the folder and both numbers', () => {
  let free = 400 << 20;
  const folder = new WorkFolder(
    parent,
    'work.unfinished',
    () => free,
    () => 1e12,
  );
  const spool = folder.spool();
  for (let written = 0; written < 70; written++) spool.append(megabyte);
  free = 256 << 20;
  expect(() => {
    for (let written = 0; written < 100; written++) spool.append(megabyte);
  }).toThrow(
    expect.objectContaining({
      code: 'NEARDUP_DISK_FULL',
      freeBytes: free,
      wantedBytes: 257 << 20,
      message: expect.stringMatching(
        /^expected 270 MB of room on disk in .*; got 268 MB: make room there, or name a folder/,
      ),
    }),
  );
  folder.close();
});

test('a disk is never filled, and a small one is used but for a twentieth', () => {
  for (const [diskBytes, room, left] of [
    [64e6, 64e6, 3.2e6],
    [64e6, 10e6, 3.2e6],
    [1e12, 300e6, 256 << 20],
  ]) {
    let free = () => room;
    const folder = new WorkFolder(
      parent,
      'work.unfinished',
      () => free(),
      () => diskBytes,
    );
    const file = join(folder.directory, '0');
    free = () => room - (existsSync(file) ? statSync(file).size : 0);
    const spool = folder.spool();
    expect(() => {
      for (;;) spool.append(megabyte);
    }).toThrow(expect.objectContaining({ code: 'NEARDUP_DISK_FULL' }));
    // a megabyte may wait in memory, and the last piece did not fit
    expect(free()).toBeGreaterThan(left - (2 << 20));
    expect(free()).toBeLessThan(left + (2 << 20));
    folder.close();
  }
});
