import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkOptionNames } from '../argument-checks.ts';
import { ascending } from '../grams/counting-sort.ts';
import type { TokenSets } from '../grams/token-sets.ts';
import { Arena, arenaOf } from './engine/arena.ts';
import {
  type Expander,
  expandPairs,
  type Groups,
  groupRecords,
  HEAD_LENGTH,
  leastSimilar,
} from './engine/groups.ts';
import { kernelModule } from './engine/module.ts';
import { areStarted, expandInWorker, possibleThreads, runInWorker } from './engine/parallel.ts';
import {
  type Columns,
  type Engine,
  engineOn,
  joinRanges,
  type RangeResult,
  type RangeTask,
  type ResultPart,
  type ThreadResult,
} from './engine/range-join.ts';
import { sampledFrequency } from './engine/sampled-frequency.ts';
import { splitProbes } from './engine/split.ts';
import { checkRanked } from './input-checks.ts';
import { checkThreshold, measures, type Similarity } from './similarity.ts';
import { countInput, type JoinStatistics } from './statistics.ts';
import { threadCount } from './threads.ts';

/** Pair i consists of records `x[i]` and `y[i]` (indexes in ranked order, y < x), which share `overlap[i]` tokens. */
export interface Pairs {
  readonly length: number;
  readonly x: Uint32Array;
  readonly y: Uint32Array;
  readonly overlap: Uint32Array;
}

/** Pairs of records, given by the distinct sets that they have: equal records would make very many pairs. */
export interface GroupedPairs {
  /** Number of pairs of records. */
  readonly length: number;
  /** Pairs of groups of equal records: each record of one is similar to each record of the other. */
  readonly pairs: Pairs;
  /** The records of group g, ascending, are `members[begins[g] .. begins[g + 1]]`. */
  readonly begins: Uint32Array;
  readonly members: Uint32Array;
  /** The overlap of two records of group g; 0 if they are not similar, or if it has one record. */
  readonly overlapWithin: Uint32Array;
}

/** How to join. */
export interface ExactJoinOptions {
  readonly similarity: Similarity;
  /** (0, 1]; for `overlap` a count ≥ 1. Pairs with similarity ≥ threshold are found. */
  readonly threshold: number;
  /** Number of threads, this one included; more than 256 count as 256. Does not change the result. Default 1. */
  readonly threads?: number;
  /**
   * Leaves the pairs in the memory that holds the sets instead of copying them out. They are valid until the sets are
   * joined again. Default false.
   */
  readonly inPlace?: boolean;
  /** Aborts the join: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called from time to time with the number of sets probed, which never falls, and the number of distinct sets. */
  onProgress?(done: number, total: number): void;
  /**
   * Filled in. `afterPrefix` and `candidates` count the pairs of distinct sets that share enough prefix tokens, and the
   * pairs found that follow from equal records.
   */
  readonly statistics?: JoinStatistics;
}

const OPTIONS: Record<keyof ExactJoinOptions, true> = {
  similarity: true,
  threshold: true,
  threads: true,
  inPlace: true,
  signal: true,
  onProgress: true,
  statistics: true,
};

const REPORT_MS = 50;

/**
 * Finds every pair of records with similarity ≥ threshold, each once. This is the fast exact join, in WebAssembly.
 *
 * Pairs come in ascending x. All bytes of the result, the order of the pairs of one x included, are the same for any
 * number of threads. Method: a prefix filter with postings of the tokens that two prefixes share, one count threshold
 * per size, and verification against marks of the probing record (Bayardo et al. 2007; Mann, Augsten & Bouros 2016).
 *
 * Memory in addition to the sets: a copy of the tokens unless `allocateTokens` made their array; for each thread 4–12
 * bytes a prefix token, 5 a distinct token, some 20 a record; 32 bytes a record if most prefixes are short; 12 bytes a
 * pair, 24 at the end.
 *
 * @throws RangeError for an invalid threshold, measure or number of threads, or if the join needs more than 4 GiB;
 *   the signal's reason if it is aborted.
 */
