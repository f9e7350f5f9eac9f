import { defaultThreshold, fileFormats, similarities } from '../../../src/flow/index.ts';
import { type JoinStatistics, tokensWithin } from '../../../src/join/index.ts';
import type { DamagedSpot } from '../../dump/index.ts';
import { checkPlace } from '../check-place.ts';
import { damageLine } from '../damage.ts';
import { wrongCall } from '../errors.ts';
import { endInterrupted } from '../interruption.ts';
import { checkKeepsInputs } from '../keep-inputs.ts';
import {
  oneOf,
  option,
  parseCall,
  readMemory,
  readThreads,
  readThreshold,
  wholeNumberBetween,
} from '../options.ts';
import { printableJson } from '../printable.ts';
import { Progress } from '../progress.ts';
import { peakMemoryBytes } from '../result.ts';
import { choice, jsonHelp, memoryHelp, type Usage } from '../usage.ts';
import { version } from '../version.ts';
import { algorithms, joinSets } from './join-sets.ts';
import { pairLines } from './pair-lines.ts';
import { readCounts, readSets } from './read-sets.ts';
import { type JoinSummary, printJoin } from './summary.ts';
import { writePairs } from './write-pairs.ts';

/** What `--help` prints. */
export const usage: Usage = {
  call: 'join SETS [options]',
  about: `Every pair of records with similarity ≥ T, exactly. SETS has a record a line: whole numbers below 2^53 between
blanks or commas, in any order. A record's id is its line number from 0; an empty line is an empty record. Plain, gzip and
zstd are told apart by content; - is standard input. A pair is a line "a b overlap", a < b, sorted.`,
  options: [
    ['--threshold T', `(${defaultThreshold}; with overlap: a count of shared tokens)`],
    choice('--similarity S', similarities),
    choice('--algorithm A', algorithms, ': auto is the fastest'),
    ['--orderings K', 'of mgjoin: how many global orderings (its cost model picks)'],
    ['--out FILE', 'write the pairs there; - is standard output (so it is without --out and --json)'],
    ['--threads N', "of auto; the others use one (the machine's cores)"],
    memoryHelp(
      `of auto: what sets and join may take; larger sets are joined from disk, in a folder beside
FILE or where temporary files go`,
    ),
    jsonHelp,
    ['--quiet', 'no progress, no summary'],
  ],
  examples: [
    ['join sets.txt --threshold 0.8 --out pairs.txt', 'pairs in a file, a summary on the screen'],
    ['join - --similarity overlap --threshold 3 < sets.txt', 'pairs that share three tokens, as lines'],
  ],
};

/** `neardup join`: see `usage`. */
export async function run(args: string[]): Promise<number> {
  const call = readCall(args);
  if (call.out !== undefined) {
    await checkPlace('--out', call.out);
    await checkKeepsInputs([call.out], [call.sets]);
  }
  const progress = new Progress(call.quiet);
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort(new Error('interrupted'));
  process.once('SIGINT', interrupt);
  try {
    return await readJoinWrite(call, progress, interruption.signal);
  } catch (error) {
    progress.clear();
    if (!interruption.signal.aborted) throw error;
    // a reader that takes no more of what is written would keep the process
    return endInterrupted('nothing of a join is kept');
  } finally {
    process.off('SIGINT', interrupt);
  }
}

async function readJoinWrite(call: Call, progress: Progress, signal: AbortSignal): Promise<number> {
  const startedAt = performance.now();
  const damagedSpots: DamagedSpot[] = [];
  const counts = readCounts();
  const batches = readSets(call.sets, {
    // only the join from disk can use a part of the sets
    ...(call.algorithm === 'auto' && { batchTokens: tokensWithin(call.memoryBytes) }),
    counts,
    signal,
    onDamage(spot) {
      damagedSpots.push(spot);
      progress.note(`damaged: ${damageLine(spot)}`);
    },
    onProgress: (done, total) => progress.update({ phase: 'reading', done, total }),
  });
  const { pairs, numbers, statistics, outOfCore, milliseconds } = await joinSets(batches, {
    ...call,
    signal,
    onProgress: (done, total) => progress.update({ phase: 'joining', done, total }),
  });

  const writingAt = performance.now();
  progress.clear();
  if (call.out !== undefined || !call.json) {
    await writePairs(pairLines(pairs, counts.records, numbers), call.out, signal);
  }
  const finishedAt = performance.now();
  const summary: JoinSummary = {
    format: fileFormats.join,
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
    peakMemoryBytes: peakMemoryBytes(),
    version,
  };
  if (call.json) process.stdout.write(`${printableJson(summary)}\n`);
  // even a quiet call says why its exit code is 3
  else if (call.quiet) process.stderr.write(damagedSpots.map(lineOfDamage).join(''));
  // without --out, standard output is for the pairs
  else (call.out === undefined ? process.stderr : process.stdout).write(printJoin(summary));
  return damagedSpots.length > 0 ? 3 : 0;
}

function lineOfDamage(spot: DamagedSpot): string {
  return `damaged: ${damageLine(spot)}; records behind it are left out\n`;
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
    throw wrongCall('join', 'one SETS: a file, or - for standard input', String(positionals.length));
  }
  const out = values.out === '-' ? undefined : values.out;
  if (values.out === '') throw wrongCall('--out', 'a file, or - for standard output', '""');
  if (values.out === '-' && values.json) {
    throw wrongCall('--out -', 'no --json, which prints on standard output, too', '--json');
  }
  const similarity = option(values, 'similarity', oneOf(similarities), similarities[0]);
  const threshold = readThreshold(values, similarity);
  const algorithm = option(values, 'algorithm', oneOf(algorithms), algorithms[0]);
  if (values.orderings !== undefined && algorithm !== 'mgjoin') {
    throw wrongCall('--orderings', '--algorithm mgjoin with it', algorithm);
  }
  if (values.memory !== undefined && algorithm !== algorithms[0])
    throw wrongCall('--memory', '--algorithm auto with it: the others hold all sets in memory', algorithm);
  const memoryBytes = readMemory(values);
  const threads = readThreads(values);
  return {
    sets: positionals[0],
    out,
    json: values.json ?? false,
    quiet: values.quiet ?? false,
    similarity,
    threshold,
    algorithm,
    orderings: option(values, 'orderings', wholeNumberBetween(1, 64), undefined),
    threads: algorithm === 'auto' ? threads : 1,
    memoryBytes,
  };
}
