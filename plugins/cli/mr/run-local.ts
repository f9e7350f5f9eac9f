import { mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve, sep } from 'node:path';
import type { JoinEstimate } from '../../mr/local/estimate.ts';
import { runProcess } from '../../mr/local/process.ts';
import { runClusters } from '../../mr/local/run-clusters.ts';
import { runDecisions } from '../../mr/local/run-decisions.ts';
import { type LocalRun, runStages, sortAll } from '../../mr/local/run-stages.ts';
import { sampleSets } from '../../mr/local/sample-sets.ts';
import { digestOf, StageFiles, type StageTold } from '../../mr/local/stage-files.ts';
import {
  blocksFor,
  contentJoin,
  contentPrefix,
  joinStages,
  lastOfClusters,
  lastStage,
  linkStages,
  pageStages,
  type Stage,
} from '../../mr/plan.ts';
import { parametersOf } from '../dedup/parameters.ts';
import { wrongCall } from '../errors.ts';
import { inputsInWords } from '../input.ts';
import { inMegabytes, inThousands, many } from '../numbers.ts';
import {
  oneOf,
  option,
  parseCall,
  reading,
  readMemory,
  readThreads,
  sizeBytes,
  wholeNumberBetween,
} from '../options.ts';
import { openOutFolder } from '../out-folder.ts';
import { printable } from '../printable.ts';
import { printResult } from '../result.ts';
import { shaping } from '../shaping.ts';
import { version } from '../version.ts';
import { bundleFile } from './bundle-file.ts';
import { checkEstimate } from './check-estimate.ts';
import { decideByPairs } from './decide.ts';
import { writeStagedResults } from './decide-stages.ts';
import { deciding, decidingWays, readDeciding } from './deciding.ts';
import { readKeyMethod } from './verbs/options.ts';

/** Subfolder of the result's folder that holds the stages until the run has ended. */
const workName = 'mr.unfinished';
/** Input bytes of a partition, and the bytes below which one is enough: starting more processes would take longer. */
const PART_BYTES = 2 ** 27;
const LEAST_BYTES = 2 ** 24;
const mostParts = 1000;

/** `neardup mr run --local`: all stages on this machine, with `sort` between them. */
export async function runLocal(args: string[]): Promise<number> {
  const call = await readCall(args);
  const work = join(call.out, workName);
  const temporary = join(work, 'temporary');
  const stop = new AbortController();
  const interrupt = (): void => stop.abort(new Error('interrupted'));
  process.on('SIGINT', interrupt);
  try {
    if (call.options !== undefined) await openResults(call, call.options);
    if (!call.resume) await rm(work, { recursive: true, force: true });
    await rm(temporary, { recursive: true, force: true });
    await mkdir(temporary, { recursive: true });
    const say = (text: string): unknown => call.quiet || process.stderr.write(text);
    const run: LocalRun = {
      ...{
        program: bundleFile(),
        run: call.digest.slice(0, 8),
        files: new StageFiles(join(work, call.digest)),
      },
      mostBytes: call.temporaryBytes,
      ...{ temporary, parts: call.parts, threads: call.threads, memoryBytes: call.workerBytes, stop },
      onNote: say,
      onStage: (stage, told, earlier) => say(progressLine(stage, told, earlier)),
    };
    if (call.clusters) {
      const { told, expected, rounds } = await runToClusters(call, run);
      await writeResult(join(call.out, 'clusters.txt'), lastOfClusters, run);
      const members = told.get(lastOfClusters)!.written.lines;
      const summary = { members, rounds, expected, stages: stagesTold(told) };
      printResult(
        call.json,
        summary,
        `${many(members, 'record')} with another that stands for it, in ${call.out}\n`,
      );
      await rm(work, { recursive: true, force: true });
      return 0;
    }
    const { stages, told, expected } = await runAllStages(call, run);
    if (call.options !== undefined && call.decideBy === 'stages') {
      const { summary, words, ...decided } = await decideByStages(call, call.options, run, { stages, told });
      const stagesDone = stagesTold(decided.told);
      printResult(call.json, { ...summary, ...decided.rounds, expected, stages: stagesDone }, words);
      await rm(work, { recursive: true, force: true });
      return summary.damaged > 0 ? 3 : 0;
    }
    const pairs = told.get(lastStage)!.written.lines;
    if (call.options === undefined) {
      await writeResult(join(call.out, 'pairs.txt'), lastStage, run);
      const summary = { pairs, expected, stages: stagesTold(told) };
      printResult(call.json, summary, `${many(pairs, 'pair')} in ${call.out}\n`);
    } else {
      const byParts = contentPrefix + lastStage;
      const results = {
        pages: () => sortAll('pages', run),
        byGrams: () => sortAll(lastStage, run),
        ...(told.has(byParts) && { byParts: () => sortAll(byParts, run) }),
      };
      const decided = { ...call, options: call.options, temporary };
      const { summary, words } = await decideByPairs(decided, results, { version, run: run.run });
      printResult(call.json, { ...summary, expected, stages: stagesTold(told) }, words);
    }
    await rm(work, { recursive: true, force: true });
    return (told.get('pages')?.counters.damaged ?? 0) > 0 ? 3 : 0;
  } finally {
    process.off('SIGINT', interrupt);
  }
}

