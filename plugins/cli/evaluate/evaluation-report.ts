import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Evaluation } from '../../../src/index.ts';
import type { DamagedSpot } from '../../dump/index.ts';
import { wrongCall } from '../errors.ts';

/** `report.json`: the evaluation, and the run it is from. */
export interface EvaluationReport extends Evaluation {
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
  if (!existsSync(path)) return undefined;
  const text = await readFile(path, 'utf8');
  try {
    const report = JSON.parse(text) as Partial<EvaluationReport>;
    if (Array.isArray(report.rows) && report.dataset && Array.isArray(report.similarities)) {
      return report as EvaluationReport;
    }
  } catch {
    // no JSON: refused below
  }
  throw wrongCall(path, 'the report of neardup evaluate --out', 'something else');
}
