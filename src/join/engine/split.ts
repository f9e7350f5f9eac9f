import { measures } from '../similarity.ts';
import type { RangeTask } from './range-join.ts';
import { sizeRuns } from './size-runs.ts';

/** Nanoseconds that a prefix token costs, and each record that has it: rough averages over document grams. */
const TOKEN_NS = 10;
const ENTRY_NS = 2;
/** Nanoseconds to index a prefix token once more: its record does not probe, and its prefix is half as long. */
const INDEXED_NS = 2;
/**
 * Work guessed to take less is not split: it is done before another thread has made its index, in which `few` or `many`
 * records are also in others' indexes, or before a `missing` worker has started. The real time of work guessed to take
 * this long is 15 to 50 ms.
 */
const LEAST_WORK_MS = { started: { few: 4, many: 8 }, missing: { few: 16, many: 16 } };
/** From this much guessed work on, a sample is taken if the guess alone would not split the work. */
const SAMPLED_MS = 1;
/** Records that several ranges index are many if they have more than this share of the prefix tokens. */
const MANY_REPEATED = 1 / 3;

/** Numbers of ranges per thread that are tried: with more ranges threads wait less, but index more records twice. */
const RANGES_A_THREAD = [1, 2, 3, 4];
/** Error of guessed work: where each thread takes one range, the busiest thread had up to 1.3 times its share. */
const OFF_BY = 0.25;

/**
 * Splits the probes of `whole` into ranges of about equal work, each with the records in its length window. There are
 * several ranges per thread; threads take one after the other.
 *
 * The work of a record is guessed as its probe prefix times the records in its window. Together the ranges find the
 * pairs of `whole` in the same order. The number of ranges is the one that should finish first: a range also indexes
 * records that others index, so sets of one size are cut into few ranges. Little work is not split.
 *
 * @param sampled returns how many records have a prefix token on average, as `sampledFrequency` does; called only if
 *   it matters
 */
export function splitProbes(
  sizes: Uint32Array,
  whole: RangeTask,
  threads: number,
  workers: 'started' | 'missing',
  sampled: (prefixTokens: number) => number = () => 0,
): RangeTask[] {
  if (threads === 1) return [whole];
  const profile = profileOf(sizes, whole);
  const prefixTokens = tokensBefore(profile, whole.end) - tokensBefore(profile, whole.probeStart);
  const least = LEAST_WORK_MS[workers];
  let { ms, indexShare } = expected(prefixTokens, whole);
  if (ms >= SAMPLED_MS && ms < least.few)
    ({ ms, indexShare } = expected(prefixTokens, whole, sampled(prefixTokens)));
  if (ms < least.few) return [whole];
  let best: RangeTask[] = [];
  let leastCost = Number.POSITIVE_INFINITY;
  let bestRepeated = 0;
  for (const each of RANGES_A_THREAD) {
    const tasks = cut(profile, whole, each * threads);
    const twice = tasks.reduce(
      (sum, task) => sum + tokensBefore(profile, task.probeStart) - tokensBefore(profile, task.first),
      0,
    );
    const repeated = twice / tokensBefore(profile, sizes.length);
    const cost = (1 + indexShare * repeated) * (1 + OFF_BY / each);
    if (cost < leastCost) {
      leastCost = cost;
      best = tasks;
      bestRepeated = repeated;
    }
  }
  return bestRepeated > MANY_REPEATED && ms < least.many ? [whole] : best;
}

/** The records of one size, and what is known of them before the join. */
interface Run {
  /** The first of them, and the first that probes. */
  readonly start: number;
  readonly probing: number;
  /** The first record of their length window. */
  readonly window: number;
  /** Prefix tokens of each record. */
  readonly prefix: number;
  /** The work of probing, and the prefix tokens, of all records before them. */
  readonly work: number;
  readonly tokens: number;
}

/** Runs in ascending size. They are few: a profile by record would take as long as the join at a high threshold. */
type Profile = readonly Run[];

function profileOf(sizes: Uint32Array, { similarity, threshold, probeStart }: RangeTask): Profile {
  const measure = measures[similarity];
  const runs = sizeRuns(sizes, 0, sizes.length);
  const profile: Run[] = [];
  let low = 0;
  for (let k = 0, work = 0, tokens = 0; k < runs.length; k += 2) {
    const [m, start, , end = sizes.length] = runs.slice(k, k + 4);
    const canMatch = m > 0 && measure.isSimilar(m, m, m, threshold);
    const least = canMatch ? measure.minSize(m, threshold) : m;
    while (runs[low] < least) low += 2;
    const probing = Math.min(end, Math.max(start, probeStart));
    const prefix = canMatch ? measure.probePrefix(m, threshold) : 0;
    const run = { start, probing, window: runs[low + 1], prefix, work, tokens };
    profile.push(run);
    work = workOf(run, end);
    tokens += prefix * (end - start);
  }
  return profile;
}

/** The run that contains record x; the last run if x is the number of records. */
function runOf(profile: Profile, x: number): Run {
  let low = 0;
  for (let high = profile.length; high - low > 1; ) {
    const middle = (low + high) >>> 1;
    if (profile[middle].start <= x) low = middle;
    else high = middle;
  }
  return profile[low];
}

/** The work of all records before x, which is a record of the run or the one after it. */
function workOf({ probing, window, prefix, work }: Run, x: number): number {
  const count = Math.max(0, x - probing);
  return work + prefix * (count * (probing - window + 1) + (count * (count - 1)) / 2);
}

function tokensBefore(profile: Profile, x: number): number {
  if (profile.length === 0) return 0;
  const { start, prefix, tokens } = runOf(profile, x);
  return tokens + prefix * (x - start);
}

/** Up to `parts` ranges of about equal work. */
function cut(profile: Profile, whole: RangeTask, parts: number): RangeTask[] {
  const records = whole.end;
  const all = workOf(runOf(profile, records), records);
  const tasks: RangeTask[] = [];
  let { probeStart } = whole;
  for (let part = 1; part <= parts && probeStart < records; part++) {
    const end = part === parts ? records : firstWith(profile, (all * part) / parts, probeStart + 1, records);
    tasks.push({
      ...whole,
      first: runOf(profile, probeStart).window,
      indexEnd: Math.min(end, whole.indexEnd),
      probeStart,
      end,
    });
    probeStart = end;
  }
  return tasks;
}

/** The first x of low .. high such that the work of the records before x reaches `target`, else high. */
function firstWith(profile: Profile, target: number, low: number, high: number): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (workOf(runOf(profile, middle), middle) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Guesses how long probing takes, and what share of that indexing the prefix tokens once more would take. */
function expected(
  prefixTokens: number,
  whole: RangeTask,
  leastFrequency = 0,
): { ms: number; indexShare: number } {
  // The smaller the prefixes' part of all tokens, the rarer their tokens.
  const part = prefixTokens / Math.max(1, whole.tokenCount);
  const even = (part * part * whole.tokenCount) / Math.max(1, whole.universe);
  const frequency = Math.max(even, leastFrequency);
  const tokenNs = TOKEN_NS + ENTRY_NS * frequency;
  return { ms: (prefixTokens * tokenNs) / 1e6, indexShare: INDEXED_NS / tokenNs };
}
