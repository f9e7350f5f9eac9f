import { checkWhole } from '../../argument-checks.ts';
import { checkJoin } from '../input-checks.ts';
import type { Emit, JoinInput } from '../join.ts';
import { boundsOf, type Similarity } from '../similarity.ts';
import { joinStatistics } from '../statistics.ts';
import { sharePrefix, worthwhileOrderings } from './ordering-cost.ts';
import { furtherOrdering, orderedPrefixes, tokenFrequencies } from './orderings.ts';
import { buildPostings } from './postings.ts';
import { PrefixCandidates } from './prefix-candidates.ts';
import { enterRun } from './run-counts.ts';
import { type Sides, sidesOf } from './sides.ts';
import { verifier } from './verify.ts';

/**
 * MGJoin: the prefix filter under several global orderings (Rong et al., TKDE 2013, Algorithms 1 and 2). See
 * `Join`.
 *
 * Under any ordering two similar records share a prefix token. One inverted index, on the first ordering
 * (rarest first), gives the candidates. Each must also share a prefix token under O2, …, OK; the first ordering
 * under which it does not rules it out. `orderings` is K; without it the cost model picks K. Throws a RangeError
 * unless it is 1 to 64.
 *
 * Seldom worth it if verification stops early: on short records (retail, T10I4D100K at 0.8) a second ordering ruled
 * out 9 and 26 % of the candidates, and the join took 1.6 to 1.8 times as long.
 */
export function mgjoin(
  input: JoinInput,
  similarity: Similarity,
  threshold: number,
  emit: Emit,
  statistics = joinStatistics(),
  orderings?: number,
): void {
  checkJoin('mgjoin', input, emit, statistics);
  if (orderings !== undefined) checkWhole('orderings', orderings, 1, MOST_ORDERINGS);
  const startedAt = performance.now();
  const sides = sidesOf(input, boundsOf(similarity, threshold));
  const postings = buildPostings(sides.index, sides.indexPrefixes);
  const filters = furtherFilters(sides, orderings ?? worthwhileOrderings(sides, postings));
  const candidates = new PrefixCandidates(sides, postings);
  const { found, A, window } = candidates;
  const verify = verifier(sides, A, window.neededOverlaps, emit, statistics);
  const indexedAt = performance.now();

  let afterPrefix = 0;
  let prunedByOrderings = 0;
  for (let x = 0; x < sides.probe.size; x++) {
    const count = candidates.of(x);
    afterPrefix += count;
    for (let c = 0; c < count; c++) {
      for (let k = 0; k < filters.length; k++) {
        if (filters[k](x, found[c])) continue;
        A[found[c]] = 0;
        prunedByOrderings++;
        break;
      }
    }
    verify(x, found, count);
  }

  enterRun(statistics, input, {
    entries: candidates.entries,
    afterPrefix,
    prunedByOrderings,
    orderings: filters.length + 1,
    startedAt,
    indexedAt,
  });
}

/** Each takes 4 bytes a token of all prefixes. */
const MOST_ORDERINGS = 64;

/** MultiPrefixFiltering: for O2, …, OK, whether x and y share a prefix token under it. */
function furtherFilters(sides: Sides, orderings: number): ((x: number, y: number) => boolean)[] {
  if (orderings === 1) return [];
  const frequencies = tokenFrequencies(sides);
  return Array.from({ length: orderings - 1 }, (_, k) => {
    const ranks = furtherOrdering(frequencies, k + 2);
    const xs = orderedPrefixes(sides.probe, sides.probePrefixes, ranks);
    const ys = orderedPrefixes(sides.index, sides.indexPrefixes, ranks);
    return (x: number, y: number) => sharePrefix(xs, x, ys, y);
  });
}
