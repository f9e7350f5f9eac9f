import type { PagePairs } from '../cluster/pairs.ts';
import type { PairBlock, SortedPairs } from '../cluster/sorted-pairs.ts';
import { Turns } from '../grams/turns.ts';
import type { LikenessBy, PairRule } from '../site/pair-rule.ts';

/** Pairs with their similarities, sorted by a, then b. */
export interface SimilarPairs {
  readonly pairs: PagePairs;
  /** Similarity over the grams by which they are paired: content, all grams, or all but those of notices. Exact, unless the method only estimates. */
  readonly similarity: Float64Array;
  /** Similarity over all grams; NaN if it is below the threshold and was not computed. */
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

/** Pairs of a search, with a column of estimates if the method only estimates. */
export interface ComparedPairs {
  readonly pairs: SortedPairs;
  readonly isEstimated: boolean;
  /** Similarity of two pages that share this number of the compared grams. */
  similarityOf(overlap: number, a: number, b: number): number;
}

/** Pairs, and how many of the compared grams each page has. */
export interface SizedPairs extends ComparedPairs {
  /** Number of the compared grams that a page has. */
  sizeOf(page: number): number;
}

/** Pairs by the grams over which they are similar. */
interface FoundBy {
  /** All grams. */
  readonly grams: ComparedPairs;
  /** The grams outside their sites' templates. */
  readonly content: ComparedPairs;
  /** Further pairs of two sites, by the grams outside the template of one of them; missing if none were sought. */
  readonly ofTwoSites?: ComparedPairs | undefined;
  /** Pairs of pages of one name, by the grams in no notice; missing if there is no notice. */
  readonly lasting?: SizedPairs | undefined;
}

/** Pairs after which the clock is looked at. */
const PAIRS_OF_A_STRETCH = 256;

/**
 * Merges the pairs that were found by all grams and by parts of them, and judges each.
 *
 * A pair's similarity and overlap are those of the grams by which it was judged: if these are all grams and not similar enough, those
 * without notices; for pairs that are only alike, the first of all grams, content and lasting grams by which they were found.
 * O(pairs), besides `isHalf` for pairs of which the rule asks it.
 *
 * @param sizeOf number of grams of a page
 * @param isHalf whether all grams of two pages are half as similar as the threshold asks
 * @param tell called with each pair, by a, then b
 */
export async function judgePairs(
  found: FoundBy,
  sizeOf: (page: number) => number,
  isHalf: (a: number, b: number) => boolean,
  rule: Pick<PairRule, 'judge'>,
  tell: (pair: JudgedPair, by: LikenessBy) => void,
): Promise<void> {
  const grams = new PairCursor(found.grams);
  const contents = new PairCursor(found.content);
  const twoSites = found.ofTwoSites && new PairCursor(found.ofTwoSites);
  const lastings = found.lasting && new PairCursor(found.lasting);
  const at = { a: 0, b: 0 };
  // one function for all pairs: making one for each took a quarter of the time of judging, and 90 MB
  const half = (): boolean => isHalf(at.a, at.b);
  const turns = new Turns();
  for (let judged = 0; ; judged++) {
    if (judged % PAIRS_OF_A_STRETCH === 0 && turns.isDue) await turns.take();
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
    [at.a, at.b] = [a, b];
    // one literal: spread from two, the objects of all pairs took a second for 500,000
    const by = rule.judge(a, b, {
      equal,
      grams: all !== undefined,
      content: content?.similarity(),
      lasting: lasting !== undefined,
      apart: lasting === undefined ? 0 : apartIn(found.lasting!, lasting),
      ofEach: all === undefined || found.grams.isEstimated ? 0 : Math.min(sizeOf(a), sizeOf(b)) - all.overlap,
      half,
    });
    const decisive = (by === 'content' ? content : (all ?? content ?? lasting))!;
    const similarity = decisive.similarity();
    const rawSimilarity = all === decisive ? similarity : (all?.similarity() ?? Number.NaN);
    tell({ a, b, overlap: decisive.overlap, similarity, rawSimilarity }, by);
    all?.next();
    content?.next();
    if (content !== ofTwoSites) ofTwoSites?.next();
    lasting?.next();
  }
}

/** A pair of a search, valid until the next one is taken. */
interface ComparedPair {
  readonly a: number;
  readonly b: number;
  similarity(): number;
}

/** Of the page of a pair that has more grams in no notice, those that the other lacks; 0 if overlaps are not exact. */
function apartIn({ isEstimated, sizeOf }: SizedPairs, { a, b, overlap }: PairCursor): number {
  return isEstimated ? 0 : Math.max(sizeOf(a), sizeOf(b)) - overlap;
}

/** The pairs of a search, in order. */
export function* comparedPairs(compared: ComparedPairs): Generator<ComparedPair> {
  for (const place = new PairCursor(compared); place.a !== Number.POSITIVE_INFINITY; place.next())
    yield place;
}

function compare(x: PairCursor, y: PairCursor): number {
  return x.a === y.a ? x.b - y.b : x.a - y.a;
}

/** A cursor over sorted pairs, first at the first one. After the last pair `a` is infinite. */
class PairCursor implements ComparedPair {
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

  /** The estimate, or the similarity that follows from the overlap. */
  similarity(): number {
    if (this.#isEstimated) return this.#block!.values[0][this.#i];
    return this.#similarityOf(this.overlap, this.a, this.b);
  }
}
