import { lowerBound } from '../../grams/lower-bound.ts';

/** MAXDEPTH of the paper: how often a suffix is halved. */
export const MAX_DEPTH = 2;

/**
 * A lower bound of the Hamming distance (size of the symmetric difference) of `x[xBegin .. xEnd]` and
 * `y[yBegin .. yEnd]`: if it is above `hMax`, so is the distance.
 *
 * PPJoin+, Algorithm 3: y is split at its middle token w and x where w would stand; tokens on different sides of
 * w never match, so the differences of the halves' sizes add up. Then each half is split in turn. `maxDepth` 0
 * compares the sizes alone. O(2^maxDepth · log hMax).
 *
 * The paper searches x[mid − o − …, mid + o + …] and prunes where w is not within. Read literally that loses
 * pairs: the range must be clipped to the record, and at a clipped end a token beyond w is no reason to prune.
 */
export function suffixFilter(
  x: Uint32Array,
  xBegin: number,
  xEnd: number,
  y: Uint32Array,
  yBegin: number,
  yEnd: number,
  hMax: number,
  maxDepth: number,
): number {
  const m = xEnd - xBegin;
  const n = yEnd - yBegin;
  const sizeDifference = Math.abs(m - n);
  if (maxDepth === 0 || n === 0 || sizeDifference > hMax) return sizeDifference;

  const half = n >> 1;
  const w = y[yBegin + half];

  // If w stands p tokens into x, the halves differ by at least |p − half| and |m − n − (p − half)|.
  const o = (hMax - sizeDifference) >> 1;
  const low = Math.max(xBegin, xBegin + half + Math.min(0, m - n) - o);
  const high = Math.min(xEnd, xBegin + half + Math.max(0, m - n) + o);
  if (low > xBegin && x[low - 1] >= w) return hMax + 1;
  if (high < xEnd && x[high] < w) return hMax + 1;
  const split = lowerBound(x, low, high, w);
  const isShared = split < xEnd && x[split] === w;
  const xRight = isShared ? split + 1 : split;
  const yMiddle = yBegin + half;
  const yRight = yMiddle + 1;
  const difference = isShared ? 0 : 1;

  const left = Math.abs(split - xBegin - half);
  const right = Math.abs(xEnd - xRight - (yEnd - yRight));
  if (left + right + difference > hMax) return left + right + difference;
  const hLeft = suffixFilter(x, xBegin, split, y, yBegin, yMiddle, hMax - right - difference, maxDepth - 1);
  if (hLeft + right + difference > hMax) return hLeft + right + difference;
  const hRight = suffixFilter(x, xRight, xEnd, y, yRight, yEnd, hMax - hLeft - difference, maxDepth - 1);
  return hLeft + hRight + difference;
}
