import { PagePairsBuilder } from '../cluster/pairs.ts';
import type { TokenSets } from '../grams/token-sets.ts';
import { allPairs } from '../join/published/all-pairs.ts';
import { measures } from '../join/similarity.ts';
import { joinStatistics } from '../join/statistics.ts';
import type { Collection } from './collection.ts';
import { joinRanked } from './join-ranked.ts';
import type { Method, MethodOptions, NamedPairs } from './method.ts';
import { Phases } from './phases.ts';
import { storedExactJoin } from './stored-exact-join.ts';

/** The prefix-filtered join of the engine over the full gram sets: the truth of an evaluation. */
export const qp: Method = exact(
  'qp',
  'prefix-filtered join, the engine of exactJoin',
  joinRanked,
  (sets, options) => storedExactJoin(qp, sets, options),
);

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
  return { pairs, candidates: statistics.candidates };
});

/** The exact joins over the full gram sets: every pair, and no other. */
export const exactJoins: readonly Method[] = [qp, qa];

/** A join of ranked sets. */
type Join = (sets: TokenSets, options: MethodOptions) => ReturnType<typeof joinRanked>;

/** Equal sets, of which crawls are full, are ranked and joined once. */
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
      const { similarity, threshold } = options;
      const phases = new Phases();
      const sets = phases.take('rank', collection.rankedOnce());
      const joined = await join(sets, options);
      const { value } = measures[similarity];
      const isPair = (size: number): boolean => value(size, size, size) >= threshold;
      const pairs = collection.pairsOfContents(joined.pairs, isPair);
      phases.end('join');
      return {
        pairs,
        // pairs that follow from others count as looked at
        candidates: joined.candidates + collection.contents().value.countOf(pairs) - joined.pairs.length,
        milliseconds: phases.milliseconds,
        // the ranked tokens, 32 bits each
        bytesPerPage: 4 * collection.gramsPerPage,
      };
    },
  };
}
