import { beforeEach, expect, test } from 'vitest';
import type { BinaryStore } from '../../src/store/disk/binary-store.ts';
import type { IndexStorage } from '../../src/store/disk/storage.ts';
import { openHeader } from '../../src/store/header.ts';
import { sketchSet } from '../../src/store/layout/entries.ts';
import { type Key, type TableName, tableOf } from '../../src/store/layout/keys.ts';
import { completeParameters, layoutOf } from '../../src/store/layout/parameters.ts';
import { pageOfKey, recordsOf } from '../../src/store/pages.ts';
import { recordOfPage } from '../../src/store/verdicts.ts';
import { batchesOf, type DecidedPage, isSameContent, Writer } from '../../src/store/writer.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';
import { PARAMETERS } from './common.ts';
import { memory } from './histories.ts';

const layout = layoutOf(completeParameters(PARAMETERS));
const random = seededRandom(17);

function page(key: string, size = 5): DecidedPage {
  const set = sketchSet(randomSet(random, size), '', layout);
  return { record: recordOfPage({ key, url: key, storedAt: 1 }, set), set };
}

const pages = (from: number, to: number, size?: number) =>
  Array.from({ length: to - from }, (_, i) => page(`${from + i}`, size));

/** What a writer does to its storage, in order. */
let done: string[];
let store: BinaryStore;
let storage: IndexStorage;
let writer: Writer;

async function writerAt(sequence: number): Promise<Writer> {
  store = memory();
  storage = {
    store,
    name: 'seen',
    reached: 0,
    acknowledge: (reached: number) => void done.push(`acknowledged ${reached}`),
    checkpoint: async (reached: number) => void done.push(`checkpoint ${reached}`),
  } as unknown as IndexStorage;
  const { counts } = await openHeader(storage, PARAMETERS);
  const makeBatch = store.batch.bind(store) as () => { write(options: { sync: boolean }): Promise<void> };
  Object.assign(store, {
    batch() {
      const batch = makeBatch();
      const write = batch.write.bind(batch);
      batch.write = (options) => {
        done.push(options.sync ? 'write, forced' : 'write');
        return write(options);
      };
      return batch;
    },
  });
  return new Writer(storage, layout, { ...counts, sequence });
}

beforeEach(async () => {
  done = [];
  writer = await writerAt(0);
});

test('every write is acknowledged, and each 1,024th is forced to the disk and noted', async () => {
  writer = await writerAt(1022);
  for (const key of ['a', 'b', 'c']) await writer.commit([{ page: page(key) }]);
  expect(done).toEqual([
    'write',
    'acknowledged 1023',
    'write, forced',
    'acknowledged 1024',
    'checkpoint 1024',
    'write',
    'acknowledged 1025',
  ]);
  done = [];
  await writer.sync();
  expect(done).toEqual(['write, forced']);
});

test('pages that are there with the same set are passed over, others are replaced under a new number', async () => {
  const [a, b] = pages(0, 2);
  expect(await writer.addAll([a, b], true)).toBe(2);
  expect(await writer.addAll([a, b], true)).toBe(0);
  const changed = page('0');
  expect(await writer.addAll([changed, b], true)).toBe(1);
  expect(writer.counts).toMatchObject({
    nextPage: 3,
    tabledTo: 3,
    unique: 2,
    duplicates: 0,
    unclassifiable: 0,
  });
  expect([await pageOfKey(store, '0'), await pageOfKey(store, '1')]).toEqual([2, 1]);
  expect(await recordsOf(store, [0, 1, 2])).toEqual([undefined, b.record, changed.record]);
});

test('counts follow what is committed and removed', async () => {
  const { record, set } = page('copy');
  await writer.commit([{ page: page('a') }]);
  await writer.commit([{ page: { record: { ...record, verdict: 'duplicate' }, set } }]);
  await writer.commit([{ page: page('empty', 0) }]);
  const all = { nextPage: 3, unique: 1, duplicates: 1, unclassifiable: 1 };
  expect(writer.counts).toMatchObject({ ...all, sequence: 3 });
  expect(await writer.remove([1, 2])).toBe(2);
  expect(await writer.remove([1, 2])).toBe(0);
  expect(writer.counts).toMatchObject({
    nextPage: 3,
    unique: 1,
    duplicates: 0,
    unclassifiable: 0,
    sequence: 4,
  });
  await writer.commit([{ page: page('a') }]);
  expect(writer.counts).toMatchObject({ nextPage: 4, unique: 1, sequence: 5 });
});

