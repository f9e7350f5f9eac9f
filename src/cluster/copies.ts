import { ascending, numbersWhere, radixSort } from '../grams/counting-sort.ts';
import type { PagePairs, PagePairsBuilder } from './pairs.ts';

/** Takes a pair of pages, in either order, and the number of grams that they share. */
type AddPair = (x: number, y: number, overlap: number) => void;

/** Which pages have the same content: 4 bytes a page, and 4 for each page whose content an earlier page has. */
export class Copies {
  readonly #firstOf: Uint32Array;
  /** By first page of a content: the other pages with that content, from `#begins[first]` to `#begins[first + 1]`. */
  readonly #copies: Uint32Array;
  readonly #begins: Uint32Array;

  /** @param firstOf for each page the first page with its content, which may be the page itself */
  constructor(firstOf: Uint32Array) {
    this.#firstOf = firstOf;
    const isCopy = (page: number): boolean => firstOf[page] !== page;
    this.#copies = radixSort(numbersWhere(firstOf.length, isCopy), firstOf);
    this.#begins = beginsOf(firstOf.length, (count) => {
      for (let page = 0; page < firstOf.length; page++) if (isCopy(page)) count(firstOf[page]);
    });
  }

  /** Adds the pairs that follow from a pair of first pages: all pairs of pages with these contents, including the pair itself. */
  addAcross(x: number, y: number, overlap: number, add: AddPair): void {
    const [copies, begins] = [this.#copies, this.#begins];
    // by index: a generator for each page took a third of the time of this
    for (let a = x, i = begins[x]; ; a = copies[i++]) {
      add(a, y, overlap);
      for (let k = begins[y]; k < begins[y + 1]; k++) add(a, copies[k], overlap);
      if (i === begins[x + 1]) return;
    }
  }

  /**
   * Adds the pairs of pages with the same content.
   *
   * @param pairsWithItself whether two pages with the same content of that many grams are a pair
   */
  addWithin(
    sizeOf: (page: number) => number,
    pairsWithItself: (size: number) => boolean,
    add: AddPair,
  ): void {
    for (let page = 0; page < this.#firstOf.length; page++) {
      const copies = this.#copies.subarray(this.#begins[page], this.#begins[page + 1]);
      if (copies.length === 0) continue;
      const size = sizeOf(page);
      if (!pairsWithItself(size)) continue;
      for (let i = 0; i < copies.length; i++) {
        add(page, copies[i], size);
        for (let k = i + 1; k < copies.length; k++) add(copies[i], copies[k], size);
      }
    }
  }
}

/**
 * The pairs of all pages, from the pairs of the first pages of each content: a page with the same content as another is paired with the
 * same pages, and with that page. O(pairs).
 *
 * @param ofFirsts pairs of first pages
 * @param firstOf for each page the first page with its content, which may be the page itself
 * @param pairsWithItself whether two pages with the same content of that many grams are a pair
 */
export function pairsOfCopies(
  ofFirsts: PagePairsBuilder,
  firstOf: Uint32Array,
  sizeOf: (page: number) => number,
  pairsWithItself: (size: number) => boolean,
): PagePairs {
  if (firstOf.every((first, page) => first === page)) return ofFirsts.finish(firstOf.length);
  const ofContent = radixSort(ascending(firstOf.length), firstOf);
  const begins = beginsOf(firstOf.length, (count) => firstOf.forEach(count));
  const isAlikeItself = (first: number): boolean =>
    begins[first + 1] - begins[first] > 1 && pairsWithItself(sizeOf(first));
  const { likes, likesBegin, overlaps } = likesOf(ofFirsts.unsorted, firstOf.length, sizeOf, isAlikeItself);
  // by b, so that the pairs of each a come in order; they are counted first, then stored in their final place
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

/** The pages paired with each first page, including itself if its copies are pairs: `likes[likesBegin[page] .. likesBegin[page + 1]]`. */
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

/** The running sums of the counts of pages: where the entries of each page begin, and at last their number. Uint32Array(pages + 1). */
function beginsOf(pages: number, countAll: (count: (page: number) => void) => void): Uint32Array {
  const begins = new Uint32Array(pages + 1);
  countAll((page) => {
    begins[page + 1]++;
  });
  for (let page = 0; page < pages; page++) begins[page + 1] += begins[page];
  return begins;
}
