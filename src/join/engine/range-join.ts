import { measures, type Similarity } from '../similarity.ts';
import { type Arena, Scratch } from './arena.ts';
import { fillNeededBySum, fillNeededRow, needed } from './bounds.ts';
import type { JoinKernel } from './module.ts';
import { sizeRuns } from './size-runs.ts';
import type { CompiledKernel } from './web-assembly.ts';

/** A part of a join: the records that probe, and those that are indexed for them. Plain data: it goes to workers. */
export interface RangeTask {
  /** Addresses of the tokens, of each record's place in them, and of its size. */
  readonly tokensAt: number;
  readonly startsAt: number;
  readonly sizesAt: number;
  /** The first tokens of each record, as in `Groups`; 0 if there are none. */
  readonly headsAt: number;
  /** Number of tokens of all records. */
  readonly tokenCount: number;
  /** Number of all records. */
  readonly size: number;
  readonly universe: number;
  /** Tokens below this one occur in at most one record. */
  readonly singletons: number;
  /** Whether no two records are equal. */
  readonly areDistinct: boolean;
  readonly similarity: Similarity;
  readonly threshold: number;
  /** Records `first .. indexEnd` are indexed; `probeStart .. end` probe, each against the indexed ones before it. */
  readonly first: number;
  readonly indexEnd: number;
  readonly probeStart: number;
  readonly end: number;
}

/** The x, the y and the overlap of some pairs. */
export type Columns = readonly [Uint32Array, Uint32Array, Uint32Array];

/** Pairs in the arena: three columns of `capacity` words (x, y, overlap) from `at` on, `count` of each in use. */
export interface ResultPart {
  readonly at: number;
  readonly capacity: number;
  readonly count: number;
}

/** Where the pairs of a range are in the arena, and what was done to find them. Plain data: it comes from workers. */
export interface RangeResult {
  readonly parts: readonly ResultPart[];
  readonly entries: number;
  readonly candidates: number;
  readonly verified: number;
  readonly indexMs: number;
  readonly joinMs: number;
}

/** A slice is about this long: short enough for progress and cancellation, and for V8 to swap in optimised code. */
const SLICE_MS = 8;
const FIRST_SLICE = 64;
const LEAST_RESULTS = 1 << 16;

/**
 * Up to this average size, 64-bit signatures are compared before tokens (27 % faster on 32 shingles at t = 0.95, twice
 * as fast on 10 tokens of 870). Signatures of larger records have most bits set.
 */
const SIGNED_SIZE = 64;

/** An instance of the kernel on an arena. */
export interface Engine {
  readonly kernel: JoinKernel;
  /** Called by the kernel; set before each join. */
  fillNeeded: (m: number, minSize: number) => void;
}

/** One engine per arena: making instances would take a tenth of the time of short joins. */
const engines = new WeakMap<Arena, Engine>();

/** The kernel in the memory of an arena. */
export function engineOn(module: CompiledKernel, arena: Arena): Engine {
  const made = engines.get(arena) ?? createEngine(module, arena);
  engines.set(arena, made);
  return made;
}

function createEngine(module: CompiledKernel, arena: Arena): Engine {
  const imports = {
    env: {
      memory: arena.memory as WebAssembly.Memory,
      fillNeeded: (m: number, minSize: number) => engine.fillNeeded(m, minSize),
    },
  };
  const kernel = new WebAssembly.Instance(module, imports).exports as unknown as JoinKernel;
  const engine: Engine = { kernel, fillNeeded: () => {} };
  arena.clear = (at, bytes) => kernel.clear(at, bytes);
  return engine;
}

/** The ranges that one thread has joined, by their numbers. */
export type ThreadResult = readonly (readonly [number, RangeResult])[];

/**
 * Joins ranges until threads have taken all of them: the range of the smallest records first, then from the largest
 * down, since the time of both ends is the hardest to guess. Yields the number of records probed so far, as `joinRange`
 * does.
 */
export function* joinRanges(
  engine: Engine,
  arena: Arena,
  tasks: readonly RangeTask[],
): Generator<number, ThreadResult, void> {
  const results: [number, RangeResult][] = [];
  const scratch = new Scratch(arena);
  let probed = 0;
  for (let taken = arena.takeTask(); taken < tasks.length; taken = arena.takeTask()) {
    const k = (tasks.length - taken) % tasks.length;
    const steps = joinRange(engine, arena, scratch, tasks[k]);
    let step = steps.next();
    for (; !step.done; step = steps.next()) yield probed + step.value;
    results.push([k, step.value]);
    probed += tasks[k].end - tasks[k].probeStart;
    scratch.reuse();
  }
  return results;
}

