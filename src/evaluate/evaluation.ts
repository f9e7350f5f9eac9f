import type { Scores } from './precision-recall.ts';

/** Precision, recall and time of methods on one collection: what `evaluate` returns and reports show. */
export interface Evaluation {
  /** The pages that methods were compared on. */
  readonly dataset: {
    readonly pages: number;
    /** Pages there were, when only some of them, drawn uniformly, fitted in memory: `pages` counts these. */
    readonly pagesRead?: number;
    /** Pages without a gram: similar to nothing. */
    readonly emptyPages: number;
    /** Grams of all pages, repeats across pages counted. */
    readonly grams: number;
    /** Distinct grams. */
    readonly universe: number;
    /** As in `word:4`. */
    readonly gram: string;
    /** Whether the k-th occurrence of a gram counted as a gram of its own. */
    readonly multiset: boolean;
  };
  /** What pairs are held against: the exact join, or pairs given by the user. */
  readonly truth: 'qp' | 'labels';
  /** When the collection was too large to keep or to join exactly: from how many pages the recall is, and how. */
  readonly sample?: { readonly pages: number; readonly how: string };
  /** One for each method at each threshold: thresholds as they were asked for, methods in the order of the registry. */
  readonly rows: readonly EvaluationRow[];
  /** Number of pairs by exact similarity, in bins of equal width from the lowest similarity looked at to 1. */
  readonly similarities: readonly { readonly from: number; readonly to: number; readonly pairs: number }[];
  /**
   * Pages whose pairs with all pages were counted for `similarities` and `curves`. Fewer than all: pages drawn
   * uniformly, and the numbers in `similarities` are scaled up to all pairs.
   */
  readonly similarityPages: number;
  /** For methods that promise a recall for each similarity: promised and measured, by bin of exact similarity. */
  readonly curves: readonly RecallCurve[];
  /** When pairs were given as the truth: how many, and how many of their ids are no page here. */
  readonly labels?: { readonly pairs: number; readonly unknownIds: number };
  /** When a recall was asked for: what reaches it at least cost, by threshold. */
  readonly recommendations?: readonly Recommendation[];
}

/** The cheapest method that reaches a wanted recall on a collection, or the one that comes nearest. */
export interface Recommendation {
  /** Least similarity of a pair that counts. */
  readonly threshold: number;
  /** The recall asked for. */
  readonly targetRecall: number;
  /** The time allowed, where any was named. */
  readonly maxMilliseconds?: number;
  /** The precision asked for, where another than 0.99 was named. */
  readonly leastPrecision?: number;
  /** Whether `variant` meets all that was asked. */
  readonly reached: boolean;
  /** The method recommended, its kind and what it was set to: as in its row. */
  readonly variant: string;
  readonly method: string;
  readonly parameters: string;
  readonly recall: number;
  /** The recall that it surely has: the lower end of its 95 % interval, and of an exact join its recall. */
  readonly recallLow: number;
  readonly precision: number;
  /** Its total time: the median of its runs. */
  readonly milliseconds: number;
  /** Total times of all its runs, ascending, where there are several. */
  readonly totals?: readonly number[];
  /** The rule and the outcome, in words. */
  readonly reason: string;
}

/** One method at one threshold. */
export interface EvaluationRow extends Scores {
  /** Least similarity of a pair that counts. */
  readonly threshold: number;
  /** Name in the registry of methods, as in `minhash`. */
  readonly method: string;
  /** The method with its parameters, by a name of its own: `simhash-3-confirmed`. */
  readonly variant: string;
  /** What the method was set to, in words: `32 shingles`. */
  readonly parameters: string;
  /** Whether every pair it names was confirmed on the full gram sets. */
  readonly confirmed: boolean;
  /** What the method's model predicts for this collection's own distribution of similarities. */
  readonly predictedRecall?: number;
  /** Pairs that it looked at more closely than by an index look-up. */
  readonly candidates: number;
  /** Time of each phase, and of all. */
  readonly milliseconds: Readonly<Record<string, number>> & { readonly total: number };
  /**
   * Total times of all its runs, ascending, where there are several, since a recommendation may rest on them:
   * `milliseconds` are those of the median run.
   */
  readonly totals?: readonly number[];
  /** What the method keeps of a page, on average, in bytes. */
  readonly bytesPerPage: number;
  /** When the truth is labels: the same pairs against the exact join. */
  readonly exact?: Scores;
}

/** The share of pairs that a method finds, by their exact similarity. */
export interface RecallCurve {
  /** The method's variant, as in {@link EvaluationRow}. */
  readonly method: string;
  readonly threshold: number;
  /** The bins of similarity that hold a pair, ascending. */
  readonly points: readonly {
    /** Middle of the bin. */
    readonly similarity: number;
    /** Share of the pairs of this bin that the method's model promises to find. */
    readonly promised: number;
    /** Share of them that the method names. */
    readonly measured: number;
    /** Pairs in this bin. */
    readonly pairs: number;
  }[];
}
