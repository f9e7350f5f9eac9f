import type { Evaluation, RecallCurve } from '../../../src/evaluate/index.ts';
import { count, share } from '../browser/numbers.ts';
import type { Figure, SmallPlot } from '../figure.ts';

type Point = RecallCurve['points'][number];

/** Most small plots of a figure. The table behind it has all curves. */
const MOST_PLOTS = 12;

/** For each similarity, the share of pairs that a method promises to find, and the share that it found. */
export async function curvesFigure({ curves }: Evaluation): Promise<Figure> {
  const Plot = await import('@observablehq/plot');
  const plots = curves.slice(0, MOST_PLOTS).map(({ method, threshold, points }): SmallPlot => {
    const sorted = [...points].sort((a, b) => a.similarity - b.similarity);
    return {
      title: `${method}, similarity ≥ ${threshold}`,
      options: {
        width: 360,
        height: 240,
        marginLeft: 42,
        marginBottom: 44,
        marginTop: 26,
        grid: true,
        x: { label: 'similarity', nice: false, ticks: 5 },
        y: { domain: [0, 1], label: 'share found', ticks: 5 },
        r: { range: [2, 7] },
        marks: [
          Plot.ruleX([threshold], { stroke: 'currentColor', strokeDasharray: '3 3', strokeOpacity: 0.6 }),
          Plot.line(sorted, { x: 'similarity', y: 'promised', stroke: 'var(--accent)', strokeWidth: 2 }),
          Plot.dot(sorted, {
            x: 'similarity',
            y: 'measured',
            r: 'pairs',
            fill: 'var(--warm)',
            fillOpacity: 0.8,
            stroke: 'var(--surface)',
            title: (point: Point) =>
              `similarity ${share(point.similarity, 3)}\npromised ${share(point.promised)}, found ${share(point.measured)} of ${count(point.pairs)} pairs`,
          }),
        ],
      },
    };
  });
  return {
    id: 'curves',
    title: 'Promised and found',
    description:
      'The line is the share of pairs that a sketch promises to propose at each similarity; dots are the share it did propose here, larger for more pairs. Dots on the line mean that the promise can be trusted on these pages.',
    plots,
    columns: ['Method', 'Threshold', 'Similarity', 'Promised', 'Found', 'Pairs'],
    rows: curves.flatMap(({ method, threshold, points }) =>
      points.map((point) => [
        method,
        threshold,
        share(point.similarity, 3),
        share(point.promised),
        share(point.measured),
        count(point.pairs),
      ]),
    ),
  };
}
