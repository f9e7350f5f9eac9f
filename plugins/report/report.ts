import type { ReasonCode, TemplateRuns } from '../../src/flow/index.ts';
import type { Evaluation } from '../../src/index.ts';

/** What a report shows: an evaluation of methods, a deduplication, or both. */
export interface Report {
  readonly title: string;
  readonly evaluation?: Evaluation;
  readonly deduplication?: ReportedDeduplication;
}

/** A finished deduplication as a report shows it: its sums, and as many clusters as are worth a file. */
export interface ReportedDeduplication {
  readonly summary: ReportedSummary;
  /** In the order in which they are to be listed. A page is in one cluster of a kind only. */
  readonly clusters: readonly ReportedCluster[];
  /** Pairs of pages of one cluster of that kind. Others are passed over. */
  readonly pairs: readonly ReportedPair[];
  /** Whether `pairs` holds every pair found among the pages shown: what is not there is below the threshold. */
  readonly pairsComplete: boolean;
  /** Number of all pairs by similarity, in bins of equal width. */
  readonly similarities: Evaluation['similarities'];
  /** How many clusters there are of each number of pages, those not listed included. */
  readonly clusterSizes: ReadonlyMap<number, number>;
  /** Why pages could not be judged: number of pages by reason. */
  readonly unclassifiable: ReadonlyMap<string, number>;
  /** What was left out and why, a sentence each. */
  readonly notes: readonly string[];
}

/** The part of `summary.json` that a report states. */
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
  /** Pairs as similar that are about different things. */
  readonly alike: number;
  /** Number of pages of each code of decisions. */
  readonly codes: Readonly<Partial<Record<ReasonCode, number>>>;
  /** As in `word:4`. */
  readonly gram: string;
}

/** Pages that repeat each other; that are as similar and about different things; that a wall stands in the place of. */
export type ClusterKind = 'copies' | 'other-subject' | 'wall';

/** Pages that go together; in one of copies the representative is what is kept. */
export interface ReportedCluster {
  /** Copies unless it says. */
  readonly kind?: ClusterKind;
  readonly representative: ReportedPage;
  /** Each with its similarity to the representative. */
  readonly members: readonly { readonly page: ReportedPage; readonly similarity: number }[];
}

/** A page of a cluster. Its id, URL and text are untrusted. */
export interface ReportedPage {
  readonly id: string;
  readonly url: string;
  /** Whether it is of what the run was held against (`dedup --against`): it may have the id of a new page. */
  readonly known?: true;
  /** Number of its grams, where known. */
  readonly grams?: number;
  readonly text?: ReportedText;
}

/** The text of a page as far as it is shown. */
export interface ReportedText {
  readonly title: string;
  readonly text: string;
  /** Characters of the whole text; more than `text` has when it was cut. */
  readonly length: number;
  /** What of it does not count, in words, where its site has a template. */
  readonly template?: TemplateRuns;
}

/** Two similar pages by id. */
export interface ReportedPair {
  readonly a: string;
  readonly b: string;
  /** Whether `b` is a known page. */
  readonly known?: true;
  readonly similarity: number;
  /** Grams that both have. */
  readonly overlap: number;
  /** Whether the similarity was estimated from sketches only. */
  readonly estimated?: boolean;
  /** Whether they are about different things. */
  readonly alike?: boolean;
}
