import type { TokenSets } from '../grams/token-sets.ts';

/**
 * What one run of a join did: enough for Table 1 and Figure 3 of Xiao et al., WWW 2008.
 *
 * The candidates form a funnel: each stage counts the pairs that pass its filter and all filters before it. A stage
 * that an algorithm lacks passes everything; `naive` verifies every pair.
 */
export interface JoinStatistics {
  records: number;
  /** Tokens of all records. */
  tokens: number;
  /** Distinct tokens. */
  universe: number;
  /** Index entries visited: entries of the probed lists whose record passes the size filter. */
  entries: number;
  /** Pairs that share a prefix token and pass the size filter. */
  afterPrefix: number;
  /** Pairs left by the positional filter (PPJoin). */
  afterPositional: number;
  /** Pairs left by the suffix filter (PPJoin+). */
  afterSuffix: number;
  /** Pairs left by the prefix tests of the further orderings (MGJoin). */
  afterOrderings: number;
  /** Number of global orderings used: K of MGJoin, 1 elsewhere. */
  orderings: number;
  /** Pairs left after the last filter: the "candidate size" of the papers. */
  candidates: number;
  /** Candidates whose tokens were compared; the others failed on the counts alone. */
  verified: number;
  /** Pairs that are similar. */
  results: number;
  /** Time of each phase. */
  milliseconds: {
    /** Prefixes and inverted lists. */
    index: number;
    /** Probing, filters and verification. */
    join: number;
  };
}

/** Statistics at zero, for a join to fill in. */
export function joinStatistics(): JoinStatistics {
  return {
    records: 0,
    tokens: 0,
    universe: 0,
    entries: 0,
    afterPrefix: 0,
    afterPositional: 0,
    afterSuffix: 0,
    afterOrderings: 0,
    orderings: 1,
    candidates: 0,
    verified: 0,
    results: 0,
    milliseconds: { index: 0, join: 0 },
  };
}

/** Enters the sizes of the input: one collection, or the two of an R–S join. */
export function countInput(statistics: JoinStatistics, collections: readonly TokenSets[]): void {
  statistics.records = 0;
  statistics.tokens = 0;
  for (const sets of collections) {
    statistics.records += sets.size;
    statistics.tokens += sets.tokens.length;
    statistics.universe = sets.universe;
  }
}
