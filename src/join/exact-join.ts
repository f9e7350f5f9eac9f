import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TokenSets } from '../grams/token-sets.ts';
import { Arena, arenaOf } from './engine/arena.ts';
import { kernelModule, kernelModuleNow } from './engine/module.ts';
import { createEngine, joinRange, type RangeResult, type RangeTask } from './engine/range-join.ts';
import { splitProbes } from './engine/split.ts';
import type { Emit } from './join.ts';
import { runInWorker } from './parallel.ts';
import { checkThreshold, type Similarity } from './similarity.ts';
import { countInput, type JoinStatistics, joinStatistics } from './statistics.ts';

/** Pair i is the records `x[i]` and `y[i]` (indexes in ranked order, y < x), which share `overlap[i]` tokens. */
export interface Pairs {
  readonly length: number;
  readonly x: Uint32Array;
  readonly y: Uint32Array;
  readonly overlap: Uint32Array;
}

/** How to join. */
export interface ExactJoinOptions {
  readonly similarity: Similarity;
  /** (0, 1]; for `overlap` a count ≥ 1. Pairs with similarity ≥ threshold are found. */
  readonly threshold: number;
  /** Threads that work on it, this one included. The result does not depend on it. Default 1. */
  readonly threads?: number;
  /** Ends the join: the promise is rejected with its reason. */
  readonly signal?: AbortSignal;
  /** Called now and then with the records probed and the records in all: never fewer than before. */
  onProgress?(done: number, total: number): void;
  /** Filled in. `afterPrefix` and `candidates` are the pairs whose shared prefix tokens reach the needed count. */
  readonly statistics?: JoinStatistics;
}

/** Fewer tokens than this are joined before a worker has got its message. */
const LEAST_TOKENS_A_THREAD = 1 << 17;
const REPORT_MS = 50;

/**
 * Every pair of records with similarity ≥ threshold, each once: the fast exact join, in WebAssembly.
 *
 * Pairs come in ascending x; the order of one x's pairs and all bytes are the same whatever the number of
 * threads. Prefix filter with postings of the tokens that two prefixes share, one count threshold per size,
 * verification against marks of the probing record (Bayardo et al. 2007; Mann, Augsten & Bouros 2016).
 *
 * Memory beside the sets: a copy of the tokens unless `allocateTokens` made the array; for each thread 4–12
 * bytes a prefix token, 4 a distinct token, some 20 a record; 12 bytes a pair, twice at the end.
 *
 * @throws RangeError for another threshold, measure or number of threads, or when 4 GiB do not hold it all;
 *   the signal's reason when it is aborted.
 */
export function exactJoin(sets: TokenSets, options: ExactJoinOptions): Promise<Pairs> {
  return joinSides(sets, options, sets.size, 0);
}

/**
 * Joins the records `probeStart ..` with those before `indexEnd`: all with all for 0 and `sets.size`.
 *
 * `arena`: scratch memory of earlier calls to use again.
 */
export async function joinSides(
  sets: TokenSets,
  options: ExactJoinOptions,
  indexEnd: number,
  probeStart: number,
  reused?: Arena,
): Promise<Pairs> {
  const { similarity, threshold, signal, onProgress, threads = 1 } = options;
  checkThreshold(similarity, threshold);
  if (!Number.isInteger(threads) || threads < 1) {
    throw new RangeError(`threads: expected 1, 2, 3 …; got ${threads}`);
  }
  signal?.throwIfAborted();
  const module = await kernelModule();
  const space = enter(sets, reused);
  try {
    const { arena } = space;
    const used = Math.min(threads, 1 + Math.floor(sets.tokens.length / LEAST_TOKENS_A_THREAD));
    const tasks = splitProbes(
      sets,
      { ...wholeTask(sets, space, similarity, threshold), indexEnd, probeStart },
      used,
    );
    arena.isCancelled = false;
    for (let thread = 0; thread < tasks.length; thread++) arena.setProgress(thread, 0);
    const cancel = (): void => {
      arena.isCancelled = true;
    };
    signal?.addEventListener('abort', cancel, { once: true });
    const report =
      onProgress && ((): void => onProgress(arena.progress(tasks.length), sets.size - probeStart));
    const timer = report && setInterval(report, REPORT_MS);
    try {
      const others = tasks.slice(1).map((task, k) => runInWorker(module, arena, task, k + 1));
      const settled = await Promise.allSettled([runHere(module, arena, tasks[0], report, cancel), ...others]);
      signal?.throwIfAborted();
      const results = settled.map((outcome) => {
        if (outcome.status === 'rejected') throw outcome.reason;
        return outcome.value;
      });
      onProgress?.(sets.size - probeStart, sets.size - probeStart);
      return gather(sets, results, options.statistics);
    } finally {
      clearInterval(timer);
      signal?.removeEventListener('abort', cancel);
    }
  } finally {
    leave(space);
  }
}