/** Makes the folder of the results, unless it holds those of another call. */
async function openResults(call: Call, options: NonNullable<Call['options']>): Promise<void> {
  const { inputs, field = null, resume, force } = call;
  const { version: _, ...parameters } = parametersOf({ ...call, options });
  await openOutFolder(
    call.out,
    { command: 'mr run', inputs, options: { ...parameters, field } },
    force || resume,
  );
}

type Call = Awaited<ReturnType<typeof readCall>>;

async function readCall(args: string[]) {
  const { values, positionals } = parseCall(args, {
    ...deciding,
    ...reading,
    local: { type: 'boolean' },
    sets: { type: 'string' },
    method: { type: 'string' },
    recall: { type: 'string' },
    tables: { type: 'string' },
    algorithm: { type: 'string' },
    orderings: { type: 'string' },
    out: { type: 'string' },
    parts: { type: 'string' },
    memory: { type: 'string' },
    resume: { type: 'boolean' },
    force: { type: 'boolean' },
    temp: { type: 'string' },
    shards: { type: 'boolean' },
    clusters: { type: 'boolean' },
    decide: { type: 'string' },
  });
  if (values.local !== true) throw wrongCall('mr run', '--local: for Spark there is a driver of its own');
  if ((values.sets === undefined) === (positionals.length === 0)) {
    throw wrongCall('mr run', 'dumps, or --sets SETS and none', String(positionals.length));
  }
  if (values.out === undefined) throw wrongCall('mr run', '--out DIR');
  if (values.shards && values.sets !== undefined) throw wrongCall('--shards', 'dumps, which have decisions');
  const keyMethod = readKeyMethod(values);
  const clusters = values.clusters ?? false;
  if (clusters && values.sets === undefined)
    throw wrongCall('--clusters', '--sets: of dumps clusters are written in any case');
  if (clusters && keyMethod.algorithm !== undefined) throw wrongCall('--clusters', 'no --algorithm with it');
  const decideBy = option(values, 'decide', oneOf(decidingWays), decidingWays[0]);
  if (values.decide !== undefined && values.sets !== undefined)
    throw wrongCall('--decide', 'dumps, not --sets');
  if (values.sets !== undefined) checkOfSets(values, clusters);
  const { gram, options } = readDeciding(values);
  const { similarity, threshold } = options;
  // as given: pages without an id are named after the paths
  const paths = values.sets === undefined ? positionals : [values.sets];
  const found = await Promise.all(paths.map((path) => stat(path)));
  await checkOnce(paths);
  const bytes = found.reduce((sum, { size }) => sum + size, 0);
  const threads = values.threads === undefined ? availableParallelism() : readThreads(values);
  const enough = bytes < LEAST_BYTES ? 1 : threads * Math.ceil(bytes / threads / PART_BYTES);
  const parts = option(values, 'parts', wholeNumberBetween(1, mostParts), Math.min(mostParts, enough));
  const workerBytes = Math.floor(readMemory(values) / threads);
  const shaped = [...Object.keys(shaping), 'field'].flatMap((name) => {
    const value = values[name as keyof typeof shaping];
    return value === undefined ? [] : value === true ? [`--${name}`] : [`--${name}`, String(value)];
  });
  return {
    ...{ paths, shaped, similarity, threshold, ...keyMethod, out: values.out, threads, parts, workerBytes },
    ...{
      inputs: positionals,
      field: values.field,
      temporaryBytes: option(values, 'temp', sizeBytes, undefined),
      gram,
      allowEmpty: values['allow-empty'] ?? false,
      force: values.force ?? false,
      shards: values.shards ?? false,
      clusters,
      decideBy,
      policy: options.cluster,
    },
    /** For pages; undefined for plain sets. */
    options: values.sets === undefined ? options : undefined,
    ...{ resume: values.resume ?? false, json: values.json ?? false, quiet: values.quiet ?? false },
    /** Digest of everything that decides what stages write. */
    digest: digestOf(
      ...[
        version,
        paths,
        paths.map((path) => resolve(path)),
        found.map(({ size, mtimeMs }) => [size, mtimeMs]),
        shaped,
        similarity,
        threshold,
        keyMethod,
      ],
      ...[options.siteModel, values.sets === undefined, parts, workerBytes],
      ...(clusters ? [options.cluster] : []),
      ...(decideBy === 'stages' ? [decideBy, options.identity, options.keep, options.cluster] : []),
    ),
  };
}

