// neardup: the flow, in its order. Its steps are in neardup/flow, its rooms in neardup/join, sketch, store and evaluate.

// A page → its grams.
export type { Page } from './text/page.ts';
export type { DomNode } from './text/extract.ts';
export type { PageKind } from './text/page-kind.ts';
export type { Unit } from './text/words.ts';
export { type GramSpec, parseGramSpec } from './grams/grams.ts';
export {
  type ExtractMode,
  type ShingledPage,
  type ShingleOptions,
  shingleDom,
  shinglePage,
} from './flow/shingle-page.ts';

// Pages → pairs → clusters → a decision for each.
export { type Deduplication, deduplicate } from './deduplicate.ts';
export type { DeduplicateOptions } from './flow/deduplicate-options.ts';
export { methodNames } from './methods/registry.ts';
export type { Similarity } from './join/similarity.ts';
export type { PageFacts } from './flow/page-grams.ts';
export type { PagePairs } from './cluster/pairs.ts';
export type { Cluster, ClusterPolicy } from './cluster/clusters.ts';
export type { KeepPolicy } from './cluster/preference.ts';
export type { PageDecision } from './flow/decisions.ts';
export type { ReasonCode } from './flow/reasons.ts';

// Which method on my pages?
export { type EvaluatePagesOptions, evaluate } from './flow/evaluate.ts';
export type { Evaluation, EvaluationRow, RecallCurve, Recommendation } from './evaluate/evaluation.ts';
export type { Scores } from './evaluate/precision-recall.ts';

// Two pages.
export { type ComparedPage, comparePages, type PageComparison, type Passage } from './flow/compare.ts';

// Page by page, on disk. neardup/store has all types of the index, these too.
export { SketchIndex } from './store/sketch-index.ts';
export type { Verdict } from './store/layout/codec.ts';
export type { Answer, Claim, ClaimedPage, IndexCounts, Match, PageVerdict } from './store/verdicts.ts';
export type { QueryOptions } from './store/query.ts';
export type { IndexParameters } from './store/layout/parameters.ts';
export { IndexError } from './store/errors.ts';
