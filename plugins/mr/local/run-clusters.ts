import { type ClusterCall, memberStages, type Stage, starStages, unsettled } from '../plan.ts';
import { type LocalRun, runStages } from './run-stages.ts';
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
  /** Stages passed to `onStage`: each once, also those finished before the call. */
  const known = new Set<string>();
  const through = (keep: readonly string[]): Promise<Map<string, StageTold>> =>
    runStages(stages, keep, {
      ...run,
      onStage(stage, ...done) {
        if (!known.has(stage.name)) run.onStage?.(stage, ...done);
        known.add(stage.name);
      },
    });
  for (let round = 1; ; round++) {
    const [large, small] = starStages(round);
    stages.push(large);
    const told = await through(['verify', 'equal', large.name]);
    if (told.get(large.name)!.counters[unsettled] === 0) {
      const last = memberStages(call, round);
      stages.push(...last);
      return { told: await through([last[last.length - 1].name]), rounds: round };
    }
    stages.push(small);
  }
}
