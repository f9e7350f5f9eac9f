import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HIGH_WATER_MARK_FILE, HighWaterMark } from '../../../src/store/disk/high-water-mark.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-mark-'));
  file = join(folder, HIGH_WATER_MARK_FILE);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function raised(...sequences: number[]): void {
  const mark = new HighWaterMark(folder);
  for (const sequence of sequences) mark.raise(sequence);
  mark.close();
}

function reached(): number {
  const mark = new HighWaterMark(folder);
  mark.close();
  return mark.reached;
}

test('the last acknowledged write is read again, and there is none in a new folder', () => {
  expect(reached()).toBe(0);
  raised(1);
  expect(reached()).toBe(1);
  raised(2, 3, 4_294_967_297);
  expect(reached()).toBe(4_294_967_297);
});

test('a slot torn at any byte leaves the one before it', async () => {
  for (const last of [8, 9]) {
    raised(last - 1);
    const before = await readFile(file);
    raised(last);
    const after = await readFile(file);
    const at = last % 2 === 0 ? 0 : 12;
    for (let bytes = 0; bytes < 12; bytes++) {
      const torn = Buffer.from(before);
      after.copy(torn, at, at, at + bytes);
      if (torn.equals(after)) continue;
      await writeFile(file, torn);
      expect(reached()).toBe(last - 1);
    }
  }
});

test('a reset forgets both slots', () => {
  for (const last of [41, 42]) {
    raised(last - 1, last);
    const mark = new HighWaterMark(folder);
    mark.reset(7);
    mark.close();
    expect(reached()).toBe(7);
  }
});

test('a file of which nothing can be read is named', async () => {
  raised(5, 6);
  await writeFile(file, (await readFile(file)).fill(7));
  expect(reached).toThrow(
    expect.objectContaining({
      code: 'NEARDUP_INDEX_DAMAGED',
      message: expect.stringContaining(HIGH_WATER_MARK_FILE),
    }),
  );
});

test('a file whose making was cut short is a new one', async () => {
  raised(2);
  await truncate(file, 5);
  expect(reached()).toBe(0);
});
