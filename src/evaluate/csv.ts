import { csvLine } from './csv-line.ts';
import { checkRows, type Evaluation, type EvaluationRow } from './evaluation.ts';

const columns: Readonly<Record<string, (row: EvaluationRow) => string | number | boolean>> = {
  threshold: (row) => row.threshold,
  method: (row) => row.method,
  variant: (row) => row.variant,
  parameters: (row) => row.parameters,
  confirmed: (row) => row.confirmed,
  pairs: (row) => row.pairs,
  correct: (row) => row.correct,
  true_pairs: (row) => row.truePairs,
  precision: (row) => row.precision,
  recall: (row) => row.recall,
  recall_low: (row) => row.recallInterval[0],
  recall_high: (row) => row.recallInterval[1],
  predicted_recall: (row) => row.predictedRecall ?? '',
  f1: (row) => row.f1,
  candidates: (row) => row.candidates,
  total_ms: (row) => row.milliseconds.total,
  bytes_per_page: (row) => row.bytesPerPage,
};

/** The rows of an evaluation as CSV: a header, then one line for each row. Each phase has a column `…_ms`. */
export function evaluationCsv(evaluation: Pick<Evaluation, 'rows'>): string {
  checkRows('evaluationCsv', evaluation?.rows);
  const { rows } = evaluation;
  const phases = [...new Set(rows.flatMap(({ milliseconds }) => Object.keys(milliseconds)))].filter(
    (phase) => phase !== 'total',
  );
  const header = [...Object.keys(columns), ...phases.map((phase) => `${phase}_ms`)];
  const lines = rows.map((row) => [
    ...Object.values(columns).map((value) => value(row)),
    ...phases.map((phase) => row.milliseconds[phase] ?? ''),
  ]);
  return [header, ...lines].map(csvLine).join('');
}
