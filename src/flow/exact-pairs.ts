import { PagePairsBuilder } from '../cluster/pairs.ts';
import { overlapOfSorted } from '../grams/jaccard.ts';
import { rankSets, type ValueSets, ValueSetsBuilder } from '../grams/token-sets.ts';
import { allPairs } from '../join/all-pairs.ts';
import { ppjoinPlus } from '../join/ppjoin.ts';
import type { Similarity } from '../join/similarity.ts';
import { joinStatistics } from '../join/statistics.ts';
import type { FoundPairs, PairFinder } from './pair-finder.ts';

const joins = { qp: ppjoinPlus, qa: allPairs };

/** Every pair, by an exact join over the gram sets in memory. */
export class ExactPairs implements PairFinder {
  readonly method: keyof typeof joins;
  readonly #similarity: Similarity;
  readonly #threshold: number;
  readonly #builder = new ValueSetsBuilder();
  #finished: ValueSets | undefined;

  constructor(method: keyof typeof joins, similarity: Similarity, threshold: number) {
    this.method = method;
    this.#similarity = similarity;
    this.#threshold = threshold;
  }

  add(grams: BigUint64Array): void {
    this.#builder.append(grams);
  }

  async find(): Promise<FoundPairs> {
    const startedAt = performance.now();
    const sets = rankSets(this.#sets);
    const rankedAt = performance.now();
    const pairs = new PagePairsBuilder();
    const statistics = joinStatistics();
    const { records } = sets;
    joins[this.method](
      sets,
      this.#similarity,
      this.#threshold,
      (x, y, overlap) => pairs.add(records[x], records[y], overlap),
      statistics,
    );
    const joinedAt = performance.now();
    return {
      pairs: pairs.finish(sets.size),
      candidates: statistics.candidates,
      milliseconds: { rank: rankedAt - startedAt, join: joinedAt - rankedAt },
    };
  }

  overlap(a: number, b: number): number {
    return overlapOfSorted(this.grams(a), this.grams(b));
  }

  /** The gram set of a page. */
  grams(page: number): BigUint64Array {
    const { offsets, values } = this.#sets;
    return values.subarray(offsets[page], offsets[page + 1]);
  }

  async close(): Promise<void> {}

  get #sets(): ValueSets {
    this.#finished ??= this.#builder.finish();
    return this.#finished;
  }
}
