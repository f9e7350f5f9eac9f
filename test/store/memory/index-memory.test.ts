import { MemoryLevel } from 'memory-level';
import { expect, test } from 'vitest';
import type { BinaryStore } from '../../../src/store/disk/binary-store.ts';
import { SketchIndex } from '../../../src/store/sketch-index.ts';
import { argumentError } from '../../argument-error.ts';
import { randomSet, seededRandom } from '../../sketch/sets.ts';
import { PARAMETERS, versionedSets } from '../common.ts';

/** A store that counts what is read of it. */
function countingStore(): { store: BinaryStore; reads: () => number } {
  const store = new MemoryLevel<Buffer, Buffer>({ keyEncoding: 'buffer', valueEncoding: 'buffer' });
  let reads = 0;
  for (const name of ['get', 'getMany', 'iterator', 'keys'] as const) {
    const read = store[name].bind(store) as (...args: unknown[]) => unknown;
    Object.assign(store, {
      [name](...args: unknown[]) {
        reads++;
        return read(...args);
      },
    });
  }
  return { store: store as BinaryStore, reads: () => reads };
}

/** Trees and SimHash tables. */
const TABLES = 16 + 4;

/** How many entries stand in the tables by which pages are found on disk. */
async function tableEntries(store: BinaryStore): Promise<number> {
  let entries = 0;
  for await (const key of store.keys({ keyEncoding: 'buffer' }))
    if ('ts'.includes(String.fromCharCode(key[0]!))) entries++;
  return entries;
}

/** Each page with its key, in an order in which versions of a text stand apart. */
function crawl(): { key: string; url: string; grams: BigUint64Array }[] {
  const sets = versionedSets(11, 21, 8);
  const apart = sets.map((_, i) => sets[(i * 77) % sets.length]!);
  return apart.map((grams, i) => ({ key: `page ${i}`, url: `http://a.example/${i}`, grams }));
}

async function decide(index: SketchIndex, pages: ReturnType<typeof crawl>): Promise<unknown[]> {
  const decided: unknown[] = [];
  for (const page of pages) {
    const { isNew, of, similarity } = await index.addIfNew(page);
    decided.push([isNew, of?.key, similarity]);
  }
  return decided;
}

test('what is decided in memory is what is decided on disk, and reads nothing of it', async () => {
  const [inMemory, onDisk] = [countingStore(), countingStore()];
  const first = await SketchIndex.open(inMemory.store, PARAMETERS);
  const second = await SketchIndex.open(onDisk.store, PARAMETERS, { pagesInMemory: 0 });
  const before = inMemory.reads();
  const pages = crawl();
  const decided = await decide(first, pages);
  expect(inMemory.reads()).toBe(before);
  expect(decided).toEqual(await decide(second, pages));
  expect(onDisk.reads()).toBeGreaterThan(4 * pages.length);
  expect(first.counts.duplicates).toBeGreaterThan(20);
  expect(first.counts.unique).toBeGreaterThan(20);
  await first.close();
  await second.close();
});

test('an index is read into memory some dozens of pages at a time, so that queries need not wait for more', async () => {
  const store = new MemoryLevel<Buffer, Buffer>({ keyEncoding: 'buffer', valueEncoding: 'buffer' });
  const pages = Array.from({ length: 600 }, (_, i) => ({
    ...{ key: `page ${i}`, url: '' },
    grams: BigUint64Array.from({ length: 8 }, (_, k) => BigInt(1000 * i + k)),
  }));
  const made = await SketchIndex.open(store as BinaryStore, PARAMETERS);
  await made.addAll(pages);
  await made.close();
  const sizes: number[] = [];
  const iterator = store.iterator.bind(store);
  Object.assign(store, {
    iterator(...args: Parameters<typeof iterator>) {
      const entries = iterator(...args);
      const nextv = entries.nextv.bind(entries);
      return Object.assign(entries, {
        async nextv(...asked: Parameters<typeof nextv>) {
          const read = await nextv(...asked);
          sizes.push(read.length);
          return read;
        },
      });
    },
  });
  const index = await SketchIndex.open(store as BinaryStore, PARAMETERS);
  for (let query = 0; query < 40; query++) await index.query(pages[0]!.grams);
  await index.close();
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThanOrEqual(600);
  // queries themselves read some hundreds
  expect(Math.max(...sizes)).toBeLessThan(600);
});

test('an index that was closed is read at the first claim, and decides as if it had not been', async () => {
  const pages = crawl();
  const [half, all] = [countingStore(), countingStore()];
  const whole = await SketchIndex.open(all.store, PARAMETERS);
  const decided = await decide(whole, pages);
  await whole.close();

  const before = await SketchIndex.open(half.store, PARAMETERS);
  const removed = { key: 'removed', url: '', grams: randomSet(seededRandom(3), 50) };
  const decidedBefore = await decide(before, [removed, ...pages.slice(0, 80)]);
  await before.close();
  const after = await SketchIndex.open(half.store, PARAMETERS);
  // it is removed while it is being read
  const claimed = decide(after, pages.slice(80));
  expect(await after.remove('removed')).toBe(true);
  expect([...decidedBefore.slice(1), ...(await claimed)]).toEqual(decided);
  const reads = half.reads();
  expect(await decide(after, [{ ...removed, key: 'again' }])).toEqual([[true, undefined, undefined]]);
  expect(half.reads()).toBe(reads);
  await after.close();
});

