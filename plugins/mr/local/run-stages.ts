import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addSum, type LineSum, noLines, sameLines } from '../lines/trailer.ts';
import type { Stage } from '../plan.ts';
import { inParallel, runProcess } from './process.ts';
import type { StageFiles, StageTold } from './stage-files.ts';
import { watchingSpace } from './watch-space.ts';

/** Options of running stages. */
export interface LocalRun {
  /** The program file with `neardup mr`. */
  readonly program: string;
  /** Name of the run. */
  readonly run: string;
  readonly files: StageFiles;
  /** Folder for `sort`, and for what it has sorted. */
  readonly temporary: string;
  readonly parts: number;
  /** Processes at a time. */
  readonly threads: number;
  /** Memory of one process, in bytes. */
  readonly memoryBytes: number;
  /** Most bytes of all files of stages together. Default: no limit. */
  readonly mostBytes?: number | undefined;
  readonly stop: AbortController;
  /** Called with what a process that did not fail wrote to standard error. */
  onNote?(text: string): void;
  /** Called when a stage is finished: now, or in an earlier run (`earlier`). */
  onStage?(stage: Stage, told: StageTold, earlier: boolean): void;
}

/**
 * Runs stages one after the other, each with one process for each partition, `threads` at a time. Skips stages that are
 * finished. Removes outputs that no later stage reads. Returns what each stage did, by its name.
 *
 * Every process checks the lines that it reads by their trailers; this function also checks that all lines were read.
 *
 * @param keep stages whose outputs are kept
 * @throws Error that names stage and partition, with what the process wrote to standard error
 */
export async function runStages(
  stages: readonly Stage[],
  keep: readonly string[],
  run: LocalRun,
): Promise<Map<string, StageTold>> {
  const told = new Map<string, StageTold>();
  /** Bytes of the files of each stage that exist. */
  const present = new Map<string, number>();
  for (const [number, stage] of stages.entries()) {
    const earlier = await run.files.finished(stage.name);
    if (earlier === undefined) checkSpace(stage, present, run);
    const done =
      earlier ?? (await watchingSpace(ofStage(stage, present, run), () => runStage(stage, told, run)));
    told.set(stage.name, done);
    present.set(stage.name, done.bytes);
    if (earlier === undefined) checkSpace(stage, present, run, 'has written');
    run.onStage?.(stage, done, earlier !== undefined);
    const later = stages.slice(number + 1);
    for (const { name } of stages.slice(0, number + 1)) {
      const isRead = later.some(({ reads, heavy }) => reads.includes(name) || heavy === name);
      if (isRead || keep.includes(name)) continue;
      await run.files.remove(name);
      present.delete(name);
    }
  }
  return told;
}

/** A run that tells of each stage once, although stages are gone through again. @param known stages told before */
export function tellingOnce(run: LocalRun, known: Iterable<string> = []): LocalRun {
  const told = new Set(known);
  return {
    ...run,
    onStage(stage, ...done) {
      if (!told.has(stage.name)) run.onStage?.(stage, ...done);
      told.add(stage.name);
    },
  };
}

/** Copies of its input that `sort` has at a time: sorted pieces, and the whole. */
const SORTED_COPIES = 2;

/** Checks that the files of stages, and what is sorted before a stage, are within `mostBytes`. @throws Error */
function checkSpace(
  { name, reads, sorted }: Stage,
  present: ReadonlyMap<string, number>,
  { mostBytes = Number.POSITIVE_INFINITY, threads, parts }: LocalRun,
  done?: string,
): void {
  const lying = bytesOf(present);
  const read = reads.reduce((sum, each) => sum + (present.get(each) ?? 0), 0);
  const atATime = Math.min(1, threads / parts);
  const needed = lying + (sorted && done === undefined ? SORTED_COPIES * read * atATime : 0);
  if (needed <= mostBytes) return;
  throw new Error(
    `stage ${name}: expected at most ${mostBytes} bytes of files (--temp); it ${done ?? 'would take'} ${Math.ceil(needed)} with those before it`,
  );
}