export async function exactJoin(sets: TokenSets, options: ExactJoinOptions): Promise<Pairs> {
  checkRanked('exactJoin', sets);
  checkOptionNames('exactJoin', options, OPTIONS);
  return joinSplit(sets, options, 0);
}

/**
 * Finds what {@link exactJoin} finds, but does not make the pairs of records that follow from equal records: 30,000
 * equal records are 450 million pairs, which would take 5 GB. Memory and errors as there, with 12 bytes, 24 at the end,
 * for a pair of groups.
 */
export async function groupedJoin(
  sets: TokenSets,
  options: Omit<ExactJoinOptions, 'inPlace'>,
): Promise<GroupedPairs> {
  checkRanked('groupedJoin', sets);
  checkOptionNames('groupedJoin', options, OPTIONS);
  return joinTasks(sets, options, 0, undefined, async ({ arena, work, results, parts }) => {
    const [x, y, overlap] = concatenate(parts, arena);
    const pairs = { length: x.length, x, y, overlap };
    const grouped = groupedPairs(sets, arena, work, pairs, options);
    if (options.statistics) fillIn(options.statistics, sets, results, grouped.length);
    return grouped;
  });
}

/**
 * Joins the records from number `split` on with the records before it; if `split` is 0, all records with each other.
 * Each part is in ascending size, and no record of the second part is smaller than one of the first.
 *
 * `reused`: an arena of earlier calls to work in.
 */
export async function joinSplit(
  sets: TokenSets,
  options: ExactJoinOptions,
  split: number,
  reused?: Arena,
): Promise<Pairs> {
  return joinTasks(
    sets,
    options,
    split,
    reused,
    async ({ arena, engine, work, results, parts, expander }) => {
      const [x, y, overlap] =
        work.groups && work.groups.size < sets.size
          ? await expandPairs(engine.kernel, arena, work.groups, parts, sets.size, {
              ...options,
              ...expander,
            })
          : concatenate(parts, arena);
      const { length } = x;
      if (options.statistics) fillIn(options.statistics, sets, results, length);
      return { length, x, y, overlap };
    },
  );
}

/** What was found, before pairs of groups become pairs of records. */
interface Found {
  readonly arena: Arena;
  readonly engine: Engine;
  readonly work: Work;
  readonly results: readonly ThreadResult[];
  /** The pairs of all ranges, in the order of the ranges. */
  readonly parts: readonly ResultPart[];
  readonly expander: Expander;
}

/** Plans and runs a join, and gathers what was found while its memory still holds it. */
async function joinTasks<T>(
  sets: TokenSets,
  options: ExactJoinOptions,
  split: number,
  reused: Arena | undefined,
  gather: (found: Found) => Promise<T>,
): Promise<T> {
  const { similarity, threshold, signal, onProgress, inPlace = false } = options;
  checkThreshold(similarity, threshold);
  const threads = threadCount(options.threads ?? 1);
  signal?.throwIfAborted();
  const module = await kernelModule();
  const space = enter(sets, reused);
  try {
    const { arena } = space;
    const engine = engineOn(module, arena);
    const work = planWork(sets, space, options, split, engine);
    const possible = possibleThreads(threads);
    const workers = areStarted(possible - 1) ? 'started' : 'missing';
    const tasks = splitProbes(work.sizes, work.task, possible, workers, (prefixTokens) =>
      sampledFrequency(arena, work.task, prefixTokens),
    );
    const working = Math.min(possible, tasks.length);
    arena.isCancelled = false;
    arena.resetTasks();
    for (let thread = 0; thread < working; thread++) arena.setProgress(thread, 0);
    const cancel = (): void => {
      arena.isCancelled = true;
    };
    signal?.addEventListener('abort', cancel, { once: true });
    const total = work.task.size - split;
    const report = onProgress && ((): void => onProgress(arena.progress(working), total));
    const timer = report && setInterval(report, REPORT_MS);
    try {
      const others = Array.from({ length: working - 1 }, (_, k) => runInWorker(module, arena, tasks, k + 1));
      const settled = await Promise.allSettled([runHere(engine, arena, tasks, report, cancel), ...others]);
      signal?.throwIfAborted();
      const results = settled.map((outcome) => {
        if (outcome.status === 'rejected') throw outcome.reason;
        return outcome.value;
      });
      onProgress?.(total, total);
      const ranges = results.flat().sort(([a], [b]) => a - b);
      return await gather({
        ...{ arena, engine, work, results },
        parts: ranges.flatMap(([, { parts }]) => parts),
        expander: {
          others: (workers === 'started' ? possible : working) - 1,
          expandElsewhere: (expansion) => expandInWorker(module, arena, expansion),
        },
      });
    } finally {
      clearInterval(timer);
      signal?.removeEventListener('abort', cancel);
    }
  } finally {
    leave(space, inPlace);
  }
}

