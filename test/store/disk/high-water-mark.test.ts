import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WITNESS_FILE, Witness } from '../../../src/store/disk/high-water-mark.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-witness-'));
  file = join(folder, WITNESS_FILE);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function noted(...sequences: number[]): void {
  const witness = new Witness(folder);
  for (const sequence of sequences) witness.note(sequence);
  witness.close();
}

function reached(): number {
  const witness = new Witness(folder);
  witness.close();
  return witness.reached;
}

test('the last noted write is read again, and there is none in a new folder', () => {
  expect(reached()).toBe(0);
  noted(1);
  expect(reached()).toBe(1);
  noted(2, 3, 4_294_967_297);
  expect(reached()).toBe(4_294_967_297);
});

test('a note torn at any byte leaves the one before it', async () => {
  for (const last of [8, 9]) {
    noted(last - 1);
    const before = await readFile(file);
    noted(last);
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

test('a restart forgets both slots', () => {
  for (const last of [41, 42]) {
    noted(last - 1, last);
    const witness = new Witness(folder);
    witness.restart(7);
    witness.close();
    expect(reached()).toBe(7);
  }
});

test('a file of which nothing can be read is named', async () => {
  noted(5, 6);
  await writeFile(file, (await readFile(file)).fill(7));
  expect(reached).toThrow(
    expect.objectContaining({
      code: 'NEARDUP_INDEX_DAMAGED',
      message: expect.stringContaining(WITNESS_FILE),
    }),
  );
});

test('a file whose making was cut short is a new one', async () => {
  noted(2);
  await truncate(file, 5);
  expect(reached()).toBe(0);
});
