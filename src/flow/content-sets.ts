import { gramsOf, setHash } from '../grams/gram-sets.ts';
import { halvesOf } from '../grams/halves.ts';
import { bytesOf, type Spool } from '../grams/spool.ts';
import type { WorkFolder } from '../grams/work-folder.ts';
import type { GramFrequencies } from '../methods/collection.ts';
import type { PageSets } from '../methods/method.ts';

/**
 * What pages have beside their sites' templates: the gram sets of all pages, where those of some were replaced by a part
 * of themselves. Only these are written down. Memory: 16 bytes a page.
 */
export class ContentSets implements PageSets {
  readonly #all: PageSets;
  readonly #spool: Spool;
  /** Where the content of a page stands; −1 where that is the whole set. */
  readonly #positions: Float64Array;
  /** Number of grams of the content of each page. */
  readonly sizes: Uint32Array;
  readonly #hashes: Uint32Array;

  constructor(all: PageSets, folder: WorkFolder) {
    this.#all = all;
    this.#spool = folder.spool();
    this.#positions = new Float64Array(all.length).fill(-1);
    this.sizes = new Uint32Array(all.length);
    this.#hashes = new Uint32Array(all.length);
    for (let page = 0; page < all.length; page++) {
      this.sizes[page] = all.sizeOf(page);
      this.#hashes[page] = all.hashOf(page);
    }
  }

  get length(): number {
    return this.#all.length;
  }

  /** Puts a part of a page's grams in the place of its set. */
  replace(page: number, content: BigUint64Array): void {
    this.#positions[page] = this.#spool.append(bytesOf(content));
    this.sizes[page] = content.length;
    this.#hashes[page] = setHash(content);
  }

  sizeOf(page: number): number {
    return this.sizes[page];
  }

  hashOf(page: number): number {
    return this.#hashes[page];
  }

  read(page: number, into: BigUint64Array): void {
    if (this.#positions[page] < 0) this.#all.read(page, into);
    else this.#spool.read(this.#positions[page], bytesOf(into.subarray(0, this.sizes[page])));
  }

  frequenciesOf(page: number): GramFrequencies | undefined {
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
