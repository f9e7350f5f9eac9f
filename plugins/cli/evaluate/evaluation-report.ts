import { fileFormats } from '../../../src/flow/index.ts';
import type { Evaluation } from '../../../src/index.ts';
import type { DamagedSpot } from '../../dump/index.ts';
import { isThere } from '../is-there.ts';
import { type ResultFile, readResult } from '../read-result.ts';

/** The content of `report.json`: the evaluation, and facts about its run. */
export interface EvaluationReport extends Evaluation {
  readonly format: string;
  readonly inputs: readonly string[];
  readonly bytes: number;
  readonly damaged: number;
  readonly damagedSpots: readonly DamagedSpot[];
  /** Number of sound records and files that are no pages, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  readonly milliseconds: { readonly total: number };
  readonly peakMemoryBytes: number;
  readonly version: string;
}

/** The files that an evaluation writes into the folder of its results, beside those of dedup. */
export const evaluationFiles = ['report.json', 'report.csv', 'report.html'] as const;

/** Reads a `report.json`; undefined if there is none. Throws if it is something else. */
export async function readEvaluationReport(path: string): Promise<EvaluationReport | undefined> {
  return isThere(path) ? readResult(path, evaluationFile) : undefined;
}

const evaluationFile: ResultFile<EvaluationReport> = {
  format: fileFormats.evaluation,
  what: 'the report of neardup evaluate --out',
  isWhole: ({ rows, dataset, similarities }) =>
    Array.isArray(rows) &&
    rows.every((row) => typeof row?.variant === 'string' && typeof row.threshold === 'number') &&
    [dataset?.pages, dataset?.grams, dataset?.universe].every((count) => typeof count === 'number') &&
    Array.isArray(similarities),
};
