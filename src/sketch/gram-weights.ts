import { checkGrams, checkTypedArray, checkWhole, wrongType, wrongValue } from '../argument-checks.ts';
import { halvesOf } from '../grams/halves.ts';
import { checkValueSets, type ValueSets } from '../grams/value-sets.ts';

/** Grams with weights: `weights[i]` is the weight of `grams[i]`. */
export interface WeightedGrams {
  /** Ascending and distinct. */
  readonly grams: BigUint64Array;
  /** Float64Array(grams), each ≥ 0. */
  readonly weights: Float64Array;
}

/** The number of pages of a collection that have each gram. */
export interface DocumentFrequencies {
  /** Number of pages in the collection. */
  readonly pages: number;
  /** All grams of the collection, ascending and distinct. */
  readonly grams: BigUint64Array;
  /** `counts[i]` pages have `grams[i]`. */
  readonly counts: Uint32Array;
}

/** Document frequencies of a collection's grams, found by one sort of all its values. */
export function documentFrequencies(sets: ValueSets): DocumentFrequencies {
  checkValueSets(sets);
  const { offsets, values } = sets;
  const pages = offsets.length - 1;
  return { pages, ...distinctWithCounts(values.slice(0, offsets[pages]).sort()) };
}

/**
 * tf·idf weights: each weight times `ln(1 + pages / df)`, which is highest for grams of few pages and above 0 for all.
 * A gram that the collection lacks counts as if one page had it. O(|grams| · log |frequencies|).
 */
export function inverseDocumentWeights(
  weightedGrams: WeightedGrams,
  frequencies: DocumentFrequencies,
): WeightedGrams {
  for (const [given, expected] of [
    [weightedGrams, 'an object with grams and weights'],
    [frequencies, 'frequencies, as documentFrequencies returns them'],
  ] as const) {
    if (Object(given) !== given) throw wrongType('inverseDocumentWeights', expected, given);
    checkGrams('inverseDocumentWeights: grams', given.grams);
  }
  const { grams, weights } = weightedGrams;
  const { pages, counts } = frequencies;
  if (weights?.length !== grams.length)
    throw wrongValue(
      'inverseDocumentWeights: weights',
      `${grams.length}, one for each gram`,
      weights?.length,
    );
  checkTypedArray('inverseDocumentWeights: counts', 'Uint32Array', counts);
  checkWhole('inverseDocumentWeights: pages', pages, 0);
  const known = halvesOf(frequencies.grams);
  const asked = halvesOf(grams);
  const weighted = weights.slice();
  let from = 0;
  for (let i = 0; i < weights.length; i++) {
    from = firstNotBelow(known, from, asked[2 * i], asked[2 * i + 1]);
    const isKnown = known[2 * from] === asked[2 * i] && known[2 * from + 1] === asked[2 * i + 1];
    weighted[i] *= Math.log1p(pages / (isKnown ? counts[from] : 1));
  }
  return { grams, weights: weighted };
}

/** The distinct values of an ascending array and how often each occurs. */
function distinctWithCounts(ascending: BigUint64Array): { grams: BigUint64Array; counts: Uint32Array } {
  const halves = halvesOf(ascending);
  const counts = new Uint32Array(ascending.length);
  let distinct = 0;
  for (let k = 0; k < halves.length; k += 2) {
    const isNew = k === 0 || halves[k] !== halves[k - 2] || halves[k + 1] !== halves[k - 1];
    if (isNew) ascending[distinct++] = ascending[k / 2];
    counts[distinct - 1]++;
  }
  return { grams: ascending.slice(0, distinct), counts: counts.slice(0, distinct) };
}

/** The first value from `from` on that is not below the one with these halves. */
function firstNotBelow(halves: Uint32Array, from: number, low: number, high: number): number {
  let to = halves.length / 2;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((halves[2 * middle + 1] - high || halves[2 * middle] - low) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
