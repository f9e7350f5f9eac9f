import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runDecisions } from '../../mr/local/run-decisions.ts';
import { type LocalRun, sortAll } from '../../mr/local/run-stages.ts';
import { StageFiles, type StageTold } from '../../mr/local/stage-files.ts';
import { contentPrefix, lastOfClusters, lastStage, type Stage } from '../../mr/plan.ts';
import { parametersOf } from '../dedup/parameters.ts';
import { resultFiles } from '../dedup/result-files.ts';
import { onInterrupt, resumingCall } from '../interruption.ts';
import { inMegabytes, many } from '../numbers.ts';
import { beginResults, openFolderAlone } from '../out-folder.ts';
import { printResult } from '../result.ts';
import { version } from '../version.ts';
import { bundleFile } from './bundle-file.ts';
import { decideByPairs } from './decide.ts';
import { writeStagedResults } from './decide-stages.ts';
import { type RunCall, readRunCall } from './run-call.ts';
import { runToClusters, runToPairs } from './run-joins.ts';
import { writePrinted } from './write-printed.ts';

type Options = NonNullable<RunCall['options']>;
type Paired = Awaited<ReturnType<typeof runToPairs>>;

/** Subfolder of the result's folder that holds the stages until the run has ended. */
const workName = 'mr.unfinished';

/** `neardup mr run --local`: all stages on this machine, with `sort` between them. */
export async function runLocal(args: string[]): Promise<number> {
  const call = await readRunCall(args);
  const work = join(call.out, workName);
  const leave = await openResults(call, call.force || (call.resume && existsSync(join(work, call.digest))));
  const temporary = join(work, 'temporary');
  const stop = new AbortController();
  const release = onInterrupt(
    () => `finished stages are kept in ${work}; to go on: ${resumingCall(['mr', 'run', ...args])}`,
  );
  // left alone, the processes of a stage would write on where a resumed run begins
  const endStage = (): void => stop.abort();
  process.once('exit', endStage);
  try {
    if (!call.resume) await rm(work, { recursive: true, force: true });
    await rm(temporary, { recursive: true, force: true });
    await mkdir(temporary, { recursive: true });
    const say = (text: string): unknown => call.quiet || process.stderr.write(text);
    const stages = join(work, call.digest);
    if (call.resume && !existsSync(stages))
      say(`mr run: ${work} has no stages of a run with these inputs and options: all stages are run\n`);
    const { summary, words, damaged } = await resultsOf(call, {
      ...{
        program: bundleFile(),
        run: call.digest.slice(0, 8),
        files: new StageFiles(stages),
      },
      mostBytes: call.temporaryBytes,
      ...{ temporary, parts: call.parts, threads: call.threads, memoryBytes: call.workerBytes, stop },
      onNote: say,
      onStage: (stage, told, earlier) => say(progressLine(stage, told, earlier)),
    });
    printResult(call.json, summary, words);
    await rm(work, { recursive: true, force: true });
    return damaged > 0 ? 3 : 0;
  } finally {
    release();
    process.off('exit', endStage);
    leave();
  }
}

/** The results of a run, which are in its folder. */
interface RunResults {
  readonly summary: object;
  /** The same in words. */
  readonly words: string;
  /** Damaged spots of the inputs. */
  readonly damaged: number;
}

async function resultsOf(call: RunCall, run: LocalRun): Promise<RunResults> {
  if (call.clusters) return clustersOfSets(call, run);
  const paired = await runToPairs(call, run);
  if (call.options === undefined) return pairsOfSets(call, run, paired);
  return call.decideBy === 'stages'
    ? decidedByStages(call, call.options, run, paired)
    : decidedInProcess(call, call.options, run, paired);
}

async function clustersOfSets(call: RunCall, run: LocalRun): Promise<RunResults> {
  const { told, expected, rounds } = await runToClusters(call, run);
  await writePairs(call, lastOfClusters, run);
  const members = told.get(lastOfClusters)!.written.lines;
  return {
    summary: { members, rounds, expected, stages: stagesTold(told) },
    words: `${many(members, 'record')} with another that stands for it, in ${call.out}\n`,
    damaged: 0,
  };
}

