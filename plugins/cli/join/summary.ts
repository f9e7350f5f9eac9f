import type { JoinStatistics } from '../../../src/join/index.ts';
import type { DamagedSpot } from '../../dump/index.ts';
import { inSeconds, inThousands, many } from '../numbers.ts';

/** The JSON of `join --json`. */
export interface JoinSummary {
  readonly format: string;
  readonly records: number;
  readonly emptyRecords: number;
  readonly tokens: number;
  /** Distinct tokens. Null out of core, where they are not counted; `candidates` and `verified` likewise. */
  readonly universe: number | null;
  readonly candidates: number | null;
  readonly verified: number | null;
  readonly pairs: number;
  readonly algorithm: string;
  /** K of MGJoin; 1 for other algorithms. */
  readonly orderings: number;
  readonly similarity: string;
  readonly threshold: number;
  /** Threads that joined: 1 for all algorithms except `auto`. */
  readonly threads: number;
  /** Whether the sets were joined from disk, since they exceed `--memory`. */
  readonly outOfCore: boolean;
  /** The pairs that each filter left, in the order of the filters; null out of core. */
  readonly filters: Pick<
    JoinStatistics,
    'entries' | 'afterPrefix' | 'afterPositional' | 'afterSuffix' | 'afterOrderings'
  > | null;
  readonly damaged: number;
  readonly damagedSpots: readonly DamagedSpot[];
  readonly milliseconds: {
    readonly read: number;
    /** Time from the sets as read to ranked, sorted records. */
    readonly rank: number;
    /** Together with `join`: time from ranked records to the last pair. */
    readonly index: number;
    readonly join: number;
    /** Time to sort pairs, turn them into text and write them. */
    readonly write: number;
    readonly total: number;
  };
  readonly peakMemoryBytes: number;
  readonly version: string;
}

/** The printed summary of a run. */
export function printJoin(summary: JoinSummary): string {
  const { milliseconds } = summary;
  const known = summary.candidates === null ? '' : `, ${many(summary.candidates, 'candidate')}`;
  const lines = [
    `${many(summary.pairs, 'pair')} with ${summary.similarity} ≥ ${summary.threshold} among ` +
      `${many(summary.records, 'record')} (${inThousands(summary.emptyRecords)} empty, ${many(summary.tokens, 'token')})`,
    `algorithm ${summary.algorithm}${summary.outOfCore ? ', out of core' : ''}${known}: ` +
      `${seconds(milliseconds.total)} (read ${seconds(milliseconds.read)}, rank ${seconds(milliseconds.rank)}, ` +
      `join ${seconds(milliseconds.index + milliseconds.join)}, write ${seconds(milliseconds.write)})`,
  ];
  if (summary.damaged > 0) {
    lines.push(
      `damaged: ${many(summary.damaged, 'spot')} in the input; records behind the first are left out`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function seconds(milliseconds: number): string {
  return inSeconds(milliseconds, 2);
}
