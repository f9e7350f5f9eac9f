import type { EvaluationRow } from '../../../src/evaluate/index.ts';
import { formatSimilarity } from '../../../src/join/index.ts';
import { printable } from '../printable.ts';
import type { EvaluationReport } from './command.ts';

/** Rows of one threshold that are shown one by one; of more, the best of each kind of method. */
const mostRows = 24;

/** Shown even where a larger sketch does better: sp as published is what readers compare with. */
const alwaysShown = 'sp-32';

const header = [
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

/** What a person sees of an evaluation: a table for each threshold, then what is recommended. */
export function printEvaluation(report: EvaluationReport, out: string | undefined): string {
  const { dataset, rows, sample, labels, recommendations, truth } = report;
  const lines = [
    `${inThousands(dataset.pages)} pages (${inThousands(dataset.emptyPages)} without a gram), ` +
      `${inThousands(dataset.grams)} grams, ${inThousands(dataset.universe)} distinct, ` +
      `${dataset.gram}${dataset.multiset ? ' as a multiset' : ''}`,
    labels === undefined
      ? `truth: ${truth === 'qp' && sample === undefined ? 'the exact join' : 'exact pairs of drawn pages'}`
      : `truth: ${inThousands(labels.pairs)} labelled pairs (${inThousands(labels.unknownIds)} of their ids are no page here)`,
  ];
  if (sample) lines.push(`estimated from ${inThousands(sample.pages)} pages: ${sample.how}`);
  for (const threshold of new Set(rows.map((row) => row.threshold))) {
    const all = rows.filter((row) => row.threshold === threshold);
    const shown = all.length > mostRows ? bestOfEachKind(all) : all;
    const [first] = all;
    lines.push('', `similarity ≥ ${threshold}: ${inThousands(first.truePairs)} true pairs`);
    lines.push(...inColumns([header, ...shown.map(cells)]));
    if (shown.length < all.length) {
      lines.push(
        `the best of each kind by F1, and sp as published (${alwaysShown}); ${all.length - shown.length} more variants with --json, --out or --methods`,
      );
    }
  }
  if (recommendations) {
    lines.push('');
    for (const { threshold, reason } of recommendations) lines.push(`at ${threshold}: ${reason}`);
  }
  if (report.damaged > 0) {
    lines.push('', `damaged: ${report.damaged} spots in the input; what they held is missing here`);
    for (const { file, offset, reason } of report.damagedSpots.slice(0, 10)) {
      lines.push(`    ${printable(file)} at ${offset}: ${reason}`);
    }
  }
  if (out !== undefined) lines.push('', `written to ${out}: report.json, report.csv, report.html`);
  return `${lines.join('\n')}\n`;
}

/** Of each kind of method, confirmed and not, the variant with the greatest F1, the quicker of equals; and `sp-32`. */
function bestOfEachKind(rows: readonly EvaluationRow[]): EvaluationRow[] {
  const best = new Map<string, EvaluationRow>();
  for (const row of rows) {
    const kind = `${row.method} ${row.confirmed}`;
    const known = best.get(kind);
    const isBetter =
      known === undefined ||
      row.f1 > known.f1 ||
      (row.f1 === known.f1 && row.milliseconds.total < known.milliseconds.total);
    if (isBetter) best.set(kind, row);
  }
  return rows.filter(
    (row) => row.variant === alwaysShown || best.get(`${row.method} ${row.confirmed}`) === row,
  );
}

function cells(row: EvaluationRow): string[] {
  const [low, high] = row.recallInterval;
  return [
    row.variant,
    inThousands(row.pairs),
    formatSimilarity(row.precision),
    formatSimilarity(row.recall, 0, 4),
    `${formatSimilarity(low)}–${formatSimilarity(high)}`,
    row.predictedRecall === undefined ? '' : formatSimilarity(row.predictedRecall, 0, 4),
    formatSimilarity(row.f1),
    inThousands(row.candidates),
    row.milliseconds.total.toFixed(0),
    row.bytesPerPage.toFixed(0),
  ];
}

/** Rows under each other, the first column to the left, numbers to the right. */
function inColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
      .join('  '),
  );
}

function inThousands(count: number): string {
  return count.toLocaleString('en');
}
