import { afterEach, expect, test, vi } from 'vitest';
import { openSearch } from '../../src/methods/open-search.ts';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';

afterEach(() => vi.restoreAllMocks());

const options = { similarity: 'jaccard', threshold: 0.9, memoryBytes: 4 << 20 } as const;

test('sets are stored by 2048 or a million grams at a time, and joined with a quarter of the memory', async () => {
  const stored: number[] = [];
  vi.spyOn(SketchIndex.prototype, 'addAll').mockImplementation(async (pages) => {
    const added = [...(pages as Iterable<unknown>)].length;
    stored.push(added);
    return { added, replayed: 0 };
  });
  const joined = vi.spyOn(SketchIndex.prototype, 'similarPairs');
  const search = await openSearch('minhash-disk', options);
  const one = BigUint64Array.of(1n);
  for (let page = 0; page < 2047; page++) await search.add(one);
  expect(stored).toEqual([]);
  await search.add(one);
  await search.add(one);
  expect(stored).toEqual([2048]);
  await search.add(new BigUint64Array(2 ** 20 - 2));
  expect(stored).toEqual([2048]);
  await search.add(one);
  expect(stored).toEqual([2048, 3]);
  await search.add(new BigUint64Array(0));
  await search.find();
  expect(joined).toHaveBeenCalledWith(expect.anything(), { cacheBytes: 1 << 20 });
  await search.close();
});

test('a search tells how long it sketched and joined, and the bytes on disk of a page, empty ones included', async () => {
  const bytesOnDisk = vi.spyOn(SketchIndex.prototype, 'stats');
  const random = seededRandom(1);
  const search = await openSearch('minhash-disk', options);
  for (let page = 0; page < 8; page++) await search.add(randomSet(random, page % 2 === 0 ? 50 : 0));
  const { milliseconds, bytesPerPage } = await search.find();
  expect(Object.keys(milliseconds)).toEqual(['sketch', 'join', 'total']);
  const told = await bytesOnDisk.mock.results[0].value;
  expect(bytesPerPage).toBe(told.bytesOnDisk / 8);
  await search.close();
});
