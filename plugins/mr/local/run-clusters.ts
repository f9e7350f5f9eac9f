import { type ClusterCall, memberStages, type Stage, starStages, unsettled } from '../plan.ts';
import { type LocalRun, runStages, tellingOnce } from './run-stages.ts';
import type { StageTold } from './stage-files.ts';

/** What the stages did, and the number of rounds until each set was linked to the first of its component. */
interface ClustersTold {
  readonly told: Map<string, StageTold>;
  readonly rounds: number;
}

/**
 * Runs the stages up to the links of the graph of pairs, then rounds until no set is unsettled, then the stages to the
 * members of clusters. See `runStages`.
 *
 * @param linked the stages of `linkStages`, and those before them
 */
export async function runClusters(
  linked: readonly Stage[],
  call: ClusterCall,
  run: LocalRun,
): Promise<ClustersTold> {
  const stages = [...linked];
  const once = tellingOnce(run);
  const through = (...keep: readonly string[]): Promise<Map<string, StageTold>> =>
    runStages(stages, keep, once);
  const rounds = await runStars(stages, (large) => through('verify', 'equal', large));
  const last = memberStages(call, rounds);
  stages.push(...last);
  return { told: await through(last[last.length - 1].name), rounds };
}

/**
 * Appends rounds of `starStages` until no set is unsettled: returns their number. Of the last one only the first stage is run.
 *
 * @param through runs all stages, and keeps the output of the one that is named
 */
export async function runStars(
  stages: Stage[],
  through: (large: string) => Promise<ReadonlyMap<string, StageTold>>,
): Promise<number> {
  for (let round = 1; ; round++) {
    const [large, small] = starStages(round);
    stages.push(large);
    const told = await through(large.name);
    if (told.get(large.name)!.counters[unsettled] === 0) return round;
    stages.push(small);
  }
}
