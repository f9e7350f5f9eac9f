import type { PagePairs } from '../cluster/pairs.ts';
import type { PairBlock, SortedPairs } from '../cluster/sorted-pairs.ts';
import type { LikenessBy, PairRule } from '../site/pair-rule.ts';

/** Pairs with their similarities, sorted by a, then b. */
export interface SimilarPairs {
  readonly pairs: PagePairs;
  /** Of what they are paired by: their content, all their grams, or all but those of notices. Exact, unless the method only estimates. */
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
export interface ComparedPairs {
  readonly pairs: SortedPairs;
  readonly isEstimated: boolean;
  /** Value of a pair of the given pages with so many of the grams that were compared in common. */
  similarityOf(overlap: number, a: number, b: number): number;
}

/** Pairs by what they were found similar by. */
interface FoundBy {
  /** All grams. */
  readonly grams: ComparedPairs;
  /** Those that are not of their sites' templates. */
  readonly content: ComparedPairs;
  /** Other pairs, of two sites, by those that are not of the template of one of these; missing where none were sought. */
  readonly ofTwoSites?: ComparedPairs | undefined;
  /** Of pages of one name those that are in no notice; missing where there is no notice. */
  readonly lasting?: ComparedPairs | undefined;
}

/**
 * Puts together the pairs that were found by all grams and by parts of them, and judges each.
 *
 * A pair's similarity and overlap are those of what it was judged by: where that are all grams and these are not similar
 * enough, those beside the notices; of pairs that are only alike, the first of all grams, content and lasting grams by
 * which they were found. O(pairs).
 *
 * @param sizeOf number of grams of a page
 * @param tell called with each pair, by a, then b
 */
export function judgePairs(
  found: FoundBy,
  sizeOf: (page: number) => number,
  rule: Pick<PairRule, 'judge'>,
  tell: (pair: JudgedPair, by: LikenessBy) => void,
): void {
  const grams = new Place(found.grams);
  const contents = new Place(found.content);
  const twoSites = found.ofTwoSites && new Place(found.ofTwoSites);
  const lastings = found.lasting && new Place(found.lasting);
  for (;;) {
    let first = compare(contents, grams) < 0 ? contents : grams;
    if (twoSites !== undefined && compare(twoSites, first) < 0) first = twoSites;
    if (lastings !== undefined && compare(lastings, first) < 0) first = lastings;
    const { a, b } = first;
    if (a === Number.POSITIVE_INFINITY) return;
    const all = grams.isAt(a, b) ? grams : undefined;
    const ofTwoSites = twoSites?.isAt(a, b) ? twoSites : undefined;
    const content = contents.isAt(a, b) ? contents : ofTwoSites;
    const lasting = lastings?.isAt(a, b) ? lastings : undefined;
    const equal = all?.overlap === sizeOf(a) && sizeOf(a) === sizeOf(b);
    const by = rule.judge(a, b, { equal, grams: all !== undefined, content: content?.similarity() });
    const judged = (by === 'content' ? content : (all ?? content ?? lasting))!;
    const similarity = judged.similarity();
    const rawSimilarity = all === judged ? similarity : (all?.similarity() ?? Number.NaN);
    tell({ a, b, overlap: judged.overlap, similarity, rawSimilarity }, by);
    all?.next();
    content?.next();
    if (content !== ofTwoSites) ofTwoSites?.next();
    lasting?.next();
  }
}

/** The pairs of a search with their similarities, in their order. What is told of a pair is not to be used once the next one is taken. */
export function* comparedPairs(
  compared: ComparedPairs,
): Generator<{ readonly a: number; readonly b: number; readonly similarity: number }> {
  const pair = { a: 0, b: 0, similarity: 0 };
  for (const place = new Place(compared); place.a !== Number.POSITIVE_INFINITY; place.next()) {
    [pair.a, pair.b, pair.similarity] = [place.a, place.b, place.similarity()];
    yield pair;
  }
}

function compare(x: Place, y: Place): number {
  return x.a === y.a ? x.b - y.b : x.a - y.a;
}

/** A place in sorted pairs, the first one to begin with; behind the last one `a` is infinite. */
class Place {
  readonly #blocks: ReturnType<SortedPairs['blocks']>;
  readonly #isEstimated: boolean;
  readonly #similarityOf: ComparedPairs['similarityOf'];
  #block: PairBlock | undefined;
  #i = -1;
  a = Number.NEGATIVE_INFINITY;
  b = 0;
  overlap = 0;

  constructor({ pairs, isEstimated, similarityOf }: ComparedPairs) {
    this.#blocks = pairs.blocks();
    this.#isEstimated = isEstimated;
    this.#similarityOf = similarityOf;
    this.next();
  }

  isAt(a: number, b: number): boolean {
    return this.a === a && this.b === b;
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
