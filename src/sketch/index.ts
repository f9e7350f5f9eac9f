// neardup/sketch: a set of grams → a few numbers that estimate its similarity to others.

export { hash64 } from '../grams/hash.ts';
export { type GramSpec, gramSet } from '../grams/grams.ts';
export type { ValueSets } from '../grams/value-sets.ts';
export { type Estimate, estimateContainment } from './estimate.ts';

// MinHash, as components and as sets of shingles.
export { agreeingComponents, estimateResemblance, minHash, resemblanceEstimate } from './minhash.ts';
export { bandHashes, type Bands, chooseBands } from './bands.ts';
export { shingleSet, taggedShingles } from './shingles.ts';
export { type Calibration, calibrate } from './calibrate.ts';
export { sharedSuperShingles, superShingles } from './super-shingles.ts';
export {
  type EmitShared,
  type PairingOptions,
  type PairingStatistics,
  pairSketches,
} from './pairing.ts';

// Relatives of MinHash.
export { onePermutation, onePermutationResemblance } from './one-permutation.ts';
export { type BottomK, bottomK, bottomKContainment, bottomKResemblance } from './bottom-k.ts';

// SimHash.
export { hammingDistance, simHash } from './simhash.ts';
export { estimateCosine, nearProbability, simHashResemblance } from './simhash-estimate.ts';
export {
  type DocumentFrequencies,
  documentFrequencies,
  inverseDocumentWeights,
  type WeightedGrams,
} from './gram-weights.ts';
export {
  type BitRun,
  type ChosenTables,
  chooseTables,
  nearPairs,
  type PermutedTable,
  type SimHashTables,
  simHashTables,
  type TableDesign,
  tableDesign,
  tableKey,
} from './simhash-tables.ts';
