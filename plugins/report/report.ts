import type { ReasonCode, TemplateRuns } from '../../src/flow/index.ts';
import type { Evaluation } from '../../src/index.ts';

/** The content of a report: an evaluation of methods, a deduplication, or both. */
export interface Report {
  readonly title: string;
  readonly evaluation?: Evaluation;
  readonly deduplication?: ReportedDeduplication;
}

/** A finished deduplication for a report: its sums, and the clusters to show. */
export interface ReportedDeduplication {
  readonly summary: ReportedSummary;
  /** In the order of the list. A page is in at most one cluster of each kind. */
  readonly clusters: readonly ReportedCluster[];
  /** Pairs of pages of one cluster. Other pairs are ignored. */
  readonly pairs: readonly ReportedPair[];
  /** Whether `pairs` has every pair found among the pages shown, so that any other pair is below the threshold. */
  readonly pairsComplete: boolean;
  /** Number of pairs by similarity, in bins of equal width. */
  readonly similarities: Evaluation['similarities'];
  /** Number of clusters of each size, including those not listed. */
  readonly clusterSizes: ReadonlyMap<number, number>;
  /** Number of unclassifiable pages by reason. */
  readonly unclassifiable: ReadonlyMap<string, number>;
  /** What was left out and why, one sentence each. */
  readonly notes: readonly string[];
}

/** The part of `summary.json` that a report shows. */
export interface ReportedSummary {
  readonly pages: number;
  readonly kept: number;
  readonly dropped: number;
  readonly unclassifiable: number;
  readonly damaged: number;
  readonly pairs: number;
  readonly clusters: number;
  readonly candidates: number;
  readonly method: string;
  readonly threshold: number;
  readonly similarity: string;
  /** Number of similar pairs about different things. */
  readonly alike: number;
  /** Number of pages of each code of decisions. */
  readonly codes: Readonly<Partial<Record<ReasonCode, number>>>;
  /** For example `word:4`. */
  readonly gram: string;
  /** As given to the run: ids of pages are shown without the folders of this machine that are in front. */
  readonly inputs?: readonly string[];
  readonly against?: { readonly inputs: readonly string[] };
}

/** Pages that repeat each other; similar pages about different things; pages for which a wall answered. */
export type ClusterKind = 'copies' | 'other-subject' | 'wall';

/** Pages that belong together. In a cluster of copies the representative is the page that is kept. */
export interface ReportedCluster {
  /** Default: `copies`. */
  readonly kind?: ClusterKind;
  readonly representative: ReportedPage;
  /** Each with its similarity to the representative, and whether only similar pages link the two. */
  readonly members: readonly {
    readonly page: ReportedPage;
    readonly similarity: number;
    readonly linked?: true;
  }[];
}

/** A page of a cluster. Its id, URL and text are untrusted. */
export interface ReportedPage {
  readonly id: string;
  readonly url: string;
  /** Whether the page is from `dedup --against`. A new page may have the same id. */
  readonly known?: true;
  /** Number of its grams, if known. */
  readonly grams?: number;
  readonly text?: ReportedText;
}

/** The text of a page, as far as it is shown. */
export interface ReportedText {
  readonly title: string;
  readonly text: string;
  /** Characters of the whole text: more than `text` has if it was cut. */
  readonly length: number;
  /** The words that do not count, if its site has a template. */
  readonly template?: TemplateRuns;
}

/** Two similar pages by id. */
export interface ReportedPair {
  readonly a: string;
  readonly b: string;
  /** Whether `b` is a known page. */
  readonly known?: true;
  readonly similarity: number;
  /** Number of grams that both have. */
  readonly overlap: number;
  /** Whether the similarity was estimated from sketches only. */
  readonly estimated?: boolean;
  /** Whether they are about different things. */
  readonly alike?: boolean;
}
