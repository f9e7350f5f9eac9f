import { refusedValue } from '../argument-checks.ts';
import { formatSimilarity } from '../grams/format-similarity.ts';
import { qp } from '../methods/exact-joins.ts';
import type { EvaluationRow, Recommendation } from './evaluation.ts';

/** The requirements on a method. */
export interface Wanted {
  readonly targetRecall: number;
  readonly maxMilliseconds?: number;
  /** Default {@link usualPrecision}. */
  readonly leastPrecision?: number;
}

/** Default for the least precision of a recommended method: a wrong pair drops a page that should stay. */
export const usualPrecision = 0.99;

/** The exact join that other methods are compared with. */
const usualExact = qp.variant;
/** A method this many times as slow as the fastest is not run again: it is clearly slower. */
const CLEARLY_SLOWER = 2;
/** Most methods run again: the fastest ones, and the exact join in addition. */
const MOST_CONTENDERS = 4;

/**
 * The rows of one threshold whose times decide a recommendation: those that meet the requirements and are nearly as
 * fast as the fastest.
 */
export function contendersOf(rows: readonly EvaluationRow[], wanted: Wanted): Set<EvaluationRow> {
  const reaching = fittingRows(rows, wanted).filter((row) => recallLow(row) >= wanted.targetRecall);
  const byTime = reaching.sort((a, b) => a.milliseconds.total - b.milliseconds.total);
  const most = CLEARLY_SLOWER * (byTime[0]?.milliseconds.total ?? 0);
  return new Set([
    ...byTime.slice(0, MOST_CONTENDERS).filter(({ milliseconds }) => milliseconds.total <= most),
    ...byTime.filter(({ variant, milliseconds }) => variant === usualExact && milliseconds.total <= most),
  ]);
}

/**
 * The cheapest row of one threshold whose recall certainly reaches the target; if none does, the nearest one.
 *
 * Certainly means that the lower end of its 95 % interval reaches it.
 * The row must also have the required precision and stay within the time. Cheapest means the least total time, except
 * that the exact join is preferred if one of its runs was as fast as one of the cheapest's. Nearest means the highest
 * lower end among the rows that are precise and fast enough, or among all rows if there are none.
 *
 * @throws RangeError when there is no row.
 */
export function recommend(rows: readonly EvaluationRow[], wanted: Wanted): Recommendation {
  if (rows.length === 0) throw refusedValue('recommend', 'at least one method to choose from', 'none');
  const fitting = fittingRows(rows, wanted);
  const reaching = fitting.filter((row) => recallLow(row) >= wanted.targetRecall);
  const best =
    reaching.length > 0 ? cheapest(reaching) : first(fitting.length > 0 ? fitting : rows, isNearer);
  return {
    threshold: best.threshold,
    ...wanted,
    reached: reaching.length > 0,
    variant: best.variant,
    method: best.method,
    parameters: best.parameters,
    recall: best.recall,
    recallLow: recallLow(best),
    precision: best.precision,
    milliseconds: best.milliseconds.total,
    ...(best.totals && { totals: best.totals }),
    reason: reasonOf(best, wanted, rows.length, reaching),
  };
}

/** The rows with sufficient precision and speed. */
function fittingRows(rows: readonly EvaluationRow[], wanted: Wanted): EvaluationRow[] {
  const { maxMilliseconds = Number.POSITIVE_INFINITY, leastPrecision = usualPrecision } = wanted;
  return rows.filter((row) => row.precision >= leastPrecision && row.milliseconds.total <= maxMilliseconds);
}

/** The fastest row; but the exact join, which finds all pairs, if none is clearly faster than it. */
function cheapest(rows: readonly EvaluationRow[]): EvaluationRow {
  // A single run that was faster than the medians of others was only luckier.
  const timedAgain = rows.filter(({ totals }) => totals !== undefined);
  const compared = timedAgain.length > 0 ? timedAgain : rows;
  const quickest = first(compared, isCheaper);
  const exact = compared.find(({ variant }) => variant === usualExact);
  return exact !== undefined && totalsOf(exact)[0] <= totalsOf(quickest).at(-1)! ? exact : quickest;
}

function totalsOf({ totals, milliseconds }: EvaluationRow): readonly number[] {
  return totals ?? [milliseconds.total];
}

/** The recall that a row certainly has. */
function recallLow({ recallInterval: [low] }: EvaluationRow): number {
  return low;
}

function isCheaper(a: EvaluationRow, b: EvaluationRow): boolean {
  return a.milliseconds.total < b.milliseconds.total;
}

function isNearer(a: EvaluationRow, b: EvaluationRow): boolean {
  return recallLow(a) > recallLow(b) || (recallLow(a) === recallLow(b) && isCheaper(a, b));
}

function first(
  rows: readonly EvaluationRow[],
  isBetter: (a: EvaluationRow, b: EvaluationRow) => boolean,
): EvaluationRow {
  return rows.reduce((best, row) => (isBetter(row, best) ? row : best));
}

function reasonOf(
  row: EvaluationRow,
  wanted: Wanted,
  tried: number,
  reaching: readonly EvaluationRow[],
): string {
  const { leastPrecision = usualPrecision } = wanted;
  const within = wanted.maxMilliseconds === undefined ? '' : ` within ${wanted.maxMilliseconds} ms`;
  const asked = `recall ≥ ${wanted.targetRecall} (lower end of the 95 % interval) and precision ≥ ${leastPrecision}${within}`;
  const [recall, surely] = [row.recall, recallLow(row)].map((share) =>
    formatSimilarity(share, wanted.targetRecall, 4),
  );
  const precision = formatSimilarity(row.precision, leastPrecision, 4);
  const shown =
    `${row.variant} (${row.parameters}): recall ${recall}, surely ${surely}, ` +
    `precision ${precision}, ${timeOf(row)}`;
  const which = reaching.some((other) => isCheaper(other, row))
    ? 'none is clearly quicker than the exact join, which finds all pairs:'
    : 'the quickest is';
  return reaching.length > 0
    ? `${reaching.length} of ${tried} methods reach ${asked}; ${which} ${shown}`
    : `none of ${tried} methods reaches ${asked}; nearest comes ${shown}`;
}

function timeOf(row: EvaluationRow): string {
  const totals = totalsOf(row);
  const range =
    totals.length > 1
      ? ` (${Math.round(totals[0])}–${Math.round(totals.at(-1)!)} in ${totals.length} runs)`
      : '';
  return `${Math.round(row.milliseconds.total)} ms${range}`;
}
