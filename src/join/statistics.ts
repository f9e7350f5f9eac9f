import type { JoinInput } from './join.ts';

/**
 * What one run of a join did: enough for PPJoin's Table 1 and Figure 3.
 *
 * The candidates form a funnel, each stage counting pairs that all filters before it and it let through. A stage
 * that an algorithm lacks lets everything through; `naive` verifies every pair.
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
  /** … and the positional filter (PPJoin). */
  afterPositional: number;
  /** … and the suffix filter (PPJoin+). */
  afterSuffix: number;
  /** … and the prefix tests of the further orderings (MGJoin). */
  afterOrderings: number;
  /** How many global orderings were used: K of MGJoin, 1 elsewhere. */
  orderings: number;
  /** Pairs left after the last filter: the "candidate size" of the papers. */
  candidates: number;
  /** Candidates whose tokens were compared; the others failed on the counts alone. */
  verified: number;
  results: number;
  milliseconds: {
    /** Prefixes and inverted lists. */
    index: number;
    /** Probing, filters and verification. */
    join: number;
  };
}

/** All zero. */
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

/** What a run counted; filters that it lacks are left out. */
export interface RunCounts {
  readonly entries: number;
  readonly afterPrefix: number;
  readonly prunedByPosition?: number;
  readonly prunedBySuffix?: number;
  readonly prunedByOrderings?: number;
  readonly orderings?: number;
  /** Times of `performance.now()`. */
  readonly startedAt: number;
  readonly indexedAt: number;
}

/** Enters a run that ends now; `verified` and `results` are the verifier's to count. */
export function enterRun(statistics: JoinStatistics, input: JoinInput, run: RunCounts): void {
  countInput(statistics, input);
  statistics.entries = run.entries;
  statistics.afterPrefix = run.afterPrefix;
  statistics.afterPositional = statistics.afterPrefix - (run.prunedByPosition ?? 0);
  statistics.afterSuffix = statistics.afterPositional - (run.prunedBySuffix ?? 0);
  statistics.afterOrderings = statistics.afterSuffix - (run.prunedByOrderings ?? 0);
  statistics.orderings = run.orderings ?? 1;
  statistics.candidates = statistics.afterOrderings;
  statistics.milliseconds.index = run.indexedAt - run.startedAt;
  statistics.milliseconds.join = performance.now() - run.indexedAt;
}

/** Enters the sizes of the input. */
export function countInput(statistics: JoinStatistics, input: JoinInput): void {
  const collections = 'r' in input ? [input.r, input.s] : [input];
  statistics.records = 0;
  statistics.tokens = 0;
  for (const sets of collections) {
    statistics.records += sets.size;
    statistics.tokens += sets.tokens.length;
    statistics.universe = sets.universe;
  }
}
