import { existsSync } from 'node:fs';
import { fileFormats } from '../../../src/flow/index.ts';
import type { Evaluation } from '../../../src/index.ts';
import type { DamagedSpot } from '../../dump/index.ts';
import { type ResultFile, readResult } from '../read-result.ts';

/** `report.json`: the evaluation, and the run it is from. */
export interface EvaluationReport extends Evaluation {
  readonly format: string;
  readonly inputs: readonly string[];
  readonly bytes: number;
  readonly damaged: number;
  readonly damagedSpots: readonly DamagedSpot[];
  /** Records and files that are sound but no page, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  readonly milliseconds: { readonly total: number };
  readonly peakMemoryBytes: number;
  readonly version: string;
}

/** Reads a `report.json`; undefined where there is none. Throws where it is something else. */
export async function readEvaluationReport(path: string): Promise<EvaluationReport | undefined> {
  return existsSync(path) ? readResult(path, evaluationFile) : undefined;
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
