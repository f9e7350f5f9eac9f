import { expect, test } from 'vitest';
import { drawFigure, type Figure } from '../../plugins/report/figure.ts';
import type { Markup } from '../../plugins/report/markup.ts';
import { curvesFigure } from '../../plugins/report/plots/curves.ts';
import { clusterSizesFigure, similaritiesFigure } from '../../plugins/report/plots/distributions.ts';
import { colourOf, dotOf, kindsOf, legendOf } from '../../plugins/report/plots/method-kinds.ts';
import { precisionRecallFigure, timeRecallFigure } from '../../plugins/report/plots/recall.ts';
import type { Evaluation, EvaluationRow } from '../../src/evaluate/index.ts';
import { methodNames } from '../../src/index.ts';
import { fabricatedEvaluation } from './fabricated.ts';

const evaluation = fabricatedEvaluation();

/** A row that took `total` milliseconds and found `recall` of the pairs. */
function row(variant: string, total: number, recall: number, method = variant): EvaluationRow {
  const [first] = evaluation.rows;
  return {
    ...first!,
    ...{ method, variant, recall, threshold: 0.8, milliseconds: { total } },
    recallInterval: [recall - 0.01, Math.min(1, recall + 0.01)],
  };
}

const optionsOf = (figure: Figure, plot = 0) => figure.plots[plot]!.options;

/** What the marks of a plot are drawn from, one list for each mark that has data. */
async function drawnData(figure: Figure, plot = 0): Promise<unknown[][]> {
  const marks = optionsOf(figure, plot).marks as { data?: Iterable<unknown> | null }[];
  return marks.flatMap(({ data }) => (data ? [[...data]] : []));
}

async function shown(figure: Figure): Promise<string> {
  return (await drawFigure(figure)).markup;
}

const texts = (markup: string, tag: string) =>
  [...markup.matchAll(new RegExp(`<${tag}[^>]*>([^<]*)</${tag}>`, 'g'))].map(([, text]) => text);

test('precision and recall stand against each other, a plot a threshold, the highest first', async () => {
  const figure = await precisionRecallFigure(evaluation);
  expect(figure.plots.map(({ title }) => title)).toEqual(['similarity ≥ 0.9', 'similarity ≥ 0.8']);
  expect(figure.columns).toEqual(['Threshold', 'Method', 'Recall', 'Precision']);
  expect(figure.rows.slice(0, 2)).toEqual([
    [0.9, 'qp', '1.0000', '1.0000'],
    [0.9, 'sp-32', '0.1000', '0.9000'],
  ]);
  // from the tenth below the least share on
  expect([optionsOf(figure).x?.domain, optionsOf(figure).y?.domain]).toEqual([
    [0.1, 1],
    [0.7, 1],
  ]);
  const data = (await drawnData(figure)).map((rows) =>
    (rows as EvaluationRow[]).map(({ variant }) => variant),
  );
  expect(data).toEqual([['qp'], ['sp-32'], ['minhash-unconfirmed', 'minhash-confirmed', 'minhash-slow']]);
  const good = { ...evaluation, rows: evaluation.rows.filter(({ recall }) => recall > 0.94) };
  expect(optionsOf(await precisionRecallFigure(good)).x?.domain).toEqual([0.9, 1]);
});

test('a dot tells its variant, what that is set to, and its numbers', async () => {
  const markup = await shown(await precisionRecallFigure(evaluation));
  expect(texts(markup, 'title')).toContain(
    'sp-32: set to &lt;b&gt;sp-32&lt;/b&gt;\nrecall 0.1000, precision 0.9000, 90 ms',
  );
});

test('the grey line joins what nothing else beats in both time and recall', async () => {
  const rows = [
    row('slow', 400, 1),
    row('beaten', 200, 0.9),
    row('quick', 20, 0.5),
    row('better', 100, 0.95),
    row('same time, worse', 20, 0.4),
    row('no better', 300, 0.95),
  ];
  const figure = await timeRecallFigure({ ...evaluation, rows });
  const line = (await drawnData(figure)).find((data) => data.length === 3) as EvaluationRow[];
  expect(line.map(({ variant }) => variant)).toEqual(['quick', 'better', 'slow']);
});