/** Bytes of the files of all stages. */
function bytesOf(present: ReadonlyMap<string, number>): number {
  return [...present.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** What a stage may take while it runs, besides the files that exist. */
function ofStage({ name }: Stage, present: ReadonlyMap<string, number>, run: LocalRun) {
  const lying = bytesOf(present);
  const { mostBytes = Number.POSITIVE_INFINITY } = run;
  return {
    folders: [run.files.folderOf(name), run.temporary],
    mostBytes: mostBytes - lying,
    stop: run.stop,
    tooMuch: (bytes: number): Error =>
      new Error(
        `stage ${name}: expected at most ${mostBytes} bytes of files (--temp); they have come to ${lying + bytes} while it ran`,
      ),
  };
}

async function runStage(
  stage: Stage,
  told: ReadonlyMap<string, StageTold>,
  run: LocalRun,
): Promise<StageTold> {
  const { files, parts, threads, stop } = run;
  const heavy = stage.heavy === undefined ? [] : ['--heavy', await files.inOne(stage.heavy, parts)];
  const tasks = stage.inputs?.length ?? parts;
  await inParallel(tasks, threads, stop, async (task) => {
    try {
      await runTask(stage, task, heavy, run);
    } catch (error) {
      throw new Error(`stage ${stage.name}, partition ${task} of ${tasks}`, { cause: error });
    }
  });
  const done = await files.finish(stage.name, parts);
  const expected = noLines();
  for (const name of stage.reads) addSum(expected, told.get(name)?.written ?? noLines());
  if (!sameLines(done.read, expected)) throw unread(stage, expected, done.read);
  return done;
}

async function runTask(stage: Stage, task: number, heavy: readonly string[], run: LocalRun): Promise<void> {
  const { files, parts, stop } = run;
  const inputs = (await Promise.all(stage.reads.map((name) => files.filesOf(name, task)))).flat();
  const sorted = stage.sorted ? await sortFiles(inputs, `${stage.name}-${task}`, run) : undefined;
  const out = await files.begin(stage.name, task);
  const numbered = stage.inputs === undefined ? [] : ['--input', String(task)];
  const read = stage.inputs === undefined ? inputs : [stage.inputs[task]];
  const call = [
    ...stage.call,
    ...numbered,
    ...heavy,
    '--run',
    run.run,
    '--parts',
    String(parts),
    '--out',
    out,
  ];
  const said = await runProcess({
    program: process.execPath,
    args: [run.program, ...call, '--', ...(sorted === undefined ? read : [sorted])],
    env: { TMPDIR: run.temporary },
    signal: stop.signal,
  });
  if (said !== '') run.onNote?.(said);
  if (sorted !== undefined) await rm(sorted);
  await files.end(stage.name, task);
}

/** Sorts all lines of one or several stages by bytes. @returns the new file */
export async function sortAll(stages: string | readonly string[], run: LocalRun): Promise<string> {
  const files: string[] = [];
  const names = [stages].flat();
  for (const stage of names)
    for (let part = 0; part < run.parts; part++) files.push(...(await run.files.filesOf(stage, part)));
  return sortFiles(files, `${names[0]}-all`, run);
}

/** Sorts all lines of files by bytes. @returns the new file, which is called `name` */
export async function sortFiles(
  inputs: readonly string[],
  name: string,
  { temporary, memoryBytes, stop }: Pick<LocalRun, 'temporary' | 'memoryBytes' | 'stop'>,
): Promise<string> {
  await mkdir(temporary, { recursive: true });
  const sorted = join(temporary, name);
  const file = await open(sorted, 'w', 0o600);
  try {
    await runProcess({
      ...{
        program: 'sort',
        args: ['-S', `${Math.ceil(memoryBytes / 1024)}K`, '-T', temporary, '--', ...inputs],
      },
      ...{ env: { LC_ALL: 'C' }, stdout: file, signal: stop.signal },
    });
  } finally {
    await file.close();
  }
  return sorted;
}

function unread({ name, reads }: Stage, expected: LineSum, got: LineSum): Error {
  return new Error(
    `stage ${name}: expected the ${expected.lines} lines that ${reads.join(' and ')} wrote; its partitions have read ${got.lines}`,
  );
}
