import { measures } from '../similarity.ts';
import type { RangeTask } from './range-join.ts';

/** What a prefix token costs, and each record that has it, in nanoseconds: rough averages over document grams. */
const TOKEN_NS = 10;
const ENTRY_NS = 2;
/** What a prefix token costs that is indexed once more: its record does not probe, and its prefix is half as long. */
const INDEXED_NS = 2;
/**
 * Less work than this is done before another thread has made its index; and before one that is not there yet has started. What takes
 * 15 to 50 ms is guessed to take the least.
 */
const LEAST_WORK_MS = { started: 4, missing: 16 };

/** Ranges for each thread that are tried: more of them leave a thread less to wait for, and index more records twice. */
const RANGES_A_THREAD = [1, 2, 3, 4];
/** What guesses of work are off by: the busiest of threads that take one range each had up to 1.3 times its share. */
const OFF_BY = 0.25;

/**
 * Splits the probes of `whole` into ranges of about equal work, each with the records that its length window
 * reaches: several for each of `threads`, which take one after the other.
 *
 * Work of a record is guessed as its probe prefix times the records in its window. Together the ranges find the
 * pairs of `whole` in the same order. There are as many as should end first: a range indexes records that others
 * index, too, so that sets of one size are cut into few. Little work is not split.
 */
export function splitProbes(
  sizes: Uint32Array,
  whole: RangeTask,
  threads: number,
  workers: 'started' | 'missing',
): RangeTask[] {
  if (threads === 1) return [whole];
  const { ms, indexShare } = expected(sizes, whole);
  if (ms < LEAST_WORK_MS[workers]) return [whole];
  const profile = profileOf(sizes, whole);
  const { tokens } = profile;
  let best: RangeTask[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const each of RANGES_A_THREAD) {
    const tasks = cut(profile, whole, each * threads);
    const repeated = tasks.reduce((sum, task) => sum + tokens[task.probeStart] - tokens[task.first], 0);
    const cost = (1 + (indexShare * repeated) / tokens[sizes.length]) * (1 + OFF_BY / each);
    if (cost < least) {
      least = cost;
      best = tasks;
    }
  }
  return best;
}

/** What is known of each record before the join. */
interface Profile {
  /** The first record of its length window. */
  readonly windows: Uint32Array;
  /** The work of probing, and the prefix tokens, of the records before it. */
  readonly work: Float64Array;
  readonly tokens: Float64Array;
}

function profileOf(sizes: Uint32Array, whole: RangeTask): Profile {
  const { minSize, prefix } = boundsBySize(whole);
  const windows = new Uint32Array(sizes.length);
  const work = new Float64Array(sizes.length + 1);
  const tokens = new Float64Array(sizes.length + 1);
  let low = 0;
  for (let x = 0; x < sizes.length; x++) {
    tokens[x + 1] = tokens[x] + prefix(sizes[x]);
    if (x < whole.probeStart) continue;
    const least = minSize(sizes[x]);
    while (sizes[low] < least) low++;
    windows[x] = low;
    work[x + 1] = work[x] + prefix(sizes[x]) * (x - low + 1);
  }
  return { windows, work, tokens };
}

/** Up to `parts` ranges of about equal work. */
function cut({ windows, work }: Profile, whole: RangeTask, parts: number): RangeTask[] {
  const records = windows.length;
  const tasks: RangeTask[] = [];
  let { probeStart } = whole;
  for (let part = 1; part <= parts && probeStart < records; part++) {
    let end = probeStart + 1;
    const target = (work[records] * part) / parts;
    while (end < records && (part === parts || work[end] < target)) end++;
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

/** What probing will about take, and what share of it indexing the prefix tokens once more. */
function expected(sizes: Uint32Array, whole: RangeTask): { ms: number; indexShare: number } {
  const { prefix } = boundsBySize(whole);
  let prefixTokens = 0;
  for (let x = whole.probeStart; x < sizes.length; x++) prefixTokens += prefix(sizes[x]);
  // The smaller the part that prefixes are of all tokens, the rarer the tokens in them.
  const part = prefixTokens / Math.max(1, whole.tokenCount);
  const frequency = (part * part * whole.tokenCount) / Math.max(1, whole.universe);
  const tokenNs = TOKEN_NS + ENTRY_NS * frequency;
  return { ms: (prefixTokens * tokenNs) / 1e6, indexShare: INDEXED_NS / tokenNs };
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
