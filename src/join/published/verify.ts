import type { Emit } from '../join.ts';
import type { JoinStatistics } from '../statistics.ts';
import type { Sides } from './sides.ts';

/**
 * Verification of all candidates of one record: `verify(x, candidates, count)` emits those of
 * `candidates[0 .. count]` that are similar to x, and clears their `A`.
 *
 * `A[y]` is how many tokens the two prefixes share; it is below 1 if y is ruled out. `neededOverlaps` is by size of y.
 * PPJoin, Algorithm 2: the record whose prefix ends first (in the token ordering) can have further matches only after
 * its prefix, and the other record only from token A[y] on.
 */
export function verifier(
  sides: Sides,
  A: Int32Array,
  neededOverlaps: Uint32Array,
  emit: Emit,
  statistics: JoinStatistics,
): (x: number, candidates: Uint32Array, count: number) => void {
  const { probe, index, probePrefixes, indexPrefixes } = sides;
  const xTokens = probe.tokens;
  const yTokens = index.tokens;
  const yOffsets = index.offsets;
  statistics.verified = 0;
  statistics.results = 0;

  return function verify(x, candidates, count) {
    const xBegin = probe.offsets[x];
    const xEnd = probe.offsets[x + 1];
    const xPrefixEnd = xBegin + probePrefixes[x];
    let verified = 0;
    let results = 0;
    for (let c = 0; c < count; c++) {
      const y = candidates[c];
      const shared = A[y];
      A[y] = 0;
      if (shared < 1) continue;

      const yBegin = yOffsets[y];
      const yEnd = yOffsets[y + 1];
      const yPrefixEnd = yBegin + indexPrefixes[y];
      const alpha = neededOverlaps[yEnd - yBegin];
      const xEndsFirst = xTokens[xPrefixEnd - 1] < yTokens[yPrefixEnd - 1];
      const ubound = shared + (xEndsFirst ? xEnd - xPrefixEnd : yEnd - yPrefixEnd);
      if (ubound < alpha) continue;

      verified++;
      const i = xEndsFirst ? xPrefixEnd : xBegin + shared;
      const j = xEndsFirst ? yBegin + shared : yPrefixEnd;
      const overlap = overlapFrom(xTokens, i, xEnd, yTokens, j, yEnd, shared, alpha);
      if (overlap >= 0) {
        results++;
        emit(x, y, overlap);
      }
    }
    statistics.verified += verified;
    statistics.results += results;
  };
}

/**
 * Overlap of x and y, which is `overlap` plus what `x[i .. xEnd]` and `y[j .. yEnd]` share, or −1 as soon as it cannot
 * reach `needed`. A merge of two ascending runs, O(what is left of both).
 */
export function overlapFrom(
  xTokens: Uint32Array,
  i: number,
  xEnd: number,
  yTokens: Uint32Array,
  j: number,
  yEnd: number,
  overlap: number,
  needed: number,
): number {
  // How many tokens each side may still leave unmatched.
  let spareX = overlap + (xEnd - i) - needed;
  let spareY = overlap + (yEnd - j) - needed;
  if (spareX < 0 || spareY < 0) return -1;
  while (i < xEnd && j < yEnd) {
    const v = xTokens[i];
    const w = yTokens[j];
    if (v === w) {
      overlap++;
      i++;
      j++;
    } else if (v < w) {
      i++;
      if (--spareX < 0) return -1;
    } else {
      j++;
      if (--spareY < 0) return -1;
    }
  }
  return overlap >= needed ? overlap : -1;
}
