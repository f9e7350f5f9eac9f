import type { TokenSets } from '../../grams/token-sets.ts';
import { measures } from '../similarity.ts';
import type { RangeTask } from './range-join.ts';

/**
 * Splits the probes of `whole` into up to `parts` ranges of about equal work, each with the records that its
 * length window reaches.
 *
 * Work of a record is guessed as its probe prefix times the records in its window. Together the ranges find the
 * pairs of `whole` in the same order.
 */
export function splitProbes(sets: TokenSets, whole: RangeTask, parts: number): RangeTask[] {
  const { offsets } = sets;
  const measure = measures[whole.similarity];
  const { threshold } = whole;
  if (parts === 1) return [whole];
  const windows = new Uint32Array(sets.size);
  const work = new Float64Array(sets.size + 1);
  let low = 0;
  let size = -1;
  let prefix = 0;
  for (let x = whole.probeStart; x < sets.size; x++) {
    const m = offsets[x + 1] - offsets[x];
    if (m !== size) {
      size = m;
      const canMatch = m > 0 && measure.isSimilar(m, m, m, threshold);
      prefix = canMatch ? measure.probePrefix(m, threshold) : 0;
      const least = canMatch ? measure.minSize(m, threshold) : m;
      while (offsets[low + 1] - offsets[low] < least) low++;
    }
    windows[x] = low;
    work[x + 1] = work[x] + prefix * (x - low + 1);
  }
  const tasks: RangeTask[] = [];
  let probeStart = whole.probeStart;
  for (let part = 1; part <= parts && probeStart < sets.size; part++) {
    let end = probeStart + 1;
    const target = (work[sets.size] * part) / parts;
    while (end < sets.size && (part === parts || work[end] < target)) end++;
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
