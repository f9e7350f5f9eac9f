import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type BinaryStore, scanEntries, write } from '../../src/store/disk/binary-store.ts';
import { ALL_KEYS, hexOfKey } from '../../src/store/layout/keys.ts';
import type { IndexParameters } from '../../src/store/layout/parameters.ts';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import { collected, PARAMETERS } from './common.ts';
import { memory } from './histories.ts';
import { keyOf } from './key-bytes.ts';

// The files in golden/ are never changed: those of neardup/2 and neardup-export/1 were written by the version that
// wrote these formats, the others by the first one that wrote theirs. A new format has new files.

afterEach(() => vi.restoreAllMocks());

function golden(name: string): Promise<string> {
  return readFile(join(import.meta.dirname, 'golden', name), 'utf8');
}

/** The entries of a store in the order of their keys, a line each: key and value in hexadecimal digits. */
async function entriesOf(store: BinaryStore): Promise<string> {
  const blocks = await collected(scanEntries(store, ALL_KEYS));
  return blocks
    .flat()
    .map(([key, value]) => `${hexOfKey(key)} ${value.toString('hex')}\n`)
    .join('');
}

async function storeOf(entries: string): Promise<BinaryStore> {
  const store = memory();
  await store.open();
  const changes = entries
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map((digits) => Buffer.from(digits, 'hex')))
    .map(([key, value]) => ({ key: keyOf(key), value }));
  await write(store, changes, false);
  return store;
}

/** A gram for each i in [from, to), spread over all 64 bits. */
function grams(from: number, to: number): BigUint64Array {
  const spread = (i: number) => BigInt.asUintN(64, BigInt(i) * 0x9e3779b97f4a7c15n);
  return BigUint64Array.from({ length: to - from }, (_, i) => spread(from + i)).sort();
}

/** An index with a page of every kind, and all that can be said of one. */
async function made(parameters: IndexParameters): Promise<BinaryStore> {
  vi.spyOn(Date, 'now').mockReturnValue(1_795_285_800_000);
  const store = memory();
  const index = await SketchIndex.open(store, parameters, { pagesInMemory: 0 });
  const validators = { etag: 'W/"6"', lastModified: 'Sat, 21 Nov 2026 18:30:00 GMT' };
  const all = { at: '2026-11-21', note: 'ключ', identity: 'http://a.example/canonical', validators };
  await index.addIfNew({ key: 'crawler\0a', url: 'http://a.example/', grams: grams(1, 41), ...all });
  await index.addIfNew({ key: 'b', url: 'b', grams: grams(2, 41) });
  await index.addIfNew({ key: 'empty', url: 'http://b.example/', grams: grams(0, 0), note: 'soft-404' });
  await index.addIfNew({ key: 'gone', url: '', grams: grams(100, 120) });
  await index.remove('gone');
  await index.addAll([{ key: 'added', url: 'http://b.example/2', grams: grams(60, 90) }], {
    searchable: false,
  });
  await index.close();
  return store;
}

describe.each(['exact', 'compact'] as const)('in the %s setting', (setting) => {
  // no odd sketches: they are younger than the format
  const parameters = { ...PARAMETERS, extract: 'main', components: 32, oddSketchBits: 0, setting };

  test('an index is written as it was when its format was made', async () => {
    expect(await entriesOf(await made(parameters))).toBe(await golden(`neardup-3-${setting}.txt`));
  });

  test('an index of then is whole, and has the same export, which is read back as it is', async () => {
    const lines = await golden(`neardup-export-2-${setting}.jsonl`);
    const index = await SketchIndex.openExisting(await storeOf(await golden(`neardup-3-${setting}.txt`)));
    expect(await index.verify()).toMatchObject({ pages: 4, damages: [] });
    expect((await collected(index.export())).join('')).toBe(lines);
    const imported = await SketchIndex.import(memory(), [lines]);
    expect((await collected(imported.export())).join('')).toBe(lines);
    expect(await collected(imported.verdicts())).toEqual(await collected(index.verdicts()));
    expect((await imported.verify()).damages).toEqual([]);
    await index.close();
    await imported.close();
  });
});

test('an index of format 2 is refused in one sentence that names the ways out, and left as it is', async () => {
  const entries = await golden('neardup-2.txt');
  const store = await storeOf(entries);
  await expect(SketchIndex.openExisting(store)).rejects.toMatchObject({
    code: 'NEARDUP_INDEX_VERSION',
    message:
      'expected the index in the given store to have format neardup/3; got neardup/2, which holds other hashes of the ' +
      'pages: rebuild it from the dumps, start afresh (purge), or read it with the version that wrote it',
  });
  expect(await entriesOf(store)).toBe(entries);
});

test('an export of format 1 is refused in one sentence that names the ways out, and nothing is made', async () => {
  const store = memory();
  const lines = await golden('neardup-export-1.jsonl');
  await expect(SketchIndex.import(store, [lines])).rejects.toMatchObject({
    code: 'NEARDUP_INDEX_VERSION',
    message:
      'expected an export in format neardup-export/2; got neardup-export/1, which holds other hashes of the pages: ' +
      'rebuild the index from the dumps, start afresh, or import it with the version that wrote it',
  });
  await store.open();
  expect(await entriesOf(store)).toBe('');
});
