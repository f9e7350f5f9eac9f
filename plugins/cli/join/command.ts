import { availableParallelism } from 'node:os';
import { checkThreshold, type JoinStatistics } from '../../../src/join/index.ts';
import type { DamagedSpot } from '../../dump/index.ts';
import { UsageError } from '../errors.ts';
import { checkedBy, oneOf, option, parseCall, sizeBytes, wholeNumberBetween } from '../options.ts';
import { Progress } from '../progress.ts';
import { version } from '../version.ts';
import { algorithms, joinSets } from './join-sets.ts';
import { sortPairs } from './pairs.ts';
import { readCounts, readSets } from './read-sets.ts';
import { type JoinSummary, printJoin } from './summary.ts';
import { checkOut, writePairs } from './write-pairs.ts';

const similarities = ['jaccard', 'cosine', 'dice', 'overlap'] as const;

/** Values, their ranking, and the copy, index and marks of the join. */
const bytesAToken = 56;
/** The least that the join from disk works with. */
const leastMemoryBytes = 2 ** 20;

export const usage = `usage: neardup join SETS [options]

Every pair of records with similarity ≥ T, exactly. SETS has a record a line: whole numbers below 2^53 between
blanks, in any order. A record's id is its line number from 0; an empty line is an empty record. Plain, gzip and
zstd are told apart by content; - is standard input. A pair is a line "a b overlap", a < b, sorted.

  --threshold T      (0.8; with overlap: a count of shared tokens)
  --similarity S     ${similarities.join(', ')} (jaccard)
  --algorithm A      ${algorithms.join(', ')} (auto: the fastest)
  --orderings K      of mgjoin: how many global orderings (its cost model picks)
  --out FILE         write the pairs there (without it and without --json: to standard output)
  --threads N        of auto; the others use one (the machine's cores)
  --memory SIZE      of auto: what sets and join may take; larger sets are joined from disk, in a folder beside
                     FILE or where temporary files go (2GB)
  --json             print the summary as one JSON object and nothing else
  --quiet            no progress, no summary
`;

/** `neardup join`: see `usage`. */
export async function run(args: string[]): Promise<number> {
  const call = readCall(args);
  if (call.out !== undefined) await checkOut(call.out);
  const progress = new Progress(call.quiet);
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort(new Error('interrupted'));
  process.on('SIGINT', interrupt);
  try {
    return await readJoinWrite(call, progress, interruption.signal);
  } catch (error) {
    progress.clear();
    if (!interruption.signal.aborted) throw error;
    process.stderr.write('neardup: join: interrupted\n');
    return 130;
  } finally {
    process.off('SIGINT', interrupt);
  }
}

async function readJoinWrite(call: Call, progress: Progress, signal: AbortSignal): Promise<number> {
  const startedAt = performance.now();
  const damagedSpots: DamagedSpot[] = [];
  const counts = readCounts();
  const batches = readSets(call.sets, {
    // only what joins from disk can do with a part of the sets
    ...(call.algorithm === 'auto' && { batchTokens: call.memoryBytes / bytesAToken }),
    counts,
    signal,
    onDamage(spot) {
      damagedSpots.push(spot);
      progress.note(`damaged: ${spot.file} at ${spot.offset}: ${spot.reason}`);
    },
    onProgress: (done, total) => progress.update('reading', done, total),
  });
  const { pairs, numbers, statistics, outOfCore, milliseconds } = await joinSets(batches, {
    ...call,
    signal,
    onProgress: (done, total) => progress.update('joining', done, total),
  });

  const writingAt = performance.now();
  progress.clear();
  if (call.out !== undefined || !call.json) {
    await writePairs(sortPairs(pairs, counts.records, numbers), call.out, signal);
  }
  const finishedAt = performance.now();
  const summary: JoinSummary = {
    ...counts,
    universe: statistics?.universe ?? null,
    candidates: statistics?.candidates ?? null,
    verified: statistics?.verified ?? null,
    pairs: pairs.length,
    algorithm: call.algorithm,
    orderings: statistics?.orderings ?? 1,
    similarity: call.similarity,
    threshold: call.threshold,
    threads: call.threads,
    outOfCore,
    filters: statistics && filtersOf(statistics),
    damaged: damagedSpots.length,
    damagedSpots,
    milliseconds: { ...milliseconds, write: finishedAt - writingAt, total: finishedAt - startedAt },
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
    version,
  };
  if (call.json) process.stdout.write(`${JSON.stringify(summary)}\n`);
  // without --out, standard output is for the pairs
  else if (!call.quiet) (call.out === undefined ? process.stderr : process.stdout).write(printJoin(summary));
  return damagedSpots.length > 0 ? 3 : 0;
}

function filtersOf(statistics: JoinStatistics): JoinSummary['filters'] {
  const { entries, afterPrefix, afterPositional, afterSuffix, afterOrderings } = statistics;
  return { entries, afterPrefix, afterPositional, afterSuffix, afterOrderings };
}

type Call = ReturnType<typeof readCall>;

function readCall(args: string[]) {
  const { values, positionals } = parseCall(args, {
    threshold: { type: 'string' },
    similarity: { type: 'string' },
    algorithm: { type: 'string' },
    orderings: { type: 'string' },
    out: { type: 'string' },
    memory: { type: 'string' },
  });
  if (positionals.length !== 1) {
    throw new UsageError(
      `join: expected one SETS: a file, or - for standard input; got ${positionals.length}`,
    );
  }
  const similarity = option(values, 'similarity', oneOf(similarities), 'jaccard');
  const readThreshold = checkedBy((text) => {
    const threshold = text.trim() === '' ? Number.NaN : Number(text);
    checkThreshold(similarity, threshold);
    return threshold;
  });
  const algorithm = option(values, 'algorithm', oneOf(algorithms), 'auto');
  if (values.orderings !== undefined && algorithm !== 'mgjoin') {
    throw new UsageError(`--orderings: expected --algorithm mgjoin with it, got ${algorithm}`);
  }
  const memoryBytes = option(values, 'memory', sizeBytes, 2 ** 31);
  if (memoryBytes < leastMemoryBytes) {
    throw new UsageError(`--memory: expected at least 1MB, got ${JSON.stringify(values.memory)}`);
  }
  const threads = option(values, 'threads', wholeNumberBetween(1, 256), availableParallelism());
  return {
    sets: positionals[0],
    out: values.out,
    json: values.json ?? false,
    quiet: values.quiet ?? false,
    similarity,
    threshold: readThreshold(values.threshold ?? '0.8', '--threshold'),
    algorithm,
    orderings: option(values, 'orderings', wholeNumberBetween(1, 64), undefined),
    threads: algorithm === 'auto' ? threads : 1,
    memoryBytes,
  };
}
