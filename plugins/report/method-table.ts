import { bestOfEachKind, type Evaluation, type EvaluationRow } from '../../src/evaluate/index.ts';
import { count, duration, share } from './browser/numbers.ts';
import { html, type Markup } from './markup.ts';
import { dotOf } from './plots/method-kinds.ts';

/** A column of the table of methods. */
interface Column {
  readonly name: string;
  /** Explanation of the column, for the tooltip of its head. */
  readonly about: string;
  readonly shown: (row: EvaluationRow) => Markup | string;
  /** The value by which the rows are sorted, if it is not the shown one. */
  readonly value?: (row: EvaluationRow) => number | string;
  /** Whether it holds words, which are aligned left, and no numbers. */
  readonly text?: boolean;
}

/** The table of methods: every row of an evaluation, sortable, one threshold at a time or all. */
export function methodTable(evaluation: Evaluation): Markup {
  const { rows } = evaluation;
  const columns = columnsFor(evaluation);
  const best = bestOfEachKind(rows);
  const thresholds = [...new Set(rows.map(({ threshold }) => threshold))].sort((a, b) => b - a);
  return html`<div id="methods">
<div class="choices">
${thresholds.length > 1 && thresholdChoice(thresholds)}
${best.size < rows.length && variantChoice()}
</div>
<div class="scroll" tabindex="0" role="region" aria-label="Table of methods">
<table class="sortable methods">
<caption class="unseen">Precision, recall and cost of every method; column heads sort</caption>
<thead><tr>${columns.map(
    ({ name, about, text }) =>
      html`<th scope="col" class="${text ? '' : 'number'}"><button type="button" title="${about}">${name}</button></th>`,
  )}</tr></thead>
<tbody>${rows.map((row) => methodRow(row, columns, best.has(row)))}</tbody>
</table>
</div>
</div>
`;
}

function variantChoice(): Markup {
  return html`<fieldset class="choice"><legend>Variants</legend>
${choice('variants', 'best', 'best of each kind', true)}
${choice('variants', 'all', 'all', false)}</fieldset>
`;
}

function thresholdChoice(thresholds: readonly number[]): Markup {
  const last = thresholds.length - 1;
  return html`<fieldset class="choice"><legend>Similarity at least</legend>
${thresholds.map((threshold, i) => choice('threshold', String(threshold), String(threshold), i === last))}
${choice('threshold', 'all', 'all', false)}</fieldset>
`;
}

function choice(group: string, value: string, name: string, checked: boolean): Markup {
  return html`<label><input type="radio" name="${group}" value="${value}"${checked && html` checked`}><span>${name}</span></label>`;
}

function methodRow(row: EvaluationRow, columns: readonly Column[], isBest: boolean): Markup {
  const cells = columns.map(({ shown, value, text }, i) => {
    const content = shown(row);
    const sorted = value === undefined ? '' : String(value(row));
    return i === 0
      ? html`<th scope="row" data-value="${sorted}">${content}</th>`
      : html`<td class="${text ? '' : 'number'}" data-value="${sorted}">${content}</td>`;
  });
  return html`<tr data-threshold="${row.threshold}"${isBest && html` data-best`}>${cells}</tr>`;
}

function columnsFor({ rows, truth, recommendations = [] }: Evaluation): Column[] {
  const recommended = new Set(
    recommendations
      .filter(({ reached }) => reached)
      .map(({ threshold, variant }) => `${threshold} ${variant}`),
  );
  const exactTime = new Map(
    rows
      .filter(({ method }) => method === 'qp')
      .map(({ threshold, milliseconds }) => [threshold, milliseconds.total]),
  );
  const ratio = (row: EvaluationRow): number =>
    row.milliseconds.total / (exactTime.get(row.threshold) ?? Number.NaN);
  const hasModels = rows.some(({ predictedRecall }) => predictedRecall !== undefined);
  const hasExact = truth === 'labels' && rows.some(({ exact }) => exact !== undefined);
  return [
    methodColumn((row) => recommended.has(`${row.threshold} ${row.variant}`)),
    numeric('Threshold', 'Pairs count from this similarity on', ({ threshold }) => threshold, String),
    recallColumn,
    ...(hasModels ? [predictedRecall] : []),
    ...(hasExact ? [recallOfExact] : []),
    numeric('Precision', 'Share of the pairs it names that are true', (row) => row.precision, share),
    numeric('F1', 'Harmonic mean of precision and recall', ({ f1 }) => f1, share),
    numeric('Pairs', 'Pairs it names', ({ pairs }) => pairs, count),
    numeric('Candidates', 'Pairs it looked at closely', ({ candidates }) => candidates, count),
    timeColumn,
    ...(exactTime.size > 0
      ? [numeric('× exact', 'Time in relation to the exact join, qp', ratio, (value) => value.toPrecision(2))]
      : []),
    numeric(
      'Bytes/page',
      'What it keeps of a page, on average',
      (row) => row.bytesPerPage,
      (bytes) => count(Math.round(bytes)),
    ),
  ];
}

function methodColumn(isRecommended: (row: EvaluationRow) => boolean): Column {
  return {
    name: 'Method',
    about: 'The method, and what it is set to; a filled dot: its pairs are confirmed on the full sets',
    shown: (row) =>
      html`${dotOf(row)}<span class="variant">${row.variant}</span>${isRecommended(row) && html` <span class="badge chosen">recommended</span>`}<span class="facts">${row.parameters}</span>`,
    value: ({ variant }) => variant,
    text: true,
  };
}

const recallColumn: Column = {
  name: 'Recall',
  about: 'Share of the true pairs that it finds, with the 95 % confidence interval',
  shown: ({ recall, recallInterval: [low, high] }) =>
    html`<meter min="0" max="1" value="${recall}" aria-hidden="true"></meter>${share(recall)}${low < high && html`<span class="facts">${share(low)}–${share(high)}</span>`}`,
  value: ({ recall }) => recall,
};

const predictedRecall = numeric(
  'Predicted',
  'Recall that its model predicts for these pages',
  ({ predictedRecall: recall = Number.NaN }) => recall,
  share,
);

const recallOfExact = numeric(
  'Of exact',
  'Share of the pairs of the exact join that it finds',
  ({ exact }) => exact?.recall ?? Number.NaN,
  share,
);

const timeColumn: Column = {
  name: 'Time',
  about: 'All phases together',
  shown: ({ milliseconds: { total, ...phases } }) =>
    html`<span title="${Object.entries(phases)
      .map(([phase, ms]) => `${phase} ${duration(ms)}`)
      .join(', ')}">${duration(total)}</span>`,
  value: ({ milliseconds }) => milliseconds.total,
};

function numeric(
  name: string,
  about: string,
  value: (row: EvaluationRow) => number,
  shown: (value: number) => string,
): Column {
  return {
    name,
    about,
    shown: (row) => (Number.isNaN(value(row)) ? '–' : shown(value(row))),
    // unknown values sort first
    value: (row) => (Number.isNaN(value(row)) ? -1 : value(row)),
  };
}