/**
 * Joins one range in slices of some milliseconds; yields the number of records probed so far after each.
 *
 * Three passes: `mark` finds the tokens that two prefixes share within a length window, `compact` renumbers
 * them and counts their lists, `probe` looks up and indexes the records in ascending size.
 * Scratch memory: 5 bytes a distinct token that occurs in several records, 4–8 a prefix token, some 20 a record.
 */
function* joinRange(
  engine: Engine,
  arena: Arena,
  scratch: Scratch,
  task: RangeTask,
): Generator<number, RangeResult, void> {
  const { kernel } = engine;
  const { first, end } = task;
  const startedAt = performance.now();
  const plan = bind(engine, arena, scratch, task);
  yield* inSlices(first, end, end, (from, to) => kernel.mark(from, to));
  yield* inSlices(first, end, end, (from, to) => kernel.compact(from, to));
  const postingsAt = scratch.allocate(4 * kernel.place());
  plan.bindProbe(postingsAt);
  kernel.beginProbe(first);
  const probedAt = performance.now();

  const capacity = Math.max(end - first, LEAST_RESULTS);
  const parts: ResultPart[] = [];
  let at = 0;
  const startPart = (): void => {
    at = arena.allocate(12 * capacity);
    kernel.bindResults(at, capacity);
  };
  const endPart = (): void => {
    parts.push({ at, capacity, count: kernel.resultCount.value });
  };
  startPart();
  yield* inSlices(first, end, task.probeStart, (from, to) => {
    const next = kernel.probe(from, to);
    if (next < to) {
      endPart();
      startPart();
    }
    return next;
  });
  endPart();
  return {
    parts,
    entries: Number(kernel.entryCount.value),
    candidates: Number(kernel.candidateCount.value),
    verified: Number(kernel.verifiedCount.value),
    indexMs: probedAt - startedAt,
    joinMs: performance.now() - probedAt,
  };
}

/**
 * Runs `step(from, to)` over first .. end in slices of about `SLICE_MS`; `step` returns where to continue.
 * Yields how many records after `counted` are done.
 */
function* inSlices(
  first: number,
  end: number,
  counted: number,
  step: (from: number, to: number) => number,
): Generator<number, void, void> {
  let length = FIRST_SLICE;
  for (let x = first; x < end; ) {
    const startedAt = performance.now();
    x = step(x, Math.min(end, x + length));
    const elapsedMs = performance.now() - startedAt;
    if (elapsedMs < SLICE_MS / 2) length *= 2;
    else if (elapsedMs > SLICE_MS * 2 && length > FIRST_SLICE) length /= 2;
    yield Math.max(0, x - counted);
  }
}

