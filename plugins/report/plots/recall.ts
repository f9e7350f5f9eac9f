import type { Evaluation, EvaluationRow } from '../../../src/evaluate/index.ts';
import { duration, share } from '../browser/numbers.ts';
import type { Figure, SmallPlot } from '../figure.ts';
import { colourOf, familiesOf, legendOf } from './families.ts';

const SIZE = { width: 460, height: 300, marginLeft: 46, marginBottom: 44, marginTop: 26, marginRight: 24 };

/** Precision against recall, a plot for each threshold. */
export async function precisionRecallFigure({ rows }: Evaluation): Promise<Figure> {
  const Plot = await import('@observablehq/plot');
  const families = familiesOf(rows);
  const recalls = upToOne(rows.map(({ recall }) => recall));
  const precisions = upToOne(rows.map(({ precision }) => precision));
  const plots = byThreshold(rows).map(([threshold, of]): SmallPlot => {
    const marks = families.map((family) =>
      Plot.dot(
        of.filter(({ method }) => method === family),
        {
          ...look(family),
          x: 'recall',
          y: 'precision',
          title: said,
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
      'Up is fewer wrong pairs, right is fewer missed pairs: the upper right corner is the exact join. A method that confirms its pairs is always at the top.',
    plots,
    legend: legendOf(families),
    columns: ['Threshold', 'Method', 'Recall', 'Precision'],
    rows: rows.map((row) => [row.threshold, row.variant, share(row.recall), share(row.precision)]),
  };
}

/** Recall against time, a plot for each threshold. */
export async function timeRecallFigure({ rows }: Evaluation): Promise<Figure> {
  const Plot = await import('@observablehq/plot');
  const families = familiesOf(rows);
  const recalls = upToOne(rows.map(({ recallInterval: [low] }) => low));
  const times = rows.map(timeOf);
  const domain: [number, number] = [Math.min(...times) / 1.3, Math.max(...times) * 1.6];
  const plots = byThreshold(rows).map(([threshold, of]): SmallPlot => {
    const front = unbeaten(of);
    const perFamily = families.flatMap((family) => {
      const mine = of.filter(({ method }) => method === family);
      return [
        Plot.ruleX(mine, {
          x: timeOf,
          y1: (row: EvaluationRow) => row.recallInterval[0],
          y2: (row: EvaluationRow) => row.recallInterval[1],
          stroke: colourOf(family),
          strokeOpacity: 0.55,
          ariaDescription: `method ${family}`,
        }),
        Plot.dot(mine, { ...look(family), x: timeOf, y: 'recall', title: said }),
      ];
    });
    return {
      title: `similarity ≥ ${threshold}`,
      options: {
        ...SIZE,
        grid: true,
        x: {
          type: 'log',
          domain,
          label: 'time',
          ticks: timeTicks(domain),
          tickFormat: (ms: number) => shortTime(ms),
        },
        y: { domain: recalls, label: 'recall', ticks: 5, nice: true },
        marks: [
          Plot.line(front, {
            x: timeOf,
            y: 'recall',
            stroke: 'currentColor',
            strokeOpacity: 0.35,
            curve: 'step-after',
          }),
          ...perFamily,
        ],
      },
    };
  });
  return {
    id: 'time-recall',
    title: 'Time and recall',
    description:
      'Left is faster (a logarithmic scale), up is fewer missed pairs. Methods on the grey line are the ones to choose from: nothing here is both faster and more complete. Bars are 95 % confidence intervals.',
    plots,
    legend: legendOf(families),
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

/** Style of the dots of a kind. The legend finds them by `ariaDescription`. */
function look(family: string) {
  const colour = colourOf(family);
  return {
    r: 4.5,
    stroke: colour,
    strokeWidth: 1.75,
    fill: (row: EvaluationRow) => (row.confirmed ? colour : 'var(--surface)'),
    fillOpacity: 0.9,
    ariaDescription: `method ${family}`,
  };
}

function said(row: EvaluationRow): string {
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
    const group = groups.get(row.threshold);
    if (group === undefined) groups.set(row.threshold, [row]);
    else group.push(row);
  }
  return [...groups].sort(([a], [b]) => b - a);
}
