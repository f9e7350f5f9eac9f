// neardup/store: the index of pages seen so far, with the types of its queries and its upkeep.

export { SketchIndex } from './sketch-index.ts';
export type { OpenOptions } from './open-options.ts';
export type { BinaryStore } from './disk/binary-store.ts';
export { type IndexParameters, type IndexSetting, indexSettings } from './layout/parameters.ts';
export type { SimHashTables } from '../sketch/simhash-tables.ts';
export { IndexError, type IndexErrorCode } from './errors.ts';

// Pages in, verdicts out.
export type {
  Claim,
  ClaimedPage,
  ClaimOptions,
  EarlierPage,
  IndexCounts,
  PageVerdict,
  PreviousContent,
  ProvisionalPage,
  ReturnedPage,
} from './verdicts.ts';
export type { GramSketches } from './layout/entries.ts';
export { type PageNotes, type Validators, type Verdict, verdicts } from './layout/codec.ts';
export type { AddCounts } from './adding.ts';

// Queries.
export type { QueryOptions } from './query.ts';
export type { Answer, Match } from './verdicts.ts';
export { type Scope, scopes } from './layout/host.ts';
export {
  type DedupeOptions,
  type DistinctResults,
  dedupeResults,
  type RepeatedResult,
} from './results.ts';
export type { EmitPair, PairOptions } from './pairs.ts';

// Upkeep.
export type { RecheckedDuplicate } from './recheck.ts';
export type { RemovalCondition } from './upkeep/remove.ts';
export type { TableName } from './layout/keys.ts';
export type { IndexStats, TableStats } from './upkeep/stats.ts';
export type { ExportSource } from './upkeep/import.ts';
export type { MergeCounts } from './upkeep/merge.ts';
export type { RebuildOptions, RebuildSource, Rebuilt } from './upkeep/rebuild.ts';
export type { Damage, DamageCode, DamageFacts, DamageReason, OnDamage, Place } from './damage.ts';
export type { IndexErrorOptions } from './errors.ts';
export type { VerifyOptions, VerifyReport } from './upkeep/verify.ts';
