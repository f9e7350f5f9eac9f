import { checkJoin } from '../input-checks.ts';
import type { Emit, JoinInput } from '../join.ts';
import { checkThreshold, measures, type Similarity } from '../similarity.ts';
import { joinStatistics } from '../statistics.ts';
import { enterRun } from './run-counts.ts';
import { overlapFrom } from './verify.ts';

/** Compares every pair: the definition that all other joins are tested against. O(records²) merges. See `Join`. */
export function naive(
  input: JoinInput,
  similarity: Similarity,
  threshold: number,
  emit: Emit,
  statistics = joinStatistics(),
): void {
  checkJoin('naive', input, emit, statistics);
  checkThreshold(similarity, threshold);
  const startedAt = performance.now();
  const { isSimilar } = measures[similarity];
  const isSelfJoin = !('r' in input);
  const r = isSelfJoin ? input : input.r;
  const s = isSelfJoin ? input : input.s;
  let verified = 0;
  let results = 0;
  for (let x = 0; x < r.size; x++) {
    const xBegin = r.offsets[x];
    const xEnd = r.offsets[x + 1];
    const end = isSelfJoin ? x : s.size;
    for (let y = 0; y < end; y++) {
      const yBegin = s.offsets[y];
      const yEnd = s.offsets[y + 1];
      const overlap = overlapFrom(r.tokens, xBegin, xEnd, s.tokens, yBegin, yEnd, 0, 0);
      verified++;
      if (isSimilar(overlap, xEnd - xBegin, yEnd - yBegin, threshold)) {
        results++;
        emit(x, y, overlap);
      }
    }
  }

  statistics.verified = verified;
  statistics.results = results;
  enterRun(statistics, input, { entries: 0, afterPrefix: verified, startedAt, indexedAt: startedAt });
}
