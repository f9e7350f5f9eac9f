import { checkOptionNames } from '../argument-checks.ts';
import { ascending } from '../grams/counting-sort.ts';
import type { TokenSets } from '../grams/token-sets.ts';
import type { Arena } from './engine/arena.ts';
import { expandPairs, leastSimilar } from './engine/groups.ts';
import type { Columns, RangeResult, ResultPart, ThreadResult } from './engine/range-join.ts';
import { checkRanked } from './input-checks.ts';
import { type JoinOptions, joinTasks, type Work } from './join-tasks.ts';
import { countInput, type JoinStatistics } from './statistics.ts';

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
export interface ExactJoinOptions extends JoinOptions {
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
const { inPlace: _, ...GROUPED_OPTIONS } = OPTIONS;

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
  checkOptionNames('groupedJoin', options, GROUPED_OPTIONS);
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
