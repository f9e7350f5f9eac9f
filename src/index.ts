// The public API, in the order of the flow: page → text → grams → sketches → pairs → clusters → decisions.

export type { Page } from './text/page.ts';
export { decode } from './text/decode.ts';
export { type DomNode, type Extracted, extractFromDom, extractText } from './text/extract.ts';
export { type PageKind, pageKind } from './text/page-kind.ts';

export { hash64 } from './grams/hash.ts';
export { type GramSpec, gramSet, parseGramSpec, wordFourGrams } from './grams/grams.ts';
export { jaccard, overlapOfSorted } from './grams/jaccard.ts';
export { rankSets, rankTwo, type TokenSets, type TwoTokenSets } from './grams/token-sets.ts';
export { type ValueSets, ValueSetsBuilder, valueSetsFromIntegers } from './grams/value-sets.ts';
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

export { type Estimate, estimateContainment, estimateShare, resemblanceError } from './sketch/estimate.ts';
export { agreeingComponents, estimateResemblance, minHash, resemblanceEstimate } from './sketch/minhash.ts';
export { broderSketch, groupedShingles, shingleSet, taggedShingles } from './sketch/shingles.ts';
export {
  onePermutation,
  onePermutationError,
  onePermutationResemblance,
} from './sketch/one-permutation.ts';
export { agreementProbability, type Calibration, calibrate, leastAgreeing } from './sketch/calibrate.ts';
export { type BottomK, bottomK, bottomKContainment, bottomKResemblance } from './sketch/bottom-k.ts';
export { sharedSuperShingles, superShingleProbability, superShingles } from './sketch/super-shingles.ts';
export {
  type EmitShared,
  type PairingOptions,
  type PairingStatistics,
  pairSketches,
} from './sketch/pairing.ts';
export { hammingDistance, simHash } from './sketch/simhash.ts';
export {
  differingBitProbability,
  estimateCosine,
  nearProbability,
  simHashResemblance,
} from './sketch/simhash-estimate.ts';
export {
  type DocumentFrequencies,
  documentFrequencies,
  inverseDocumentWeights,
  termFrequencies,
  type WeightedGrams,
} from './sketch/gram-weights.ts';
export {
  blockTables,
  type ChosenTables,
  chooseTables,
  falseProbes,
  nearPairs,
  nestedTables,
  type PermutedTable,
  permuteBits,
  type TableDesign,
  tableKey,
  unpermuteBits,
} from './sketch/simhash-tables.ts';
export { type Bands, chooseBands, collisionProbability } from './sketch/bands.ts';

export { SketchIndex } from './store/sketch-index.ts';
export type { QueryOptions } from './store/query.ts';
export type { Answer, Claim, ClaimedPage, Decision, IndexCounts, Match } from './store/decisions.ts';
export type { AddCounts } from './store/adding.ts';
export type { RemovalCondition } from './store/upkeep/remove.ts';
export type { IndexStats, TableName, TableStats } from './store/upkeep/stats.ts';
export type { Scope } from './store/layout/host.ts';
export {
  type DedupeOptions,
  type DistinctResults,
  dedupeResults,
  type RepeatedResult,
} from './store/results.ts';
export type { ExportSource } from './store/upkeep/import.ts';
export type { MergeCounts } from './store/upkeep/merge.ts';
export type { Rebuilt, RebuildOptions, RebuildSource } from './store/upkeep/rebuild.ts';
export type { Damage, OnDamage } from './store/upkeep/stored-pages.ts';
export type { VerifyOptions, VerifyReport } from './store/upkeep/verify.ts';
export { IndexError } from './store/errors.ts';
export type { IndexParameters, IndexSetting } from './store/layout/parameters.ts';

export { checkThreshold, measures, type Similarity, type SimilarityMeasure } from './join/similarity.ts';
export type { Emit, Join, JoinInput } from './join/join.ts';
export { type JoinStatistics, joinStatistics } from './join/statistics.ts';
export { naive } from './join/published/naive.ts';
export { allPairs } from './join/published/all-pairs.ts';
export { ppjoin, ppjoinPlus } from './join/published/ppjoin.ts';
export { mgjoin } from './join/published/mgjoin.ts';
export { editJoin } from './join/published/edit-join.ts';
export { type ExactJoinOptions, exactJoin, type Pairs } from './join/exact-join.ts';
export { type OutOfCoreOptions, type OutOfCoreStatistics, outOfCoreJoin } from './join/out-of-core.ts';
export { prepareEngine } from './join/prepare-engine.ts';
export { closeEngine } from './join/engine/parallel.ts';

export type { Cluster, ClusterPolicy } from './cluster/clusters.ts';
export type { KeepPolicy } from './cluster/preference.ts';
export type { PageDecision } from './flow/decisions.ts';
export { type Method, methods } from './methods/choose.ts';
export { type Deduplication, type DeduplicateOptions, deduplicate, deduplicateGrams } from './deduplicate.ts';
export type { Evaluation, EvaluationRow, RecallCurve, Recommendation } from './evaluate/evaluation.ts';
export { checkEvaluateOptions, type EvaluateOptions } from './evaluate/evaluate.ts';
export { methodNames } from './methods/registry.ts';
export { evaluationCsv } from './evaluate/csv.ts';
export { evaluate, evaluateGrams, type EvaluatePagesOptions, evaluateSets } from './flow/evaluate.ts';
export { type ComparedPage, comparePages, type PageComparison, type Passage } from './flow/compare.ts';