test('pages left out of the tables are brought in 128 at a time, when the next thing is written', async () => {
  await writer.addAll(pages(0, 300), false);
  expect(writer.counts).toMatchObject({ nextPage: 300, tabledTo: 0 });
  done = [];
  await writer.fillTables();
  expect(done.filter((what) => what === 'write')).toHaveLength(3);
  expect(writer.counts).toMatchObject({ nextPage: 300, tabledTo: 300 });
  done = [];
  await writer.fillTables();
  expect(done).toEqual([]);
  await writer.addAll([page('later')], false);
  await writer.commit([{ page: page('last') }]);
  expect(writer.counts).toMatchObject({ nextPage: 302, tabledTo: 302 });
});

test('the removal of a page deletes from the search tables only what it has there, and leaves nothing behind', async () => {
  let touched = new Set<TableName | undefined>();
  const makeBatch = store.batch.bind(store) as () => { del(key: Key, options: object): unknown };
  Object.assign(store, {
    batch() {
      const batch = makeBatch();
      const del = batch.del.bind(batch);
      batch.del = (key, options) => {
        touched.add(tableOf(key));
        return del(key, options);
      };
      return batch;
    },
  });
  await writer.addAll(pages(0, 4), false);
  await writer.remove([0]);
  const ofEach: TableName[] = ['fingerprints', 'gramSets', 'keys', 'sketches', 'texts'];
  expect([...touched].sort()).toEqual(ofEach);
  await writer.fillTables();
  touched = new Set();
  await writer.remove([1, 2, 3]);
  expect([...touched].sort()).toEqual([...ofEach, 'simHashTables', 'trees'].sort());
  const left = await store.keys<Key>({ keyEncoding: 'buffer' } as object).all();
  expect(left.map(tableOf).filter((table) => table !== undefined)).toEqual(Array(4).fill('decisions'));
});

test('after a write that failed nothing is written any more', async () => {
  await writer.commit([{ page: page('a') }]);
  expect(writer.hasFailed).toBe(false);
  const { counts } = writer;
  const batch = store.batch.bind(store);
  Object.assign(store, {
    batch: () => Object.assign(batch(), { write: () => Promise.reject(new Error('full')) }),
  });
  await expect(writer.commit([{ page: page('b') }])).rejects.toThrow('since a write failed (full)');
  expect(writer.hasFailed).toBe(true);
  Object.assign(store, { batch });
  await expect(writer.commit([{ page: page('c') }])).rejects.toMatchObject({
    code: 'NEARDUP_INDEX_READ_ONLY',
  });
  expect(writer.counts).toBe(counts);
});

test('after a write that is stored but could not be noted, as on a full disk, nothing is written any more', async () => {
  const full = await writerAt(1023);
  Object.assign(storage, { checkpoint: () => Promise.reject(new Error('full')) });
  await expect(full.commit([{ page: page('a') }])).rejects.toThrow('since a write failed (full)');
  await expect(full.commit([{ page: page('a') }])).rejects.toMatchObject({
    code: 'NEARDUP_INDEX_READ_ONLY',
  });
});

test('a batch holds 128 pages, and no more grams than fit in 512 KiB and one set', () => {
  const sizes = (some: readonly DecidedPage[]) => [...batchesOf(some)].map((batch) => batch.length);
  expect(sizes([])).toEqual([]);
  expect(sizes(pages(0, 128))).toEqual([128]);
  expect(sizes(pages(0, 129))).toEqual([128, 1]);
  // 64 KiB each: the eighth is the one that fills a batch.
  const large = pages(0, 1, 8192);
  expect(sizes(Array.from({ length: 20 }, () => large[0]))).toEqual([8, 8, 4]);
});

test('content is the same when fingerprint and size are', () => {
  const x = { fingerprint: '01', size: 3 };
  expect(isSameContent(x, { ...x })).toBe(true);
  expect(isSameContent(x, { ...x, size: 4 })).toBe(false);
  expect(isSameContent(x, { ...x, fingerprint: '02' })).toBe(false);
});
