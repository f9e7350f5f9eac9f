import type { JoinInput } from '../join.ts';
import { countInput, type JoinStatistics } from '../statistics.ts';

/** The counts of a run; filters that the run lacks are left out. */
interface RunCounts {
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

/** Enters a run that ends now; the verifier counts `verified` and `results`. */
export function enterRun(statistics: JoinStatistics, input: JoinInput, run: RunCounts): void {
  countInput(statistics, 'r' in input ? [input.r, input.s] : [input]);
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
