import { checkArray, wrongType } from '../argument-checks.ts';
import type { Scores } from './precision-recall.ts';

/** Precision, recall and time of methods on one collection: the result of `evaluate`, shown in reports. */
export interface Evaluation {
  /** The pages that methods were compared on. */
  readonly dataset: {
    readonly pages: number;
    /** Pages read, if only a uniform sample of them fitted in memory: `pages` counts the sample. */
    readonly pagesRead?: number;
    /** Pages without a gram. They are similar to nothing. */
    readonly emptyPages: number;
    /** Sum of the numbers of grams of all pages. */
    readonly grams: number;
    /** Distinct grams. */
    readonly universe: number;
    /** Unit and length of a gram, such as `word:4`. */
    readonly gram: string;
    /** Whether the k-th occurrence of a gram counted as a gram of its own. */
    readonly multiset: boolean;
  };
  /** What pairs are compared with: the exact join, or pairs given by the user. */
  readonly truth: 'qp' | 'labels';
  /** If the collection was too large to keep or to join exactly: the number of pages the recall comes from, and how. */
  readonly sample?: { readonly pages: number; readonly how: string };
  /** One for each method at each threshold: thresholds in the order given, methods in the order of the registry. */
  readonly rows: readonly EvaluationRow[];
  /** Number of pairs by exact similarity, in bins of equal width from the lowest similarity examined to 1. */
  readonly similarities: readonly { readonly from: number; readonly to: number; readonly pairs: number }[];
  /**
   * Pages whose pairs with all pages were counted for `similarities` and `curves`. If fewer than all, they are a
   * uniform sample, and the numbers in `similarities` are scaled up to all pairs.
   */
  readonly similarityPages: number;
  /** Promised and measured recall by bin of exact similarity, for methods that promise a recall for each similarity. */
  readonly curves: readonly RecallCurve[];
  /** If pairs were given as the truth: their number, and how many of their ids belong to no page. */
  readonly labels?: {
    readonly pairs: number;
    readonly unknownIds: number;
    /** If any: the first few of them, and where each first stands: the number of the pair, from 1, and its line in a file. */
    readonly firstUnknown?: readonly { readonly id: string; readonly pair: number; readonly line?: number }[];
  };
  /** If a target recall was given: the cheapest method that reaches it, for each threshold. */
  readonly recommendations?: readonly Recommendation[];
}

/** An id in a pair that was given as the truth which belongs to no page. */
export type UnknownId = NonNullable<NonNullable<Evaluation['labels']>['firstUnknown']>[number];

/** The cheapest method that reaches the target recall on a collection; if none does, the nearest one. */
export interface Recommendation {
  /** Least similarity of a pair that counts. */
  readonly threshold: number;
  /** The recall asked for. */
  readonly targetRecall: number;
  /** The time limit, if one was given. */
  readonly maxMilliseconds?: number;
  /** The least precision, if one was given. */
  readonly leastPrecision?: number;
  /** Whether `variant` meets all requirements. */
  readonly reached: boolean;
  /** The recommended method, its kind and its parameters, as in its row. */
  readonly variant: string;
  readonly method: string;
  readonly parameters: string;
  readonly recall: number;
  /** The recall that it certainly has: the lower end of its 95 % interval. */
  readonly recallLow: number;
  readonly precision: number;
  /** Total time: the median of its runs. */
  readonly milliseconds: number;
  /** Total times of all its runs, ascending, if there are several. */
  readonly totals?: readonly number[];
  /** The rule and the outcome as text. */
  readonly reason: string;
}

/** One method at one threshold. */
export interface EvaluationRow extends Scores {
  /** Least similarity of a pair that counts. */
  readonly threshold: number;
  /** Name in the registry of methods, such as `minhash`. */
  readonly method: string;
  /** Unique name of the method with its parameters: `simhash-3-confirmed`. */
  readonly variant: string;
  /** Parameters of the method as text: `32 shingles`. */
  readonly parameters: string;
  /** Whether every pair it names was confirmed on the full gram sets. */
  readonly confirmed: boolean;
  /** The recall that the method's model predicts for the distribution of similarities in this collection. */
  readonly predictedRecall?: number;
  /** Pairs that it examined beyond an index look-up. */
  readonly candidates: number;
  /** Time of each phase, and the total. */
  readonly milliseconds: Readonly<Record<string, number>> & { readonly total: number };
  /**
   * Total times of all its runs, ascending, if it was run several times because a recommendation may rest on them:
   * `milliseconds` are those of the median run.
   */
  readonly totals?: readonly number[];
  /** Average number of bytes that the method keeps of a page. */
  readonly bytesPerPage: number;
  /** If the truth is labels: scores of the same pairs against the exact join. */
  readonly exact?: Scores;
}

/** The share of pairs that a method finds, as a function of their exact similarity. */
export interface RecallCurve {
  /** The method's variant, as in {@link EvaluationRow}. */
  readonly method: string;
  readonly threshold: number;
  /** The bins of similarity that contain pairs, ascending. */
  readonly points: readonly {
    /** Middle of the bin. */
    readonly similarity: number;
    /** Share of the pairs of this bin that the method's model promises to find. */
    readonly promised: number;
    /** Share of these pairs that the method names. */
    readonly measured: number;
    /** Pairs in this bin. */
    readonly pairs: number;
  }[];
}

/** @throws TypeError unless `rows` are those of an evaluation */
export function checkRows(caller: string, rows: readonly EvaluationRow[]): void {
  checkArray(caller, 'rows', 'rows, as evaluate returns them', rows);
  const wrong = rows.findIndex((row) => Object(row?.milliseconds) !== row?.milliseconds);
  if (wrong >= 0)
    throw wrongType(`${caller}: rows, at ${wrong}`, 'a row, as evaluate returns it', rows[wrong]);
}
