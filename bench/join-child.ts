import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rankSets, type TokenSets } from '../src/grams/token-sets.ts';
import type { ValueSets } from '../src/grams/value-sets.ts';
import { exactJoin } from '../src/join/exact-join.ts';
import { prepareEngine } from '../src/join/prepare-engine.ts';
import { allPairs } from '../src/join/published/all-pairs.ts';
import { mgjoin } from '../src/join/published/mgjoin.ts';
import { ppjoin, ppjoinPlus } from '../src/join/published/ppjoin.ts';
import { rankInThreads } from '../src/join/ranking/ranking.ts';
import { type JoinStatistics, joinStatistics } from '../src/join/statistics.ts';
import { generateSets } from './generate-sets.ts';
import { partOf, readRankedSets } from './join-sets.ts';
import { processorTime, timeInTurn } from './measure.ts';

/** The joins of this project by name: the engine first, then each algorithm as its paper has it. */
export const engines: Readonly<Record<string, number>> = { engine: 1, 'engine, 2 threads': 2 };
const algorithms = { 'all-pairs': allPairs, ppjoin, 'ppjoin+': ppjoinPlus, mgjoin };
export const joins: readonly string[] = [...Object.keys(engines), ...Object.keys(algorithms)];

/** What a child process is asked to measure. */
export type Request =
  /** One join at a threshold, of a share of the records. */
  | { readonly kind: 'join'; readonly threshold: number; readonly share?: number }
  /** Ranking, beside one native sort of all tokens. */
  | { readonly kind: 'rank' }
  /** All of it for generated records: sets, ranking, join. */
  | { readonly kind: 'whole'; readonly records: number; readonly threshold: number };

/** What it answers. */
export interface Answer {
  /** Join: from ranked sets in memory to the last pair. Rank: ranking. */
  readonly ms: number;
  /** Processor time of all threads meanwhile. */
  readonly cpuMs: number;
  /** The busiest thread's part of it, on Linux. */
  readonly busiest?: number;
  /** Of the whole: processor time of ranking. */
  readonly rankMs?: number;
  /** Ranking by `rankSets`, and one native sort of all values. */
  readonly aloneMs?: number;
  readonly sortMs?: number;
  readonly pairs?: number;
  readonly statistics?: JoinStatistics;
  /** Most memory that the process has had so far. */
  readonly megabytes: number;
}

async function measureJoin(sets: TokenSets, join: string, threshold: number): Promise<Answer> {
  const statistics = joinStatistics();
  const threads = engines[join];
  const threadsAt = threadTimes();
  // After it: reading the times of ten threads is not the join's.
  const cpuAt = process.cpuUsage();
  const startedAt = performance.now();
  let pairs = 0;
  if (threads) {
    const options = { similarity: 'jaccard', threshold, threads, statistics, inPlace: true } as const;
    pairs = (await exactJoin(sets, options)).length;
  } else {
    algorithms[join as keyof typeof algorithms](sets, 'jaccard', threshold, () => pairs++, statistics);
  }
  const ms = performance.now() - startedAt;
  const cpuMs = cpuSince(cpuAt);
  const times = [...threadTimes()].map(([thread, ns]) => ns - (threadsAt.get(thread) ?? 0));
  const busiest =
    Math.max(...times) /
    Math.max(
      1,
      times.reduce((a, b) => a + b, 0),
    );
  return { ms, cpuMs, busiest, pairs, statistics, megabytes: megabytes() };
}

/** Processor time of each thread of this process in nanoseconds, as Linux has it. */
function threadTimes(): Map<string, number> {
  const folder = '/proc/self/task';
  const threads = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(
    threads.map((thread) => [
      thread,
      Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0]),
    ]),
  );
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e3;
}

/** Processor time of each in turn, three times, after a first time that does not count. */
async function measureRanking(sets: TokenSets): Promise<Answer> {
  const values = unranked(sets);
  const times = await timeInTurn(
    {
      rank: () => rankInThreads(values, 1),
      alone: () => rankSets(values),
      sort: () => values.values.slice().sort(),
    },
    3,
    processorTime,
  );
  const { rank, alone, sort } = times;
  return {
    ms: rank.median,
    aloneMs: alone.median,
    sortMs: sort.median,
    cpuMs: rank.median,
    megabytes: megabytes(),
  };
}

async function measureWhole(records: number, threshold: number, join: string): Promise<Answer> {
  const values = generateSets({ records, tokens: 100, nearDuplicates: 0.1, seed: 1 });
  const cpuAt = process.cpuUsage();
  const sets = await rankInThreads(values, engines[join]);
  const rankMs = cpuSince(cpuAt);
  return { ...(await measureJoin(sets, join, threshold)), rankMs };
}

/** The sets as they were before ranking: records in input order, each token a 64-bit value as a gram's hash is. */
function unranked({ size, offsets, tokens, records }: TokenSets): ValueSets {
  const ranked = new Uint32Array(size);
  for (let x = 0; x < size; x++) ranked[records[x]] = x;
  const unrankedOffsets = new Uint32Array(size + 1);
  const values = new BigUint64Array(tokens.length);
  const halves = new Uint32Array(values.buffer);
  for (let record = 0, end = 0; record < size; record++) {
    const begin = end;
    for (let k = offsets[ranked[record]]; k < offsets[ranked[record] + 1]; k++, end++) {
      halves[2 * end] = Math.imul(tokens[k] + 1, 0x9e3779b1);
      let high = Math.imul(tokens[k] ^ (tokens[k] >>> 16), 0x85ebca6b);
      high = Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
      halves[2 * end + 1] = high ^ (high >>> 16);
    }
    values.subarray(begin, end).sort();
    unrankedOffsets[record + 1] = end;
  }
  return { offsets: unrankedOffsets, values };
}

function megabytes(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}

/** As a program: the join and the file of ranked sets are its arguments, requests come as messages. */
async function serve([join, file]: readonly string[]): Promise<void> {
  await prepareEngine(engines[join] ?? 1);
  const whole = file === '' ? undefined : readRankedSets(file);
  let part = whole;
  let share = 1;
  process.on('message', async (request: Request) => {
    if (request.kind === 'whole') {
      process.send?.(await measureWhole(request.records, request.threshold, join));
    } else if (whole && request.kind === 'rank') {
      process.send?.(await measureRanking(whole));
    } else if (whole && request.kind === 'join') {
      if ((request.share ?? 1) !== share) {
        share = request.share ?? 1;
        part = share === 1 ? whole : partOf(whole, share);
      }
      process.send?.(await measureJoin(part ?? whole, join, request.threshold));
    }
  });
  process.send?.('ready');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve(process.argv.slice(2));
