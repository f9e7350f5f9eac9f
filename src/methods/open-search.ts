import type { Similarity } from '../join/similarity.ts';
import type { GramFrequencies } from './collection.ts';
import { defaultMemoryBytes, defaultMethod, defaultRecall } from './defaults.ts';
import { exactJoinBytesPerGram, qp } from './exact-joins.ts';
import { MemorySearch } from './memory-search.ts';
import type { Method, MethodOptions, NamedPairs, PairSearch } from './method.ts';
import { openDiskSearch } from './minhash-disk.ts';
import { methodNamed } from './registry.ts';

/** What a search is asked for; every field but similarity and threshold has a default. */
export type SearchOptions = Pick<MethodOptions, 'similarity' | 'threshold'> & Partial<MethodOptions>;

/**
 * The search by a method of the registry, by its kind or variant, or `auto`: `qp` as long as its gram sets and join
 * fit in `memoryBytes`, and `minhash-disk` from there on.
 *
 * @throws RangeError when there is no such method or it cannot serve the similarity.
 */
export async function openSearch(name: string, asked: SearchOptions): Promise<PairSearch> {
  const options = { recall: defaultRecall, threads: 1, memoryBytes: defaultMemoryBytes, ...asked };
  checkMethod(name, options.similarity);
  const method = name === defaultMethod ? qp : methodNamed(name);
  if (name === defaultMethod && options.similarity === 'jaccard') return new GrowingSearch(options);
  return method.open?.(options) ?? new MemorySearch(method, options);
}

/** Throws a RangeError when a name is neither `auto` nor a method's, or that method cannot serve the similarity. */
export function checkMethod(name: string, similarity: Similarity): void {
  if (name === defaultMethod || methodNamed(name).exact || similarity === 'jaccard') return;
  throw new RangeError(`similarity: expected jaccard with the method ${name}; got ${similarity}`);
}

/** Whether a method of the registry, or `auto`, makes use of how often grams and words occur in a page. */
export function usesFrequencies(name: string): boolean {
  return name !== defaultMethod && methodNamed(name).usesFrequencies === true;
}

/** Exact in memory while that is enough; moves to sketches on disk when the gram sets outgrow it. */
class GrowingSearch implements PairSearch {
  readonly #options: MethodOptions;
  #inMemory: MemorySearch | undefined;
  #onDisk: PairSearch | undefined;
  #grams = 0;

  constructor(options: MethodOptions) {
    this.#options = options;
    this.#inMemory = new MemorySearch(qp, options);
  }

  get method(): Method {
    return this.#search.method;
  }

  async add(grams: BigUint64Array, frequencies?: GramFrequencies): Promise<void> {
    this.#grams += grams.length;
    if (this.#inMemory && this.#grams * exactJoinBytesPerGram > this.#options.memoryBytes) {
      await this.#moveToDisk(this.#inMemory);
    }
    await this.#search.add(grams, frequencies);
  }

  find(): Promise<NamedPairs> {
    return this.#search.find();
  }

  gramsOf(page: number): BigUint64Array | Promise<BigUint64Array> {
    return this.#search.gramsOf(page);
  }

  overlap(a: number, b: number): number | Promise<number> {
    return this.#search.overlap(a, b);
  }

  async close(): Promise<void> {
    await this.#inMemory?.close();
    await this.#onDisk?.close();
  }

  get #search(): PairSearch {
    return (this.#onDisk ?? this.#inMemory)!;
  }

  async #moveToDisk({ collection }: MemorySearch): Promise<void> {
    this.#onDisk = await openDiskSearch(this.#options);
    for (let page = 0; page < collection.pages; page++) await this.#onDisk.add(collection.gramsOf(page));
    this.#inMemory = undefined;
  }
}