/** Throws if an option was given that is about pages. */
function checkOfSets(values: Readonly<Record<string, unknown>>, clusters: boolean): void {
  const ofPages = [
    ...Object.keys(shaping),
    ...Object.keys(reading),
    'site-model',
    'identity',
    'keep',
    'force',
  ];
  const given = ofPages.find((name) => values[name] !== undefined);
  if (given !== undefined) throw wrongCall(`--${given}`, 'dumps, not --sets');
  if (values.cluster !== undefined && !clusters) throw wrongCall('--cluster', '--clusters with it');
}

/** Throws if an input is, or contains, another one: `dedup` reads a file once, but here each input is read by itself. */
async function checkOnce(paths: readonly string[]): Promise<void> {
  const places = await Promise.all(paths.map(async (path) => ({ path, real: (await realpath(path)) + sep })));
  places.sort((a, b) => (a.real < b.real ? -1 : 1));
  for (const [i, { path, real }] of places.entries()) {
    // behind a folder come all that are in it
    if (i > 0 && real.startsWith(places[i - 1].real))
      throw wrongCall('mr run', 'each input once', `${path}, which ${places[i - 1].path} is or contains`);
  }
}

/**
 * Runs the stages from sets to clusters. Returns what each stage has done, the number of rounds to components, and
 * the expected cost of the join.
 */
async function runToClusters(call: Call, run: LocalRun) {
  const first = [setsStage(call)];
  const read = await runStages(first, ['sets'], run);
  const blocks = blocksFor(read.get('sets')?.counters.tokens ?? 0, call.parts, call.workerBytes);
  const later = linkStages(call, { memoryBytes: call.workerBytes, blocks });
  const expected = await tellEstimate(call, run, 'sets', read);
  const { told, rounds } = await runClusters([...first, ...later], call, {
    ...run,
    onStage: (stage, ...done) => read.has(stage.name) || run.onStage?.(stage, ...done),
  });
  return { told, rounds, expected: expected === undefined ? [] : [expected] };
}

function setsStage({ paths }: Call): Stage {
  return { name: 'sets', call: ['sets'], reads: [], inputs: paths, sorted: false };
}

type Options = NonNullable<Call['options']>;

/** The stages from inputs to sets, and to the grams of pages outside templates. */
function firstStages(call: Call): Stage[] {
  if (call.options === undefined) return [setsStage(call)];
  const reading = ['grams', ...call.shaped];
  return [
    { name: 'pages', call: reading, reads: [], inputs: call.paths, sorted: false },
    ...pageStages(call.options.siteModel, call.workerBytes, call.decideBy === 'stages'),
  ];
}

/** Runs the stages after all pairs, and writes what they decided. */
async function decideByStages(
  call: Call,
  options: Options,
  run: LocalRun,
  paired: { readonly stages: readonly Stage[]; readonly told: ReadonlyMap<string, StageTold> },
) {
  const hasTemplates = paired.told.has(contentPrefix + lastStage);
  const hasTwoSites = (paired.told.get(`${contentPrefix}sets`)?.counters.hosts ?? 0) > 1;
  const { told, ...rounds } = await runDecisions(paired.stages, options, { hasTemplates, hasTwoSites }, run);
  const decided = await writeStagedResults(
    { ...call, options, temporary: run.temporary },
    {
      ...run,
      sorted: (stages) => sortAll(stages, run),
      countersOf: (stage) => told.get(stage)?.counters ?? {},
    },
  );
  return { ...decided, rounds, told };
}