/** Lays out the memory of a range and binds the kernel to it. */
function bind(
  engine: Engine,
  arena: Arena,
  scratch: Scratch,
  task: RangeTask,
): { bindProbe(postingsAt: number): void } {
  const { kernel } = engine;
  const { first, end, indexEnd, probeStart, similarity, threshold, singletons, areDistinct } = task;
  const measure = measures[similarity];
  const sizes = arena.words(task.sizesAt, task.size);
  const records = end - first;
  const largest = end > first ? sizes[end - 1] : 0;

  // The sizes that occur, where their records start, and an end mark above all sizes.
  const classes = sizeRuns(sizes, first, end);
  const count = classes.length / 2;
  classes.push(2 ** 32 - 1, end);
  const classSizesAt = scratch.allocate(4 * (count + 1));
  const classStartsAt = scratch.allocate(4 * (count + 1));
  const classSizes = arena.words(classSizesAt, count + 1);
  const classStarts = arena.words(classStartsAt, count + 1);
  for (let k = 0; k <= count; k++) {
    classSizes[k] = classes[2 * k];
    classStarts[k] = classes[2 * k + 1];
  }

  // Bounds by size, filled in for the sizes that occur.
  const minSizesAt = scratch.allocate(4 * (largest + 1));
  const probePrefixesAt = scratch.allocate(4 * (largest + 1));
  const indexPrefixesAt = scratch.allocateZeros(4 * (largest + 1));
  const minSizes = arena.words(minSizesAt, largest + 1);
  const probePrefixes = arena.words(probePrefixesAt, largest + 1);
  const indexPrefixes = arena.words(indexPrefixesAt, largest + 1);
  let prefixTokens = 0;
  let indexTokens = 0;
  let allTokens = 0;
  // From the largest size down: whether records are indexed depends on the larger ones that they can match.
  for (let k = count - 1; k >= 0; k--) {
    const [m, start, next, stop] = classes.slice(2 * k, 2 * k + 4);
    const canMatch = m > 0 && measure.isSimilar(m, m, m, threshold);
    minSizes[m] = canMatch ? measure.minSize(m, threshold) : m;
    // Short sets that differ are never similar to sets of the same size: at 0.9, sets of up to 18 tokens.
    const meetsOwnSize = canMatch && (!areDistinct || measure.isSimilar(m - 1, m, m, threshold));
    const isMet = k + 1 < count && minSizes[next] <= m;
    probePrefixes[m] = meetsOwnSize || minSizes[m] < m ? measure.probePrefix(m, threshold) : 0;
    indexPrefixes[m] = meetsOwnSize || isMet ? measure.indexPrefix(m, threshold) : 0;
    const probing = Math.max(0, stop - Math.max(start, probeStart));
    const indexed = Math.max(0, Math.min(stop, indexEnd) - start);
    allTokens += m * (stop - start);
    prefixTokens += probePrefixes[m] * probing + indexPrefixes[m] * (stop - start);
    indexTokens += indexPrefixes[m] * indexed;
  }

  const by =
    similarity === 'cosine' ? needed.byRow : similarity === 'overlap' ? needed.constant : needed.bySum;
  const neededSize = by === needed.bySum ? 2 * largest + 1 : largest + 1;
  const neededAt = scratch.allocate(4 * neededSize);
  const neededTable = arena.words(neededAt, neededSize);
  if (by === needed.bySum) fillNeededBySum(neededTable, measure, threshold);
  if (by === needed.constant) neededTable.fill(threshold);
  engine.fillNeeded = (m, minSize) => fillNeededRow(neededTable, m, minSize, measure, threshold);

  const listable = task.universe - singletons;
  const lists = Math.min(listable, indexTokens);
  const tokenStatesAt = scratch.allocateZeros(listable) - singletons;
  const listNumbersAt = scratch.allocate(4 * listable) - 4 * singletons;
  const listsAt = scratch.allocate(8 * lists);
  // Both are read and written eight records at a time.
  const countersAt = scratch.allocateZeros(2 * records + 16);
  const thresholdsAt = scratch.allocate(2 * records + 32);
  const marksAt = scratch.allocateZeros(task.universe);
  const usefulStartsAt = scratch.allocate(4 * (records + 1));
  const indexedEndsAt = scratch.allocate(4 * records);
  const usefulAt = scratch.allocate(4 * prefixTokens);
  const rowAt = scratch.allocate(2 * (largest + 1));
  const rangesAt = scratch.allocate(12 * (largest + 1));
  const candidatesAt = scratch.allocate(8 * (records + 8));

  kernel.bindSets(task.tokensAt, task.startsAt, task.sizesAt);
  kernel.bindBounds(minSizesAt, probePrefixesAt, indexPrefixesAt, neededAt, by, areDistinct);
  // Arrays by record start at record `first`; these addresses may wrap around, as they do in the kernel.
  kernel.bindIndex(
    singletons,
    task.headsAt,
    tokenStatesAt,
    listNumbersAt,
    usefulStartsAt - 4 * first,
    indexedEndsAt - 4 * first,
    usefulAt,
    listsAt,
  );
  const isSigned = allTokens <= SIGNED_SIZE * records;
  kernel.bindVerification(marksAt, isSigned ? scratch.allocateZeros(8 * records) - 8 * first : 0);
  kernel.beginIndex(first, indexEnd, probeStart);
  return {
    bindProbe: (postingsAt) =>
      kernel.bindProbe(
        postingsAt,
        countersAt - 2 * first,
        rowAt,
        rangesAt,
        candidatesAt,
        classSizesAt,
        classStartsAt,
        thresholdsAt - 2 * first,
      ),
  };
}
