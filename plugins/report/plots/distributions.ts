import type { Evaluation } from '../../../src/index.ts';
import { count, share } from '../browser/numbers.ts';
import type { Figure } from '../figure.ts';

const SIZE = { width: 520, height: 280, marginLeft: 56, marginBottom: 44, marginTop: 26 };

/** Number of pairs by similarity, with the thresholds as lines. */
export async function similaritiesFigure(
  bins: Evaluation['similarities'],
  thresholds: readonly number[],
): Promise<Figure> {
  const Plot = await import('@observablehq/plot');
  const lowest = bins[0]?.from ?? 0;
  return {
    id: 'similarities',
    title: 'How similar the pairs are',
    description:
      'Number of pairs by exact similarity, on a square-root scale so that small numbers stay visible. Where many pairs stand close to a threshold, the choice of the threshold and of the method matters most.',
    plots: [
      {
        title: 'similarities',
        options: {
          ...SIZE,
          x: { domain: [lowest, bins.at(-1)?.to ?? 1], label: 'similarity', nice: false },
          y: {
            type: 'sqrt',
            label: 'pairs',
            grid: true,
            ticks: wholeTicks(bins.map(({ pairs }) => pairs)),
            tickFormat: (value: number) => count(value),
          },
          marks: [
            Plot.rectY(bins, {
              x1: 'from',
              x2: 'to',
              y: 'pairs',
              fill: 'var(--accent)',
              insetLeft: 0.5,
              insetRight: 0.5,
              title: (bin: Evaluation['similarities'][number]) =>
                `${share(bin.from, 3)} to ${share(bin.to, 3)}: ${count(bin.pairs)} pairs`,
            }),
            Plot.ruleX(
              thresholds.filter((threshold) => threshold > lowest),
              { stroke: 'currentColor', strokeDasharray: '3 3', strokeOpacity: 0.6 },
            ),
            Plot.ruleY([0], { stroke: 'currentColor', strokeOpacity: 0.5 }),
          ],
        },
      },
    ],
    columns: ['From', 'To', 'Pairs'],
    rows: bins.map(({ from, to, pairs }) => [share(from, 3), share(to, 3), count(pairs)]),
  };
}

/** How many ticks an axis of these counts has: no more than there are whole numbers, as nothing is counted in halves. */
function wholeTicks(counts: readonly number[]): number {
  return Math.min(5, Math.max(1, ...counts));
}

/** Upper ends of the classes of cluster sizes; sizes up to 5 have a class each. */
const SIZE_CLASSES = [2, 3, 4, 5, 10, 20, 50, 100, 1000, Number.POSITIVE_INFINITY];

/** Number of clusters by size, in classes. */
export async function clusterSizesFigure(sizes: ReadonlyMap<number, number>): Promise<Figure> {
  const Plot = await import('@observablehq/plot');
  const classes = classesOf(sizes);
  const named = (clusters: number): string => (clusters === 0 ? '' : count(clusters));
  return {
    id: 'cluster-sizes',
    title: 'How large the clusters are',
    description: 'Number of clusters by the number of pages in them, the kept page included.',
    plots: [
      {
        title: 'cluster sizes',
        options: {
          ...SIZE,
          x: {
            type: 'band',
            domain: classes.map(({ name }) => name),
            label: 'pages in a cluster',
            padding: 0.2,
            // names of many classes are wider than their bars
            ...(classes.length > 7 && { tickRotate: -35 }),
          },
          y: {
            label: 'clusters',
            grid: true,
            ticks: wholeTicks(classes.map(({ clusters }) => clusters)),
            tickFormat: (value: number) => count(value),
          },
          marks: [
            Plot.barY(classes, { x: 'name', y: 'clusters', fill: 'var(--accent)' }),
            Plot.text(classes, { x: 'name', y: 'clusters', text: (c) => named(c.clusters), dy: -8 }),
            Plot.ruleY([0], { stroke: 'currentColor', strokeOpacity: 0.5 }),
          ],
        },
      },
    ],
    columns: ['Pages in a cluster', 'Clusters', 'Pages in them'],
    rows: classes.map(({ name, clusters, pages }) => [name, count(clusters), count(pages)]),
  };
}

function classesOf(sizes: ReadonlyMap<number, number>): { name: string; clusters: number; pages: number }[] {
  const classes = SIZE_CLASSES.map((end, i) => {
    const start = i === 0 ? end : SIZE_CLASSES[i - 1]! + 1;
    const name =
      start === end ? `${end}` : end === Number.POSITIVE_INFINITY ? `> ${start - 1}` : `${start}–${end}`;
    return { name, end, clusters: 0, pages: 0 };
  });
  for (const [pages, clusters] of sizes) {
    const of = classes.find(({ end }) => pages <= end)!;
    of.clusters += clusters;
    of.pages += pages * clusters;
  }
  return classes.slice(0, classes.findLastIndex(({ clusters }) => clusters > 0) + 1);
}
