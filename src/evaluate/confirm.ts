import { type PagePairs, PagePairsBuilder } from '../cluster/pairs.ts';
import type { ValueSets } from '../grams/token-sets.ts';
import { measures } from '../join/similarity.ts';

/**
 * Those of the candidates whose exact resemblance reaches the threshold, with their overlaps.
 *
 * O(|x| + |y|) a candidate, less where sizes already rule it out or too many grams have missed.
 */
export function confirmPairs(sets: ValueSets, candidates: PagePairs, threshold: number): PagePairs {
  const { offsets, values } = sets;
  // Values as pairs of 32-bit halves: comparing BigInts costs about 40 times as much.
  const halves = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
  const { neededOverlap } = measures.jaccard;
  const confirmed = new PagePairsBuilder();
  for (let pair = 0; pair < candidates.length; pair++) {
    const x = candidates.a[pair];
    const y = candidates.b[pair];
    const sizeX = offsets[x + 1] - offsets[x];
    const sizeY = offsets[y + 1] - offsets[y];
    if (sizeX === 0 || sizeY === 0) continue;
    const needed = neededOverlap(sizeX, sizeY, threshold);
    const overlap = overlapFrom(
      halves,
      ...([2 * offsets[x], 2 * offsets[x + 1], 2 * offsets[y], 2 * offsets[y + 1]] as const),
      needed,
    );
    if (overlap >= needed) confirmed.add(x, y, overlap);
  }
  return confirmed.finish(offsets.length - 1);
}

/** Overlap of two ranges of ascending 64-bit values; once it cannot reach `needed` any more, some smaller number. */
function overlapFrom(
  halves: Uint32Array,
  fromX: number,
  toX: number,
  fromY: number,
  toY: number,
  needed: number,
): number {
  let i = fromX;
  let j = fromY;
  let overlap = 0;
  // Values of each side that may still miss.
  let sparesX = (toX - fromX) / 2 - needed;
  let sparesY = (toY - fromY) / 2 - needed;
  if (sparesX < 0 || sparesY < 0) return 0;
  while (i < toX && j < toY) {
    const high = halves[i + 1] - halves[j + 1];
    const order = high === 0 ? halves[i] - halves[j] : high;
    if (order === 0) {
      overlap++;
      i += 2;
      j += 2;
    } else if (order < 0) {
      if (--sparesX < 0) return overlap;
      i += 2;
    } else {
      if (--sparesY < 0) return overlap;
      j += 2;
    }
  }
  return overlap;
}