/** {@link exactJoin} on this thread without a pause, in the form of the other joins; self-joins only. */
export function exactJoinSync(
  sets: TokenSets,
  similarity: Similarity,
  threshold: number,
  emit: Emit,
  statistics = joinStatistics(),
): void {
  checkThreshold(similarity, threshold);
  const space = enter(sets);
  try {
    const engine = createEngine(kernelModuleNow(), space.arena);
    const steps = joinRange(engine, space.arena, wholeTask(sets, space, similarity, threshold));
    let step = steps.next();
    while (!step.done) step = steps.next();
    const { x, y, overlap, length } = gather(sets, [step.value], statistics);
    for (let i = 0; i < length; i++) emit(x[i], y[i], overlap[i]);
  } finally {
    leave(space);
  }
}

/** Where the sets of a join lie. */
interface Space {
  readonly arena: Arena;
  readonly tokensAt: number;
  readonly offsetsAt: number;
  /** What the arena held before. */
  readonly mark: number;
}

function enter(sets: TokenSets, reused?: Arena): Space {
  const { tokens, offsets } = sets;
  const own = arenaOf(tokens);
  const arena = own && !own.isBusy ? own : (reused ?? new Arena());
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

function leave({ arena, mark }: Space): void {
  arena.release(mark);
  arena.isBusy = false;
}

function wholeTask(sets: TokenSets, space: Space, similarity: Similarity, threshold: number): RangeTask {
  const { size, universe } = sets;
  const { tokensAt, offsetsAt } = space;
  return {
    ...{ tokensAt, offsetsAt, size, universe, similarity, threshold },
    ...{ first: 0, indexEnd: size, probeStart: 0, end: size },
  };
}

/** Runs a task on this thread, letting others have a turn (signals, timers) every few slices. */
async function runHere(
  module: WebAssembly.Module,
  arena: Arena,
  task: RangeTask,
  report: (() => void) | undefined,
  cancel: () => void,
): Promise<RangeResult> {
  try {
    const steps = joinRange(createEngine(module, arena), arena, task);
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

/** The pairs of all ranges in one row, in the order of the ranges. */
function gather(sets: TokenSets, results: readonly RangeResult[], statistics?: JoinStatistics): Pairs {
  let length = 0;
  for (const { columns } of results) for (let c = 0; c < columns.length; c += 3) length += columns[c].length;
  const joined = [0, 1, 2].map(() => new Uint32Array(length));
  let filled = 0;
  for (const { columns } of results) {
    for (let c = 0; c < columns.length; c += 3) {
      for (let k = 0; k < 3; k++) joined[k].set(columns[c + k], filled);
      filled += columns[c].length;
    }
  }
  if (statistics) fillIn(statistics, sets, results, length);
  const [x, y, overlap] = joined;
  return { length, x, y, overlap };
}

function fillIn(
  statistics: JoinStatistics,
  sets: TokenSets,
  results: readonly RangeResult[],
  length: number,
): void {
  countInput(statistics, sets);
  const sum = (value: (result: RangeResult) => number): number =>
    results.reduce((total, result) => total + value(result), 0);
  const candidates = sum((result) => result.candidates);
  statistics.entries = sum((result) => result.entries);
  statistics.afterPrefix = candidates;
  statistics.afterPositional = candidates;
  statistics.afterSuffix = candidates;
  statistics.afterOrderings = candidates;
  statistics.candidates = candidates;
  statistics.verified = sum((result) => result.verified);
  statistics.results = length;
  statistics.milliseconds = {
    index: Math.max(...results.map((result) => result.indexMs)),
    join: Math.max(...results.map((result) => result.joinMs)),
  };
}
