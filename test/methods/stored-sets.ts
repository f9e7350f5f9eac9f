import { fingerprintWords } from '../../src/grams/gram-sets.ts';
import type { GramFrequencies } from '../../src/methods/collection.ts';
import type { PageSets, SearchResult } from '../../src/methods/method.ts';

/** Gram sets in memory, as searches take them. */
export function storedSets(
  sets: readonly BigUint64Array[],
  frequenciesOf: (grams: BigUint64Array) => GramFrequencies | undefined = () => undefined,
): PageSets {
  return {
    length: sets.length,
    sizeOf: (page) => sets[page].length,
    hashOf: (page, word = 0) => fingerprintWords(sets[page])[word],
    read: (page, into) => into.set(sets[page].subarray(0, into.length)),
    frequenciesOf: (page) => frequenciesOf(sets[page]),
  };
}

/** Found pairs as rows: pages, overlap and, of an estimate, that. */
export function listed({ pairs, isEstimated }: Pick<SearchResult, 'pairs' | 'isEstimated'>): number[][] {
  const rows: number[][] = [];
  for (const { length, a, b, overlap, values } of pairs.blocks()) {
    for (let i = 0; i < length; i++) {
      rows.push([a[i], b[i], overlap[i], ...(isEstimated ? [values[0][i]] : [])]);
    }
  }
  return rows;
}
