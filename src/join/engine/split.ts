import { measures } from '../similarity.ts';
import type { RangeTask } from './range-join.ts';

/** What a prefix token costs, and each record that has it, in nanoseconds: rough averages over document grams. */
const TOKEN_NS = 10;
const ENTRY_NS = 2;
/** Less work than this is done before another thread has made its index. */
const LEAST_WORK_MS = 16;

/**
 * Splits the probes of `whole` into up to `parts` ranges of about equal work, each with the records that its
 * length window reaches.
 *
 * Work of a record is guessed as its probe prefix times the records in its window. Together the ranges find the
 * pairs of `whole` in the same order. Little work is not split.
 */
export function splitProbes(sizes: Uint32Array, whole: RangeTask, parts: number): RangeTask[] {
  if (parts === 1 || expectedMs(sizes, whole) < LEAST_WORK_MS) return [whole];
  const { minSize, prefix } = boundsBySize(whole);
  const windows = new Uint32Array(sizes.length);
  const work = new Float64Array(sizes.length + 1);
  let low = 0;
  for (let x = whole.probeStart; x < sizes.length; x++) {
    const least = minSize(sizes[x]);
    while (sizes[low] < least) low++;
    windows[x] = low;
    work[x + 1] = work[x] + prefix(sizes[x]) * (x - low + 1);
  }
  const tasks: RangeTask[] = [];
  let probeStart = whole.probeStart;
  for (let part = 1; part <= parts && probeStart < sizes.length; part++) {
    let end = probeStart + 1;
    const target = (work[sizes.length] * part) / parts;
    while (end < sizes.length && (part === parts || work[end] < target)) end++;
    tasks.push({
      ...whole,
      first: windows[probeStart],
      indexEnd: Math.min(end, whole.indexEnd),
      probeStart,
      end,
    });
    probeStart = end;
  }
  return tasks;
}

/** What probing will about take. */
function expectedMs(sizes: Uint32Array, whole: RangeTask): number {
  const { prefix } = boundsBySize(whole);
  let prefixTokens = 0;
  for (let x = whole.probeStart; x < sizes.length; x++) prefixTokens += prefix(sizes[x]);
  // The smaller the part that prefixes are of all tokens, the rarer the tokens in them.
  const part = prefixTokens / Math.max(1, whole.tokenCount);
  const frequency = (part * part * whole.tokenCount) / Math.max(1, whole.universe);
  return (prefixTokens * (TOKEN_NS + ENTRY_NS * frequency)) / 1e6;
}

/** Least partner and probe prefix of records of m tokens; m is to ascend. */
function boundsBySize({ similarity, threshold }: RangeTask) {
  const measure = measures[similarity];
  let size = -1;
  let least = 0;
  let length = 0;
  const move = (m: number): void => {
    if (m === size) return;
    size = m;
    const canMatch = m > 0 && measure.isSimilar(m, m, m, threshold);
    least = canMatch ? measure.minSize(m, threshold) : m;
    length = canMatch ? measure.probePrefix(m, threshold) : 0;
  };
  return {
    minSize(m: number): number {
      move(m);
      return least;
    },
    prefix(m: number): number {
      move(m);
      return length;
    },
  };
}
