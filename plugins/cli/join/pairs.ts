import type { Pairs } from '../../../src/join/index.ts';

/** Pairs of records by number, in the order of the contract: those of `a` are `begins[a] .. begins[a + 1]`. */
export interface SortedPairs {
  /** Uint32Array(records + 1). */
  readonly begins: Uint32Array;
  /** The larger record of each pair, ascending for each smaller one. */
  readonly b: Uint32Array;
  readonly overlap: Uint32Array;
}

/** Pairs found in any order, as a join finds them one by one. */
export class PairsBuilder {
  #length = 0;
  #x = new Uint32Array(1 << 10);
  #y = new Uint32Array(1 << 10);
  #overlap = new Uint32Array(1 << 10);

  /** Adds a pair. */
  add(x: number, y: number, overlap: number): void {
    if (this.#length === this.#x.length) {
      this.#x = doubled(this.#x);
      this.#y = doubled(this.#y);
      this.#overlap = doubled(this.#overlap);
    }
    this.#x[this.#length] = x;
    this.#y[this.#length] = y;
    this.#overlap[this.#length] = overlap;
    this.#length++;
  }

  /** The pairs so far. */
  finish(): Pairs {
    return { length: this.#length, x: this.#x, y: this.#y, overlap: this.#overlap };
  }
}

/**
 * Pairs by their smaller record, then their larger one. `records`: how many there are; `numbers[i]` is the number
 * of what the pairs call record i (default: i).
 *
 * Two counting sorts, each of which leaves out the column it sorts by. O(pairs + records); 8 bytes a pair, twice.
 */
export function sortPairs(pairs: Pairs, records: number, numbers?: Uint32Array): SortedPairs {
  const { length, x, y, overlap } = pairs;
  if (numbers) {
    for (let i = 0; i < length; i++) {
      x[i] = numbers[x[i]];
      y[i] = numbers[y[i]];
    }
  }
  const byB = new Uint32Array(records + 1);
  const byA = new Uint32Array(records + 1);
  for (let i = 0; i < length; i++) {
    byB[Math.max(x[i], y[i])]++;
    byA[Math.min(x[i], y[i])]++;
  }
  toEnds(byB);
  toEnds(byA);
  const a = new Uint32Array(length);
  const overlapByB = new Uint32Array(length);
  for (let i = 0; i < length; i++) {
    const at = --byB[Math.max(x[i], y[i])];
    a[at] = Math.min(x[i], y[i]);
    overlapByB[at] = overlap[i];
  }
  // Cursors that went down are at the begin of their groups now. Walked from behind, each group of a stays ascending.
  const sorted = { begins: byA, b: new Uint32Array(length), overlap: new Uint32Array(length) };
  for (let larger = records - 1; larger >= 0; larger--) {
    for (let i = byB[larger + 1] - 1; i >= byB[larger]; i--) {
      const at = --byA[a[i]];
      sorted.b[at] = larger;
      sorted.overlap[at] = overlapByB[i];
    }
  }
  return sorted;
}

function toEnds(counts: Uint32Array): void {
  for (let group = 1; group < counts.length; group++) counts[group] += counts[group - 1];
}

function doubled(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * array.length);
  larger.set(array);
  return larger;
}
