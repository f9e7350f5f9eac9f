import type { PagePairs } from '../cluster/pairs.ts';
import type { PairBlock, SortedPairs } from '../cluster/sorted-pairs.ts';
import type { LikenessBy, PairRule } from '../site/pair-rule.ts';

/** Pairs with their similarities, sorted by a, then b. */
export interface SimilarPairs {
  readonly pairs: PagePairs;
  /** Of what they are paired by: their content, or all their grams. Exact, unless the method only estimates. */
  readonly similarity: Float64Array;
  /** Of all their grams; NaN where that is below the threshold and was not computed. */
  readonly rawSimilarity: Float64Array;
}

/** A pair with its similarities, as in {@link SimilarPairs}. */
interface JudgedPair {
  readonly a: number;
  readonly b: number;
  readonly overlap: number;
  readonly similarity: number;
  readonly rawSimilarity: number;
}

/** Pairs of a search, beside which a column of estimates stands where it only estimates. */
interface SearchedPairs {
  readonly pairs: SortedPairs;
  readonly isEstimated: boolean;
}

/** Value of a pair of the given pages with so many grams in common. */
type SimilarityOf = (overlap: number, a: number, b: number) => number;

/**
 * Puts together the pairs that were found by all grams and by content, and judges each.
 *
 * A pair's similarity and overlap are those of what it was judged by; of pairs that are only alike, those of all
 * grams, or of their content where all grams are not similar enough. O(pairs).
 *
 * @param sizeOf number of grams of a page
 * @param ofGrams,ofContent similarity over all grams, and over the content
 * @param tell called with each pair, by a, then b
 */
export function judgePairs(
  byGrams: SearchedPairs,
  byContent: SearchedPairs,
  sizeOf: (page: number) => number,
  [ofGrams, ofContent]: readonly [SimilarityOf, SimilarityOf],
  rule: Pick<PairRule, 'judge'>,
  tell: (pair: JudgedPair, by: LikenessBy) => void,
): void {
  const first = new Place(byGrams, ofGrams);
  const second = new Place(byContent, ofContent);
  first.next();
  second.next();
  while (first.a < Number.POSITIVE_INFINITY || second.a < Number.POSITIVE_INFINITY) {
    const order = compare(first, second);
    const all = order <= 0 ? first : undefined;
    const contents = order >= 0 ? second : undefined;
    const { a, b } = (all ?? contents)!;
    const equal = all?.overlap === sizeOf(a) && sizeOf(a) === sizeOf(b);
    const content = contents?.similarity();
    const by = rule.judge(a, b, { equal, content });
    const rawSimilarity = all === undefined ? Number.NaN : all.similarity();
    const isByContent = by === 'content' || all === undefined;
    tell(
      {
        ...{ a, b, rawSimilarity },
        overlap: (isByContent ? contents : all)!.overlap,
        similarity: isByContent ? content! : rawSimilarity,
      },
      by,
    );
    all?.next();
    contents?.next();
  }
}

function compare(x: Place, y: Place): number {
  return x.a === y.a ? x.b - y.b : x.a - y.a;
}

/** A place in sorted pairs; behind the last one `a` is infinite. */
class Place {
  readonly #blocks: ReturnType<SortedPairs['blocks']>;
  readonly #isEstimated: boolean;
  readonly #similarityOf: SimilarityOf;
  #block: PairBlock | undefined;
  #i = -1;
  a = Number.NEGATIVE_INFINITY;
  b = 0;
  overlap = 0;

  constructor({ pairs, isEstimated }: SearchedPairs, similarityOf: SimilarityOf) {
    this.#blocks = pairs.blocks();
    this.#isEstimated = isEstimated;
    this.#similarityOf = similarityOf;
  }

  next(): void {
    if (this.#block === undefined || ++this.#i === this.#block.length) {
      const { value, done } = this.#blocks.next();
      if (done) {
        this.a = Number.POSITIVE_INFINITY;
        return;
      }
      this.#block = value;
      this.#i = 0;
    }
    const { a, b, overlap } = this.#block;
    this.a = a[this.#i];
    this.b = b[this.#i];
    this.overlap = overlap[this.#i];
  }

  /** The estimate, or what follows from the overlap. */
  similarity(): number {
    if (this.#isEstimated) return this.#block!.values[0][this.#i];
    return this.#similarityOf(this.overlap, this.a, this.b);
  }
}
