import { jaccardOfSets } from '../grams/jaccard.ts';
import type { BinaryStore } from './disk/binary-store.ts';
import { estimateSimilarity } from './estimated-similarity.ts';
import type { IndexLayout } from './layout/parameters.ts';
import { pagesOfKeys, recordsOf } from './pages.ts';
import { type DedupeOptions, type DistinctResults, distinctResults } from './results.ts';
import { readGrams, readSketches } from './search.ts';

/** Removes near-duplicates from a ranked list of stored pages; see `SketchIndex.dedupeResults`. */
export async function dedupeStored(
  store: BinaryStore,
  layout: IndexLayout,
  keys: readonly string[],
  options: DedupeOptions,
): Promise<DistinctResults<string>> {
  const similarity = await similarityReader(store, layout, await pagesOfKeys(store, keys));
  const order = keys.map((_, i) => i);
  const { kept, repeated } = distinctResults(order, options, similarity);
  return {
    kept: kept.map((i) => keys[i]),
    repeated: repeated.map(({ result, of, similarity: found }) => ({
      result: keys[result],
      of: keys[of],
      similarity: found,
    })),
  };
}

/**
 * A function for the similarity of two stored pages, by their positions in the list: exact, or estimated in the compact
 * setting. Pages that are not stored, and those without grams, are similar to nothing.
 */
async function similarityReader(
  store: BinaryStore,
  layout: IndexLayout,
  pages: readonly (number | undefined)[],
): Promise<(x: number, y: number) => number> {
  const there = pages.filter((page) => page !== undefined);
  const records = await recordsOf(store, there);
  const classified = there.filter((_, i) => (records[i]?.size ?? 0) > 0);
  const places = new Map(classified.map((page, i) => [page, i]));
  const placeOf = (i: number) => places.get(pages[i] ?? -1);
  const compare = await comparison(store, layout, classified);
  return (x, y) => {
    const [a, b] = [placeOf(x), placeOf(y)];
    return a === undefined || b === undefined ? 0 : compare(a, b);
  };
}

async function comparison(
  store: BinaryStore,
  layout: IndexLayout,
  pages: readonly number[],
): Promise<(x: number, y: number) => number> {
  if (layout.setting === 'exact') {
    const sets = await readGrams(store, pages);
    return (x, y) => jaccardOfSets(sets[x], sets[y]);
  }
  const sketches = await readSketches(store, layout, pages);
  return (x, y) => estimateSimilarity(sketches[x], sketches[y]).value;
}
