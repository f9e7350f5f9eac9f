import { type PagePairs, PagePairsBuilder } from '../cluster/pairs.ts';
import { halvesOf } from '../grams/halves.ts';
import type { ValueSets } from '../grams/value-sets.ts';
import { measures, type SimilarityMeasure } from '../join/similarity.ts';
import { firstEqualPage } from './equal-pages.ts';

/**
 * Those of the candidates whose exact resemblance reaches the threshold, with their overlaps, in their order.
 *
 * Equal pages count as one, so that the candidates of two groups of equal pages cost one comparison. O(|x| + |y|) a
 * candidate at most. A merge that goes through runs in common takes half as long as a hash table of the grams of each page.
 */
export function confirmPairs(sets: ValueSets, candidates: PagePairs, threshold: number): PagePairs {
  const pages = sets.offsets.length - 1;
  const firstEqual = firstEqualPage(sets, candidates);
  // By pair of distinct sets; the third column is the candidate's number.
  const bySets = new PagePairsBuilder();
  for (let i = 0; i < candidates.length; i++) {
    bySets.add(firstEqual[candidates.a[i]], firstEqual[candidates.b[i]], i);
  }
  const distinct = bySets.finish(pages);
  const overlapOf = new Uint32Array(candidates.length);
  const overlaps = new Overlaps(sets, threshold);
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

/**
 * The same for candidates of which no two pages are equal, sorted by a: those that `areCandidates` names, by their numbers.
 */
export function confirmDistinct(
  sets: ValueSets,
  candidates: PagePairs,
  threshold: number,
  areCandidates: (i: number) => boolean,
): PagePairs {
  const overlaps = new Overlaps(sets, threshold);
  const [a, b, overlap] = [0, 1, 2].map(() => new Uint32Array(candidates.length));
  let length = 0;
  for (let i = 0; i < candidates.length; i++) {
    const [x, y] = [candidates.a[i], candidates.b[i]];
    const needed = overlaps.needed(x, y);
    if (needed === Number.POSITIVE_INFINITY || !areCandidates(i)) continue;
    const shared = overlaps.atLeast(x, y, needed);
    if (shared === 0) continue;
    a[length] = x;
    b[length] = y;
    overlap[length++] = shared;
  }
  return { length, a: a.slice(0, length), b: b.slice(0, length), overlap: overlap.slice(0, length) };
}

/** Counts what two of some ascending sets have in common, and what they must have at a threshold. */
export class Overlaps {
  readonly #threshold: number;
  readonly #neededOverlap: (m: number, n: number, threshold: number) => number;
  readonly #offsets: Uint32Array;
  /** Comparing BigInts costs about 40 times as much as comparing halves, or the same bits as numbers. */
  readonly #halves: Uint32Array;
  readonly #numbers: Float64Array;

  constructor(
    { offsets, values }: ValueSets,
    threshold: number,
    measure: Pick<SimilarityMeasure, 'neededOverlap'> = measures.jaccard,
  ) {
    this.#threshold = threshold;
    this.#neededOverlap = measure.neededOverlap;
    this.#offsets = offsets;
    this.#halves = halvesOf(values);
    this.#numbers = new Float64Array(values.buffer, values.byteOffset, values.length);
  }

  /** Number of values of set x. */
  sizeOf(x: number): number {
    return this.#offsets[x + 1] - this.#offsets[x];
  }

  /** Overlap from which two sets are similar enough; infinite where their sizes rule it out, and of empty ones. */
  needed(x: number, y: number): number {
    const [m, n] = [this.sizeOf(x), this.sizeOf(y)];
    if (m === 0 || n === 0) return Number.POSITIVE_INFINITY;
    const needed = this.#neededOverlap(m, n, this.#threshold);
    return Math.min(m, n) < needed ? Number.POSITIVE_INFINITY : needed;
  }

  /** Overlap of sets x and y where it reaches `needed`, else 0. O(|x| + |y|), less where they differ early. */
  atLeast(x: number, y: number, needed: number): number {
    if (needed === Number.POSITIVE_INFINITY) return 0;
    const [halves, numbers] = [this.#halves, this.#numbers];
    let i = this.#offsets[x];
    let j = this.#offsets[y];
    const iEnd = this.#offsets[x + 1];
    const jEnd = this.#offsets[y + 1];
    /** Values of each that may yet be missing in the other. */
    let spareX = iEnd - i - needed;
    let spareY = jEnd - j - needed;
    while (i < iEnd && j < jEnd) {
      // near-duplicates have long runs in common; 0 is equal to −0, and what is no number to nothing
      while (i < iEnd && j < jEnd && numbers[i] === numbers[j] && numbers[i] !== 0) {
        i++;
        j++;
      }
      if (i === iEnd || j === jEnd) break;
      const order = halves[2 * i + 1] - halves[2 * j + 1] || halves[2 * i] - halves[2 * j];
      if (order === 0) {
        i++;
        j++;
      } else if (order < 0) {
        if (--spareX < 0) return 0;
        i++;
      } else {
        if (--spareY < 0) return 0;
        j++;
      }
    }
    spareX -= iEnd - i;
    return spareX < 0 ? 0 : needed + spareX;
  }
}
