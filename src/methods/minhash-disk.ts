import type { Method, MethodOptions, PairSearch } from './method.ts';
import { banded } from './minhash.ts';

/**
 * MinHash with LSH bands, sketches and gram sets in LevelDB, every candidate confirmed: for collections of any size.
 *
 * Precision is 1; a pair at the threshold is found with at least the wanted probability.
 */
export const diskMinHash: Method = {
  ...banded('minhash-disk', true),
  name: 'minhash-disk',
  async find(collection, options) {
    const search = await openDiskSearch(options);
    try {
      for (let page = 0; page < collection.pages; page++) await search.add(collection.gramsOf(page));
      return await search.find();
    } finally {
      await search.close();
    }
  },
  open: openDiskSearch,
};

/** The search by {@link diskMinHash}. LevelDB is loaded only where it is needed. */
export async function openDiskSearch(options: MethodOptions): Promise<PairSearch> {
  return (await import('./disk-search.ts')).DiskSearch.open(diskMinHash, options);
}
