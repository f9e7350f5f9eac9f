import { measures } from '../similarity.ts';
import type { RangeTask } from './range-join.ts';
import { sizeRuns } from './size-runs.ts';

/** What a prefix token costs, and each record that has it, in nanoseconds: rough averages over document grams. */
const TOKEN_NS = 10;
const ENTRY_NS = 2;
/** What a prefix token costs that is indexed once more: its record does not probe, and its prefix is half as long. */
const INDEXED_NS = 2;
/**
 * Less work than this is done before another thread has made its index, of few records that others index, too, or of many; and
 * before a thread that is not there yet has started. What takes 15 to 50 ms is guessed to take the least.
 */
const LEAST_WORK_MS = { started: { few: 4, many: 8 }, missing: { few: 16, many: 16 } };
/** From so much guessed work on it is asked what a sample says, where the guess alone would not share it. */
const SAMPLED_MS = 1;
/** The share of prefix tokens that are indexed once more where such records are many. */
const MANY_REPEATED = 1 / 3;

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
 *
 * @param sampled how many records have a prefix token on average, as `sampledFrequency` gives it: asked where that may decide
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
  /** Tokens of the prefix of each. */
  readonly prefix: number;
  /** The work of probing, and the prefix tokens, of all records before them. */
  readonly work: number;
  readonly tokens: number;
}

/** In ascending size; few beside the records, each of which would take as long as to join it at a high threshold. */
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

/** The run that record x is in; for the number of records the last. */
function runOf(profile: Profile, x: number): Run {
  let low = 0;
  for (let high = profile.length; high - low > 1; ) {
    const middle = (low + high) >>> 1;
    if (profile[middle].start <= x) low = middle;
    else high = middle;
  }
  return profile[low];
}

/** The work of all records before x, which is in `run` or behind its last record. */
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

/** The first x of low .. high before which records make the work `target`, or high. */
function firstWith(profile: Profile, target: number, low: number, high: number): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (workOf(runOf(profile, middle), middle) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What probing will about take, and what share of it indexing the prefix tokens once more. */
function expected(
  prefixTokens: number,
  whole: RangeTask,
  leastFrequency = 0,
): { ms: number; indexShare: number } {
  // The smaller the part that prefixes are of all tokens, the rarer the tokens in them.
  const part = prefixTokens / Math.max(1, whole.tokenCount);
  const even = (part * part * whole.tokenCount) / Math.max(1, whole.universe);
  const frequency = Math.max(even, leastFrequency);
  const tokenNs = TOKEN_NS + ENTRY_NS * frequency;
  return { ms: (prefixTokens * tokenNs) / 1e6, indexShare: INDEXED_NS / tokenNs };
}
