import { bestOfEachKind, type EvaluationRow } from '../../../src/evaluate/index.ts';
import { formatSimilarity } from '../../../src/join/index.ts';
import { damageLines } from '../damage.ts';
import { inThousands, many } from '../numbers.ts';
import type { EvaluationReport } from './evaluation-report.ts';
import { WHAT_IDS_ARE } from './labels.ts';

/** Most rows of one threshold that are all shown. If there are more, only the best of each kind of method are. */
const MOST_ROWS = 24;

/** Shown even if a larger sketch does better: readers compare with sp as published. */
const ALWAYS_SHOWN = 'sp-32';

const HEADER = [
  'method',
  'pairs',
  'precision',
  'recall',
  '95 %',
  'predicted',
  'F1',
  'candidates',
  'ms',
  'bytes/page',
];

/** What is printed beside the report itself. */
interface Printed {
  /** The file of `--truth`. */
  readonly truth?: string | undefined;
  readonly out?: string | undefined;
  /** The threshold of the decisions that are in `out`, if there are any. */
  readonly decidedAt?: number | undefined;
}

/** The printed evaluation: a table for each threshold, then the recommendations. */
export function printEvaluation(report: EvaluationReport, { out, truth: file, decidedAt }: Printed): string {
  const { dataset, rows, sample, labels, recommendations, truth } = report;
  const lines = [
    `${many(dataset.pages, 'page')} (${inThousands(dataset.emptyPages)} without a gram), ` +
      `${many(dataset.grams, 'gram')}, ${inThousands(dataset.universe)} distinct, ` +
      `${dataset.gram}${dataset.multiset ? ' as a multiset' : ''}`,
    labels === undefined
      ? `truth: ${truth === 'qp' && sample === undefined ? 'the exact join' : 'exact pairs of drawn pages'}`
      : `truth: ${many(labels.pairs, 'labelled pair')} (ids of no page here: ${inThousands(labels.unknownIds)})`,
    ...(labels?.firstUnknown ? unknownLines(labels, file) : []),
  ];
  if (sample) lines.push(`estimated from ${many(sample.pages, 'page')}: ${sample.how}`);
  for (const threshold of new Set(rows.map((row) => row.threshold))) {
    const all = rows.filter((row) => row.threshold === threshold);
    const shown = all.length > MOST_ROWS ? rowsShown(all) : all;
    const [first] = all;
    lines.push('', `similarity ≥ ${threshold}: ${many(first.truePairs, 'true pair')}`);
    lines.push(...inColumns([HEADER, ...shown.map(cells)]));
    if (shown.length < all.length) {
      lines.push(
        `the best of each kind by F1, and sp as published (${ALWAYS_SHOWN}); ${all.length - shown.length} more variants with --json, --out or --methods`,
      );
    }
  }
  if (recommendations) {
    lines.push('');
    for (const { threshold, reason } of recommendations) lines.push(`at ${threshold}: ${reason}`);
  }
  if (report.damaged > 0) lines.push('', ...damageLines(report.damagedSpots));
  if (out !== undefined) {
    const decided = decidedAt === undefined ? '' : `; what dedup writes at ${decidedAt}: decisions.jsonl, …`;
    lines.push('', `written to ${out}: report.json, report.csv, report.html${decided}`);
    if (decidedAt === undefined) {
      lines.push('without decisions and clusters, for which the gram sets must fit in a quarter of --memory');
    }
  }
  return `${lines.join('\n')}\n`;
}

/** The ids of no page: where the first ones stand, and what an id is. */
function unknownLines(
  { unknownIds, firstUnknown = [] }: NonNullable<EvaluationReport['labels']>,
  file = '',
): string[] {
  const more = unknownIds - firstUnknown.length;
  return [
    ...firstUnknown.map(({ id, line }) => `  ${file}:${line}: no page here has the id ${JSON.stringify(id)}`),
    ...(more > 0 ? [`  and ${inThousands(more)} more`] : []),
    `  ${WHAT_IDS_ARE}: mend these lines, or leave them out`,
  ];
}

/** The best of each kind, and `sp-32`. */
function rowsShown(rows: readonly EvaluationRow[]): EvaluationRow[] {
  const best = bestOfEachKind(rows);
  return rows.filter((row) => row.variant === ALWAYS_SHOWN || best.has(row));
}

function cells(row: EvaluationRow): string[] {
  const [low, high] = row.recallInterval;
  return [
    row.variant,
    inThousands(row.pairs),
    formatSimilarity(row.precision),
    formatSimilarity(row.recall, 0, 4),
    low === high ? '' : `${formatSimilarity(low, 0, 4)}–${formatSimilarity(high, 0, 4)}`,
    row.predictedRecall === undefined ? '' : formatSimilarity(row.predictedRecall, 0, 4),
    formatSimilarity(row.f1),
    inThousands(row.candidates),
    String(Math.round(row.milliseconds.total)),
    String(Math.round(row.bytesPerPage)),
  ];
}

/** Rows aligned in columns, the first column to the left, numbers to the right. */
function inColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
      .join('  '),
  );
}