/** Where the sets of a join are in memory. */
interface Space {
  readonly arena: Arena;
  readonly tokensAt: number;
  readonly offsetsAt: number;
  /** `top` of the arena before the join. */
  readonly mark: number;
}

function enter(sets: TokenSets, reused?: Arena): Space {
  const { tokens, offsets } = sets;
  const own = arenaOf(tokens);
  const arena = own && !own.isBusy ? own : (reused ?? new Arena());
  if (arena === own) own.forgetKept();
  const mark = arena.top;
  let tokensAt = tokens.byteOffset;
  if (arena !== own) {
    tokensAt = arena.allocate(4 * tokens.length);
    arena.words(tokensAt, tokens.length).set(tokens);
  }
  const offsetsAt = arena.allocate(4 * offsets.length);
  arena.words(offsetsAt, offsets.length).set(offsets);
  arena.isBusy = true;
  return { arena, tokensAt, offsetsAt, mark };
}

function leave({ arena, mark }: Space, inPlace: boolean): void {
  if (inPlace) arena.keepFrom(mark);
  else arena.release(mark);
  arena.isBusy = false;
}

/** What the kernel joins: the records, or the distinct sets among them. */
interface Work {
  readonly task: RangeTask;
  readonly sizes: Uint32Array;
  readonly groups?: Groups;
}

function planWork(
  sets: TokenSets,
  { arena, tokensAt, offsetsAt }: Space,
  { similarity, threshold }: ExactJoinOptions,
  split: number,
  { kernel }: Engine,
): Work {
  const { size, offsets, tokens, universe, singletons = 0 } = sets;
  // Two parts are not grouped: equal records of different parts must stay separate.
  const groups =
    split === 0
      ? groupRecords(
          kernel,
          arena,
          tokensAt,
          offsetsAt,
          size,
          singletons,
          areShort(sets, similarity, threshold),
        )
      : undefined;
  const count = groups?.size ?? size;
  const startsAt = groups?.startsAt ?? offsetsAt;
  const sizesAt = groups?.sizesAt ?? arena.allocate(4 * count);
  const sizes = arena.words(sizesAt, count);
  if (!groups) for (let x = 0; x < count; x++) sizes[x] = offsets[x + 1] - offsets[x];
  const task = {
    ...{
      tokensAt,
      startsAt,
      sizesAt,
      headsAt: groups?.headsAt ?? 0,
      tokenCount: tokens.length,
      size: count,
      universe,
      singletons,
    },
    areDistinct: groups?.areDistinct ?? false,
    ...{ similarity, threshold, first: 0, indexEnd: split || count, probeStart: split, end: count },
  };
  return { task, sizes, ...(groups && { groups }) };
}

