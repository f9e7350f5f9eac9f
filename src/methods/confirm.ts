import { type PagePairs, PagePairsBuilder } from '../cluster/pairs.ts';
import type { ValueSets } from '../grams/value-sets.ts';
import type { Collection } from './collection.ts';
import { Overlaps } from './overlaps.ts';

/**
 * Those of the candidates whose exact resemblance reaches the threshold, with their overlaps, in their order.
 *
 * Equal pages count as one, so that the candidates of two groups of equal pages cost one comparison. O(|x| + |y|) a
 * candidate at most. A merge that goes through runs in common takes half as long as a hash table of the grams of each page.
 */
export function confirmPairs(collection: Collection, candidates: PagePairs, threshold: number): PagePairs {
  const { pages, sets } = collection;
  const { value: firstEqual } = collection.firstEqual();
  // By pair of distinct sets; the third column is the candidate's number.
  const bySets = new PagePairsBuilder();
  for (let i = 0; i < candidates.length; i++) {
    bySets.add(firstEqual[candidates.a[i]], firstEqual[candidates.b[i]], i);
  }
  const distinct = bySets.finish(pages);
  const overlapOf = new Uint32Array(candidates.length);
  const overlaps = new Overlaps(threshold).of(sets);
  let overlap = 0;
  for (let i = 0; i < distinct.length; i++) {
    const x = distinct.a[i];
    const y = distinct.b[i];
    if (i === 0 || x !== distinct.a[i - 1] || y !== distinct.b[i - 1]) {
      overlap = x === y ? overlaps.sizeOf(x) : overlaps.atLeast(x, y, overlaps.needed(x, y));
    }
    overlapOf[distinct.overlap[i]] = overlap;
  }
  const confirmed = new PagePairsBuilder();
  for (let i = 0; i < candidates.length; i++) {
    if (overlapOf[i] > 0) confirmed.add(candidates.a[i], candidates.b[i], overlapOf[i]);
  }
  return confirmed.finish(pages);
}

/** Candidates as a join finds them: pair i is sets `x[i]` and `y[i]`, all pairs of one x one after the other. */
interface FoundCandidates {
  readonly length: number;
  readonly x: Uint32Array;
  readonly y: Uint32Array;
}

/**
 * The same for candidates of which no two pages are equal, in any order: those that `areCandidates` names, by their numbers and pages.
 *
 * @param pageOf the page of each set of the join
 */
export function confirmDistinct(
  sets: ValueSets,
  { length, x, y }: FoundCandidates,
  pageOf: Uint32Array,
  threshold: number,
  areCandidates: (i: number, a: number, b: number) => boolean,
): PagePairsBuilder {
  const overlaps = new Overlaps(threshold).of(sets);
  const confirmed = new PagePairsBuilder();
  for (let i = 0; i < length; i++) {
    const [a, b] = [pageOf[x[i]], pageOf[y[i]]];
    const needed = overlaps.needed(a, b);
    if (needed === Number.POSITIVE_INFINITY || !areCandidates(i, a, b)) continue;
    const overlap = overlaps.atLeast(a, b, needed);
    if (overlap > 0) confirmed.add(a, b, overlap);
  }
  return confirmed;
}
