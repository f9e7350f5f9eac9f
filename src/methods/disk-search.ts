import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PagePairsBuilder } from '../cluster/pairs.ts';
import { overlapOfSorted } from '../grams/jaccard.ts';
import { SketchIndex } from '../store/sketch-index.ts';
import type { Method, MethodOptions, NamedPairs, PairSearch } from './method.ts';
import { Phases } from './phases.ts';

const pagesPerBatch = 2048;
const gramsPerBatch = 1 << 20;

/**
 * A search with sketches and gram sets in an index of its own, in a folder that `close` removes.
 *
 * Memory: one batch of gram sets, a quarter of `memoryBytes` while pairs are confirmed, and some 100 bytes a page.
 */
export class DiskSearch implements PairSearch {
  readonly method: Method;
  readonly #index: SketchIndex;
  readonly #folder: string;
  readonly #cacheBytes: number;
  readonly #phases = new Phases();
  #batch: { key: string; url: string; grams: BigUint64Array }[] = [];
  #batchGrams = 0;
  /** `#pages[number]` is the page that has this number in the index: pages without a gram are not in it. */
  readonly #pages: number[] = [];
  #added = 0;

  private constructor(method: Method, index: SketchIndex, folder: string, cacheBytes: number) {
    this.method = method;
    this.#index = index;
    this.#folder = folder;
    this.#cacheBytes = cacheBytes;
  }

  static async open(
    method: Method,
    { threshold, recall, memoryBytes, workDirectory }: MethodOptions,
  ): Promise<DiskSearch> {
    const folder = await emptyFolder(workDirectory);
    try {
      const index = await SketchIndex.open(folder, { gram: 'any', threshold, recall });
      return new DiskSearch(method, index, folder, memoryBytes / 4);
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

  async find(): Promise<NamedPairs> {
    await this.#store();
    const startedAt = performance.now();
    const pairs = new PagePairsBuilder();
    const pages = this.#pages;
    const { candidates } = await this.#index.similarPairs(
      (x, y, overlap) => pairs.add(pages[x], pages[y], overlap),
      { cacheBytes: this.#cacheBytes },
    );
    const named = pairs.finish(this.#added);
    this.#phases.charge('join', performance.now() - startedAt);
    const { bytesOnDisk = 0 } = await this.#index.stats();
    return {
      pairs: named,
      candidates,
      milliseconds: this.#phases.milliseconds,
      bytesPerPage: bytesOnDisk / Math.max(1, this.#added),
    };
  }

  async gramsOf(page: number): Promise<BigUint64Array> {
    const number = this.#numberOf(page);
    if (this.#pages[number] !== page) return new BigUint64Array(0);
    const [grams] = await this.#index.gramSets([number]);
    return grams;
  }

  async overlap(a: number, b: number): Promise<number> {
    return overlapOfSorted(await this.gramsOf(a), await this.gramsOf(b));
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
    this.#phases.charge('sketch', performance.now() - startedAt);
  }
}

/** An empty folder for the sketches: in `workDirectory` always the same one, which clears what a killed run left. */
async function emptyFolder(workDirectory: string | undefined): Promise<string> {
  if (workDirectory === undefined) return mkdtemp(join(tmpdir(), 'neardup-sketches-'));
  const folder = join(workDirectory, 'sketches.unfinished');
  await rm(folder, { recursive: true, force: true });
  return folder;
}
