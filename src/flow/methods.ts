import { ExactPairs } from './exact-pairs.ts';
import type { FoundPairs, PairFinder, PairFinderOptions } from './pair-finder.ts';
import type { SketchedPairs } from './sketched-pairs.ts';

/**
 * How pairs are found. `qp` (the engine of `exactJoin`) and `qa` (AllPairs) are exact joins in memory; `minhash` keeps sketches in
 * LevelDB and confirms every candidate on the full gram sets; `auto` is `qp` until the gram sets outgrow the
 * memory allowed, and `minhash` from there on.
 */
export type Method = (typeof methods)[number];

/** Every method, for help and option checks. */
export const methods = ['auto', 'qp', 'qa', 'minhash'] as const;

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
    case 'auto':
      return options.similarity === 'jaccard' ? new GrowingPairs(options) : new ExactPairs('qp', options);
    default:
      throw new RangeError(`method: expected one of ${methods.join(', ')}; got ${String(method)}`);
  }
}

const defaultMemoryBytes = 2 * 2 ** 30;

// Collecting, ranking and joining peak at 28–31 bytes a gram (50 million generated ones, docs-openlayers), more
// where few grams repeat.
const bytesPerGram = 48;

/** Exact in memory while that is enough; moves to sketches on disk when the gram sets outgrow it. */
class GrowingPairs implements PairFinder {
  readonly #options: PairFinderOptions;
  readonly #maxGrams: number;
  #finder: ExactPairs | SketchedPairs;
  #grams = 0;
  #pages = 0;

  constructor(options: PairFinderOptions) {
    this.#options = options;
    this.#maxGrams = (options.memoryBytes ?? defaultMemoryBytes) / bytesPerGram;
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
