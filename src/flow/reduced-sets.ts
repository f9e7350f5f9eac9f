import { blockBytes, DealtRecords } from '../grams/dealt-records.ts';
import { fingerprintWords, firstEqualOf, gramsOf } from '../grams/gram-sets.ts';
import { GrowingColumn } from '../grams/growing-columns.ts';
import { halvesOf } from '../grams/halves.ts';
import { bytesOf } from '../grams/spool.ts';
import type { StoredColumn } from '../grams/stored-column.ts';
import type { GramFrequencies } from '../methods/collection.ts';
import { defaultMemoryBytes } from '../methods/defaults.ts';
import type { SearchOptions } from '../methods/find-pairs.ts';
import type { PageSets } from '../methods/method.ts';

/**
 * Words before a set: the four words of its fingerprint, and the page that it repeats plus 1, or 0 if it repeats none.
 */
const HEAD_WORDS = 5;

/**
 * The gram sets that are compared: those of some pages are replaced, and the others are unchanged, or all empty. Only
 * replaced sets are stored. They may be added in any order and are read in the order of pages. Memory: 10 bytes a page,
 * and `blockBytes`.
 */
export class ReducedSets implements PageSets {
  readonly #all: PageSets;
  readonly #isEmpty: boolean;
  /** Number of grams of each page that are compared. */
  readonly sizes: Uint32Array;
  readonly #replaced: DealtRecords;
  /** The four words of the fingerprint of each set that was replaced. */
  readonly #words: StoredColumn;
  /** For each page the page that it repeats plus 1; 0 if it repeats none. */
  readonly #repeats: StoredColumn;
  readonly #head = new Uint32Array(HEAD_WORDS);
  /** Buffer in which records are put together. Each is copied from there immediately. */
  #record = new Uint32Array(1 << 10);

  /** @param isEmpty whether sets that are not replaced count as empty */
  constructor(
    all: PageSets,
    { folder, memoryBytes = defaultMemoryBytes }: Pick<SearchOptions, 'folder' | 'memoryBytes'>,
    isEmpty = false,
  ) {
    this.#all = all;
    this.#isEmpty = isEmpty;
    this.#words = folder.column('u32');
    this.#repeats = folder.column('u32');
    this.sizes = new Uint32Array(all.length);
    for (let page = 0; !isEmpty && page < all.length; page++) this.sizes[page] = all.sizeOf(page);
    const mostBytes = blockBytes(memoryBytes);
    const firstOf = firstPagesOfBlocks(all, mostBytes);
    this.#replaced = new DealtRecords({
      ...{ records: all.length, blocks: firstOf.length, folder, memoryBytes: mostBytes },
      blockOf: (page) => lastUpTo(firstOf, page),
    });
  }

  get length(): number {
    return this.#all.length;
  }

  /** Replaces a page's set by a part of its grams, or by any grams if other sets are empty. Once for each page. */
  replace(page: number, grams: BigUint64Array): void {
    this.sizes[page] = grams.length;
    const length = HEAD_WORDS + 2 * grams.length;
    if (this.#record.length < length) this.#record = new Uint32Array(2 * length);
    this.#record.set(fingerprintWords(grams));
    this.#record[HEAD_WORDS - 1] = 0;
    this.#record.set(halvesOf(grams), HEAD_WORDS);
    this.#replaced.add(page, bytesOf(this.#record.subarray(0, length)));
  }

  /** Gives a page the same set as an earlier one, whose set must be final. Once for each page. */
  repeat(page: number, earlier: number): void {
    this.sizes[page] = this.sizes[earlier];
    this.#record[HEAD_WORDS - 1] = earlier + 1;
    this.#replaced.add(page, bytesOf(this.#record.subarray(0, HEAD_WORDS)));
  }

  /** Call this after all replacements, before any set is read. */
  finish(): void {
    this.#replaced.finish();
    const head = bytesOf(this.#head);
    for (let page = 0; page < this.length; page++) {
      if (!this.#replaced.has(page)) continue;
      this.#replaced.read(page, head);
      const repeats = this.#head[HEAD_WORDS - 1];
      if (repeats > 0) this.#repeats.set(page, repeats);
      else for (let k = 0; k < HEAD_WORDS - 1; k++) this.#words.set(4 * page + k, this.#head[k]);
    }
  }

  /** See `firstEqualOf`. */
  firstEqual(): Uint32Array {
    return firstEqualOf(this, (page) => this.#repeats.at(page) - 1);
  }

  sizeOf(page: number): number {
    return this.sizes[page];
  }

  hashOf(page: number, word = 0): number {
    const own = this.#settled(page);
    const isOwn = this.#isEmpty || this.#replaced.has(own);
    return isOwn ? this.#words.at(4 * own + word) : this.#all.hashOf(own, word);
  }

  read(page: number, into: BigUint64Array): void {
    if (this.sizes[page] === 0) return;
    const own = this.#settled(page);
    if (!this.#replaced.has(own)) this.#all.read(own, into);
    else this.#replaced.read(own, bytesOf(into.subarray(0, this.sizes[own])), 4 * HEAD_WORDS);
  }

  /** Unknown for grams that are not part of the page's own set. */
  frequenciesOf(page: number): GramFrequencies | undefined {
    if (this.#isEmpty) return undefined;
    const frequencies = this.#all.frequenciesOf(page);
    if (frequencies === undefined || !this.#replaced.has(this.#settled(page))) return frequencies;
    return partOf(frequencies, gramsOf(this, page), gramsOf(this.#all, page));
  }

  /** Releases the sets. Their sizes stay. */
  close(): void {
    for (const file of [this.#replaced, this.#words, this.#repeats]) file.close();
  }

  /** The page that a page repeats, or itself. */
  #settled(page: number): number {
    const repeats = this.#repeats.at(page);
    return repeats > 0 ? repeats - 1 : page;
  }
}

/** The first page of each block of pages whose sets take at most `mostBytes`. */
function firstPagesOfBlocks(sets: PageSets, mostBytes: number): Uint32Array {
  const firsts = new GrowingColumn((length) => new Uint32Array(length));
  firsts.push(0);
  for (let page = 0, filled = 0; page < sets.length; page++) {
    const bytes = 4 * HEAD_WORDS + 8 * sets.sizeOf(page);
    if (filled > 0 && filled + bytes > mostBytes) {
      firsts.push(page);
      filled = 0;
    }
    filled += bytes;
  }
  return firsts.values;
}

/** Index of the last of ascending numbers that is at most `one`. O(log numbers). */
function lastUpTo(numbers: Uint32Array, one: number): number {
  let from = 0;
  for (let to = numbers.length; to - from > 1; ) {
    const middle = (from + to) >>> 1;
    if (numbers[middle] <= one) from = middle;
    else to = middle;
  }
  return from;
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
