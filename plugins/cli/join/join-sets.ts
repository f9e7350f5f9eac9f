import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import {
  allPairs,
  type GroupedPairs,
  groupedJoin,
  type Join,
  type JoinStatistics,
  joinStatistics,
  mgjoin,
  naive,
  outOfCoreJoin,
  type Pairs,
  ppjoin,
  ppjoinPlus,
  rankInThreads,
  rankSets,
  recordsWithPartners,
  type Similarity,
  startJoinWorkers,
  type TokenSets,
  type ValueSets,
} from '../../../src/join/index.ts';
import { PairsBuilder } from './pairs.ts';

/** The values of `--algorithm`. */
export const algorithms = ['auto', 'naive', 'allpairs', 'ppjoin', 'ppjoin+', 'mgjoin'] as const;
type Algorithm = (typeof algorithms)[number];

const byName = { naive, allpairs: allPairs, ppjoin, 'ppjoin+': ppjoinPlus };

/** How to join. */
interface JoinCall {
  readonly algorithm: Algorithm;
  readonly similarity: Similarity;
  readonly threshold: number;
  /** K of MGJoin. Default: chosen by its cost model. */
  readonly orderings: number | undefined;
  readonly threads: number;
  /** Memory for the join from disk. */
  readonly memoryBytes: number;
  /** Where the pairs go. The join from disk works in the same folder. */
  readonly out: string | undefined;
  readonly signal: AbortSignal;
  onProgress(done: number, total: number): void;
}

/** What a join found, and how long it took. */
interface Joined {
  readonly pairs: GroupedPairs;
  /** `numbers[i]` is the input number of record i of the pairs. Without it, the pairs have input numbers. */
  readonly numbers?: Uint32Array;
  /** Null if they are not counted: out of core. */
  readonly statistics: JoinStatistics | null;
  readonly outOfCore: boolean;
  readonly milliseconds: {
    readonly read: number;
    readonly rank: number;
    readonly index: number;
    readonly join: number;
  };
}

/** Reads all batches of sets and joins them: in memory if there is one batch, else from disk. */
export async function joinSets(batches: AsyncGenerator<ValueSets>, call: JoinCall): Promise<Joined> {
  const startedAt = performance.now();
  const first = await batches.next();
  const second = await batches.next();
  if (!second.done) return joinFromDisk(batches, [first.value, second.value], call, startedAt);

  const readAt = performance.now();
  if (call.algorithm === 'auto') startJoinWorkers(first.value.values.length, call.threads);
  // the published algorithms rank all records
  const partnered = call.algorithm === 'auto' ? recordsWithPartners(first.value, call) : undefined;
  const sets =
    call.algorithm === 'auto'
      ? await rankInThreads(first.value, call.threads, partnered?.records)
      : rankSets(first.value);
  const rankedAt = performance.now();
  const statistics = joinStatistics();
  const { algorithm, similarity, threshold, threads, signal, onProgress } = call;
  const options = { similarity, threshold, threads, signal, onProgress };
  const pairs =
    algorithm === 'auto'
      ? await groupedJoin(sets, { ...options, statistics })
      : ungrouped(joinAtOnce(sets, algorithm, call, statistics), sets.size);
  if (partnered !== undefined) statistics.universe = partnered.universe;
  const joinMs = performance.now() - rankedAt;
  const indexMs = Math.min(joinMs, statistics.milliseconds.index);
  return {
    pairs,
    numbers: sets.records,
    statistics,
    outOfCore: false,
    milliseconds: {
      read: readAt - startedAt,
      rank: rankedAt - readAt,
      index: indexMs,
      join: joinMs - indexMs,
    },
  };
}

/** Joins by one of the published algorithms, which do not return to the event loop until they end. */
function joinAtOnce(
  sets: TokenSets,
  algorithm: Exclude<Algorithm, 'auto'>,
  { similarity, threshold, orderings }: JoinCall,
  statistics: JoinStatistics,
): Pairs {
  // A listener would not be called until the join ends. Without one, an interrupt ends the process, and nothing needs
  // cleaning up.
  const listeners = process.listeners('SIGINT');
  process.removeAllListeners('SIGINT');
  const found = new PairsBuilder();
  const emit = (x: number, y: number, overlap: number): void => found.add(x, y, overlap);
  if (algorithm === 'mgjoin') mgjoin(sets, similarity, threshold, emit, statistics, orderings);
  else (byName[algorithm] satisfies Join)(sets, similarity, threshold, emit, statistics);
  for (const listener of listeners) process.on('SIGINT', listener);
  return found.finish();
}

async function joinFromDisk(
  batches: AsyncGenerator<ValueSets>,
  begun: ValueSets[],
  call: JoinCall,
  startedAt: number,
): Promise<Joined> {
  let readAt = startedAt;
  let read = 0;
  async function* records(): AsyncGenerator<BigUint64Array> {
    const each = async function* () {
      for (let batch = begun.shift(); batch; batch = begun.shift()) yield batch;
      yield* batches;
    };
    for await (const batch of each()) {
      read += batch.offsets.length - 1;
      yield* recordsOf(batch);
    }
    readAt = performance.now();
  }
  const { out, similarity, threshold, threads, memoryBytes, signal, onProgress } = call;
  const directory = out === undefined ? tmpdir() : dirname(out);
  const pairs = await outOfCoreJoin(records(), {
    similarity,
    threshold,
    threads,
    memoryBytes,
    signal,
    onProgress,
    directory,
  });
  return {
    pairs: ungrouped(pairs, read),
    statistics: null,
    outOfCore: true,
    // blocks are ranked, indexed and joined in turns: all of that counts as join
    milliseconds: { read: readAt - startedAt, rank: 0, index: 0, join: performance.now() - readAt },
  };
}

function* recordsOf({ offsets, values }: ValueSets): Generator<BigUint64Array> {
  for (let i = 0; i + 1 < offsets.length; i++) yield values.subarray(offsets[i], offsets[i + 1]);
}

/** Pairs of records as those of groups of one record each. */
function ungrouped(pairs: Pairs, records: number): GroupedPairs {
  const numbers = Uint32Array.from({ length: records + 1 }, (_, i) => i);
  return {
    ...{ length: pairs.length, pairs },
    ...{ begins: numbers, members: numbers.subarray(0, records), overlapWithin: new Uint32Array(records) },
  };
}
