import { PagePairsBuilder } from '../cluster/pairs.ts';
import { exactJoin } from '../join/exact-join.ts';
import { allPairs } from '../join/published/all-pairs.ts';
import { joinStatistics } from '../join/statistics.ts';
import type { Collection } from './collection.ts';
import type { MethodOptions, NamedPairs, PairMethod } from './method.ts';
import { Phases } from './phases.ts';

/**
 * What collecting, ranking and joining take of memory: 28–31 bytes a gram (50 million generated ones,
 * docs-openlayers), more where few grams repeat.
 */
export const exactJoinBytesPerGram = 48;

/** The exact joins over the full gram sets: every pair, and no other. `qp` is the truth of an evaluation. */
export const exactJoins: readonly PairMethod[] = [
  { ...exact('qp', 'prefix-filtered join, the engine of exactJoin'), find: qp },
  { ...exact('qa', 'AllPairs as published'), find: qa },
];

function exact(name: string, parameters: string) {
  return { name, variant: name, confirmed: true, parameters: () => parameters, model: () => () => 1 };
}

async function qp(collection: Collection, { threshold, threads }: MethodOptions): Promise<NamedPairs> {
  const phases = new Phases();
  const sets = phases.take('rank', collection.ranked());
  const statistics = joinStatistics();
  const found = await exactJoin(sets, { similarity: 'jaccard', threshold, threads, statistics });
  const pairs = new PagePairsBuilder();
  for (let i = 0; i < found.length; i++) {
    pairs.add(sets.records[found.x[i]], sets.records[found.y[i]], found.overlap[i]);
  }
  return finish(collection, phases, pairs, statistics.candidates);
}

async function qa(collection: Collection, { threshold }: MethodOptions): Promise<NamedPairs> {
  const phases = new Phases();
  const sets = phases.take('rank', collection.ranked());
  const statistics = joinStatistics();
  const pairs = new PagePairsBuilder();
  allPairs(
    sets,
    'jaccard',
    threshold,
    (x, y, overlap) => pairs.add(sets.records[x], sets.records[y], overlap),
    statistics,
  );
  return finish(collection, phases, pairs, statistics.candidates);
}

function finish(
  collection: Collection,
  phases: Phases,
  builder: PagePairsBuilder,
  candidates: number,
): NamedPairs {
  const pairs = builder.finish(collection.pages);
  phases.end('join');
  // The ranked tokens, 32 bits each.
  return { pairs, candidates, milliseconds: phases.milliseconds, bytesPerPage: 4 * collection.gramsPerPage };
}
