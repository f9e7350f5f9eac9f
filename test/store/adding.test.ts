import { MemoryLevel } from 'memory-level';
import { expect, test } from 'vitest';
import type { BinaryStore } from '../../src/store/disk/binary-store.ts';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';

const parameters = { gram: 'any', threshold: 0.8, recall: 0.9 };
const random = seededRandom(5);
const pages = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({
    key: `${from + i}`,
    url: '',
    grams: randomSet(random, 20),
  }));

/** A store that says how many entries each batch has, and whose batch with this number fails. */
function watchedStore(failing = Number.POSITIVE_INFINITY): { store: BinaryStore; batches: number[] } {
  const store = new MemoryLevel<Buffer, Buffer>({ keyEncoding: 'buffer', valueEncoding: 'buffer' });
  const batches: number[] = [];
  const makeBatch = store.batch.bind(store) as () => ReturnType<BinaryStore['batch']>;
  Object.assign(store, {
    batch() {
      const batch = makeBatch();
      const write = batch.write.bind(batch);
      return Object.assign(batch, {
        async write() {
          batches.push(batch.length);
          if (batches.length === failing) throw new Error('disk full');
          return write();
        },
      });
    },
  });
  return { store: store as unknown as BinaryStore, batches };
}

test('a chunk is written in batches of 128 pages, each with the counts', async () => {
  const { store, batches } = watchedStore();
  const index = await SketchIndex.open(store, parameters);
  const before = batches.length;
  expect(await index.addAll(pages(0, 600))).toEqual({ added: 600, replayed: 0 });
  const entriesAPage = (batches[before] - 1) / 128;
  expect(Number.isInteger(entriesAPage)).toBe(true);
  expect(batches.slice(before)).toEqual([128, 128, 128, 128, 88].map((n) => n * entriesAPage + 1));
  expect(index.counts.unique).toBe(600);
  await index.close();
});

test('when a batch fails the ones before it are there whole, the ones behind it not at all', async () => {
  const { store } = watchedStore(4);
  const index = await SketchIndex.open(store, parameters);
  await expect(index.addAll(pages(0, 500))).rejects.toThrow('disk full');
  // The first batch was that of the open.
  expect(index.counts).toMatchObject({ decided: 256, unique: 256 });
  expect(await index.get('255')).toBeDefined();
  expect(await index.get('256')).toBeUndefined();
});

test('pages that replace others are written with what they replace, in one batch', async () => {
  const { store, batches } = watchedStore();
  const index = await SketchIndex.open(store, parameters);
  await index.addAll(pages(0, 300));
  const before = batches.length;
  expect(await index.addAll(pages(200, 400))).toEqual({ added: 200, replayed: 0 });
  expect(batches.length).toBe(before + 1);
  expect(index.counts).toMatchObject({ decided: 400, unique: 400 });
  await index.close();
});
