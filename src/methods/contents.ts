import { type PagePairs, PagePairsBuilder } from '../cluster/pairs.ts';
import { ascending, numbersWhere, radixSort } from '../grams/counting-sort.ts';

/**
 * Which pages of a collection have the same content, and how many pages each content has.
 *
 * A method cannot tell pages with one content apart, so it looks at one of them, the first. Its pairs are pairs of such pages, and of a
 * content that several pages have with itself, as (page, page): each pair stands for all pairs of pages with these contents.
 * Five thousand pages of one text are one pair then, and not 12 million.
 */
export class Contents {
  /** Uint32Array(pages): the first page with the content of each page. */
  readonly firstOf: Uint32Array;
  /** Uint32Array(pages): how many pages have the content of a first page; 0 of all other pages, and of those without grams. */
  readonly copies: Uint32Array;
  /** The first page of each content that has grams, ascending. */
  readonly firsts: Uint32Array;
  /** Those of them whose content other pages have, too. */
  readonly repeated: Uint32Array;

  /** @param sizeOf number of grams of a page */
  constructor(firstOf: Uint32Array, sizeOf: (page: number) => number) {
    this.firstOf = firstOf;
    this.copies = new Uint32Array(firstOf.length);
    for (let page = 0; page < firstOf.length; page++) if (sizeOf(page) > 0) this.copies[firstOf[page]]++;
    this.firsts = numbersWhere(firstOf.length, (page) => this.copies[page] > 0);
    this.repeated = this.firsts.filter((page) => this.copies[page] > 1);
  }

  /** Number of pairs of pages that a pair of first pages stands for. */
  weightOf(x: number, y: number): number {
    const { copies } = this;
    return x === y ? (copies[x] * (copies[x] - 1)) / 2 : copies[x] * copies[y];
  }

  /** Number of pairs of pages that pairs of first pages stand for. O(pairs) */
  countOf({ length, a, b }: PagePairs): number {
    let count = 0;
    for (let i = 0; i < length; i++) count += this.weightOf(a[i], b[i]);
    return count;
  }

  /**
   * `pairs` of different contents, and each repeated content with itself, sorted.
   *
   * @param overlapOf what a content has in common with itself
   * @param isPair whether it is a pair with itself
   */
  withItself(
    pairs: PagePairs,
    overlapOf: (page: number) => number,
    isPair: (page: number) => boolean = () => true,
  ): PagePairs {
    if (this.repeated.length === 0) return pairs;
    const builder = new PagePairsBuilder();
    for (let i = 0; i < pairs.length; i++) builder.add(pairs.a[i], pairs.b[i], pairs.overlap[i]);
    for (const page of this.repeated) if (isPair(page)) builder.add(page, page, overlapOf(page));
    return builder.finish(this.firstOf.length);
  }

  /**
   * All pairs of pages that pairs of first pages stand for, sorted by a, then b, with the overlaps of these; `from[i]` is the number of the
   * one that pair i follows from. Time and memory: O(pairs of pages)
   */
  pairsOfPages(pairs: PagePairs): { readonly pairs: PagePairs; readonly from: Uint32Array } {
    const { firstOf } = this;
    const byContent = radixSort(ascending(firstOf.length), firstOf);
    const begins = new Uint32Array(firstOf.length + 1);
    for (const first of firstOf) begins[first + 1]++;
    for (let page = 0; page < firstOf.length; page++) begins[page + 1] += begins[page];
    const builder = new PagePairsBuilder();
    for (let i = 0; i < pairs.length; i++) {
      const [x, y] = [pairs.a[i], pairs.b[i]];
      for (let j = begins[x]; j < begins[x + 1]; j++) {
        for (let k = x === y ? j + 1 : begins[y]; k < begins[y + 1]; k++)
          builder.add(byContent[j], byContent[k], i);
      }
    }
    const all = builder.finish(firstOf.length);
    return { pairs: { ...all, overlap: all.overlap.map((i) => pairs.overlap[i]) }, from: all.overlap };
  }
}