/** Whether the prefixes of most records are short enough to be read from their heads. */
function areShort({ size, tokens }: TokenSets, similarity: Similarity, threshold: number): boolean {
  const average = Math.max(1, Math.round(tokens.length / Math.max(1, size)));
  const { isSimilar, probePrefix } = measures[similarity];
  return isSimilar(average, average, average, threshold) && probePrefix(average, threshold) <= HEAD_LENGTH;
}

/** Joins ranges on this thread; every `REPORT_MS` signals and timers get a turn. */
async function runHere(
  engine: Engine,
  arena: Arena,
  tasks: readonly RangeTask[],
  report: (() => void) | undefined,
  cancel: () => void,
): Promise<ThreadResult> {
  try {
    const steps = joinRanges(engine, arena, tasks);
    let pausedAt = performance.now();
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      arena.setProgress(0, step.value);
      if (performance.now() - pausedAt < REPORT_MS) continue;
      report?.();
      await nextTurn();
      pausedAt = performance.now();
      if (arena.isCancelled) throw new Error('join: cancelled');
    }
  } catch (error) {
    // Whatever happened here, the other threads need not go on.
    cancel();
    throw error;
  }
}

function groupedPairs(
  { size }: TokenSets,
  arena: Arena,
  { groups, sizes }: Work,
  pairs: Pairs,
  { similarity, threshold }: ExactJoinOptions,
): GroupedPairs {
  const count = groups?.size ?? size;
  const begins = groups ? arena.words(groups.beginsAt, count + 1).slice() : ascending(count + 1);
  const members = groups ? arena.words(groups.membersAt, size).slice() : ascending(size);
  const least = leastSimilar(similarity, threshold);
  const overlapWithin = new Uint32Array(count);
  const recordsOf = (group: number): number => begins[group + 1] - begins[group];
  let length = 0;
  for (let g = 0; g < count; g++) {
    const records = recordsOf(g);
    if (records === 1 || sizes[g] < least) continue;
    overlapWithin[g] = sizes[g];
    length += (records * (records - 1)) / 2;
  }
  for (let i = 0; i < pairs.length; i++) length += recordsOf(pairs.x[i]) * recordsOf(pairs.y[i]);
  return { length, pairs, begins, members, overlapWithin };
}

function concatenate(parts: readonly ResultPart[], arena: Arena): Columns {
  const length = parts.reduce((sum, { count }) => sum + count, 0);
  const columns: Columns = [new Uint32Array(length), new Uint32Array(length), new Uint32Array(length)];
  let filled = 0;
  for (const { at, capacity, count } of parts) {
    for (let k = 0; k < 3; k++) columns[k].set(arena.words(at + 4 * k * capacity, count), filled);
    filled += count;
  }
  return columns;
}

function fillIn(
  statistics: JoinStatistics,
  sets: TokenSets,
  results: readonly ThreadResult[],
  length: number,
): void {
  countInput(statistics, [sets]);
  type Value = (result: RangeResult) => number;
  const sumOf = (ranges: ThreadResult, value: Value): number =>
    ranges.reduce((total, [, result]) => total + value(result), 0);
  const sum = (value: Value): number => sumOf(results.flat(), value);
  const ofDistinctSets = sum((result) => result.parts.reduce((pairs, { count }) => pairs + count, 0));
  const candidates = sum((result) => result.candidates) + length - ofDistinctSets;
  statistics.entries = sum((result) => result.entries);
  statistics.afterPrefix = candidates;
  statistics.afterPositional = candidates;
  statistics.afterSuffix = candidates;
  statistics.afterOrderings = candidates;
  statistics.candidates = candidates;
  statistics.verified = sum((result) => result.verified);
  statistics.results = length;
  const times = results.map((ranges) => ({
    index: sumOf(ranges, (result) => result.indexMs),
    join: sumOf(ranges, (result) => result.joinMs),
  }));
  // both times are of the slowest thread: the maximum of each might belong to different threads
  statistics.milliseconds = times.reduce((longest, each) =>
    each.index + each.join > longest.index + longest.join ? each : longest,
  );
}
