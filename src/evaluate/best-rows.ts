import { checkRows, type EvaluationRow } from './evaluation.ts';

/**
 * For each kind of method, confirmed and unconfirmed separately, the row with the highest F1 at each threshold; among
 * equals the fastest. Reports show these when all variants would be too many. O(rows)
 */
export function bestOfEachKind(rows: readonly EvaluationRow[]): Set<EvaluationRow> {
  checkRows('bestOfEachKind', rows);
  const best = new Map<string, EvaluationRow>();
  for (const row of rows) {
    const kind = `${row.threshold} ${row.method} ${row.confirmed}`;
    const known = best.get(kind);
    const isBetter =
      known === undefined ||
      row.f1 > known.f1 ||
      (row.f1 === known.f1 && row.milliseconds.total < known.milliseconds.total);
    if (isBetter) best.set(kind, row);
  }
  return new Set(best.values());
}
