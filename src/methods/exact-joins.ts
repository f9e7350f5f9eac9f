import { pairsOfCopies } from '../cluster/copies.ts';
import { PagePairsBuilder } from '../cluster/pairs.ts';
import { allPairs } from '../join/published/all-pairs.ts';
import { measures } from '../join/similarity.ts';
import { joinStatistics } from '../join/statistics.ts';
import type { Collection } from './collection.ts';
import { joinRanked } from './join-ranked.ts';
import type { Method, MethodOptions, NamedPairs } from './method.ts';
import { Phases } from './phases.ts';
import { storedExactJoin } from './stored-exact-join.ts';

/**
 * The prefix-filtered join of the engine over the full gram sets: the truth of an evaluation. Equal sets, of which crawls
 * are full, are ranked and joined once.
 */
export const qp: Method = exact(
  'qp',
  'prefix-filtered join, the engine of exactJoin',
  async (of, options, phases) => {
    const { similarity, threshold } = options;
    const { sets, firstOf } = phases.take('rank', of.rankedOnce());
    const joined = await joinRanked(sets, options, of.pages);
    const { value } = measures[similarity];
    const isPair = (size: number): boolean => size > 0 && value(size, size, size) >= threshold;
    const pairs = pairsOfCopies(joined.pairs, firstOf, (page) => of.sizeOf(page), isPair);
    // pairs that follow from others count as looked at
    return { pairs, candidates: joined.candidates + pairs.length - joined.pairs.length };
  },
  (sets, options) => storedExactJoin(qp, sets, options),
);

/** AllPairs as published (Bayardo, Ma & Srikant 2007). */
const qa: Method = exact('qa', 'AllPairs as published', async (of, { similarity, threshold }, phases) => {
  const sets = phases.take('rank', of.ranked());
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

/** Joins a collection; the time that ranking takes is told apart. */
type Join = (of: Collection, options: MethodOptions, phases: Phases) => ReturnType<typeof joinRanked>;

function exact(
  name: string,
  parameters: string,
  join: Join,
  findStored?: NonNullable<Method['findStored']>,
): Method {
  return {
    ...(findStored && { findStored }),
    name,
    variant: name,
    confirmed: true,
    exact: true,
    parameters: () => parameters,
    model: () => () => 1,
    async find(collection: Collection, options: MethodOptions): Promise<NamedPairs> {
      const phases = new Phases();
      const { pairs, candidates } = await join(collection, options, phases);
      phases.end('join');
      // The ranked tokens, 32 bits each.
      const bytesPerPage = 4 * collection.gramsPerPage;
      return { pairs, candidates, milliseconds: phases.milliseconds, bytesPerPage };
    },
  };
}
