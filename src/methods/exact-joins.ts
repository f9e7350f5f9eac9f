import { PagePairsBuilder } from '../cluster/pairs.ts';
import { allPairs } from '../join/published/all-pairs.ts';
import { joinStatistics } from '../join/statistics.ts';
import type { Collection } from './collection.ts';
import { joinRanked } from './join-ranked.ts';
import type { Method, MethodOptions, NamedPairs } from './method.ts';
import { Phases } from './phases.ts';

/**
 * What collecting, ranking and joining take of memory: 28–31 bytes a gram (50 million generated ones,
 * docs-openlayers), more where few grams repeat.
 */
export const exactJoinBytesPerGram = 48;

/** The prefix-filtered join of the engine over the full gram sets: the truth of an evaluation. */
export const qp: Method = exact('qp', 'prefix-filtered join, the engine of exactJoin', joinRanked);

/** AllPairs as published (Bayardo, Ma & Srikant 2007). */
const qa: Method = exact('qa', 'AllPairs as published', async (sets, { similarity, threshold }) => {
  const statistics = joinStatistics();
  const pairs = new PagePairsBuilder();
  const { records } = sets;
  allPairs(
    sets,
    similarity,
    threshold,
    (x, y, overlap) => pairs.add(records[x], records[y], overlap),
    statistics,
  );
  return { pairs: pairs.finish(sets.size), candidates: statistics.candidates };
});

/** The exact joins over the full gram sets: every pair, and no other. */
export const exactJoins: readonly Method[] = [qp, qa];

function exact(name: string, parameters: string, join: typeof joinRanked): Method {
  return {
    name,
    variant: name,
    confirmed: true,
    exact: true,
    parameters: () => parameters,
    model: () => () => 1,
    async find(collection: Collection, options: MethodOptions): Promise<NamedPairs> {
      const phases = new Phases();
      const sets = phases.take('rank', collection.ranked());
      const { pairs, candidates } = await join(sets, options);
      phases.end('join');
      // The ranked tokens, 32 bits each.
      const bytesPerPage = 4 * collection.gramsPerPage;
      return { pairs, candidates, milliseconds: phases.milliseconds, bytesPerPage };
    },
  };
}
