import { formatSimilarity } from '../grams/format-similarity.ts';
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

/**
 * The cheapest of the rows of one threshold whose recall surely reaches the target, or the one that comes nearest.
 *
 * Surely: the lower end of its 95 % interval reaches it; an exact join has a recall of 1 by its definition. It
 * also has to be right in as many pairs as is asked for and to stay within the time. Cheapest is least total time. Nearest is,
 * of those precise and quick enough, the one with the highest lower end; where none is, of all.
 *
 * @throws RangeError when there is no row.
 */
export function recommend(rows: readonly EvaluationRow[], wanted: Wanted): Recommendation {
  const {
    targetRecall,
    maxMilliseconds = Number.POSITIVE_INFINITY,
    leastPrecision = usualPrecision,
  } = wanted;
  if (rows.length === 0) throw new RangeError('recommend: expected at least one method to choose from');
  const fitting = rows.filter(
    (row) => row.precision >= leastPrecision && row.milliseconds.total <= maxMilliseconds,
  );
  const reaching = fitting.filter((row) => recallLow(row) >= targetRecall);
  const best =
    reaching.length > 0 ? first(reaching, isCheaper) : first(fitting.length > 0 ? fitting : rows, isNearer);
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
    reason: reasonOf(best, wanted, rows.length, reaching.length),
  };
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

function reasonOf(row: EvaluationRow, wanted: Wanted, tried: number, reaching: number): string {
  const { leastPrecision = usualPrecision } = wanted;
  const within = wanted.maxMilliseconds === undefined ? '' : ` within ${wanted.maxMilliseconds} ms`;
  const asked = `recall ≥ ${wanted.targetRecall} (lower end of the 95 % interval) and precision ≥ ${leastPrecision}${within}`;
  const [recall, surely] = [row.recall, recallLow(row)].map((share) =>
    formatSimilarity(share, wanted.targetRecall, 4),
  );
  const precision = formatSimilarity(row.precision, leastPrecision, 4);
  const shown =
    `${row.variant} (${row.parameters}): recall ${recall}, surely ${surely}, ` +
    `precision ${precision}, ${Math.round(row.milliseconds.total)} ms`;
  return reaching > 0
    ? `${reaching} of ${tried} methods reach ${asked}; the quickest is ${shown}`
    : `none of ${tried} methods reaches ${asked}; nearest comes ${shown}`;
}
