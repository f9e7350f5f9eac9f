import type { Scores } from './precision-recall.ts';

/** Precision, recall and time of methods on one collection: what `evaluate` returns and reports show. */
export interface Evaluation {
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
    readonly multiset: boolean;
  };
  /** What pairs are held against: the exact join, or pairs given by the user. */
  readonly truth: 'qp' | 'labels';
  /** When the collection was too large to keep or to join exactly: from how many pages the recall is, and how. */
  readonly sample?: { readonly pages: number; readonly how: string };
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
  readonly threshold: number;
  readonly targetRecall: number;
  readonly maxMilliseconds?: number;
  /** Whether `variant` meets all that was asked. */
  readonly reached: boolean;
  readonly variant: string;
  readonly method: string;
  readonly parameters: string;
  readonly recall: number;
  readonly recallLow: number;
  readonly precision: number;
  readonly milliseconds: number;
  /** The rule and the outcome, in words. */
  readonly reason: string;
}

/** One method at one threshold. */
export interface EvaluationRow extends Scores {
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
  /** What the method keeps of a page, on average. */
  readonly bytesPerPage: number;
  /** When the truth is labels: the same pairs against the exact join. */
  readonly exact?: Scores;
}

/** The share of pairs that a method finds, by their exact similarity. */
export interface RecallCurve {
  readonly method: string;
  readonly threshold: number;
  readonly points: readonly {
    readonly similarity: number;
    readonly promised: number;
    /** Share of the pairs of this bin that became candidates. */
    readonly measured: number;
    readonly pairs: number;
  }[];
}
