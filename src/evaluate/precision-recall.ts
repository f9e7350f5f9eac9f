import type { PagePairs } from '../cluster/pairs.ts';

/** 97.5 % quantile of the normal distribution, for 95 % intervals. */
const Z = 1.959963984540054;

/** How the pairs that a method names compare with the true ones. */
export interface Scores {
  /** Pairs it names. */
  readonly pairs: number;
  /** Named pairs that are in the truth. */
  readonly correct: number;
  /** Pairs in the truth. */
  readonly truePairs: number;
  /** correct / pairs; 1 if none is named. */
  readonly precision: number;
  /** correct / truePairs; 1 if there is no true pair. */
  readonly recall: number;
  /** 95 % confidence interval of the recall (Wilson, over as many trials as the families of true pairs are worth); [1, 1] for an exact join unless the truth is labels. */
  readonly recallInterval: readonly [low: number, high: number];
  /** Harmonic mean of precision and recall. */
  readonly f1: number;
}

/**
 * The scores of pairs that were all compared with all true pairs.
 *
 * @param trials number of independent pairs that would say as much about the recall as the true pairs do
 */
export function scores(pairs: number, correct: number, truePairs: number, trials = truePairs): Scores {
  const precision = pairs === 0 ? 1 : correct / pairs;
  const recall = truePairs === 0 ? 1 : correct / truePairs;
  const recallInterval = wilsonInterval(recall * trials, trials);
  return { pairs, correct, truePairs, precision, recall, recallInterval, f1: f1Of(precision, recall) };
}

/** Harmonic mean of precision and recall; 0 if both are 0. */
export function f1Of(precision: number, recall: number): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

/**
 * Wilson's 95 % score interval of a share: the probabilities under which `successes` of `trials` are no surprise
 * (Wilson 1927). All of [0, 1] without trials. `trials` need not be whole.
 */
export function wilsonInterval(successes: number, trials: number): [low: number, high: number] {
  if (trials === 0) return [0, 1];
  const share = successes / trials;
  const z2 = Z * Z;
  const centre = (share + z2 / (2 * trials)) / (1 + z2 / trials);
  const half =
    (Z / (1 + z2 / trials)) * Math.sqrt((share * (1 - share)) / trials + z2 / (4 * trials * trials));
  // For shares of 0 and 1 one end is exact; rounding must not move it.
  return [share === 0 ? 0 : Math.max(0, centre - half), share === 1 ? 1 : Math.min(1, centre + half)];
}

/** Positions in y, which may have a pair several times, of the pairs that are also in x, ascending. Both lists are sorted by a, then b. O(x + y) */
export function* commonPairs(x: PagePairs, y: PagePairs): Generator<number> {
  for (let i = 0, j = 0; i < x.length && j < y.length; ) {
    const order = x.a[i] - y.a[j] || x.b[i] - y.b[j];
    if (order === 0) yield j;
    if (order < 0) i++;
    else j++;
  }
}
