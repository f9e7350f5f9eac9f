import { exactJoinBytesPerGram } from './exact-joins.ts';
import { ExactPairs } from './exact-pairs.ts';
import type { FoundPairs, PairFinder, PairFinderOptions } from './pair-finder.ts';
import type { SketchedPairs } from './sketched-pairs.ts';

/**
 * How pairs are found. `qp` (the engine of `exactJoin`) and `qa` (AllPairs) are exact joins in memory; `minhash`
 * keeps sketches in LevelDB and confirms every candidate on the full gram sets; `auto` is `qp` until the gram sets
 * outgrow the memory allowed, and `minhash` from there on. `calibrated` joins small sketches in memory and
 * confirms. `sp` as published, `simhash`, `bottom-k` and `super-shingles` only estimate. `evaluate` tells what
 * each of them finds and misses.
 */
export type Method = (typeof methods)[number];

/** Every method, for help and option checks. */
export const methods = [
  ...(['auto', 'qp', 'qa', 'sp', 'calibrated'] as const),
  ...(['minhash', 'simhash', 'bottom-k', 'super-shingles'] as const),
] as const;

/**
 * A finder for `method`.
 *
 * @throws RangeError when the method is unknown or cannot serve the similarity.
 */
export async function openPairFinder(method: Method, options: PairFinderOptions): Promise<PairFinder> {
  switch (method) {
    case 'qp':
    case 'qa':
      return new ExactPairs(method, options);
    case 'minhash':
      return openSketched(options);
    case 'sp':
    case 'calibrated':
    case 'simhash':
    case 'bottom-k':
    case 'super-shingles':
      return new (await import('./registered-pairs.ts')).RegisteredPairs(method, options);
    case 'auto':
      return options.similarity === 'jaccard' ? new GrowingPairs(options) : new ExactPairs('qp', options);
    default:
      throw new RangeError(`method: expected one of ${methods.join(', ')}; got ${String(method)}`);
  }
}

const defaultMemoryBytes = 2 * 2 ** 30;

/** Exact in memory while that is enough; moves to sketches on disk when the gram sets outgrow it. */
class GrowingPairs implements PairFinder {
  readonly #options: PairFinderOptions;
  readonly #maxGrams: number;
  #finder: ExactPairs | SketchedPairs;
  #grams = 0;
  #pages = 0;

  constructor(options: PairFinderOptions) {
    this.#options = options;
    this.#maxGrams = (options.memoryBytes ?? defaultMemoryBytes) / exactJoinBytesPerGram;
    this.#finder = new ExactPairs('qp', options);
  }

  get method(): PairFinder['method'] {
    return this.#finder.method;
  }

  async add(grams: BigUint64Array): Promise<void> {
    this.#grams += grams.length;
    if (this.#grams > this.#maxGrams && this.#finder instanceof ExactPairs) {
      this.#finder = await this.#moveToDisk(this.#finder);
    }
    await this.#finder.add(grams);
    this.#pages++;
  }

  find(): Promise<FoundPairs> {
    return this.#finder.find();
  }

  overlap(a: number, b: number): number | Promise<number> {
    return this.#finder.overlap(a, b);
  }

  close(): Promise<void> {
    return this.#finder.close();
  }

  async #moveToDisk(inMemory: ExactPairs): Promise<SketchedPairs> {
    const onDisk = await openSketched(this.#options);
    for (let page = 0; page < this.#pages; page++) await onDisk.add(inMemory.grams(page));
    return onDisk;
  }
}

/** LevelDB is loaded only where it is needed. */
async function openSketched(options: PairFinderOptions): Promise<SketchedPairs> {
  return (await import('./sketched-pairs.ts')).SketchedPairs.open(options);
}
