import { beforeEach, describe, expect, test } from 'vitest';
import {
  approximateBytes,
  asIndexError,
  type BinaryStore,
  clear,
  compact,
  firstEntry,
  isEmpty,
  present,
  readValue,
  readValues,
  scanEntries,
  scanKeys,
  visitEntries,
  write,
} from '../../../src/store/disk/binary-store.ts';
import { IndexError } from '../../../src/store/errors.ts';
import { ALL_KEYS, sketchKey, sketchRange, tableRange } from '../../../src/store/layout/keys.ts';
import { collected } from '../common.ts';
import { memory } from '../histories.ts';
import { bytesOf } from '../key-bytes.ts';

let store: BinaryStore;
beforeEach(() => {
  store = memory();
});

const valueAt = (page: number) => Buffer.from(`value ${page}`);

async function writeSketches(count: number): Promise<void> {
  const changes = Array.from({ length: count }, (_, page) => ({
    key: sketchKey(page),
    value: valueAt(page),
  }));
  await write(store, changes, false);
}

test('what is written together is there, and what is deleted with it is gone', async () => {
  await writeSketches(2);
  await write(store, [{ key: sketchKey(0) }, { key: sketchKey(5), value: valueAt(5) }], true);
  const values = await Promise.all([0, 1, 5].map((page) => readValue(store, sketchKey(page))));
  expect(values).toEqual([undefined, valueAt(1), valueAt(5)]);
});

test.each([0, 1, 16, 17, 63, 64, 65, 200])('%i values are read in the order of their keys', async (count) => {
  await writeSketches(150);
  const pages = Array.from({ length: count }, (_, i) => (7 * i) % 200);
  const values = await readValues(store, pages.map(sketchKey));
  expect(values).toEqual(pages.map((page) => (page < 150 ? valueAt(page) : undefined)));
});

test('many values are read side by side in four parts, few in one', async () => {
  await writeSketches(1);
  const sizes: number[] = [];
  const getMany = store.getMany.bind(store) as (keys: never[], options: object) => Promise<Buffer[]>;
  Object.assign(store, {
    getMany(keys: never[], options: object) {
      sizes.push(keys.length);
      return getMany(keys, options);
    },
  });
  for (const count of [16, 17, 40, 200]) {
    await readValues(
      store,
      Array.from({ length: count }, (_, page) => sketchKey(page)),
    );
  }
  expect(sizes).toEqual([16, 16, 1, 16, 16, 8, 50, 50, 50, 50]);
});

test.each([0, 1, 15, 16, 17, 80, 1104, 9000])('all of %i entries are visited, and scanned', async (count) => {
  await writeSketches(count);
  const expected = Array.from({ length: count }, (_, page) => [bytesOf(sketchKey(page)), valueAt(page)]);
  const visited: unknown[] = [];
  await visitEntries(store, tableRange('sketches'), (key, value) => visited.push([bytesOf(key), value]));
  expect(visited).toEqual(expected);
  const blocks = await collected(scanEntries(store, tableRange('sketches')));
  expect(blocks.flat()).toEqual(expected);
  expect(blocks.length).toBe(Math.ceil(count / 4096));
  expect((await collected(scanKeys(store, tableRange('sketches')))).flat()).toEqual(
    expected.map(([key]) => key),
  );
  expect(await collected(scanEntries(store, tableRange('gramSets')))).toEqual([]);
});

test('a visit asks for few entries at first, then for four times as many, and for a thousand at most', async () => {
  await writeSketches(3000);
  const asked: number[] = [];
  const iterate = store.iterator.bind(store) as (options: object) => { nextv(size: number): unknown };
  Object.assign(store, {
    iterator(options: object) {
      const iterator = iterate(options);
      const nextv = iterator.nextv.bind(iterator);
      return Object.assign(iterator, {
        nextv(size: number) {
          asked.push(size);
          return nextv(size);
        },
      });
    },
  });
  await visitEntries(store, tableRange('sketches'), () => {});
  expect(asked).toEqual([16, 64, 256, 1024, 1024, 1024, 1024]);
});