async function pairsOfSets(call: RunCall, run: LocalRun, { told, expected }: Paired): Promise<RunResults> {
  const pairs = told.get(lastStage)!.written.lines;
  await writePairs(call, lastStage, run);
  return {
    summary: { pairs, expected, stages: stagesTold(told) },
    words: `${many(pairs, 'pair')} in ${call.out}\n`,
    damaged: 0,
  };
}

async function decidedInProcess(
  call: RunCall,
  options: Options,
  run: LocalRun,
  { told, expected }: Paired,
): Promise<RunResults> {
  const byParts = contentPrefix + lastStage;
  const results = {
    pages: () => sortAll('pages', run),
    byGrams: () => sortAll(lastStage, run),
    ...(told.has(byParts) && { byParts: () => sortAll(byParts, run) }),
  };
  const decided = { ...call, options, temporary: run.temporary };
  const { summary, words } = await decideByPairs(decided, results, { version, run: run.run });
  return {
    summary: { ...summary, expected, stages: stagesTold(told) },
    words,
    damaged: told.get('pages')?.counters.damaged ?? 0,
  };
}

/** Runs the stages after all pairs, and writes what they decided. */
async function decidedByStages(
  call: RunCall,
  options: Options,
  run: LocalRun,
  { stages, told: paired, expected }: Paired,
): Promise<RunResults> {
  const hasTemplates = paired.has(contentPrefix + lastStage);
  const hasTwoSites = (paired.get(`${contentPrefix}sets`)?.counters.hosts ?? 0) > 1;
  const { told, ...rounds } = await runDecisions(stages, options, { hasTemplates, hasTwoSites }, run);
  const { summary, words } = await writeStagedResults(
    { ...call, options, temporary: run.temporary },
    {
      ...run,
      sorted: (stages) => sortAll(stages, run),
      countersOf: (stage) => told.get(stage)?.counters ?? {},
    },
  );
  return {
    summary: { ...summary, ...rounds, expected, stages: stagesTold(told) },
    words,
    damaged: summary.damaged,
  };
}

/** Writes the output of the last stage for sets. */
async function writePairs(call: RunCall, stage: string, run: LocalRun): Promise<void> {
  const sorted = await sortAll(stage, run);
  await beginResults(call.out, fileOfSets(call));
  await writePrinted(join(call.out, fileOfSets(call)), ['pairs', sorted], run);
}

/** The file of results for sets. */
function fileOfSets({ clusters }: RunCall): string {
  return clusters ? 'clusters.txt' : 'pairs.txt';
}

/** Makes the folder of the results, unless it holds those of another call or another run is at work there. */
function openResults(call: RunCall, force: boolean): Promise<() => void> {
  const { inputs, field = null, options, paths } = call;
  const outCall =
    options === undefined ? ofSets(call) : { ...parametersOf({ ...call, options }), ...ofKeys(call), field };
  const { version: _, ...deciding }: Readonly<Record<string, unknown>> = outCall;
  return openFolderAlone(call.out, { command: 'mr run', inputs, options: deciding }, force, {
    reads: paths,
    writes: options === undefined ? [fileOfSets(call)] : resultFiles,
  });
}

/** Everything that decides the results of sets. */
function ofSets({ paths, similarity, threshold, clusters, policy, ...call }: RunCall) {
  return {
    ...{ sets: paths[0], similarity, threshold, ...ofKeys(call) },
    ...(clusters && { cluster: policy }),
  };
}

/** What decides which pairs are proposed: each method but the default one has an option of its own. */
function ofKeys({ recall, tables }: Pick<RunCall, 'recall' | 'tables'>) {
  return { recall: recall ?? null, tables: tables ?? null };
}

function progressLine({ name }: Stage, { written, bytes }: StageTold, earlier: boolean): string {
  const done = `${many(written.lines, 'line')}, ${inMegabytes(bytes)}`;
  return `${name}: ${done}${earlier ? ' (of the earlier run)' : ''}\n`;
}

function stagesTold(told: ReadonlyMap<string, StageTold>): object[] {
  return [...told].map(([name, { read, written, counters, bytes }]) => ({
    ...{ name, linesRead: read.lines, linesWritten: written.lines, bytes, counters },
  }));
}
