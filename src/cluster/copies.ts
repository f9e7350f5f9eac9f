import { numbersWhere, radixSort } from '../grams/counting-sort.ts';
import type { PagePairs, PagePairsBuilder } from './pairs.ts';

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
 * @param ofFirsts pairs of first pages only
 * @param firstOf for each page the first one with its content; itself where there is none before
 * @param pairsWithItself whether two pages of that content are a pair, given how many grams it has
 */
export function pairsOfCopies(
  ofFirsts: PagePairsBuilder,
  firstOf: Uint32Array,
  sizeOf: (page: number) => number,
  pairsWithItself: (size: number) => boolean,
): PagePairs {
  if (firstOf.every((first, page) => first === page)) return ofFirsts.finish(firstOf.length);
  const ofContent = radixSort(
    numbersWhere(firstOf.length, () => true),
    firstOf,
  );
  const begins = beginsOf(firstOf.length, (count) => firstOf.forEach(count));
  const isAlikeItself = (first: number): boolean =>
    begins[first + 1] - begins[first] > 1 && pairsWithItself(sizeOf(first));
  const { likes, likesBegin, overlaps } = likesOf(ofFirsts.unsorted, firstOf.length, sizeOf, isAlikeItself);
  // by b, so that the pairs of each a come in order: they are counted first, and stored where they stay
  const each = (tell: (a: number, b: number, overlap: number) => void): void => {
    for (let b = 0; b < firstOf.length; b++) {
      const first = firstOf[b];
      for (let i = likesBegin[first]; i < likesBegin[first + 1]; i++) {
        const end = begins[likes[i] + 1];
        for (let k = begins[likes[i]]; k < end && ofContent[k] < b; k++) tell(ofContent[k], b, overlaps[i]);
      }
    }
  };
  const next = beginsOf(firstOf.length, (count) => each(count));
  const length = next[firstOf.length];
  const [a, b, overlap] = [new Uint32Array(length), new Uint32Array(length), new Uint32Array(length)];
  for (let page = 0; page < firstOf.length; page++) a.fill(page, next[page], next[page + 1]);
  each((x, y, shared) => {
    const at = next[x]++;
    b[at] = y;
    overlap[at] = shared;
  });
  return { length, a, b, overlap };
}

/** Of each first page the others that it is paired with, itself too where its copies are: `likes[likesBegin[page] .. likesBegin[page + 1]]`. */
function likesOf(
  pairs: PagePairs,
  pages: number,
  sizeOf: (page: number) => number,
  isAlikeItself: (page: number) => boolean,
): { readonly likes: Uint32Array; readonly likesBegin: Uint32Array; readonly overlaps: Uint32Array } {
  const each = (tell: (page: number, other: number, overlap: number) => void): void => {
    for (let i = 0; i < pairs.length; i++) {
      tell(pairs.a[i], pairs.b[i], pairs.overlap[i]);
      tell(pairs.b[i], pairs.a[i], pairs.overlap[i]);
    }
    for (let page = 0; page < pages; page++) if (isAlikeItself(page)) tell(page, page, sizeOf(page));
  };
  const likesBegin = beginsOf(pages, (count) => each(count));
  const next = likesBegin.slice();
  const [likes, overlaps] = [new Uint32Array(next[pages]), new Uint32Array(next[pages])];
  each((page, other, overlap) => {
    const at = next[page]++;
    likes[at] = other;
    overlaps[at] = overlap;
  });
  return { likes, likesBegin, overlaps };
}

/** Where those of each page begin when what is counted is put page by page, and at last how many there are: Uint32Array(pages + 1). */
function beginsOf(pages: number, countAll: (count: (page: number) => void) => void): Uint32Array {
  const begins = new Uint32Array(pages + 1);
  countAll((page) => {
    begins[page + 1]++;
  });
  for (let page = 0; page < pages; page++) begins[page + 1] += begins[page];
  return begins;
}
