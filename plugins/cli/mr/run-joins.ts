import type { JoinEstimate } from '../../mr/local/estimate.ts';
import { runClusters } from '../../mr/local/run-clusters.ts';
import { type LocalRun, runStages, sortAll, tellingOnce } from '../../mr/local/run-stages.ts';
import { sampleSets } from '../../mr/local/sample-sets.ts';
import type { StageTold } from '../../mr/local/stage-files.ts';
import {
  blocksFor,
  contentJoin,
  contentPrefix,
  joinStages,
  lastStage,
  linkStages,
  pageStages,
  type Stage,
} from '../../mr/plan.ts';
import { version } from '../version.ts';
import { checkEstimate } from './check-estimate.ts';
import { noPage } from './findings.ts';
import type { RunCall } from './run-call.ts';

/**
 * Runs the stages from sets to clusters. Returns what each stage has done, the number of rounds to components, and
 * the expected cost of the join.
 */
export async function runToClusters(call: RunCall, run: LocalRun) {
  const first = [setsStage(call)];
  const read = await runStages(first, ['sets'], run);
  const blocks = blocksFor(read.get('sets')?.counters.tokens ?? 0, call.parts, call.workerBytes);
  const later = linkStages(call, { memoryBytes: call.workerBytes, blocks });
  const expected = await tellEstimate(call, run, 'sets', read);
  const { told, rounds } = await runClusters([...first, ...later], call, tellingOnce(run, read.keys()));
  return { told, rounds, expected: expected === undefined ? [] : [expected] };
}

function setsStage({ paths }: RunCall): Stage {
  return { name: 'sets', call: ['sets'], reads: [], inputs: paths, sorted: false };
}

/** The stages from inputs to sets, and to the grams of pages outside templates. */
function firstStages(call: RunCall): Stage[] {
  if (call.options === undefined) return [setsStage(call)];
  const reading = ['grams', ...call.shaped];
  return [
    { name: 'pages', call: reading, reads: [], inputs: call.paths, sorted: false },
    ...pageStages(call.options.siteModel, call.workerBytes, call.decideBy === 'stages'),
  ];
}

/** Runs the stages from inputs to pairs. Returns what each has done, and the expected cost of each join that this run has begun. */
export async function runToPairs(
  call: RunCall,
  run: LocalRun,
): Promise<{
  readonly stages: readonly Stage[];
  readonly told: Map<string, StageTold>;
  readonly expected: readonly JoinEstimate[];
}> {
  const first = firstStages(call);
  const pages = call.options ? ['pages'] : [];
  const read = await runStages(first, [...pages, 'sets', `${contentPrefix}sets`], run);
  if (call.options !== undefined && !call.allowEmpty && !read.get('pages')?.counters.pages)
    throw await noPage(await sortAll('pages', run), { version, run: run.run });
  // without a template the two sets of each page are equal
  const templates = read.get(`${contentPrefix}sets`)?.counters.templates ?? 0;
  const prefixes = templates > 0 ? ['', contentPrefix] : [''];
  const hosts = read.get(`${contentPrefix}sets`)?.counters.hosts ?? 0;
  const joinOf = (prefix: string): RunCall => contentJoin(call, prefix === contentPrefix && hosts > 1);
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
  const told = await runStages(stages, [...pages, ...names, ...last], tellingOnce(run, read.keys()));
  return { stages, told, expected };
}

/** Reports the expected cost of a join of sets, unless it has already begun. Throws if it does not fit. */
async function tellEstimate(
  call: RunCall,
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
