import { pairsWhere } from '../cluster/pairs.ts';
import { overlapOfSorted } from '../grams/jaccard.ts';
import { ValueSetsBuilder } from '../grams/value-sets.ts';
import { Collection } from './collection.ts';
import type { NamedPairs } from './method.ts';
import type { FoundPairs, PairFinder, PairFinderOptions } from './pair-finder.ts';
import { selectMethods } from './registry.ts';

/** The methods of the registry that find pairs here, and the variant that each stands for. */
const variants = {
  sp: 'sp-32',
  calibrated: 'calibrated-32',
  simhash: 'simhash-3',
  'bottom-k': 'bottom-k-128',
  'super-shingles': 'super-shingles-1',
} as const;

/** Share of the pairs exactly at the threshold that `calibrated` finds, as `minhash` does; above it it finds more. */
const calibratedRecall = 0.99;

/** What `--method` calls a method of the registry. */
export type RegisteredMethod = keyof typeof variants;

/**
 * Pairs by a method of the registry that `evaluate` compares, with gram sets and sketches in memory.
 *
 * `calibrated` confirms its pairs. The others estimate: their pairs come with estimated similarities, those below
 * the threshold left out, and with overlaps that follow from them.
 */
export class RegisteredPairs implements PairFinder {
  readonly method: RegisteredMethod;
  readonly #threshold: number;
  readonly #threads: number;
  readonly #builder = new ValueSetsBuilder();
  #collection: Collection | undefined;

  /** @throws RangeError when the similarity is not Jaccard, which is what all these estimate. */
  constructor(method: RegisteredMethod, { similarity, threshold, threads = 1 }: PairFinderOptions) {
    if (similarity !== 'jaccard') {
      throw new RangeError(`similarity: expected jaccard with the method ${method}; got ${similarity}`);
    }
    this.method = method;
    this.#threshold = threshold;
    this.#threads = threads;
  }

  add(grams: BigUint64Array): void {
    this.#builder.append(grams);
  }

  async find(): Promise<FoundPairs> {
    const [method] = selectMethods([variants[this.method]]);
    const options = { threshold: this.#threshold, recall: calibratedRecall, threads: this.#threads };
    const named = await method.find(this.#all, options);
    const { total: _total, ...milliseconds } = named.milliseconds;
    return { ...this.#atThreshold(named), candidates: named.candidates, milliseconds };
  }

  overlap(a: number, b: number): number {
    return overlapOfSorted(this.#all.gramsOf(a), this.#all.gramsOf(b));
  }

  async close(): Promise<void> {}

  #atThreshold({ pairs, estimated }: NamedPairs): Pick<FoundPairs, 'pairs' | 'estimated'> {
    if (!estimated) return { pairs };
    const isSimilar = (i: number): boolean => estimated[i] >= this.#threshold;
    return { pairs: pairsWhere(pairs, isSimilar), estimated: estimated.filter((_, i) => isSimilar(i)) };
  }

  get #all(): Collection {
    this.#collection ??= new Collection(this.#builder.finish());
    return this.#collection;
  }
}