test('time is on a logarithmic scale a little wider than the times, with labels that have room', async () => {
  const wide = await timeRecallFigure({ ...evaluation, rows: [row('a', 13, 1), row('b', 130_000, 0.95)] });
  const { domain, ticks } = optionsOf(wide).x as { domain: number[]; ticks: number[] };
  expect(domain).toEqual([10, 208_000]);
  expect(ticks).toEqual([10, 100, 1000, 10_000, 100_000]);
  const narrow = await timeRecallFigure({ ...evaluation, rows: [row('a', 13, 1), row('b', 130, 0.95)] });
  expect((optionsOf(narrow).x as { ticks: number[] }).ticks).toEqual([10, 20, 50, 100, 200]);
  const format = (optionsOf(wide).x as { tickFormat(ms: number): string }).tickFormat;
  expect([5, 999, 1000, 20_000, 60_000, 600_000].map((ms) => format(ms))).toEqual([
    ...['5 ms', '999 ms', '1 s', '20 s', '1 min', '10 min'],
  ]);
  // a time of nothing has a place on it too
  const nothing = await timeRecallFigure({ ...evaluation, rows: [row('a', 0, 1), row('b', 1, 1)] });
  expect((optionsOf(nothing).x as { domain: number[] }).domain[0]).toBeCloseTo(0.01 / 1.3);
  expect(optionsOf(nothing).y?.domain).toEqual([0.9, 1]);
});

test('the table behind time and recall has every row with its interval', async () => {
  const figure = await timeRecallFigure(evaluation);
  expect(figure.columns).toEqual(['Threshold', 'Method', 'Time', 'Recall', 'From', 'To']);
  expect(figure.rows).toHaveLength(10);
  expect(figure.rows[3]).toEqual([0.9, 'minhash-confirmed', '120 ms', '0.9900', '0.9800', '1.0000']);
});

test('promised and found: small plots for twelve curves, the table has all', async () => {
  const [curve] = evaluation.curves;
  const curves = Array.from({ length: 13 }, (_, i) => ({ ...curve!, method: `m${i}` }));
  const figure = await curvesFigure({ ...evaluation, curves } as Evaluation);
  expect(figure.plots).toHaveLength(12);
  expect(figure.plots[11]?.title).toBe('m11, similarity ≥ 0.8');
  expect(figure.rows).toHaveLength(13 * 3);
  expect(figure.columns).toEqual(['Method', 'Threshold', 'Similarity', 'Promised', 'Found', 'Pairs']);
  expect(figure.rows[1]).toEqual(['m0', 0.8, '0.700', '0.4900', '0.4900', '10']);
  const markup = await shown({ ...figure, plots: figure.plots.slice(0, 1) });
  expect(texts(markup, 'title')).toContain('similarity 0.700\npromised 0.4900, found 0.4900 of 10 pairs');
});

test('the points of a curve are joined in the order of their similarity', async () => {
  const [curve] = evaluation.curves;
  const points = [0.9, 0.5, 0.7].map((similarity) => ({ ...curve!.points[0]!, similarity }));
  const figure = await curvesFigure({ ...evaluation, curves: [{ ...curve!, points }] });
  const data = (await drawnData(figure)).filter((each) => each.length === 3);
  for (const each of data) {
    expect((each as { similarity: number }[]).map(({ similarity }) => similarity)).toEqual([0.5, 0.7, 0.9]);
  }
});

test('the distribution of similarities has its bins, and lines at the thresholds that lie within', async () => {
  const figure = await similaritiesFigure(evaluation.similarities, [0.8, 0.5, 0.9]);
  expect(optionsOf(figure).x?.domain).toEqual([0.5, 1]);
  expect(figure.rows).toEqual([
    ['0.500', '0.600', '0'],
    ['0.600', '0.700', '100'],
    ['0.700', '0.800', '200'],
    ['0.800', '0.900', '300'],
    ['0.900', '1.000', '400'],
  ]);
  expect(await drawnData(figure)).toEqual(expect.arrayContaining([[0.8, 0.9]]));
  const none = await similaritiesFigure([], [0.8]);
  expect(optionsOf(none).x?.domain).toEqual([0, 1]);
  expect(texts(await shown(figure), 'title')).toContain('0.600 to 0.700: 100 pairs');
});

