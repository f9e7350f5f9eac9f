import { wrongType, wrongValue } from '../argument-checks.ts';
import { jaccard } from '../grams/jaccard.ts';

/** The similarity measures of two sets, the default first; `overlap` is the plain number of shared tokens. */
export const similarities = ['jaccard', 'cosine', 'dice', 'overlap'] as const;

/** One of {@link similarities}. */
export type Similarity = (typeof similarities)[number];

/** The default threshold: least similarity of near-duplicates. */
export const defaultThreshold = 0.8;

/**
 * A similarity measure: its value, the one predicate that decides "similar", and the bounds that follow from it.
 *
 * `m`, `n` are sizes ≥ 1 of two sets, `o` is their overlap, `t` a threshold that `checkThreshold` accepts.
 *
 * The predicate is `value ≥ t` in doubles, which is exact. A value is one correctly rounded quotient, so it is the
 * same double as the literal if the rational numbers are equal (28/35 and 0.8). Two rationals that differ round to
 * different doubles while sizes × the denominator of t stay below about 2⁵⁰. No bound is computed from a formula alone:
 * `Math.ceil(0.8 / 1.8 * (31 + 32))` is 29 and loses 28/35. The closed form is a first guess, which is then stepped
 * until it agrees with the predicate.
 */
export interface SimilarityMeasure {
  /** The similarity; 0 or NaN for an empty set, which is similar to nothing. */
  value(o: number, m: number, n: number): number;
  /** The one predicate: `value(o, m, n) ≥ t`. */
  isSimilar(o: number, m: number, n: number, t: number): boolean;
  /** Least overlap of a similar pair (α in the papers); above min(m, n) if no pair of these sizes is similar. */
  neededOverlap(m: number, n: number, t: number): number;
  /** Least size of a set similar to one of size m. */
  minSize(m: number, t: number): number;
  /** Largest size of a set similar to one of size m, at most `LARGEST_SIZE`. */
  maxSize(m: number, t: number): number;
  /** A similar set of any size must share one of this many rarest tokens; 0 if no set is similar. */
  probePrefix(m: number, t: number): number;
  /** Like `probePrefix`, but for partners of size ≥ m only: what a self-join in ascending size has to index. */
  indexPrefix(m: number, t: number): number;
}

/** Largest size of a set: offsets and tokens are 32-bit. */
export const LARGEST_SIZE = 2 ** 32 - 1;

/** Each measure as a bound on the overlap (Xiao et al., WWW 2008, sections 2.2 and 6). */
export const measures: Readonly<Record<Similarity, SimilarityMeasure>> = {
  jaccard: measure(
    jaccard,
    (m, n, t) => (t / (1 + t)) * (m + n),
    (m, t) => t * m,
    (m, t) => m / t,
  ),
  // Not o² ≥ t²mn: the double 0.8² is above 0.64 and loses 4/√(5·5). √(mn) is exact where it is rational.
  cosine: measure(
    (o, m, n) => o / Math.sqrt(m * n),
    (m, n, t) => t * Math.sqrt(m * n),
    (m, t) => t * t * m,
    (m, t) => m / (t * t),
  ),
  dice: measure(
    (o, m, n) => (2 * o) / (m + n),
    (m, n, t) => (t / 2) * (m + n),
    (m, t) => (t / (2 - t)) * m,
    (m, t) => ((2 - t) / t) * m,
  ),
  overlap: {
    value: (o) => o,
    isSimilar: (o, _m, _n, t) => o >= t,
    neededOverlap: (_m, _n, t) => t,
    minSize: (_m, t) => t,
    maxSize: () => LARGEST_SIZE,
    probePrefix: (m, t) => Math.max(0, m - t + 1),
    indexPrefix: (m, t) => Math.max(0, m - t + 1),
  },
};

/** Throws unless `similarity` is a measure and `threshold` valid for it: in (0, 1], for `overlap` a count 1, 2, 3 … */
export function checkThreshold(similarity: Similarity, threshold: number): void {
  if (!similarities.includes(similarity))
    throw wrongValue('similarity', `one of ${similarities.join(', ')}`, similarity);
  if (typeof threshold !== 'number') {
    throw wrongType('threshold', 'a number', threshold);
  }
  if (similarity === 'overlap') {
    if (!Number.isSafeInteger(threshold) || threshold < 1) {
      throw wrongValue('threshold', 'a count of shared tokens (1, 2, 3 …)', threshold);
    }
  } else if (!(threshold > 0 && threshold <= 1)) {
    throw wrongValue('threshold', 'a number above 0 and up to 1', threshold);
  }
}

/** The bounds that filter the candidates of one join: those of `SimilarityMeasure` at a fixed threshold. */
export interface Bounds {
  neededOverlap(m: number, n: number): number;
  minSize(m: number): number;
  maxSize(m: number): number;
  probePrefix(m: number): number;
  indexPrefix(m: number): number;
}

/** The bounds of a measure at a threshold; throws as `checkThreshold` does. */
export function boundsOf(similarity: Similarity, threshold: number): Bounds {
  checkThreshold(similarity, threshold);
  const measure = measures[similarity];
  return {
    neededOverlap: (m, n) => measure.neededOverlap(m, n, threshold),
    minSize: (m) => measure.minSize(m, threshold),
    maxSize: (m) => measure.maxSize(m, threshold),
    probePrefix: (m) => measure.probePrefix(m, threshold),
    indexPrefix: (m) => measure.indexPrefix(m, threshold),
  };
}

/** A measure whose bounds are first guessed by the given closed forms, then corrected by `value ≥ t`. */
function measure(
  value: SimilarityMeasure['value'],
  guessOverlap: (m: number, n: number, t: number) => number,
  guessMinSize: (m: number, t: number) => number,
  guessMaxSize: (m: number, t: number) => number,
): SimilarityMeasure {
  function isSimilar(o: number, m: number, n: number, t: number): boolean {
    return value(o, m, n) >= t;
  }

  function neededOverlap(m: number, n: number, t: number): number {
    let o = Math.max(1, Math.ceil(guessOverlap(m, n, t)));
    while (o > 1 && isSimilar(o - 1, m, n, t)) o--;
    while (!isSimilar(o, m, n, t)) o++;
    return o;
  }

  // A set of size n ≤ m is most similar when the set of size m contains it: overlap n.
  function minSize(m: number, t: number): number {
    let n = Math.max(1, Math.ceil(guessMinSize(m, t)));
    while (n > 1 && isSimilar(n - 1, m, n - 1, t)) n--;
    while (!isSimilar(n, m, n, t)) n++;
    return n;
  }

  function maxSize(m: number, t: number): number {
    let n = Math.min(LARGEST_SIZE, Math.max(m, Math.floor(guessMaxSize(m, t))));
    while (!isSimilar(m, m, n, t)) n--;
    while (n < LARGEST_SIZE && isSimilar(m, m, n + 1, t)) n++;
    return n;
  }

  return {
    value,
    isSimilar,
    neededOverlap,
    minSize,
    maxSize,
    // The smallest partner needs the least overlap: all of itself.
    probePrefix: (m, t) => m - minSize(m, t) + 1,
    indexPrefix: (m, t) => m - neededOverlap(m, m, t) + 1,
  };
}
