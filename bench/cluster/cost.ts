import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type LocalRun, runStages } from '../../plugins/mr/local/run-stages.ts';
import { StageFiles } from '../../plugins/mr/local/stage-files.ts';
import {
  blocksFor,
  contentJoin,
  contentPrefix,
  joinStages,
  pageStages,
  type Stage,
} from '../../plugins/mr/plan.ts';
import { printTable } from '../measure.ts';
import { bundle, childrenCpuMs, ran } from '../processes.ts';

const PARTS = 1;
const MEMORY = 2 ** 28;
/** Number of pages for which costs are extrapolated. */
const MANY = 1e9;
const HOUR_MS = 3_600_000;
const ofGrams = { similarity: 'jaccard', threshold: 0.8 } as const;

/**
 * What each stage from a dump to its pairs writes and how much processor time it takes, including the sort before it,
 * extrapolated to 10⁹ pages like these. The start of processes is left out, since it is negligible for large
 * partitions.
 *
 * @param ofSeveralHosts whether contents are joined from half the threshold on, as for pages of several hosts
 */
export async function measureCost(
  name: string,
  dumps: readonly string[],
  ofSeveralHosts: boolean,
  folder: string,
): Promise<void> {
  const work = join(folder, 'cost');
  const temporary = join(work, 'temporary');
  mkdirSync(temporary, { recursive: true });
  const { cpuMs: startMs } = await ran(process.execPath, [bundle, 'plan']);
  const rows: string[][] = [];
  let pages = 0;
  let before = childrenCpuMs();
  const total = { bytes: 0, cpuMs: 0 };
  const ofMany = (bytes: number, cpuMs: number): string[] => [
    (bytes / pages).toFixed(0),
    ((1000 * cpuMs) / pages).toFixed(0),
    ((bytes / pages) * (MANY / 1e12)).toFixed(2),
    ((cpuMs / pages) * (MANY / HOUR_MS)).toFixed(0),
  ];
  const run: LocalRun = {
    ...{ program: bundle, run: 'bench', files: new StageFiles(join(work, 'stages')), temporary },
    ...{ parts: PARTS, threads: 1, memoryBytes: MEMORY, stop: new AbortController() },
    onStage({ name, sorted }, { bytes, written, counters }, earlier) {
      if (earlier) return;
      if (name === 'pages') pages = counters.pages ?? 0;
      const cpuMs = Math.max(0, childrenCpuMs() - before - startMs);
      before = childrenCpuMs();
      total.bytes += bytes;
      total.cpuMs += cpuMs;
      rows.push([
        sorted ? `sort, ${name}` : name,
        (written.lines / pages).toFixed(2),
        ...ofMany(bytes, cpuMs),
      ]);
    },
  };
  const first: readonly Stage[] = [
    { name: 'pages', call: ['grams'], reads: [], inputs: dumps, sorted: false },
    ...pageStages(true, MEMORY),
  ];
  const told = await runStages(first, ['sets', `${contentPrefix}sets`], run);
  for (const prefix of ['', contentPrefix]) {
    const tokens = told.get(`${prefix}sets`)?.counters.tokens ?? 0;
    const limits = { memoryBytes: MEMORY, blocks: blocksFor(tokens, PARTS, MEMORY) };
    const call = prefix === '' ? ofGrams : contentJoin(ofGrams, ofSeveralHosts);
    const join = joinStages(call, limits, prefix);
    await runStages([...first, ...join], [`${contentPrefix}sets`], run);
  }
  rows.push(['all', '', ...ofMany(total.bytes, total.cpuMs)]);
  process.stdout.write(
    `${name}, ${pages} pages, jaccard ≥ .8${ofSeveralHosts ? ', contents from half of it on' : ''}; ${startMs} ms of CPU to start each process left out\n`,
  );
  printTable(
    ['stage', 'lines a page', 'bytes a page', 'CPU µs a page', 'TB of 10⁹ pages', 'CPU hours of 10⁹ pages'],
    rows,
  );
  rmSync(work, { recursive: true });
}
