import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TokenSets } from '../grams/token-sets.ts';
import { Arena, arenaOf } from './engine/arena.ts';
import { type Expander, type Groups, groupRecords, HEAD_LENGTH } from './engine/groups.ts';
import { kernelModule } from './engine/module.ts';
import { areStarted, expandInWorker, possibleThreads, runInWorker } from './engine/parallel.ts';
import {
  type Engine,
  engineOn,
  joinRanges,
  type RangeTask,
  type ResultPart,
  type ThreadResult,
} from './engine/range-join.ts';
import { sampledFrequency } from './engine/sampled-frequency.ts';
import { splitProbes } from './engine/split.ts';
import { checkThreshold, measures, type Similarity } from './similarity.ts';
import { threadCount } from './threads.ts';

/** How to join. */
export interface JoinOptions {
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
}

const REPORT_MS = 50;

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
export async function joinTasks<T>(
  sets: TokenSets,
  options: JoinOptions,
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
export interface Work {
  readonly task: RangeTask;
  readonly sizes: Uint32Array;
  readonly groups?: Groups;
}

function planWork(
  sets: TokenSets,
  { arena, tokensAt, offsetsAt }: Space,
  { similarity, threshold }: JoinOptions,
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
