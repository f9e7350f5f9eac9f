import type { EvaluationRow } from './evaluation.ts';

/**
 * Of each kind of method, confirmed and not, the row with the greatest F1 at each threshold, the quicker of equals: what is
 * shown where all variants would be too many. O(rows).
 */
export function bestOfEachKind(rows: readonly EvaluationRow[]): Set<EvaluationRow> {
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
