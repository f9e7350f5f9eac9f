import { PagePairsBuilder } from '../cluster/pairs.ts';
import { overlapOfSorted } from '../grams/jaccard.ts';
import { rankSets, type TokenSets } from '../grams/token-sets.ts';
import { type ValueSets, ValueSetsBuilder } from '../grams/value-sets.ts';
import { exactJoin } from '../join/exact-join.ts';
import { allPairs } from '../join/published/all-pairs.ts';
import type { Similarity } from '../join/similarity.ts';
import { type JoinStatistics, joinStatistics } from '../join/statistics.ts';
import type { FoundPairs, PairFinder, PairFinderOptions } from './pair-finder.ts';

/**
 * Every pair, by an exact join over the gram sets in memory: `qp` by the fast engine, `qa` by AllPairs as
 * published.
 */
export class ExactPairs implements PairFinder {
  readonly method: 'qp' | 'qa';
  readonly #similarity: Similarity;
  readonly #threshold: number;
  readonly #threads: number;
  readonly #builder = new ValueSetsBuilder();
  #finished: ValueSets | undefined;

  constructor(method: 'qp' | 'qa', { similarity, threshold, threads = 1 }: PairFinderOptions) {
    this.method = method;
    this.#similarity = similarity;
    this.#threshold = threshold;
    this.#threads = threads;
  }

  add(grams: BigUint64Array): void {
    this.#builder.append(grams);
  }

  async find(): Promise<FoundPairs> {
    const startedAt = performance.now();
    const sets = rankSets(this.#sets);
    const rankedAt = performance.now();
    const statistics = joinStatistics();
    const pairs = await this.#join(sets, statistics);
    const joinedAt = performance.now();
    return {
      pairs: pairs.finish(sets.size),
      candidates: statistics.candidates,
      milliseconds: { rank: rankedAt - startedAt, join: joinedAt - rankedAt },
    };
  }

  async #join(sets: TokenSets, statistics: JoinStatistics): Promise<PagePairsBuilder> {
    const pairs = new PagePairsBuilder();
    const { records } = sets;
    const emit = (x: number, y: number, overlap: number): void => pairs.add(records[x], records[y], overlap);
    if (this.method === 'qa') {
      allPairs(sets, this.#similarity, this.#threshold, emit, statistics);
      return pairs;
    }
    const found = await exactJoin(sets, {
      similarity: this.#similarity,
      threshold: this.#threshold,
      threads: this.#threads,
      statistics,
    });
    for (let i = 0; i < found.length; i++) emit(found.x[i], found.y[i], found.overlap[i]);
    return pairs;
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