/** Runs the stages. Returns what each has done, and the expected cost of each join that this run has begun. */
async function runAllStages(
  call: Call,
  run: LocalRun,
): Promise<{
  readonly stages: readonly Stage[];
  readonly told: Map<string, StageTold>;
  readonly expected: readonly JoinEstimate[];
}> {
  const first = firstStages(call);
  const pages = call.options ? ['pages'] : [];
  const read = await runStages(first, [...pages, 'sets', `${contentPrefix}sets`], run);
  if (call.options !== undefined && !call.allowEmpty && !read.get('pages')?.counters.pages) {
    const inputs = printable(inputsInWords(call.paths));
    throw new Error(`expected a page in ${inputs}; got none: if that may be, say --allow-empty`);
  }
  // without a template the two sets of each page are equal
  const templates = read.get(`${contentPrefix}sets`)?.counters.templates ?? 0;
  const prefixes = templates > 0 ? ['', contentPrefix] : [''];
  const hosts = read.get(`${contentPrefix}sets`)?.counters.hosts ?? 0;
  const joinOf = (prefix: string): Call => contentJoin(call, prefix === contentPrefix && hosts > 1);
  // only now is the number of blocks known
  const later = prefixes.flatMap((prefix) => {
    const tokens = read.get(`${prefix}sets`)?.counters.tokens ?? 0;
    const blocks = blocksFor(tokens, call.parts, call.workerBytes);
    return joinStages(joinOf(prefix), { memoryBytes: call.workerBytes, blocks }, prefix);
  });
  const last = prefixes.map((prefix) => prefix + lastStage);
  const expected: JoinEstimate[] = [];
  for (const prefix of prefixes) {
    const estimate = await tellEstimate(joinOf(prefix), run, `${prefix}sets`, read);
    if (estimate !== undefined) expected.push(estimate);
  }
  const stages = [...first, ...later];
  const names = call.decideBy === 'stages' ? [`${contentPrefix}sets`] : [];
  const told = await runStages(stages, [...pages, ...names, ...last], {
    ...run,
    onStage: (stage, ...done) => read.has(stage.name) || run.onStage?.(stage, ...done),
  });
  return { stages, told, expected };
}

/** Reports the expected cost of a join of sets, unless it has already begun. Throws if it does not fit. */
async function tellEstimate(
  call: Call,
  run: LocalRun,
  stage: string,
  read: ReadonlyMap<string, StageTold>,
): Promise<JoinEstimate | undefined> {
  if (run.files.hasBegun(stage.replace(/sets$/, 'collapse'))) return undefined;
  const parts = Array.from({ length: call.parts }, (_, part) => run.files.filesOf(stage, part));
  const files = (await Promise.all(parts)).flat();
  // after `site`, the lines are not only sets but also names and templates
  const count = read.get(stage)?.counters.sets ?? 0;
  const sets = { count, sample: sampleSets(files), folder: run.temporary };
  const { expected, words } = checkEstimate(call, sets);
  run.onNote?.(`${words}\n`);
  return expected;
}

/** Writes the printed form of the last stage's output to one file, whole or not at all. */
async function writeResult(path: string, stage: string, run: LocalRun): Promise<void> {
  const sorted = await sortAll(stage, run);
  const unfinished = `${path}.unfinished`;
  const file = await open(unfinished, 'w');
  try {
    const args = [run.program, 'pairs', sorted, '--run', run.run];
    await runProcess({ program: process.execPath, args, stdout: file, signal: run.stop.signal });
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}

function progressLine({ name }: Stage, { written, bytes }: StageTold, earlier: boolean): string {
  const done = `${inThousands(written.lines)} lines, ${inMegabytes(bytes)}`;
  return `${name}: ${done}${earlier ? ' (of the earlier run)' : ''}\n`;
}

function stagesTold(told: ReadonlyMap<string, StageTold>): object[] {
  return [...told].map(([name, { read, written, counters, bytes }]) => ({
    ...{ name, linesRead: read.lines, linesWritten: written.lines, bytes, counters },
  }));
}
