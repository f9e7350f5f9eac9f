import { Copies } from '../cluster/copies.ts';
import { PairSorter } from '../cluster/sorted-pairs.ts';
import { numbersWhere } from '../grams/counting-sort.ts';
import { firstEqualOf } from '../grams/gram-sets.ts';
import { joinStored } from '../join/out-of-core.ts';
import { setsWithPartners } from '../join/repeated-values.ts';
import { measures } from '../join/similarity.ts';
import type { Method, PageSets, SearchResult, StoredOptions } from './method.ts';
import { Phases } from './phases.ts';
import { shareOfPairs } from './shares.ts';

/**
 * The pairs of an exact join of gram sets wherever they lie, in memory or out of core: the same ones. Equal sets are
 * joined once.
 *
 * Memory: `memoryBytes`, and 20 bytes a page.
 *
 * @param method that the pairs are said to be of
 */
export async function storedExactJoin(
  method: Method,
  sets: PageSets,
  { similarity, threshold, threads, memoryBytes, folder }: StoredOptions,
): Promise<SearchResult> {
  const phases = new Phases();
  const firstOf = sets.firstEqual?.() ?? firstEqualOf(sets);
  const firsts = setsWithPartners(
    sets,
    numbersWhere(sets.length, (page) => firstOf[page] === page && sets.sizeOf(page) > 0),
    { similarity, threshold, memoryBytes },
  );
  const copies = new Copies(firstOf);
  phases.end('rank');
  const pairBytes = shareOfPairs(memoryBytes);
  const sorter = new PairSorter({ folder, memoryBytes: pairBytes, columns: 0 });
  const add = (x: number, y: number, overlap: number): void => sorter.add(x, y, overlap);
  let joined = 0;
  const { candidates } = await joinStored(
    {
      length: firsts.length,
      sizeOf: (record) => sets.sizeOf(firsts[record]),
      read: (record, into) => sets.read(firsts[record], into),
    },
    { similarity, threshold, threads, folder, memoryBytes: memoryBytes - pairBytes },
    ({ length, x, y, overlap }) => {
      joined += length;
      for (let i = 0; i < length; i++) copies.addAcross(firsts[x[i]], firsts[y[i]], overlap[i], add);
    },
  );
  const { value } = measures[similarity];
  const isPair = (size: number): boolean => value(size, size, size) >= threshold;
  copies.addWithin((page) => sets.sizeOf(page), isPair, add);
  const pairs = sorter.finish();
  phases.end('join');
  return {
    ...{ method, pairs, isEstimated: false },
    // pairs that follow from others count as looked at
    candidates: candidates + pairs.length - joined,
    milliseconds: phases.milliseconds,
  };
}
