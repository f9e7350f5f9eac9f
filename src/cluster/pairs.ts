import { numbersWhere } from '../grams/counting-sort.ts';

/**
 * Pairs of pages as flat arrays: pair i is page `a[i]` and page `b[i]`, `a[i] < b[i]`, which share `overlap[i]` grams. Only where pages stand
 * for their contents (`NamedPairs`) may both be one page.
 */
export interface PagePairs {
  readonly length: number;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  readonly overlap: Uint32Array;
}

/** Collects pairs in any order and returns them sorted by a, then b. */
export class PagePairsBuilder {
  #length = 0;
  #a = new Uint32Array(1024);
  #b = new Uint32Array(1024);
  #overlap = new Uint32Array(1024);

  /** Adds the pair of pages x and y, given in either order. */
  add(x: number, y: number, overlap: number): void {
    if (this.#length === this.#a.length) this.#grow();
    this.#a[this.#length] = Math.min(x, y);
    this.#b[this.#length] = Math.max(x, y);
    this.#overlap[this.#length] = overlap;
    this.#length++;
  }

  get length(): number {
    return this.#length;
  }

  /** The collected pairs in the order of adding. The columns may be longer than the number of pairs. */
  get unsorted(): PagePairs {
    return { length: this.#length, a: this.#a, b: this.#b, overlap: this.#overlap };
  }

  /** The collected pairs, sorted. Every page number is below `pages`. O(pairs + pages): two counting sorts. */
  finish(pages: number): PagePairs {
    const byB = sortedBy(this.unsorted, this.#b, pages);
    return sortedBy(byB, byB.a, pages);
  }

  #grow(): void {
    const doubled = (array: Uint32Array): Uint32Array<ArrayBuffer> => {
      const larger = new Uint32Array(2 * array.length);
      larger.set(array);
      return larger;
    };
    this.#a = doubled(this.#a);
    this.#b = doubled(this.#b);
    this.#overlap = doubled(this.#overlap);
  }
}

/** The number of the pair of pages x and y, or −1. Binary search: O(log pairs). */
export function findPair(pairs: PagePairs, x: number, y: number): number {
  const a = Math.min(x, y);
  const b = Math.max(x, y);
  let from = 0;
  let to = pairs.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const order = pairs.a[middle] - a || pairs.b[middle] - b;
    if (order === 0) return middle;
    if (order < 0) from = middle + 1;
    else to = middle;
  }
  return -1;
}

/** The pairs whose index meets a condition, in their order. */
export function pairsWhere(pairs: PagePairs, condition: (i: number) => boolean): PagePairs {
  return pairsAt(pairs, numbersWhere(pairs.length, condition));
}

/** The pairs with these numbers, in the order of the numbers. O(numbers) */
export function pairsAt({ a, b, overlap }: PagePairs, numbers: Uint32Array): PagePairs {
  return {
    length: numbers.length,
    a: numbers.map((i) => a[i]),
    b: numbers.map((i) => b[i]),
    overlap: numbers.map((i) => overlap[i]),
  };
}

/** A stable counting sort of pairs by one of their columns. Ignores what columns hold after the last pair. */
function sortedBy(pairs: PagePairs, column: Uint32Array, pages: number): PagePairs {
  const next = new Uint32Array(pages + 1);
  for (let i = 0; i < pairs.length; i++) next[column[i] + 1]++;
  for (let page = 0; page < pages; page++) next[page + 1] += next[page];
  const a = new Uint32Array(pairs.length);
  const b = new Uint32Array(pairs.length);
  const overlap = new Uint32Array(pairs.length);
  for (let i = 0; i < pairs.length; i++) {
    const at = next[column[i]]++;
    a[at] = pairs.a[i];
    b[at] = pairs.b[i];
    overlap[at] = pairs.overlap[i];
  }
  return { length: pairs.length, a, b, overlap };
}
