import type { CountsRecord } from '../layout/codec.ts';
import type { IndexParameters } from '../layout/parameters.ts';
import type { QueryOptions } from '../query.ts';
import type { IndexMemory } from './index-memory.ts';

/** A single query of an index just opened must not wait for all of it to load: the first queries read from disk. */
const QUERIES_BEFORE_MEMORY = 16;
/** Reading all crowds costs as much as it saves in a few thousand queries of them. */
const QUERIES_BEFORE_CROWDS = 256;

/** Decides which queries are answered from memory, and loads it once there were enough of them to be worth it. */
export class QueryMemory {
  readonly #memory: IndexMemory;
  readonly #own: Pick<Required<IndexParameters>, 'threshold' | 'recall'>;
  /** Queries so far with the threshold and recall of the index. */
  #queries = 0;

  constructor(memory: IndexMemory, own: Pick<Required<IndexParameters>, 'threshold' | 'recall'>) {
    this.#memory = memory;
    this.#own = own;
  }

  /**
   * The memory, if the query has the index's own threshold, recall and scope. Undefined until there were enough such
   * queries, and while it loads.
   */
  forQuery(
    { threshold, recall, scope }: QueryOptions,
    { nextPage, unique }: Pick<CountsRecord, 'nextPage' | 'unique'>,
  ): IndexMemory | undefined {
    const own = this.#own;
    if (scope !== undefined && scope !== 'both') return undefined;
    if ((threshold ?? own.threshold) !== own.threshold || (recall ?? own.recall) !== own.recall)
      return undefined;
    if (++this.#queries < QUERIES_BEFORE_MEMORY) return undefined;
    this.#memory.prepare(nextPage, unique);
    if (this.#queries >= QUERIES_BEFORE_CROWDS) this.#memory.prepareCrowds();
    return this.#memory.tables && this.#memory;
  }
}
