import { type Stage, unsettled } from '../plan.ts';
import {
  clusterStages,
  type DecideCall,
  decisionStages,
  factsStage,
  hasNextWallRound,
  idStages,
  judgeStages,
  newWalls,
  resultStages,
  wallStages,
} from '../plan-pages.ts';
import { runStars } from './run-clusters.ts';
import { type LocalRun, runStages, tellingOnce } from './run-stages.ts';
import type { StageTold } from './stage-files.ts';

/** What the stages did, and the numbers of rounds for ids, for clusters and for walls (0 without a site model). */
interface DecisionsTold {
  readonly told: Map<string, StageTold>;
  readonly idRounds: number;
  readonly rounds: number;
  readonly wallRounds: number;
}

/** Stages whose output later stages read. */
const keptOf = {
  judge: [
    'pages',
    'findings',
    'described',
    'names',
    'templates',
    'messages',
    'judge-second',
    'places-second',
    'sides',
  ],
  cluster: ['stars', 'clustered', 'worded', 'names-shared', 'wall-texts'],
} as const;

/**
 * Runs the stages from the pairs to the decisions about pages: rounds to ids, then rounds to components, then rounds
 * to walls. See `runStages`.
 *
 * @param paired the stages up to the pairs, which are finished
 */
export async function runDecisions(
  paired: readonly Stage[],
  options: DecideCall,
  { hasTemplates, hasTwoSites }: { readonly hasTemplates: boolean; readonly hasTwoSites: boolean },
  run: LocalRun,
): Promise<DecisionsTold> {
  const stages = [...paired];
  const once = tellingOnce(
    run,
    paired.map(({ name }) => name),
  );
  const runThrough = (...keep: readonly (readonly string[])[]): Promise<Map<string, StageTold>> =>
    runStages(stages, keep.flat(), once);
  const idRounds = await runIds(stages, runThrough);
  const call = { ...options, idRounds };
  stages.push(...judgeStages(call, hasTemplates, hasTwoSites));
  const through: typeof runThrough = (...keep) => runThrough(keptOf.judge, [factsStage(call)], ...keep);
  const rounds = await runStars(stages, (large) => through([large]));
  stages.push(...clusterStages(call, rounds));
  const [wallRounds, verdicts] = call.siteModel ? await runWalls(stages, through) : [0, []];
  stages.push(...decisionStages(call, wallRounds));
  const told = await through(keptOf.cluster, verdicts, Object.values(resultStages).flat());
  return { told, idRounds, rounds, wallRounds };
}

/** All that there is stays: what is behind the rounds is not known yet. */
async function runIds(
  stages: Stage[],
  through: (keep: readonly string[]) => Promise<Map<string, StageTold>>,
): Promise<number> {
  for (let round = 1; ; round++) {
    const of = idStages(round);
    stages.push(...of);
    const names = stages.map(({ name }) => name);
    const told = await through(names);
    if (told.get(names.at(-1)!)!.counters[unsettled] === 0) return round;
  }
}

async function runWalls(
  stages: Stage[],
  through: (...keep: readonly (readonly string[])[]) => Promise<Map<string, StageTold>>,
): Promise<[rounds: number, verdicts: readonly string[]]> {
  const verdicts: string[] = [];
  for (let round = 1; ; round++) {
    const of = wallStages(round);
    stages.push(...of);
    verdicts.push(of[1].name);
    const told = await through(keptOf.cluster, verdicts);
    const found = told.get(of[1].name)!.counters[newWalls];
    // walls that `wall-texts` found are not counted in rounds
    if (!hasNextWallRound(round, found)) return [round, verdicts];
  }
}
