import { checkWhole } from '../../argument-checks.ts';
import { checkJoin } from '../input-checks.ts';
import type { Emit, JoinInput } from '../join.ts';
import { type Bounds, boundsOf, type Similarity } from '../similarity.ts';
import { type JoinStatistics, joinStatistics } from '../statistics.ts';
import { buildPostings } from './postings.ts';
import { enterRun } from './run-counts.ts';
import { SizeWindow, sidesOf } from './sides.ts';
import { MAX_DEPTH, suffixFilter } from './suffix-filter.ts';
import { verifier } from './verify.ts';

/** A[y] of a pair that a filter has ruled out for good. */
const PRUNED = -1;

/** PPJoin: prefix, size and positional filter (Xiao et al., WWW 2008, Algorithm 1). See `Join`. */
export function ppjoin(
  input: JoinInput,
  similarity: Similarity,
  threshold: number,
  emit: Emit,
  statistics?: JoinStatistics,
): void {
  checkJoin('ppjoin', input, emit, statistics);
  positionalJoin(input, boundsOf(similarity, threshold), 0, emit, statistics);
}

/**
 * PPJoin+: PPJoin and the suffix filter (Algorithm 5). See `Join`.
 *
 * Prunes the most candidates, but is often slower than PPJoin. Worth it if records are long and few candidates are
 * results.
 */
export function ppjoinPlus(
  input: JoinInput,
  similarity: Similarity,
  threshold: number,
  emit: Emit,
  statistics?: JoinStatistics,
  maxDepth: number = MAX_DEPTH,
): void {
  checkJoin('ppjoinPlus', input, emit, statistics);
  checkWhole('maxDepth', maxDepth, 0);
  positionalJoin(input, boundsOf(similarity, threshold), maxDepth, emit, statistics);
}

/**
 * The loop of PPJoin and PPJoin+, for any bounds. `maxDepth` 0 leaves the suffix filter out.
 *
 * Positions count from 0 here, from 1 in the paper.
 */
export function positionalJoin(
  input: JoinInput,
  bounds: Bounds,
  maxDepth: number,
  emit: Emit,
  statistics = joinStatistics(),
): void {
  const startedAt = performance.now();
  const sides = sidesOf(input, bounds);
  const { probe, index, probePrefixes } = sides;
  const { heads, ends, records, positions } = buildPostings(index, sides.indexPrefixes);
  const window = new SizeWindow(sides);
  const { neededOverlaps } = window;
  const indexedAt = performance.now();

  const xTokens = probe.tokens;
  const yTokens = index.tokens;
  const yOffsets = index.offsets;
  // A[y]: prefix tokens shared so far; y of candidates[0 .. count] are those where it is not 0.
  const A = new Int32Array(index.size);
  const candidates = new Uint32Array(index.size);
  const verify = verifier(sides, A, neededOverlaps, emit, statistics);
  let entries = 0;
  let afterPrefix = 0;
  let prunedByPosition = 0;
  let prunedBySuffix = 0;

  for (let x = 0; x < probe.size; x++) {
    window.moveTo(x);
    const { begin, end } = window;
    const xBegin = probe.offsets[x];
    const xEnd = probe.offsets[x + 1];
    const sizeX = xEnd - xBegin;
    const prefix = begin < end ? probePrefixes[x] : 0;
    let count = 0;
    for (let i = 0; i < prefix; i++) {
      const w = xTokens[xBegin + i];
      const listEnd = ends[w];
      let entry = heads[w];
      while (entry < listEnd && records[entry] < begin) entry++;
      heads[w] = entry;
      const first = entry;
      for (; entry < listEnd; entry++) {
        const y = records[entry];
        if (y >= end) break;
        const overlap = A[y];
        if (overlap === PRUNED) continue;
        if (overlap === 0) candidates[count++] = y;

        const j = positions[entry];
        const yEnd = yOffsets[y + 1];
        const sizeY = yEnd - yOffsets[y];
        const alpha = neededOverlaps[sizeY];
        const ubound = overlap + Math.min(sizeX - i, sizeY - j);
        if (ubound < alpha) {
          A[y] = PRUNED;
          prunedByPosition++;
          continue;
        }
        if (overlap === 0 && maxDepth > 0) {
          // The first shared token: x's i tokens and y's j tokens before it all differ.
          const hMax = sizeX + sizeY - 2 * alpha - i - j;
          const yNext = yOffsets[y] + j + 1;
          const h = suffixFilter(xTokens, xBegin + i + 1, xEnd, yTokens, yNext, yEnd, hMax, maxDepth);
          if (h > hMax) {
            A[y] = PRUNED;
            prunedBySuffix++;
            continue;
          }
        }
        A[y] = overlap + 1;
      }
      entries += entry - first;
    }
    afterPrefix += count;
    verify(x, candidates, count);
  }

  enterRun(statistics, input, {
    entries,
    afterPrefix,
    prunedByPosition,
    prunedBySuffix,
    startedAt,
    indexedAt,
  });
}
