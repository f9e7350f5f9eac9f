import { type Stage, starStages, unsettled } from '../plan.ts';
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
import { type LocalRun, runStages } from './run-stages.ts';
import type { StageTold } from './stage-files.ts';

/** What the stages have done, and how many rounds ids, clusters and walls took; none of walls without a site model. */
interface DecisionsTold {
  readonly told: Map<string, StageTold>;
  readonly idRounds: number;
  readonly rounds: number;
  readonly wallRounds: number;
}

/** What later steps read of those before. */
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
  cluster: ['clustered', 'measure-second', 'worded', 'names-shared', 'wall-texts'],
} as const;

/**
 * Runs the stages behind pairs to the decisions about pages, as `runStages` does: rounds to ids, then rounds to components, then rounds to
 * walls.
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
  /** Told once, though stages are gone through again after each round. */
  const known = new Set(paired.map(({ name }) => name));
  const runThrough = (...keep: readonly (readonly string[])[]): Promise<Map<string, StageTold>> =>
    runStages(stages, keep.flat(), {
      ...run,
      onStage(stage, ...done) {
        if (!known.has(stage.name)) run.onStage?.(stage, ...done);
        known.add(stage.name);
      },
    });
  const idRounds = await runIds(stages, runThrough);
  const call = { ...options, idRounds };
  stages.push(...judgeStages(call, hasTemplates, hasTwoSites));
  const through: typeof runThrough = (...keep) => runThrough(keptOf.judge, [factsStage(call)], ...keep);
  let rounds = 1;
  for (; ; rounds++) {
    const [large, small] = starStages(rounds);
    stages.push(large);
    const told = await through([large.name]);
    if (told.get(large.name)!.counters[unsettled] === 0) break;
    stages.push(small);
  }
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
    // those that need no round count before the first one only
    if (!hasNextWallRound(round, found)) return [round, verdicts];
  }
}
