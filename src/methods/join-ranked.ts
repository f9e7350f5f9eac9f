import { PagePairsBuilder } from '../cluster/pairs.ts';
import type { TokenSets } from '../grams/token-sets.ts';
import { exactJoin } from '../join/exact-join.ts';
import type { Similarity } from '../join/similarity.ts';
import { joinStatistics } from '../join/statistics.ts';

/** Pairs of pages that a join named, and how many it looked at. */
interface JoinedPairs {
  readonly pairs: PagePairsBuilder;
  readonly candidates: number;
}

/** The exact join of ranked sets, of grams or of sketches, as pairs of the pages that the sets are of. */
export async function joinRanked(
  sets: TokenSets,
  {
    similarity,
    threshold,
    threads,
  }: { readonly similarity: Similarity; readonly threshold: number; readonly threads: number },
): Promise<JoinedPairs> {
  const statistics = joinStatistics();
  const found = await exactJoin(sets, { similarity, threshold, threads, statistics });
  const { records } = sets;
  const pairs = new PagePairsBuilder();
  for (let i = 0; i < found.length; i++)
    pairs.add(records[found.x[i]], records[found.y[i]], found.overlap[i]);
  return { pairs, candidates: statistics.candidates };
}
