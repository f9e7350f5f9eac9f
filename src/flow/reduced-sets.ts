import { ascending } from '../grams/counting-sort.ts';
import { firstEqualOf, gramsOf, setHash } from '../grams/gram-sets.ts';
import { halvesOf } from '../grams/halves.ts';
import { bytesOf, type Spool } from '../grams/spool.ts';
import type { WorkFolder } from '../grams/work-folder.ts';
import type { GramFrequencies } from '../methods/collection.ts';
import type { PageSets } from '../methods/method.ts';

/**
 * What of pages is compared: the gram sets of all pages, or none, where those of some were replaced. Only these are written
 * down. Memory: 16 bytes a page, and 4 more where pages repeat others.
 */
export class ReducedSets implements PageSets {
  readonly #all: PageSets;
  readonly #isEmpty: boolean;
  readonly #spool: Spool;
  /** Where what replaced a page's set stands; −1 where nothing did. */
  readonly #positions: Float64Array;
  /** Number of grams that are compared of each page. */
  readonly sizes: Uint32Array;
  readonly #hashes: Uint32Array;
  /** For each page an earlier one with its set, or itself; missing where no page repeats another. */
  #repeats: Uint32Array | undefined;

  /** @param isEmpty whether of pages whose sets are not replaced nothing is compared */
  constructor(all: PageSets, folder: WorkFolder, isEmpty = false) {
    this.#all = all;
    this.#isEmpty = isEmpty;
    this.#spool = folder.spool();
    this.#positions = new Float64Array(all.length).fill(-1);
    this.sizes = new Uint32Array(all.length);
    this.#hashes = new Uint32Array(all.length);
    for (let page = 0; !isEmpty && page < all.length; page++) {
      this.sizes[page] = all.sizeOf(page);
      this.#hashes[page] = all.hashOf(page);
    }
  }

  get length(): number {
    return this.#all.length;
  }

  /** Puts a part of a page's grams in the place of its set, or, where sets are empty unless replaced, any grams. */
  replace(page: number, grams: BigUint64Array): void {
    this.#positions[page] = this.#spool.append(bytesOf(grams));
    this.sizes[page] = grams.length;
    this.#hashes[page] = setHash(grams);
  }

  /** Compares of a page what is compared of an earlier one: to be told when that is settled. */
  repeat(page: number, earlier: number): void {
    this.#positions[page] = this.#positions[earlier];
    this.sizes[page] = this.sizes[earlier];
    this.#hashes[page] = this.#hashes[earlier];
    this.#repeats ??= ascending(this.length);
    this.#repeats[page] = earlier;
  }

  /** See `firstEqualOf`. */
  firstEqual(): Uint32Array {
    return firstEqualOf(this, this.#repeats);
  }

  sizeOf(page: number): number {
    return this.sizes[page];
  }

  hashOf(page: number): number {
    return this.#hashes[page];
  }

  read(page: number, into: BigUint64Array): void {
    if (this.sizes[page] === 0) return;
    if (this.#positions[page] < 0) this.#all.read(page, into);
    else this.#spool.read(this.#positions[page], bytesOf(into.subarray(0, this.sizes[page])));
  }

  /** Of what takes the place of no set nothing is known. */
  frequenciesOf(page: number): GramFrequencies | undefined {
    if (this.#isEmpty) return undefined;
    const frequencies = this.#all.frequenciesOf(page);
    if (frequencies === undefined || this.#positions[page] < 0) return frequencies;
    return partOf(frequencies, gramsOf(this, page), gramsOf(this.#all, page));
  }

  /** Lets go of the sets; their sizes stay. */
  close(): void {
    this.#spool.close();
  }
}

/** The frequencies of a part of a page's grams. */
function partOf(
  { counts, profile }: GramFrequencies,
  part: BigUint64Array,
  grams: BigUint64Array,
): GramFrequencies {
  const wanted = halvesOf(part);
  const all = halvesOf(grams);
  const partCounts = new Uint32Array(part.length);
  for (let i = 0, k = 0; i < part.length; k++) {
    if (all[2 * k] === wanted[2 * i] && all[2 * k + 1] === wanted[2 * i + 1]) partCounts[i++] = counts[k];
  }
  return { counts: partCounts, profile };
}
