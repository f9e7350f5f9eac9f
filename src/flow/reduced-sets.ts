import { fingerprintWords, firstEqualOf, gramsOf } from '../grams/gram-sets.ts';
import { halvesOf } from '../grams/halves.ts';
import { bytesOf, type Spool } from '../grams/spool.ts';
import type { StoredColumn } from '../grams/stored-column.ts';
import type { WorkFolder } from '../grams/work-folder.ts';
import type { GramFrequencies } from '../methods/collection.ts';
import type { PageSets } from '../methods/method.ts';

/**
 * What of pages is compared: the gram sets of all pages, or none, where those of some were replaced. Only these are written
 * down. Memory: 4 bytes a page.
 */
export class ReducedSets implements PageSets {
  readonly #all: PageSets;
  readonly #isEmpty: boolean;
  readonly #spool: Spool;
  /** Number of grams that are compared of each page. */
  readonly sizes: Uint32Array;
  /** Where what replaced a page's set stands; −1 where nothing did. */
  readonly #positions: StoredColumn;
  /** The four words of its fingerprint. */
  readonly #words: StoredColumn;
  /** Of a page that repeats an earlier one that one; −1 of any other. */
  readonly #repeats: StoredColumn;

  /** @param isEmpty whether of pages whose sets are not replaced nothing is compared */
  constructor(all: PageSets, folder: WorkFolder, isEmpty = false) {
    this.#all = all;
    this.#isEmpty = isEmpty;
    this.#spool = folder.spool();
    this.#positions = folder.column('f64', -1);
    this.#words = folder.column('u32');
    this.#repeats = folder.column('f64', -1);
    this.sizes = new Uint32Array(all.length);
    for (let page = 0; !isEmpty && page < all.length; page++) this.sizes[page] = all.sizeOf(page);
  }

  get length(): number {
    return this.#all.length;
  }

  /** Puts a part of a page's grams in the place of its set, or, where sets are empty unless replaced, any grams. */
  replace(page: number, grams: BigUint64Array): void {
    this.#positions.set(page, this.#spool.append(bytesOf(grams)));
    this.sizes[page] = grams.length;
    this.#putWords(page, fingerprintWords(grams));
  }

  /** Compares of a page what is compared of an earlier one: to be told when that is settled. */
  repeat(page: number, earlier: number): void {
    this.#positions.set(page, this.#positions.at(earlier));
    this.sizes[page] = this.sizes[earlier];
    this.#putWords(
      page,
      [0, 1, 2, 3].map((word) => this.#words.at(4 * earlier + word)),
    );
    this.#repeats.set(page, earlier);
  }

  /** See `firstEqualOf`. */
  firstEqual(): Uint32Array {
    return firstEqualOf(this, (page) => this.#repeats.at(page));
  }

  sizeOf(page: number): number {
    return this.sizes[page];
  }

  hashOf(page: number, word = 0): number {
    const isOwn = this.#isEmpty || this.#positions.at(page) >= 0;
    return isOwn ? this.#words.at(4 * page + word) : this.#all.hashOf(page, word);
  }

  read(page: number, into: BigUint64Array): void {
    if (this.sizes[page] === 0) return;
    const at = this.#positions.at(page);
    if (at < 0) this.#all.read(page, into);
    else this.#spool.read(at, bytesOf(into.subarray(0, this.sizes[page])));
  }

  /** Of what takes the place of no set nothing is known. */
  frequenciesOf(page: number): GramFrequencies | undefined {
    if (this.#isEmpty) return undefined;
    const frequencies = this.#all.frequenciesOf(page);
    if (frequencies === undefined || this.#positions.at(page) < 0) return frequencies;
    return partOf(frequencies, gramsOf(this, page), gramsOf(this.#all, page));
  }

  /** Lets go of the sets; their sizes stay. */
  close(): void {
    for (const file of [this.#spool, this.#positions, this.#words, this.#repeats]) file.close();
  }

  #putWords(page: number, words: ArrayLike<number>): void {
    for (let k = 0; k < words.length; k++) this.#words.set(4 * page + k, words[k]);
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