test('a scan of a snapshot does not see what is written behind it', async () => {
  await writeSketches(3);
  const snapshot = store.snapshot();
  await write(store, [{ key: sketchKey(1) }, { key: sketchKey(9), value: valueAt(9) }], false);
  const [entries] = await collected(scanEntries(store, tableRange('sketches'), { snapshot }));
  expect(entries.map(([, value]) => value)).toEqual([0, 1, 2].map(valueAt));
  expect(await readValue(store, sketchKey(1), { snapshot })).toEqual(valueAt(1));
  expect(await readValues(store, [sketchKey(9), sketchKey(1)], { snapshot })).toEqual([
    undefined,
    valueAt(1),
  ]);
  const [keys] = await collected(scanKeys(store, tableRange('sketches'), { snapshot }));
  expect(keys).toHaveLength(3);
  await snapshot.close();
});

test('the first entry of a range, and none where there is none', async () => {
  await writeSketches(4);
  expect((await firstEntry(store, sketchRange(2, 4)))?.[1]).toEqual(valueAt(2));
  expect(await firstEntry(store, sketchRange(4, 9))).toBeUndefined();
});

test('a store is empty until something is written, and when it was cleared', async () => {
  expect(await isEmpty(store)).toBe(true);
  await writeSketches(1);
  expect(await isEmpty(store)).toBe(false);
  await clear(store);
  expect(await isEmpty(store)).toBe(true);
});

test('a store that neither estimates sizes nor compacts is not asked to', async () => {
  expect(await approximateBytes(store, ALL_KEYS)).toBeUndefined();
  await compact(store);
});

test('a value that is missing is a damage with its place', () => {
  expect(present(valueAt(1), {})).toEqual(valueAt(1));
  expect(() => present(undefined, { table: 'sketches', page: 7 })).toThrow(
    expect.objectContaining({
      code: 'NEARDUP_INDEX_DAMAGED',
      damage: { code: 'missing', reason: 'absent', table: 'sketches', page: 7 },
    }),
  );
});

describe('errors of the store', () => {
  const error = (code: string, message: string) => Object.assign(new Error(message), { code });

  test.each([
    error('LEVEL_CORRUPTION', 'bad block'),
    error('LEVEL_IO_ERROR', '/a/000005.ldb: No such file or directory'),
    error('LEVEL_IO_ERROR', 'truncated block read'),
    error('LEVEL_IO_ERROR', 'mmap: Invalid argument'),
  ])('that say that files are damaged become the index’s: %s', (cause) => {
    expect(asIndexError(cause)).toMatchObject({
      code: 'NEARDUP_INDEX_DAMAGED',
      damage: { code: 'file', reason: 'unreadable', detail: cause.message },
      cause,
    });
  });

  test.each([
    error('LEVEL_IO_ERROR', 'No space left on device'),
    error('LEVEL_DATABASE_NOT_OPEN', 'no such file'),
    new Error('truncated'),
    new IndexError('NEARDUP_INDEX_CLOSED', 'closed'),
    'no error at all',
  ])('of other kinds stay as they are: %s', (other) => {
    expect(asIndexError(other)).toBe(other);
  });

  test('are turned wherever the store is asked', async () => {
    const bad = error('LEVEL_CORRUPTION', 'bad block');
    const failing = () => Promise.reject(bad);
    const iterator = () => ({ nextv: failing, all: failing, close: () => Promise.resolve() });
    const batch = () => ({ put() {}, del() {}, write: failing });
    const supports = { additionalMethods: { approximateSize: true, compactRange: true } };
    const broken = {
      get: failing,
      getMany: failing,
      iterator,
      keys: iterator,
      batch,
      supports,
      approximateSize: failing,
      compactRange: failing,
    } as unknown as BinaryStore;
    const asked = [
      write(broken, [], false),
      readValue(broken, sketchKey(1)),
      readValues(broken, [sketchKey(1)]),
      firstEntry(broken, ALL_KEYS),
      isEmpty(broken),
      visitEntries(broken, ALL_KEYS, () => {}),
      collected(scanKeys(broken, ALL_KEYS)),
      collected(scanEntries(broken, ALL_KEYS)),
      approximateBytes(broken, ALL_KEYS),
      compact(broken),
    ];
    for (const answer of await Promise.allSettled(asked)) {
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'NEARDUP_INDEX_DAMAGED' } });
    }
  });

  test('do not leave an iterator open', async () => {
    let open = 0;
    const iterator = () => {
      open++;
      return { nextv: () => Promise.reject(new Error('bad')), close: async () => void open-- };
    };
    const broken = { iterator, keys: iterator } as unknown as BinaryStore;
    await expect(visitEntries(broken, ALL_KEYS, () => {})).rejects.toThrow('bad');
    await expect(collected(scanKeys(broken, ALL_KEYS))).rejects.toThrow('bad');
    expect(open).toBe(0);
  });
});
