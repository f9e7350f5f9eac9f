import { overlapOfSorted } from '../grams/jaccard.ts';
import { type Collection, CollectionBuilder, type GramFrequencies } from './collection.ts';
import type { Method, MethodOptions, NamedPairs, PairSearch } from './method.ts';

/** A search by any method, with the gram sets in memory: 8 bytes a gram, and what the method takes. */
export class MemorySearch implements PairSearch {
  readonly method: Method;
  readonly #options: MethodOptions;
  readonly #builder = new CollectionBuilder();
  #finished: Collection | undefined;

  constructor(method: Method, options: MethodOptions) {
    this.method = method;
    this.#options = options;
  }

  add(grams: BigUint64Array, frequencies?: GramFrequencies): void {
    this.#builder.add(grams, frequencies);
  }

  find(): Promise<NamedPairs> {
    return this.method.find(this.collection, this.#options);
  }

  gramsOf(page: number): BigUint64Array {
    return this.collection.gramsOf(page);
  }

  frequenciesOf(page: number): GramFrequencies | undefined {
    return this.collection.frequenciesOf(page);
  }

  overlap(a: number, b: number): number {
    return overlapOfSorted(this.gramsOf(a), this.gramsOf(b));
  }

  async close(): Promise<void> {}

  /** The pages added; none can be added after. */
  get collection(): Collection {
    this.#finished ??= this.#builder.finish();
    return this.#finished;
  }
}
