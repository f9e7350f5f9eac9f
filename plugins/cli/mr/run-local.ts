import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { similarities } from '../../../src/flow/index.ts';
import { runProcess } from '../../mr/local/process.ts';
import { type LocalRun, runStages, sort } from '../../mr/local/run-stages.ts';
import { digestOf, StageFiles, type StageTold } from '../../mr/local/stage-files.ts';
import { blocksFor, joinStages, type Stage } from '../../mr/plan.ts';
import { wrongCall } from '../errors.ts';
import { inMegabytes, inThousands } from '../numbers.ts';
import {
  oneOf,
  option,
  parseCall,
  readMemory,
  readThreads,
  readThreshold,
  wholeNumberBetween,
} from '../options.ts';
import { printResult } from '../result.ts';
import { version } from '../version.ts';

/** Where stages lie until the run has ended, in the folder of the result. */
const workName = 'mr.unfinished';
/** Input for which one partition is enough. */
const PART_BYTES = 2 ** 27;
const mostParts = 1000;
/** `neardup mr run`: all stages on this machine, with `sort` between them. */
export async function runLocal(args: string[]): Promise<number> {
  const call = await readCall(args);
  const work = join(call.out, workName);
  const stop = new AbortController();
  const interrupt = (): void => stop.abort(new Error('interrupted'));
  process.on('SIGINT', interrupt);
  try {
    if (!call.resume) await rm(work, { recursive: true, force: true });
    await mkdir(work, { recursive: true });
    const temporary = join(work, 'temporary');
    await rm(temporary, { recursive: true, force: true });
    const run: LocalRun = {
      ...{
        program: bundleFile(),
        run: call.digest.slice(0, 8),
        files: new StageFiles(join(work, call.digest)),
      },
      ...{ temporary, parts: call.parts, threads: call.threads, memoryBytes: call.workerBytes, stop },
      onStage: (stage, told, earlier) =>
        call.quiet || process.stderr.write(progressLine(stage, told, earlier)),
    };
    const sets: Stage = { name: 'sets', call: ['sets', resolve(call.sets)], reads: [], sorted: false };
    const read = (await runStages([sets], ['sets'], run)).get('sets')!;
    const blocks = blocksFor(read.counters.tokens ?? 0, call.parts, call.workerBytes);
    const stages = [sets, ...joinStages(call, { memoryBytes: call.workerBytes, blocks })];
    const told = await runStages(stages, ['expand-second'], { ...run, onStage: laterStages(run, 1) });
    await writePairsFile(call.out, run);
    await rm(work, { recursive: true, force: true });
    const pairs = told.get('expand-second')!.written.lines;
    printResult(
      call.json,
      summaryOf(told, pairs),
      `${inThousands(pairs)} pairs in ${join(call.out, 'pairs.txt')}\n`,
    );
    return 0;
  } finally {
    process.off('SIGINT', interrupt);
  }
}

async function readCall(args: string[]) {
  const { values, positionals } = parseCall(args, {
    local: { type: 'boolean' },
    sets: { type: 'string' },
    similarity: { type: 'string' },
    threshold: { type: 'string' },
    out: { type: 'string' },
    parts: { type: 'string' },
    memory: { type: 'string' },
    resume: { type: 'boolean' },
  });
  if (values.local !== true)
    throw wrongCall('mr run', '--local: for Spark and Hadoop there are drivers of their own');
  if (values.sets === undefined || positionals.length > 0) throw wrongCall('mr run', '--sets SETS');
  if (values.out === undefined) throw wrongCall('mr run', '--out DIR');
  const similarity = option(values, 'similarity', oneOf(similarities), similarities[0]);
  const threshold = readThreshold(values, similarity);
  const threads = values.threads === undefined ? availableParallelism() : readThreads(values);
  const { size, mtimeMs } = await stat(values.sets);
  const enough = threads * Math.max(1, Math.ceil(size / threads / PART_BYTES));
  const parts = option(values, 'parts', wholeNumberBetween(1, mostParts), Math.min(mostParts, enough));
  const workerBytes = Math.floor(readMemory(values) / threads);
  return {
    ...{ sets: values.sets, out: values.out, similarity, threshold, threads, parts, workerBytes },
    ...{ resume: values.resume ?? false, json: values.json ?? false, quiet: values.quiet ?? false },
    /** Of all that decides what stages write. */
    digest: digestOf(version, resolve(values.sets), size, mtimeMs, similarity, threshold, parts, workerBytes),
  };
}

/** `pairs.txt`, whole or not at all. */
async function writePairsFile(out: string, run: LocalRun): Promise<void> {
  const files: string[] = [];
  for (let part = 0; part < run.parts; part++)
    files.push(...(await run.files.filesOf('expand-second', part)));
  const sorted = await sort(files, 'pairs', run);
  const unfinished = join(out, 'pairs.txt.unfinished');
  const file = await open(unfinished, 'w');
  try {
    const args = [run.program, 'pairs', sorted, '--run', run.run];
    await runProcess({ program: process.execPath, args, stdout: file, signal: run.stop.signal });
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, join(out, 'pairs.txt'));
}

/** The bundle beside the compiled program; the file itself where that is running. */
function bundleFile(): string {
  const here = fileURLToPath(import.meta.url);
  if (here.endsWith('.mjs')) return here;
  return fileURLToPath(
    new URL(here.endsWith('.ts') ? '../../../dist/mr.mjs' : '../../../mr.mjs', import.meta.url),
  );
}

function laterStages({ onStage }: LocalRun, first: number): NonNullable<LocalRun['onStage']> {
  let number = 0;
  return (...told) => number++ >= first && onStage?.(...told);
}

function progressLine({ name }: Stage, { written, bytes }: StageTold, earlier: boolean): string {
  const done = `${inThousands(written.lines)} lines, ${inMegabytes(bytes)}`;
  return `${name}: ${done}${earlier ? ' (of the earlier run)' : ''}\n`;
}

function summaryOf(told: ReadonlyMap<string, StageTold>, pairs: number): object {
  const stages = [...told].map(([name, { read, written, counters, bytes }]) => ({
    ...{ name, linesRead: read.lines, linesWritten: written.lines, bytes, counters },
  }));
  return { pairs, stages };
}
