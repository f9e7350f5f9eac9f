import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { WorkFolder } from '../../src/grams/work-folder.ts';
import { findPairs } from '../../src/methods/find-pairs.ts';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';
import { storedSets } from './stored-sets.ts';

afterEach(() => vi.restoreAllMocks());

test('gram sets are not stored once more: the index keeps sketches, and candidates are confirmed with a quarter of the memory', async () => {
  const joined = vi.spyOn(SketchIndex.prototype, 'similarPairs');
  const opened = vi.spyOn(SketchIndex, 'open');
  const random = seededRandom(1);
  const sets = Array.from({ length: 8 }, (_, page) => randomSet(random, page % 2 === 0 ? 50 : 0));
  const folder = new WorkFolder();
  const { milliseconds, pairs } = await findPairs('minhash-disk', storedSets([...sets, sets[2]!]), {
    ...{ similarity: 'jaccard', threshold: 0.9, memoryBytes: 4 << 20, folder },
  });
  expect(opened.mock.calls[0]![1]).toMatchObject({ setting: 'compact', components: 128 });
  expect(joined.mock.calls[0]![1]).toMatchObject({ cacheBytes: 1 << 20 });
  expect(Object.keys(milliseconds)).toEqual(['sketch', 'join', 'total']);
  expect([...pairs.blocks()].map(({ a, b, overlap }) => [a[0], b[0], overlap[0]])).toEqual([[2, 8, 50]]);
  expect(existsSync(join(folder.directory, 'sketches'))).toBe(false);
  folder.close();
});

test('where the disk has no room for the sketches of all pages, this is said before one is made', async () => {
  const opened = vi.spyOn(SketchIndex, 'open');
  const random = seededRandom(2);
  const sets = storedSets(Array.from({ length: 50 }, () => randomSet(random, 20)));
  const disk = (free: number) =>
    new WorkFolder(
      undefined,
      undefined,
      () => free,
      () => 1e12,
    );
  const asked = { similarity: 'jaccard', threshold: 0.9, memoryBytes: 4 << 20 } as const;
  // 1,500 bytes a page, and what is left to others
  const [least, small] = [disk(75_000 + (256 << 20)), disk(74_999 + (256 << 20))];
  await expect(findPairs('minhash-disk', sets, { ...asked, folder: small })).rejects.toMatchObject({
    code: 'NEARDUP_DISK_FULL',
  });
  expect(opened).not.toHaveBeenCalled();
  expect((await findPairs('minhash-disk', sets, { ...asked, folder: least })).pairs.length).toBe(0);
  for (const folder of [least, small]) folder.close();
});
