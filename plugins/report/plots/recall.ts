import type { Evaluation, EvaluationRow } from '../../../src/evaluate/index.ts';
import { addToGroup } from '../../../src/flow/index.ts';
import { duration, share } from '../browser/numbers.ts';
import type { Figure, SmallPlot } from '../figure.ts';
import { colourOf, kindsOf, legendOf } from './method-kinds.ts';

const SIZE = { width: 460, height: 300, marginLeft: 46, marginBottom: 44, marginTop: 26, marginRight: 24 };

/** Precision against recall, a plot for each threshold. */
export async function precisionRecallFigure({ rows }: Evaluation): Promise<Figure> {
  const Plot = await import('@observablehq/plot');
  const kinds = kindsOf(rows);
  const recalls = upToOne(rows.map(({ recall }) => recall));
  const precisions = upToOne(rows.map(({ precision }) => precision));
  const plots = byThreshold(rows).map(([threshold, of]): SmallPlot => {
    const marks = kinds.map((kind) =>
      Plot.dot(
        of.filter(({ method }) => method === kind),
        {
          ...dotStyle(kind),
          x: 'recall',
          y: 'precision',
          title: tooltip,
        },
      ),
    );
    return {
      title: `similarity ≥ ${threshold}`,
      options: {
        ...SIZE,
        grid: true,
        x: { domain: recalls, label: 'recall', ticks: 5, nice: true },
        y: { domain: precisions, label: 'precision', ticks: 5, nice: true },
        marks,
      },
    };
  });
  return {
    id: 'precision-recall',
    title: 'Precision and recall',
    description:
      'Higher means fewer wrong pairs, further right fewer missed pairs: the exact join is in the upper right corner. A method that confirms its pairs is always at the top.',
    plots,
    legend: legendOf(kinds),
    columns: ['Threshold', 'Method', 'Recall', 'Precision'],
    rows: rows.map((row) => [row.threshold, row.variant, share(row.recall), share(row.precision)]),
  };
}

/** Recall against time, a plot for each threshold. */
export async function timeRecallFigure({ rows }: Evaluation): Promise<Figure> {
  const Plot = await import('@observablehq/plot');
  const kinds = kindsOf(rows);
  const recalls = upToOne(rows.map(({ recallInterval: [low] }) => low));
  const times = rows.map(timeOf);
  const domain: [number, number] = [Math.min(...times) / 1.3, Math.max(...times) * 1.6];
  const x = {
    type: 'log' as const,
    domain,
    label: 'time',
    ticks: timeTicks(domain),
    tickFormat: (ms: number) => shortTime(ms),
  };
  const y = { domain: recalls, label: 'recall', ticks: 5, nice: true };
  const plots = byThreshold(rows).map(
    ([threshold, of]): SmallPlot => ({
      title: `similarity ≥ ${threshold}`,
      options: { ...SIZE, grid: true, x, y, marks: timeRecallMarks(Plot, of, kinds) },
    }),
  );
  return {
    id: 'time-recall',
    title: 'Time and recall',
    description:
      'Further left is faster (a logarithmic scale), higher means fewer missed pairs. Methods on the grey line are the ones to choose from: nothing here is both faster and more complete. Bars are 95 % confidence intervals.',
    plots,
    legend: legendOf(kinds),
    columns: ['Threshold', 'Method', 'Time', 'Recall', 'From', 'To'],
    rows: rows.map((row) => [
      row.threshold,
      row.variant,
      duration(row.milliseconds.total),
      share(row.recall),
      share(row.recallInterval[0]),
      share(row.recallInterval[1]),
    ]),
  };
}

/** The line of the unbeaten methods, and for each kind its dots with their confidence intervals. */
function timeRecallMarks(
  Plot: typeof import('@observablehq/plot'),
  rows: readonly EvaluationRow[],
  kinds: readonly string[],
) {
  const line = Plot.line(unbeaten(rows), {
    x: timeOf,
    y: 'recall',
    stroke: 'currentColor',
    strokeOpacity: 0.35,
    curve: 'step-after',
  });
  const ofKinds = kinds.flatMap((kind) => {
    const own = rows.filter(({ method }) => method === kind);
    const interval = Plot.ruleX(own, {
      x: timeOf,
      y1: (row: EvaluationRow) => row.recallInterval[0],
      y2: (row: EvaluationRow) => row.recallInterval[1],
      stroke: colourOf(kind),
      strokeOpacity: 0.55,
      ariaDescription: descriptionOf(kind),
    });
    return [interval, Plot.dot(own, { ...dotStyle(kind), x: timeOf, y: 'recall', title: tooltip })];
  });
  return [line, ...ofKinds];
}

/** By this the legend finds the marks of a kind of methods (`makeLegends`). */
function descriptionOf(kind: string): string {
  return `method ${kind}`;
}

function dotStyle(kind: string) {
  const colour = colourOf(kind);
  return {
    r: 4.5,
    stroke: colour,
    strokeWidth: 1.75,
    fill: (row: EvaluationRow) => (row.confirmed ? colour : 'var(--surface)'),
    fillOpacity: 0.9,
    ariaDescription: descriptionOf(kind),
  };
}

function tooltip(row: EvaluationRow): string {
  return `${row.variant}: ${row.parameters}\nrecall ${share(row.recall)}, precision ${share(row.precision)}, ${duration(row.milliseconds.total)}`;
}

/** The range from the tenth below the least share to 1. */
function upToOne(shares: readonly number[]): [number, number] {
  return [Math.min(0.9, Math.floor(10 * Math.min(...shares)) / 10), 1];
}

/** The time of a row, made positive for a logarithmic scale. */
function timeOf({ milliseconds }: EvaluationRow): number {
  return Math.max(milliseconds.total, 0.01);
}

function shortTime(milliseconds: number): string {
  if (milliseconds >= 60_000) return `${milliseconds / 60_000} min`;
  return milliseconds >= 1000 ? `${milliseconds / 1000} s` : `${milliseconds} ms`;
}

/** Powers of ten; if these are few, also twice and five times as much. The labels must not overlap. */
function timeTicks([least, most]: [number, number]): number[] {
  const ticks: number[] = [];
  const steps = most / least < 200 ? [1, 2, 5] : [1];
  for (let power = 1e-3; power < most; power *= 10) {
    for (const step of steps) ticks.push(Number((step * power).toPrecision(1)));
  }
  return ticks.filter((tick) => tick >= least && tick <= most);
}

/** The rows that no other row beats in both time and recall, the fastest first. */
function unbeaten(rows: readonly EvaluationRow[]): EvaluationRow[] {
  const front: EvaluationRow[] = [];
  const byTime = [...rows].sort((a, b) => timeOf(a) - timeOf(b) || b.recall - a.recall);
  for (const row of byTime) if (row.recall > (front.at(-1)?.recall ?? -1)) front.push(row);
  return front;
}

function byThreshold(rows: readonly EvaluationRow[]): [threshold: number, rows: EvaluationRow[]][] {
  const groups = new Map<number, EvaluationRow[]>();
  for (const row of rows) {
    addToGroup(groups, row.threshold, row);
  }
  return [...groups].sort(([a], [b]) => b - a);
}
