import { refusedValue } from '../argument-checks.ts';
import { PairSorter } from '../cluster/sorted-pairs.ts';
import { gramsOf } from '../grams/gram-sets.ts';
import { COMPONENTS } from '../sketch/minhash.ts';
import { SketchIndex } from '../store/sketch-index.ts';
import type { Contents } from './contents.ts';
import type { Method, PageSets, SearchResult, StoredOptions } from './method.ts';
import { Phases } from './phases.ts';
import { shareOfPairs, sketchIndexBytesPerPage, sketchJoinBytesPerPage } from './shares.ts';

/** Pairs found by sketches in an index, and how large that was. */
interface FoundOnDisk extends SearchResult {
  readonly bytesOnDisk: number;
}

/**
 * A search with sketches in an index of its own, which is gone afterwards; candidates are confirmed on the gram sets
 * where they lie.
 *
 * Memory: a quarter of `memoryBytes` while pairs are confirmed, and some 200 bytes a page.
 *
 * @param contents leaves out the pairs of other pages than the first ones of a content
 * @throws RangeError with the numbers where that is more than `memoryBytes`; DiskFullError where the disk has no room for the sketches
 */
export async function searchOnDisk(
  method: Method,
  sets: PageSets,
  { threshold, recall, memoryBytes, folder }: StoredOptions,
  contents?: Contents,
): Promise<FoundOnDisk> {
  const needed = sets.length * sketchJoinBytesPerPage;
  if (needed > memoryBytes) {
    throw refusedValue(
      'memory',
      `at least ${Math.ceil(needed / 2 ** 20)} MB for the sketches of ${sets.length} pages`,
      `${Math.floor(memoryBytes / 2 ** 20)} MB: give more, or take the method qp, which takes longer`,
    );
  }
  const phases = new Phases();
  const pages = new Uint32Array(sets.length);
  let count = 0;
  for (let page = 0; page < sets.length; page++) if (sets.sizeOf(page) > 0) pages[count++] = page;
  folder.expectRoom(count * sketchIndexBytesPerPage);
  const index = await SketchIndex.open(folder.folder('sketches'), {
    ...{ gram: 'any', threshold, recall, setting: 'compact', components: COMPONENTS },
    // candidates are confirmed on their gram sets
    oddSketchBits: 0,
  });
  try {
    await index.addAll(setsWithKeys(sets, pages.subarray(0, count)), { searchable: false });
    phases.end('sketch');
    const sorter = new PairSorter({ folder, memoryBytes: shareOfPairs(memoryBytes), columns: 0 });
    const isLeftOut = (page: number): boolean => contents?.copies[page] === 0;
    const { candidates } = await index.similarPairs(
      (x, y, overlap) => {
        const [a, b] = [pages[x], pages[y]];
        if (!isLeftOut(a) && !isLeftOut(b)) sorter.add(a, b, overlap);
      },
      {
        cacheBytes: memoryBytes / 4,
        gramSets: (numbers) => numbers.map((number) => gramsOf(sets, pages[number])),
      },
    );
    const pairs = sorter.finish();
    phases.end('join');
    const { bytesOnDisk = 0 } = await index.stats();
    const { milliseconds } = phases;
    return { method, pairs, isEstimated: false, candidates, milliseconds, bytesOnDisk };
  } finally {
    await index.close();
    folder.remove('sketches');
  }
}

function* setsWithKeys(sets: PageSets, pages: Uint32Array) {
  for (const page of pages) yield { key: String(page), url: '', grams: gramsOf(sets, page) };
}