test('cluster sizes are counted in classes up to the largest that there is', async () => {
  const figure = await clusterSizesFigure(
    new Map([
      [2, 3],
      [5, 1],
      [6, 2],
      [10, 1],
      [11, 1],
    ]),
  );
  expect(figure.rows).toEqual([
    ['2', '3', '6'],
    ['3', '0', '0'],
    ['4', '0', '0'],
    ['5', '1', '5'],
    ['6–10', '3', '22'],
    ['11–20', '1', '11'],
  ]);
  const huge = await clusterSizesFigure(new Map([[5000, 1]]));
  expect(huge.rows.at(-1)).toEqual(['> 1000', '1', '5,000']);
  expect(huge.rows.at(-2)).toEqual(['101–1000', '0', '0']);
  // two bars of three clusters, a class, and a tick of the axis
  const labels = texts(await shown(figure), 'text');
  expect(labels.filter((label) => label === '3')).toHaveLength(4);
});

test('an axis of few counts has whole numbers only: nothing is counted in halves', async () => {
  for (const most of [1, 2, 3]) {
    const sizes = await shown(await clusterSizesFigure(new Map([[2, most]])));
    const bins = [{ from: 0.8, to: 1, pairs: most }];
    const similarities = await shown(await similaritiesFigure(bins, []));
    for (const svg of [sizes, similarities]) {
      const [, axis = ''] = /tabular-nums" text-anchor="end">(.*?)<\/g>/s.exec(svg) ?? [];
      expect(texts(axis, 'text')).toEqual(Array.from({ length: most + 1 }, (_, n) => String(n)));
    }
  }
});

test('a figure shows one plot or several, and up to a thousand rows of its data', async () => {
  const one = await similaritiesFigure(evaluation.similarities, []);
  const single = await shown(one);
  expect(single).toContain('<figure id="similarities" class="single">');
  expect(single).not.toContain('<h4>');
  expect(texts(single, 'title')[0]).toBe('How similar the pairs are');
  expect(texts(single, 'desc')[0]).toBe(one.description);
  const several = await shown({ ...one, plots: [one.plots[0]!, { ...one.plots[0]!, title: 'second' }] });
  expect(several).toContain('class="several"');
  expect(several).toContain('<h4>second</h4>');
  expect(several).toContain('How similar the pairs are, second</title>');
  expect(several).toContain('aria-labelledby="similarities-1-title similarities-1-description"');
  expect(several).toContain('id="similarities-1-description"');
  expect(several).not.toContain('<style');
  const rows = Array.from({ length: 1001 }, (_, i) => [i]);
  const long = await shown({ ...one, rows });
  expect(long).toContain('The first 1000 of 1001 rows.');
  expect(long.match(/<tr>/g)).toHaveLength(1001);
  expect(await shown({ ...one, rows: rows.slice(1) })).not.toContain('The first');
});

test('each kind of methods has its colour, those that are not known share one', () => {
  expect(methodNames.slice(0, 3).map(colourOf)).toEqual([
    ...['var(--series-0)', 'var(--series-1)', 'var(--series-2)'],
  ]);
  expect(colourOf('magic')).toBe('var(--series-11)');
  expect(kindsOf(evaluation.rows)).toEqual(['qp', 'sp', 'minhash']);
  const plain = (markup: Markup) => markup.markup.replace(/<svg.*?<\/svg>/g, '');
  expect(plain(dotOf(evaluation.rows[0]!))).toBe('<span class="unseen">confirmed: </span>');
  expect(plain(dotOf(evaluation.rows[1]!))).toBe('<span class="unseen">not confirmed: </span>');
  expect(dotOf(evaluation.rows[0]!).markup).toContain('fill="var(--series-0)"');
  expect(dotOf(evaluation.rows[1]!).markup).toContain('fill="none"');
  const legend = legendOf(['qp', 'sp']).markup;
  expect(legend.match(/data-kind="(qp|sp)" aria-pressed="false"/g)).toHaveLength(2);
});
