import { formatSimilarity } from '../grams/format-similarity.ts';
import { qp } from '../methods/exact-joins.ts';
import { methods } from '../methods/registry.ts';
import type { EvaluationRow, Recommendation } from './evaluation.ts';

/** What is asked of a method. */
interface Wanted {
  readonly targetRecall: number;
  readonly maxMilliseconds?: number;
  /** Default {@link usualPrecision}. */
  readonly leastPrecision?: number;
}

/** Least precision of a method that is recommended, unless told: a wrong pair drops a page that should stay. */
export const usualPrecision = 0.99;

/** The exact join that others are held against. */
const usualExact = qp.variant;
/** What takes this many times as long as the quickest run of another is not run again to know which is quicker. */
const CLEARLY_SLOWER = 2;
/** The quickest, and the exact join, are run again at most. */
const MOST_CONTENDERS = 4;

/** The rows of one threshold whose times a recommendation may rest on: those that meet what is asked and are nearly as quick. */
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
 * The cheapest of the rows of one threshold whose recall surely reaches the target, or the one that comes nearest.
 *
 * Surely: the lower end of its 95 % interval reaches it; an exact join has a recall of 1 by its definition. It
 * also has to be right in as many pairs as is asked for and to stay within the time. Cheapest is least total time, but for the
 * exact join where that was as quick in one of its runs as the cheapest in one of its. Nearest is, of those precise and quick
 * enough, the one with the highest lower end; where none is, of all.
 *
 * @throws RangeError when there is no row.
 */
export function recommend(rows: readonly EvaluationRow[], wanted: Wanted): Recommendation {
  if (rows.length === 0) throw new RangeError('recommend: expected at least one method to choose from');
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

/** The rows that are precise and quick enough. */
function fittingRows(rows: readonly EvaluationRow[], wanted: Wanted): EvaluationRow[] {
  const { maxMilliseconds = Number.POSITIVE_INFINITY, leastPrecision = usualPrecision } = wanted;
  return rows.filter((row) => row.precision >= leastPrecision && row.milliseconds.total <= maxMilliseconds);
}

/** The quickest, but for the exact join, which finds all pairs, where none is clearly quicker than that. */
function cheapest(rows: readonly EvaluationRow[]): EvaluationRow {
  // a single run that was quicker than the medians of others has only been luckier
  const timedAgain = rows.filter(({ totals }) => totals !== undefined);
  const compared = timedAgain.length > 0 ? timedAgain : rows;
  const quickest = first(compared, isCheaper);
  const exact = compared.find(({ variant }) => variant === usualExact);
  return exact !== undefined && totalsOf(exact)[0] <= totalsOf(quickest).at(-1)! ? exact : quickest;
}

function totalsOf({ totals, milliseconds }: EvaluationRow): readonly number[] {
  return totals ?? [milliseconds.total];
}

/** The recall that a row has for sure: the lower end of its interval; an exact join's own, which is 1 by its definition. */
function recallLow(row: EvaluationRow): number {
  const isExact = methods.some(({ variant, exact }) => variant === row.variant && exact);
  return isExact ? row.recall : row.recallInterval[0];
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
