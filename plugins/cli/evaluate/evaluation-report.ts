import { fileFormats } from '../../../src/flow/index.ts';
import type { Evaluation } from '../../../src/index.ts';
import type { DamagedSpot } from '../../dump/index.ts';
import { isThere } from '../is-there.ts';
import { count, kind, listOf, number, objectOf, optional, text, truth } from '../members.ts';
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
  return isThere(path) ? readResult<EvaluationReport>(path, evaluationFile) : undefined;
}

const recommendation = objectOf({
  ...{ threshold: number, targetRecall: number, maxMilliseconds: optional(number), reached: truth },
  ...{ variant: text, parameters: text, recall: number, recallLow: number, precision: number },
  ...{ milliseconds: number, totals: optional(listOf(number)) },
});
const scores = { truePairs: count, recall: number, precision: number, f1: number };
const interval = kind(
  'two numbers',
  (value) => Array.isArray(value) && value.length === 2 && value.every(Number.isFinite),
);
const total = objectOf({ total: number });

const evaluationFile: ResultFile = {
  format: fileFormats.evaluation,
  what: 'the report of neardup evaluate --out',
  check: objectOf({
    dataset: objectOf({ pages: count, emptyPages: count, grams: count, universe: count, gram: text }),
    rows: listOf(
      objectOf({
        ...{ threshold: number, method: text, variant: text, parameters: text, ...scores },
        ...{ recallInterval: interval, predictedRecall: optional(number), pairs: count },
        ...{ candidates: number, milliseconds: total, bytesPerPage: number },
      }),
    ),
    similarities: listOf(objectOf({ from: number, to: number, pairs: number })),
    curves: listOf(objectOf({ method: text, threshold: number, points: listOf(objectOf({})) })),
    sample: optional(objectOf({ pages: count, how: text })),
    labels: optional(objectOf({ pairs: count, unknownIds: count })),
    recommendations: optional(listOf(recommendation)),
  }),
};
