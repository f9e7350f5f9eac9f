import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PagePairsBuilder } from '../cluster/pairs.ts';
import { overlapOfSorted } from '../grams/jaccard.ts';
import { SketchIndex } from '../store/sketch-index.ts';
import type { FoundPairs, PairFinder, PairFinderOptions } from './pair-finder.ts';

/** Share of the pairs exactly at the threshold that the sketches find; above it they find more. */
export const sketchRecall = 0.99;

const pagesPerBatch = 2048;
const gramsPerBatch = 1 << 20;

/**
 * Pairs by sketches in LevelDB, confirmed on the full gram sets: for collections of any size.
 *
 * Precision is 1; a pair at the threshold is found with probability ≥ `sketchRecall`. The sketches live in a
 * folder of their own that `close` removes. Memory: one batch of gram sets, and some 100 bytes a page.
 */
export class SketchedPairs implements PairFinder {
  readonly method = 'minhash';
  readonly #index: SketchIndex;
  readonly #folder: string;
  readonly #cacheBytes: number;
  #batch: { key: string; url: string; grams: BigUint64Array }[] = [];
  #batchGrams = 0;
  /** `#pages[number]` is the page that has this number in the index: pages without a gram are not in it. */
  readonly #pages: number[] = [];
  #added = 0;
  #sketchMs = 0;

  private constructor(index: SketchIndex, folder: string, cacheBytes: number) {
    this.#index = index;
    this.#folder = folder;
    this.#cacheBytes = cacheBytes;
  }

  /** @throws RangeError when the similarity is not Jaccard, which is what MinHash estimates. */
  static async open({
    similarity,
    threshold,
    memoryBytes,
    workDirectory,
  }: PairFinderOptions): Promise<SketchedPairs> {
    if (similarity !== 'jaccard') {
      throw new RangeError(`similarity: expected jaccard with the method minhash; got ${similarity}`);
    }
    const folder = await emptyFolder(workDirectory);
    try {
      const index = await SketchIndex.open(folder, { gram: 'any', threshold, recall: sketchRecall });
      return new SketchedPairs(index, folder, (memoryBytes ?? 2 ** 30) / 4);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  async add(grams: BigUint64Array): Promise<void> {
    const page = this.#added++;
    if (grams.length === 0) return;
    this.#pages.push(page);
    this.#batch.push({ key: String(page), url: '', grams });
    this.#batchGrams += grams.length;
    if (this.#batch.length >= pagesPerBatch || this.#batchGrams >= gramsPerBatch) await this.#store();
  }

  async find(): Promise<FoundPairs> {
    await this.#store();
    const startedAt = performance.now();
    const pairs = new PagePairsBuilder();
    const pages = this.#pages;
    const { candidates } = await this.#index.similarPairs(
      (x, y, overlap) => pairs.add(pages[x], pages[y], overlap),
      {
        cacheBytes: this.#cacheBytes,
      },
    );
    return {
      pairs: pairs.finish(this.#added),
      candidates,
      milliseconds: { sketch: this.#sketchMs, join: performance.now() - startedAt },
    };
  }

  async overlap(a: number, b: number): Promise<number> {
    const [x, y] = await this.#index.gramSets([this.#numberOf(a), this.#numberOf(b)]);
    return overlapOfSorted(x, y);
  }

  async close(): Promise<void> {
    await this.#index.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** The number of a page in the index: binary search, since both ascend. */
  #numberOf(page: number): number {
    let from = 0;
    let to = this.#pages.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#pages[middle] < page) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  async #store(): Promise<void> {
    const startedAt = performance.now();
    await this.#index.addAll(this.#batch, { searchable: false });
    this.#batch = [];
    this.#batchGrams = 0;
    this.#sketchMs += performance.now() - startedAt;
  }
}

/** An empty folder for the sketches: in `workDirectory` always the same one, which clears what a killed run left. */
async function emptyFolder(workDirectory: string | undefined): Promise<string> {
  if (workDirectory === undefined) return mkdtemp(join(tmpdir(), 'neardup-sketches-'));
  const folder = join(workDirectory, 'sketches.unfinished');
  await rm(folder, { recursive: true, force: true });
  return folder;
}
