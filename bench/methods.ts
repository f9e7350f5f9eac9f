import { pageShingler } from '../src/flow/page-grams.ts';
import { prepareEngine } from '../src/join/prepare-engine.ts';
import { CollectionBuilder } from '../src/methods/collection.ts';
import { methodNamed } from '../src/methods/registry.ts';
import { printTable, timing } from './measure.ts';
import { realPageStream } from './real-pages.ts';

const names = process.env.NEARDUP_BENCH_SETS?.split(',') ?? [
  'docs-rspec',
  'docs-ipython',
  'docs-crawlee',
  'ota-demo',
  'docs-openlayers',
];
const thresholds = [0.95, 0.8, 0.5];
const rounds = Number(process.env.NEARDUP_BENCH_ROUNDS ?? 5);
const exact = 'qp';
const compared = ['calibrated', 'minhash-confirmed'];

/**
 * Processor time of methods that confirm what sketches propose, beside the exact join: from gram sets in memory to pairs, each with
 * a collection of its own, in turn; medians. Helper threads of V8 count.
 *
 * `NEARDUP_BENCH_SETS`: a comma-separated choice of real data; `NEARDUP_BENCH_ROUNDS`.
 */
export async function run(): Promise<void> {
  await prepareEngine(1);
  const rows: (string | number)[][] = [];
  for (const name of names) {
    const pages = realPageStream(name);
    if (pages === undefined) continue;
    const shingle = pageShingler({});
    const sets: BigUint64Array[] = [];
    for await (const page of pages) sets.push(shingle(page).grams);
    for (const threshold of thresholds) rows.push([name, threshold, ...(await measured(sets, threshold))]);
  }
  printTable(['set', 't', 'pairs', 'qp, ms', ...compared.flatMap((each) => [`${each}, ms`, '÷ qp'])], rows);
}

async function measured(sets: readonly BigUint64Array[], threshold: number): Promise<(string | number)[]> {
  const times = new Map<string, number[]>([exact, ...compared].map((each) => [each, []]));
  let pairs = 0;
  for (let round = -1; round < rounds; round++) {
    for (const [name, taken] of times) {
      const builder = new CollectionBuilder();
      for (const grams of sets) builder.add(grams);
      const collection = builder.finish();
      const before = process.cpuUsage();
      const options = {
        similarity: 'jaccard',
        threshold,
        recall: 0.99,
        threads: 1,
        memoryBytes: 2 ** 32,
      } as const;
      const found = await methodNamed(name).find(collection, options);
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) taken.push((user + system) / 1000);
      if (name === exact) pairs = found.pairs.length;
    }
  }
  const medianOf = (name: string): number => timing(times.get(name)!).median;
  return [
    ...[pairs, medianOf(exact).toFixed(0)],
    ...compared.flatMap((name) => [medianOf(name).toFixed(0), (medianOf(name) / medianOf(exact)).toFixed(2)]),
  ];
}
