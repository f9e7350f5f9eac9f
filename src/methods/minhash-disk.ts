import { gatherPairs } from '../cluster/sorted-pairs.ts';
import { fingerprintWords } from '../grams/gram-sets.ts';
import { WorkFolder } from '../grams/work-folder.ts';
import type { Collection } from './collection.ts';
import type { Contents } from './contents.ts';
import type { Method, PageSets, SearchResult, StoredOptions } from './method.ts';
import { banded } from './minhash.ts';

/**
 * MinHash with LSH bands, sketches in LevelDB, every candidate confirmed: for collections of any size.
 *
 * Precision is 1; a pair at the threshold is found with at least the wanted probability.
 */
export const diskMinHash: Method = {
  ...banded('minhash-disk', true),
  name: 'minhash-disk',
  async find(collection, options) {
    const { workDirectory } = options;
    const folder = new WorkFolder(workDirectory);
    try {
      const { value: contents } = collection.contents();
      const found = await search(setsOf(collection), { ...options, folder }, contents);
      const pairs = gatherPairs(found.pairs, 0);
      return {
        pairs: contents.withItself(pairs, (page) => collection.sizeOf(page)),
        candidates: found.candidates,
        milliseconds: found.milliseconds,
        bytesPerPage: found.bytesOnDisk / Math.max(1, collection.pages),
      };
    } finally {
      folder.close();
    }
  },
  findStored: (sets, options): Promise<SearchResult> => search(sets, options),
};

/** LevelDB is loaded only where it is needed. */
async function search(sets: PageSets, options: StoredOptions, contents?: Contents) {
  return (await import('./disk-search.ts')).searchOnDisk(diskMinHash, sets, options, contents);
}

function setsOf(collection: Collection): PageSets {
  return {
    length: collection.pages,
    sizeOf: (page) => collection.sizeOf(page),
    hashOf: (page, word = 0) => fingerprintWords(collection.gramsOf(page))[word],
    read: (page, into) => into.set(collection.gramsOf(page).subarray(0, into.length)),
    frequenciesOf: (page) => collection.frequenciesOf(page),
  };
}
