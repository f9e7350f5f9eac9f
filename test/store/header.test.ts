import { beforeEach, expect, test } from 'vitest';
import { type BinaryStore, readValue, write } from '../../src/store/disk/binary-store.ts';
import type { IndexStorage } from '../../src/store/disk/storage.ts';
import { openHeader } from '../../src/store/header.ts';
import { decodeJson, encodeJson } from '../../src/store/layout/codec.ts';
import { COUNTS_KEY, decisionKey, FORMAT_KEY, PARAMETERS_KEY } from '../../src/store/layout/keys.ts';
import { completeParameters } from '../../src/store/layout/parameters.ts';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import { PARAMETERS } from './common.ts';
import { memory } from './histories.ts';

const NEW = { sequence: 0, nextPage: 0, tabledTo: 0, unique: 0, duplicates: 0, unclassifiable: 0 };

let store: BinaryStore;
beforeEach(() => {
  store = memory();
});

function storageAt(reached = 0): IndexStorage {
  return { store, name: 'seen', reached } as unknown as IndexStorage;
}

/** An index with so many decisions, of which each is one of the numbers. */
async function made(nextPage: number, pages: readonly number[], sequence = 5): Promise<void> {
  await openHeader(storageAt(), PARAMETERS);
  const decisions = pages.map((page) => ({
    key: decisionKey(page),
    value: encodeJson({ verdict: 'removed' }),
  }));
  await write(
    store,
    [...decisions, { key: COUNTS_KEY, value: encodeJson({ ...NEW, nextPage, sequence }) }],
    false,
  );
}

const damage = (facts: object) => ({ code: 'NEARDUP_INDEX_DAMAGED', damage: facts });

test('a store with nothing in it becomes an index, with its format, parameters and counts', async () => {
  const parameters = completeParameters(PARAMETERS);
  expect(await openHeader(storageAt(), PARAMETERS)).toEqual({ parameters, counts: NEW });
  expect(`${await readValue(store, FORMAT_KEY)}`).toBe('neardup/3');
  expect(decodeJson((await readValue(store, COUNTS_KEY))!, {})).toEqual(NEW);
  expect(decodeJson((await readValue(store, PARAMETERS_KEY))!, {})).toMatchObject({
    ...PARAMETERS,
    rows: 8 - 1,
  });
  expect(await openHeader(storageAt(), undefined)).toEqual({ parameters, counts: NEW });
});

test('without parameters nothing is made', async () => {
  await expect(openHeader(storageAt(), undefined)).rejects.toMatchObject({ code: 'NEARDUP_INDEX_MISSING' });
  expect(await readValue(store, FORMAT_KEY)).toBeUndefined();
});

test('entries without a format, and a store that had reached something and is empty, are damage', async () => {
  const lost = damage({ code: 'missing', reason: 'absent', table: 'format' });
  await expect(openHeader(storageAt(1), PARAMETERS)).rejects.toMatchObject(lost);
  await write(store, [{ key: decisionKey(0), value: Buffer.of(1) }], false);
  await expect(openHeader(storageAt(), PARAMETERS)).rejects.toMatchObject(lost);
  await expect(openHeader(storageAt(), undefined)).rejects.toMatchObject(lost);
});

test.each([
  ['neardup/2', 'NEARDUP_INDEX_VERSION'],
  ['neardup/12', 'NEARDUP_INDEX_VERSION'],
  ['neardup/', 'NEARDUP_INDEX_DAMAGED'],
  ['meardup/2', 'NEARDUP_INDEX_DAMAGED'],
  ['neardup/3 ', 'NEARDUP_INDEX_DAMAGED'],
])('the format %j is refused as %s', async (format, code) => {
  await made(0, []);
  await write(store, [{ key: FORMAT_KEY, value: Buffer.from(format) }], false);
  await expect(openHeader(storageAt(), undefined)).rejects.toMatchObject({ code });
});

test('an index that ends before what it had reached is refused, one that ends there or behind it opens', async () => {
  await made(0, [], 5);
  for (const reached of [0, 4, 5]) {
    expect((await openHeader(storageAt(reached), PARAMETERS)).counts.sequence).toBe(5);
  }
  await expect(openHeader(storageAt(6), PARAMETERS)).rejects.toMatchObject(
    damage({ code: 'missing', reason: 'sequence', found: 5, expected: 6 }),
  );
});

test.each<[string, number, number[], object | undefined]>([
  ['no decision', 0, [], undefined],
  ['all decisions', 4, [0, 1, 2, 3], undefined],
  ['the first missing', 3, [1, 2], { code: 'missing', reason: 'absent', table: 'decisions', page: 0 }],
  [
    'one missing among others',
    4,
    [0, 2, 3],
    { code: 'missing', reason: 'absent', table: 'decisions', page: 1 },
  ],
  ['the last missing', 3, [0, 1], { code: 'missing', reason: 'absent', table: 'decisions', page: 2 }],
  [
    'one too many',
    2,
    [0, 1, 2],
    { code: 'unexpected', reason: 'surplus', table: 'decisions', page: 2, expected: 2 },
  ],
])('an index with %s', async (_, nextPage, pages, wrong) => {
  await made(nextPage, pages);
  const opening = openHeader(storageAt(), PARAMETERS);
  if (wrong === undefined) expect((await opening).counts.nextPage).toBe(nextPage);
  else await expect(opening).rejects.toMatchObject(damage(wrong));
});

test('decisions are looked for among the last 65,536 only', async () => {
  for (const [nextPage, page] of [
    [1 << 16, 0],
    [(1 << 16) + 3, 3],
  ]) {
    store = memory();
    await made(nextPage, []);
    const first = { code: 'missing', reason: 'absent', table: 'decisions', page };
    await expect(openHeader(storageAt(), PARAMETERS)).rejects.toMatchObject(damage(first));
  }
});

test('what is neither the path of a folder nor a store is refused with what was expected', async () => {
  for (const [at, got] of [
    [undefined, 'undefined'],
    [null, 'null'],
    ['', '""'],
    [7, '7'],
  ] as const) {
    const message = `SketchIndex: expected the path of a folder, or a store of abstract-level; got ${got}`;
    await expect(SketchIndex.open(at as never, PARAMETERS)).rejects.toThrow(message);
    await expect(SketchIndex.openExisting(at as never)).rejects.toThrow(message);
    await expect(SketchIndex.import(at as never, [])).rejects.toThrow(message);
  }
});

test('an index that is opened without parameters is refused with what was expected', async () => {
  await expect(SketchIndex.open('seen', undefined as never)).rejects.toThrow(
    'parameters: expected { gram, threshold, recall }, as the index is to have them; got undefined',
  );
});
