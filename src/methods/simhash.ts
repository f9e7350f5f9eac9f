import type { PagePairs } from '../cluster/pairs.ts';
import {
  type DocumentFrequencies,
  documentFrequencies,
  inverseDocumentWeights,
} from '../sketch/gram-weights.ts';
import { simHash } from '../sketch/simhash.ts';
import { nearProbability, simHashResemblance } from '../sketch/simhash-estimate.ts';
import { nearRepeatedPairs } from '../sketch/simhash-tables.ts';
import { type Candidates, confirmed, gatherPairs, unconfirmed } from './candidates.ts';
import type { Collection } from './collection.ts';
import type { Method, RecallModel } from './method.ts';
import { Phases } from './phases.ts';

/** What a gram weighs: 1, how often it occurs in its page, or that times how rare it is in the collection. */
type Weight = 'one' | 'tf' | 'tfidf';

const mostBits = 7;

/** SimHash: pages whose 64-bit fingerprints differ in at most 1 to 7 bits, taken as they are or confirmed. */
export const simHashMethods: readonly Method[] = (['one', 'tf', 'tfidf'] as const).flatMap((weight) =>
  Array.from({ length: mostBits }, (_, i) => i + 1).flatMap((bits) => [
    near(bits, weight, false),
    near(bits, weight, true),
  ]),
);

function near(bits: number, weight: Weight, isConfirmed: boolean): Method {
  const kind = weight === 'one' ? 'simhash' : `simhash-${weight}`;
  return {
    name: 'simhash',
    variant: `${kind}-${bits}${isConfirmed ? '-confirmed' : ''}`,
    confirmed: isConfirmed,
    ...(weight !== 'one' && { usesFrequencies: true as const }),
    parameters: (_options, { counts }) =>
      `at most ${bits} of 64 bits differ, ${wordsFor(weight, counts !== undefined)}`,
    async find(collection, options) {
      const candidates = candidatesOf(collection, bits, weight);
      return isConfirmed ? confirmed(collection, candidates, options) : unconfirmed(collection, candidates);
    },
    // The model is of grams that weigh the same.
    ...(weight === 'one' && { model: () => modelOf(bits) }),
  };
}

function wordsFor(weight: Weight, hasCounts: boolean): string {
  if (weight === 'one') return 'weight 1';
  const tf = hasCounts ? 'tf' : 'tf (counts are not known: 1)';
  return weight === 'tf' ? `weight ${tf}` : `weight ${tf} · idf`;
}

function modelOf(bits: number): RecallModel {
  return (resemblance, sizeX, sizeY) => {
    const overlap = (resemblance / (1 + resemblance)) * (sizeX + sizeY);
    return nearProbability(overlap / Math.sqrt(sizeX * sizeY), bits);
  };
}

function candidatesOf(collection: Collection, bits: number, weight: Weight): Candidates {
  const phases = new Phases();
  const prints = phases.take(
    'sketch',
    collection.once(`sketch: simhash ${weight}`, () => fingerprints(collection, weight)),
  );
  // The same at every threshold.
  const { pairs, compared } = phases.take(
    'join',
    collection.once(`join: simhash ${weight} ${bits}`, () => join(collection, prints, bits)),
  );
  return {
    pairs,
    estimate(i) {
      const [a, b] = [pairs.a[i], pairs.b[i]];
      return simHashResemblance(prints[a], prints[b], collection.sizeOf(a), collection.sizeOf(b)).value;
    },
    phases,
    sketchBytesPerPage: 8,
    lookedAt: compared,
  };
}

function fingerprints(collection: Collection, weight: Weight): Uint32Array[] {
  const frequencies = weight === 'tfidf' ? documentFrequencies(collection.sets) : undefined;
  const { firstOf } = collection.contents().value;
  const prints: Uint32Array[] = [];
  for (const [page, first] of firstOf.entries()) {
    const weights = (): Float64Array | undefined =>
      weight === 'one' ? undefined : weightsOf(collection, page, frequencies);
    prints.push(first < page ? prints[first] : simHash(collection.gramsOf(page), weights()));
  }
  return prints;
}

function weightsOf(
  collection: Collection,
  page: number,
  frequencies: DocumentFrequencies | undefined,
): Float64Array {
  const { offsets } = collection.sets;
  const counts = collection.counts?.subarray(offsets[page], offsets[page + 1]);
  const weights = counts ? Float64Array.from(counts) : new Float64Array(collection.sizeOf(page)).fill(1);
  return frequencies
    ? inverseDocumentWeights({ grams: collection.gramsOf(page), weights }, frequencies).weights
    : weights;
}

function join(
  collection: Collection,
  prints: readonly Uint32Array[],
  bits: number,
): { pairs: PagePairs; compared: number } {
  const { firsts, copies } = collection.contents().value;
  let compared = 0;
  const pairs = gatherPairs(collection, (emit) => {
    compared = nearRepeatedPairs(
      Array.from(firsts, (page) => prints[page]),
      bits,
      (x, y) => emit(firsts[x], firsts[y]),
      Uint32Array.from(firsts, (page) => copies[page]),
    );
  });
  return { pairs, compared };
}
