import { checkJoin } from '../input-checks.ts';
import type { Emit, JoinInput } from '../join.ts';
import { boundsOf, type Similarity } from '../similarity.ts';
import { joinStatistics } from '../statistics.ts';
import { buildPostings } from './postings.ts';
import { PrefixCandidates } from './prefix-candidates.ts';
import { enterRun } from './run-counts.ts';
import { sidesOf } from './sides.ts';
import { verifier } from './verify.ts';

/**
 * AllPairs: size and prefix filter only (Bayardo, Ma & Srikant, WWW 2007; "qa" of Xiao et al., WWW 2008). Every
 * record that shares a prefix token with x is verified. See `Join`.
 */
export function allPairs(
  input: JoinInput,
  similarity: Similarity,
  threshold: number,
  emit: Emit,
  statistics = joinStatistics(),
): void {
  checkJoin('allPairs', input, emit, statistics);
  const startedAt = performance.now();
  const sides = sidesOf(input, boundsOf(similarity, threshold));
  const candidates = new PrefixCandidates(sides, buildPostings(sides.index, sides.indexPrefixes));
  const { found, A, window } = candidates;
  const verify = verifier(sides, A, window.neededOverlaps, emit, statistics);
  const indexedAt = performance.now();

  let afterPrefix = 0;
  for (let x = 0; x < sides.probe.size; x++) {
    const count = candidates.of(x);
    afterPrefix += count;
    verify(x, found, count);
  }

  enterRun(statistics, input, { entries: candidates.entries, afterPrefix, startedAt, indexedAt });
}
