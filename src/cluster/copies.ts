import { numbersWhere, radixSort } from '../grams/counting-sort.ts';
import { type PagePairs, PagePairsBuilder } from './pairs.ts';

/** Takes a pair of pages, in either order, and how many grams they share. */
type AddPair = (x: number, y: number, overlap: number) => void;

/** Which pages have the content of which others: 4 bytes a page with an earlier one, 1 a page. */
export class Copies {
  readonly #firstOf: Uint32Array;
  /** Pages that are not the first with their content, by that first page. */
  readonly #copies: Uint32Array;
  readonly #hasCopies: Uint8Array;

  /** @param firstOf for each page the first one with its content; itself where there is none before */
  constructor(firstOf: Uint32Array) {
    this.#firstOf = firstOf;
    this.#hasCopies = new Uint8Array(firstOf.length);
    for (let page = 0; page < firstOf.length; page++) {
      if (firstOf[page] !== page) this.#hasCopies[firstOf[page]] = 1;
    }
    this.#copies = radixSort(
      numbersWhere(firstOf.length, (page) => firstOf[page] !== page),
      firstOf,
    );
  }

  /** Adds the pairs that follow from one of first pages, itself among them: of all pages with their contents. */
  addAcross(x: number, y: number, overlap: number, add: AddPair): void {
    if (this.#hasCopies[x] + this.#hasCopies[y] === 0) add(x, y, overlap);
    else for (const a of this.#pagesLike(x)) for (const b of this.#pagesLike(y)) add(a, b, overlap);
  }

  /**
   * Adds the pairs of pages of one content.
   *
   * @param pairsWithItself whether two pages of that content are a pair, given how many grams it has
   */
  addWithin(
    sizeOf: (page: number) => number,
    pairsWithItself: (size: number) => boolean,
    add: AddPair,
  ): void {
    for (let page = 0; page < this.#firstOf.length; page++) {
      if (this.#hasCopies[page] === 0) continue;
      const size = sizeOf(page);
      if (!pairsWithItself(size)) continue;
      const pages = [...this.#pagesLike(page)];
      for (let i = 0; i < pages.length; i++) {
        for (let k = i + 1; k < pages.length; k++) add(pages[i], pages[k], size);
      }
    }
  }

  /** The pages with the content of a first one, itself first. */
  *#pagesLike(first: number): Generator<number> {
    yield first;
    if (this.#hasCopies[first] === 0) return;
    let from = 0;
    for (let to = this.#copies.length; from < to; ) {
      const middle = (from + to) >>> 1;
      if (this.#firstOf[this.#copies[middle]] < first) from = middle + 1;
      else to = middle;
    }
    for (; this.#firstOf[this.#copies[from]] === first; from++) yield this.#copies[from];
  }
}

/**
 * The pairs of all pages, from those of the first pages of each content: whoever has the content of a page is paired
 * with the same others, and with that page. O(pairs).
 *
 * @param pairs of first pages only
 * @param firstOf for each page the first one with its content; itself where there is none before
 * @param pairsWithItself whether two pages of that content are a pair, given how many grams it has
 */
export function pairsOfCopies(
  pairs: PagePairs,
  firstOf: Uint32Array,
  sizeOf: (page: number) => number,
  pairsWithItself: (size: number) => boolean,
): PagePairs {
  if (firstOf.every((first, page) => first === page)) return pairs;
  const copies = new Copies(firstOf);
  const builder = new PagePairsBuilder();
  const add: AddPair = (x, y, overlap) => builder.add(x, y, overlap);
  for (let i = 0; i < pairs.length; i++) copies.addAcross(pairs.a[i], pairs.b[i], pairs.overlap[i], add);
  copies.addWithin(sizeOf, pairsWithItself, add);
  return builder.finish(firstOf.length);
}
