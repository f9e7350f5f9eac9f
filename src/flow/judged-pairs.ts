import type { PagePairs } from '../cluster/pairs.ts';
import type { NamedPairs } from '../methods/method.ts';
import type { LikenessBy, PairRule } from '../site/pair-rule.ts';

/** Pairs with their similarities, sorted by a, then b. */
export interface SimilarPairs {
  readonly pairs: PagePairs;
  /** Of what they are paired by: their content, or all their grams. Exact, unless the method only estimates. */
  readonly similarity: Float64Array;
  /** Of all their grams; NaN where that is below the threshold and was not computed. */
  readonly rawSimilarity: Float64Array;
}

/** Pairs that are similar, told apart by whether they are about one thing. */
export interface JudgedPairs {
  readonly duplicates: SimilarPairs;
  readonly alike: SimilarPairs;
}

/** Value of a pair of the given pages with so many grams in common. */
type SimilarityOf = (overlap: number, a: number, b: number) => number;

/**
 * Puts together the pairs that were found by all grams and by content, and judges each.
 *
 * A pair's similarity and overlap are those of what it was judged by; of pairs that are only alike, those of all
 * grams, or of their content where all grams are not similar enough. O(pairs).
 *
 * @param sizes numbers of grams of the pages
 * @param ofGrams,ofContent similarity over all grams, and over the content
 */
export function judgePairs(
  byGrams: NamedPairs,
  byContent: NamedPairs,
  sizes: ArrayLike<number>,
  [ofGrams, ofContent]: readonly [SimilarityOf, SimilarityOf],
  rule: PairRule,
): JudgedPairs {
  const all = byGrams.pairs;
  const contents = byContent.pairs;
  const contentSimilarity = (k: number): number =>
    byContent.estimated?.[k] ?? ofContent(contents.overlap[k], contents.a[k], contents.b[k]);
  const likeness: LikenessBy[] = [];
  eachPair(all, contents, (a, b, i, k) => {
    const equal = i >= 0 && all.overlap[i] === sizes[a] && sizes[a] === sizes[b];
    const content = k < 0 ? undefined : contentSimilarity(k);
    likeness.push(rule.judge(a, b, { equal, content }));
  });
  const alikeCount = likeness.reduce((count, by) => count + (by === 'neither' ? 1 : 0), 0);
  const duplicates = room(likeness.length - alikeCount);
  const alike = room(alikeCount);
  const filled = new Map([
    [duplicates, 0],
    [alike, 0],
  ]);
  let pair = 0;
  eachPair(all, contents, (a, b, i, k) => {
    const by = likeness[pair++];
    const into = by === 'neither' ? alike : duplicates;
    const at = filled.get(into)!;
    filled.set(into, at + 1);
    const isByContent = by === 'content' || i < 0;
    const overlap = isByContent ? contents.overlap[k] : all.overlap[i];
    into.pairs.a[at] = a;
    into.pairs.b[at] = b;
    into.pairs.overlap[at] = overlap;
    const raw = i < 0 ? Number.NaN : (byGrams.estimated?.[i] ?? ofGrams(all.overlap[i], a, b));
    into.rawSimilarity[at] = raw;
    into.similarity[at] = isByContent ? contentSimilarity(k) : raw;
  });
  return { duplicates, alike };
}

/** Visits the pairs of two lists in one order, each once: as number i of the first and k of the second, −1 where it is in one only. */
function eachPair(
  first: PagePairs,
  second: PagePairs,
  visit: (a: number, b: number, i: number, k: number) => void,
): void {
  let i = 0;
  let k = 0;
  while (i < first.length || k < second.length) {
    const order =
      i === first.length
        ? 1
        : k === second.length
          ? -1
          : first.a[i] - second.a[k] || first.b[i] - second.b[k];
    if (order < 0) visit(first.a[i], first.b[i], i++, -1);
    else if (order > 0) visit(second.a[k], second.b[k], -1, k++);
    else visit(first.a[i], first.b[i], i++, k++);
  }
}

function room(pairs: number): SimilarPairs {
  const column = (): Uint32Array => new Uint32Array(pairs);
  return {
    pairs: { length: pairs, a: column(), b: column(), overlap: column() },
    similarity: new Float64Array(pairs),
    rawSimilarity: new Float64Array(pairs),
  };
}