test('pages found in memory stand in no table on disk until a search looks there, which finds them all', async () => {
  const pages = crawl();
  const { store } = countingStore();
  const first = await SketchIndex.open(store, PARAMETERS);
  const decided = await decide(first, pages);
  expect(await tableEntries(store)).toBe(0);
  await first.close();
  // an index that is opened anew finds them in memory, too
  const second = await SketchIndex.open(store, PARAMETERS);
  const copies = pages.map((page) => ({ ...page, key: `copy of ${page.key}` }));
  const ofCopies = await decide(second, copies);
  expect(ofCopies.map((verdict) => (verdict as [boolean])[0])).not.toContain(true);
  expect(await tableEntries(store)).toBe(0);
  await second.close();

  const onDisk = await SketchIndex.open(store, PARAMETERS, { pagesInMemory: 0 });
  const { key: original, grams: ofOriginal } = pages[0]!;
  const near = { key: 'claimed on disk', url: '', grams: ofOriginal.slice(1) };
  expect(await decide(onDisk, [near])).toEqual([[false, original, near.grams.length / ofOriginal.length]]);
  for (const [i, { key, grams }] of pages.entries()) {
    const [isNew, of] = decided[i] as [boolean, string | undefined];
    const { matches } = await onDisk.query(grams, { limit: 1 });
    expect(matches.map(({ similarity }) => similarity)).toEqual([
      isNew || of === undefined ? 1 : expect.any(Number),
    ]);
    if (isNew) expect(matches[0]!.key).toBe(key);
  }
  expect(await tableEntries(store)).toBe(onDisk.counts.unique * TABLES);
  expect(await onDisk.verify()).toMatchObject({ damaged: 0 });
  await onDisk.close();
});

test('as an index outgrows its memory its pages are in the tables before they are searched for there', async () => {
  const { store } = countingStore();
  const most = 20;
  const index = await SketchIndex.open(store, PARAMETERS, { pagesInMemory: most });
  const seen: { unique: number; entries: number }[] = [];
  for (const page of crawl()) {
    await index.addIfNew(page);
    seen.push({ unique: index.counts.unique, entries: await tableEntries(store) });
  }
  expect(seen.filter(({ unique }) => unique < (3 * most) / 4).every(({ entries }) => entries === 0)).toBe(
    true,
  );
  const full = seen.filter(({ unique }) => unique >= most);
  expect(full.length).toBeGreaterThan(0);
  for (const { unique, entries } of full) expect(entries).toBe(unique * TABLES);
  await index.close();
});

test('a page that was removed or replaced is found no more', async () => {
  const { store } = countingStore();
  const index = await SketchIndex.open(store, PARAMETERS);
  const [a, b, c] = versionedSets(12, 3, 1) as [BigUint64Array, BigUint64Array, BigUint64Array];
  await decide(index, [
    { key: 'a', url: '', grams: a },
    { key: 'b', url: '', grams: b },
  ]);
  await index.remove('a');
  await decide(index, [{ key: 'b', url: '', grams: c }]);
  expect(
    await decide(index, [
      { key: 'like a', url: '', grams: a.slice(1) },
      { key: 'like b', url: '', grams: b.slice(1) },
      { key: 'like c', url: '', grams: c.slice(1) },
    ]),
  ).toEqual([
    [true, undefined, undefined],
    [true, undefined, undefined],
    [false, 'b', (c.length - 1) / c.length],
  ]);
  await index.add({ key: 'd', url: '', grams: randomSet(seededRandom(4), 9) });
  const added = { key: 'e', url: '', grams: randomSet(seededRandom(4), 9) };
  expect(await decide(index, [added])).toEqual([[false, 'd', 1]]);
  await index.close();
});

test('an index that outgrows its memory is searched on disk from then on', async () => {
  const [small, large] = [countingStore(), countingStore()];
  const bounded = await SketchIndex.open(small.store, PARAMETERS, { pagesInMemory: 20 });
  const unbounded = await SketchIndex.open(large.store, PARAMETERS);
  const pages = crawl();
  expect(await decide(bounded, pages)).toEqual(await decide(unbounded, pages));
  expect(small.reads()).toBeGreaterThan(large.reads());
  await bounded.close();
  const again = await SketchIndex.open(small.store, PARAMETERS, { pagesInMemory: 20 });
  expect((await decide(again, pages)).map((verdict) => (verdict as [boolean])[0])).not.toContain(true);
  await again.close();
  await unbounded.close();
  for (const pagesInMemory of [-1, 0.5, Number.NaN]) {
    const opened = SketchIndex.open(small.store, PARAMETERS, { pagesInMemory });
    await expect(opened).rejects.toThrow(
      argumentError('RangeError', `pagesInMemory: expected 0, 1, 2 …; got ${pagesInMemory}`),
    );
  }
});
