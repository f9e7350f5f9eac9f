import { type Stage, starStages, unsettled } from '../plan.ts';
import {
  clusterStages,
  type DecideCall,
  decisionStages,
  hasNextWallRound,
  judgeStages,
  newWalls,
  resultStages,
  wallStages,
} from '../plan-pages.ts';
import { type LocalRun, runStages } from './run-stages.ts';
import type { StageTold } from './stage-files.ts';

/** What the stages did, and the numbers of rounds for clusters and for walls (0 without a site model). */
interface DecisionsTold {
  readonly told: Map<string, StageTold>;
  readonly rounds: number;
  readonly wallRounds: number;
}

/** Stages whose output later stages read. */
const keptOf = {
  judge: [
    'pages',
    'facts',
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
 * Runs the stages from the pairs to the decisions about pages: rounds to components, then rounds to walls. See
 * `runStages`.
 *
 * @param paired the stages up to the pairs, which are finished
 */
export async function runDecisions(
  paired: readonly Stage[],
  call: DecideCall,
  { hasTemplates, hasTwoSites }: { readonly hasTemplates: boolean; readonly hasTwoSites: boolean },
  run: LocalRun,
): Promise<DecisionsTold> {
  const stages = [...paired, ...judgeStages(call, hasTemplates, hasTwoSites)];
  /** Stages passed to `onStage`: each once, although all of them are gone through again after each round. */
  const known = new Set(paired.map(({ name }) => name));
  const through = (...keep: readonly (readonly string[])[]): Promise<Map<string, StageTold>> =>
    runStages(stages, [...keptOf.judge, ...keep.flat()], {
      ...run,
      onStage(stage, ...done) {
        if (!known.has(stage.name)) run.onStage?.(stage, ...done);
        known.add(stage.name);
      },
    });
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
  return { told, rounds, wallRounds };
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
