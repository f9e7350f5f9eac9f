// The public API, in the order of the flow: page → text → grams → sketches → pairs → clusters → decisions.

export type { Page } from './text/page.ts';
export { decode } from './text/decode.ts';
export { type DomNode, type Extracted, extractFromDom, extractText } from './text/extract.ts';
export { type PageKind, pageKind } from './text/page-kind.ts';

export { hash64 } from './grams/hash.ts';
export { type GramSpec, gramSet, parseGramSpec, wordFourGrams } from './grams/grams.ts';
export { jaccard, overlapOfSorted } from './grams/jaccard.ts';
export {
  type ExtractMode,
  type PageText,
  readPage,
  type ShingledPage,
  type ShingleOptions,
  shingleDom,
  shinglePage,
} from './flow/shingle-page.ts';
export { type PageFacts, type PageGrams, shinglePages } from './flow/shingle-pages.ts';

export { SketchIndex } from './store/sketch-index.ts';
export type { Claim, ClaimedPage, Decision, IndexCounts, Match } from './store/decisions.ts';
export { IndexError } from './store/errors.ts';
export type { IndexParameters } from './store/header.ts';

export { checkThreshold, type Similarity } from './join/similarity.ts';

export type { Cluster, ClusterPolicy } from './cluster/clusters.ts';
export type { KeepPolicy } from './cluster/preference.ts';
export type { PageDecision } from './flow/decisions.ts';
export { type Method, methods } from './flow/methods.ts';
export { type Deduplication, type DeduplicateOptions, deduplicate, deduplicateGrams } from './deduplicate.ts';
export { type ComparedPage, comparePages, type PageComparison, type Passage } from './flow/compare.ts';
