// neardup/join: exact joins of sets of numbers, in the order of their use: values → ranked sets → pairs.

export { type ValueSets, ValueSetsBuilder, valueSetsFromIntegers } from '../grams/value-sets.ts';
export { rankSets, rankTwo, type TokenSets, type TwoTokenSets } from '../grams/token-sets.ts';
export { overlapOfSorted } from '../grams/jaccard.ts';
export { halvesOf } from '../grams/halves.ts';
export {
  checkThreshold,
  measures,
  type Similarity,
  type SimilarityMeasure,
  similarities,
} from './similarity.ts';
export { formatPercent, formatSimilarity } from '../grams/format-similarity.ts';

// The engine.
export type { JoinOptions } from './join-tasks.ts';
export {
  type ExactJoinOptions,
  exactJoin,
  type GroupedPairs,
  groupedJoin,
  type Pairs,
} from './exact-join.ts';
export {
  leastMemoryBytes,
  type OutOfCoreOptions,
  type OutOfCoreStatistics,
  outOfCoreJoin,
  tokensWithin,
} from './out-of-core.ts';
export { mostThreads } from './threads.ts';
export { allocateTokens } from './engine/arena.ts';
export { rankInThreads } from './ranking/ranking.ts';
export { prepareEngine, startJoinWorkers } from './prepare-engine.ts';
export { closeEngine } from './engine/parallel.ts';

// The algorithms as published.
export type { Emit, Join, JoinInput } from './join.ts';
export { type JoinStatistics, joinStatistics } from './statistics.ts';
export { naive } from './published/naive.ts';
export { allPairs } from './published/all-pairs.ts';
export { ppjoin, ppjoinPlus } from './published/ppjoin.ts';
export { mgjoin } from './published/mgjoin.ts';
export { type EditJoinInput, editJoin } from './published/edit-join.ts';
export { recordsWithPartners } from './repeated-values.ts';
