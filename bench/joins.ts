import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, openSync, statSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TokenSets } from '../src/grams/token-sets.ts';
import { allPairs } from '../src/join/all-pairs.ts';
import { exactJoin } from '../src/join/exact-join.ts';
import { closeEngine } from '../src/join/parallel.ts';
import { ppjoin, ppjoinPlus } from '../src/join/ppjoin.ts';
import { prepareEngine } from '../src/join/prepare-engine.ts';
import { joinStatistics } from '../src/join/statistics.ts';
import { partOf, rankedSetsFile, readRankedSets, tableSets } from './join-sets.ts';
import { printTable, timing } from './measure.ts';

const references = { 'all-pairs': allPairs, ppjoin, 'ppjoin+': ppjoinPlus };
const engines = ['engine', 'engine, 2 threads'];
const thresholds = (process.env.NEARDUP_BENCH_THRESHOLDS ?? '0.95,0.9,0.8,0.7,0.6,0.5')
  .split(',')
  .map(Number);
const rounds = 3;
/** What took longer than this is left out at lower thresholds. */
const PATIENCE_MS = 15_000;

/** One run in a process of its own. */
interface Measured {
  readonly candidates: number | string;
  readonly pairs: number;
  /** Index and join, from ranked sets in memory to the last pair. */
  readonly ms: number;
  /** Most memory the process had. */
  readonly megabytes: number | string;
}

/**
 * Time, candidates and memory of every join on document grams, shingles and baskets, Jaccard, then growth with size.
 *
 * Every run is a process of its own that reads ranked sets and reports one join, cold but for `prepareEngine`; all
 * joins take turns, and a cell is the median. `NEARDUP_BENCH_SETS`, `NEARDUP_BENCH_THRESHOLDS`: comma-separated
 * choices. Other programs take part through `NEARDUP_BENCH_PEERS`, one `name=command` a line: `{file}` becomes a
 * text file (a record a line, smallest first; tokens from 1, rarest first, separated by blanks), `{threshold}` the
 * threshold, and the output has to hold `pairs N` and `total N ms`, the program's own time.
 */
export async function run(): Promise<void> {
  const peers = (process.env.NEARDUP_BENCH_PEERS ?? '').split('\n').filter((line) => line.includes('='));
  const rows: (string | number)[][] = [];
  for (const name of process.env.NEARDUP_BENCH_SETS?.split(',') ?? tableSets) {
    const file = await rankedSetsFile(name);
    if (file === undefined) {
      process.stdout.write(`skipped: the real data of ${name} is missing (set NEARDUP_DATA to its folder)\n`);
      continue;
    }
    const sets = readRankedSets(file);
    const average = (sets.tokens.length / sets.size).toFixed(0);
    const text = peers.length > 0 ? writeText(file, sets) : '';
    const runs: Record<string, (t: number) => Measured> = {};
    for (const join of [...engines, ...Object.keys(references)]) {
      runs[join] = (t) => inChild([file, join, String(t), '1']);
    }
    for (const peer of peers) {
      const [label, command] = [peer.slice(0, peer.indexOf('=')), peer.slice(peer.indexOf('=') + 1)];
      runs[label] = (t) => runPeer(command.replace('{file}', text).replace('{threshold}', String(t)));
    }
    const slow = new Set<string>();
    for (const t of thresholds) {
      const results: Record<string, Measured[]> = {};
      for (let round = 0; round < rounds; round++) {
        for (const [join, measure] of Object.entries(runs)) {
          const before = results[join]?.[0];
          if (slow.has(join) || (before && before.ms > PATIENCE_MS)) continue;
          (results[join] ??= []).push(measure(t));
        }
      }
      for (const [join, measured] of Object.entries(results)) {
        const { median, min, max } = timing(measured.map(({ ms }) => ms));
        if (median > PATIENCE_MS) slow.add(join);
        const { candidates, pairs, megabytes } = measured[0];
        const range = `${min.toFixed(1)}–${max.toFixed(1)}`;
        rows.push([
          name,
          sets.size,
          average,
          t,
          join,
          candidates,
          pairs,
          median.toFixed(1),
          range,
          megabytes,
        ]);
      }
    }
  }
  printTable(['sets', 'records', 'avg', 't', 'join', 'candidates', 'pairs', 'ms', 'range', 'MB'], rows);
  await printGrowth();
}

/** Time against size, and the exponent that fits it. */
async function printGrowth(): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const name of ['openlayers-words', 'generated-1m']) {
    if (process.env.NEARDUP_BENCH_SETS && !process.env.NEARDUP_BENCH_SETS.includes(name)) continue;
    const file = await rankedSetsFile(name);
    if (file === undefined) continue;
    for (const join of engines) {
      const shares = [0.2, 0.4, 0.6, 0.8, 1];
      const measured = shares.map((share) => inChild([file, join, '0.8', String(share)]));
      const exponent = slope(
        shares.map(Math.log),
        measured.map(({ ms }) => Math.log(ms)),
      ).toFixed(2);
      const { megabytes, pairs } = measured[measured.length - 1];
      rows.push([name, join, ...measured.map(({ ms }) => ms.toFixed(0)), exponent, pairs, megabytes]);
    }
  }
  process.stdout.write('\nGrowth at t = 0.8, milliseconds at 20 to 100 % of the records\n');
  printTable(['sets', 'join', '20 %', '40 %', '60 %', '80 %', '100 %', 'exponent', 'pairs', 'MB'], rows);
}

/** Slope of the line of least squares. */
function slope(xs: readonly number[], ys: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
  const [mx, my] = [mean(xs), mean(ys)];
  const covariance = xs.reduce((sum, x, i) => sum + (x - mx) * (ys[i] - my), 0);
  return covariance / xs.reduce((sum, x) => sum + (x - mx) ** 2, 0);
}

/** Runs this module as a program: `measure(…)` below. */
function inChild(args: readonly string[]): Measured {
  const output = execFileSync(process.execPath, [fileURLToPath(import.meta.url), ...args], {
    encoding: 'utf8',
  });
  return JSON.parse(output);
}

async function measure([file, join, threshold, share]: readonly string[]): Promise<Measured> {
  const threads = join === engines[1] ? 2 : 1;
  if (engines.includes(join)) await prepareEngine(threads);
  const whole = readRankedSets(file);
  const sets = share === '1' ? whole : partOf(whole, Number(share));
  const statistics = joinStatistics();
  const t = Number(threshold);
  const startedAt = performance.now();
  let pairs = 0;
  if (engines.includes(join)) {
    pairs = (await exactJoin(sets, { similarity: 'jaccard', threshold: t, threads, statistics })).length;
  } else {
    const reference = references[join as keyof typeof references];
    reference(sets, 'jaccard', t, () => pairs++, statistics);
  }
  const ms = performance.now() - startedAt;
  await closeEngine();
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  return { candidates: statistics.candidates, pairs, ms, megabytes };
}

function runPeer(command: string): Measured {
  const [program, ...args] = command.split(' ');
  const output = execFileSync(program, args, { encoding: 'utf8' });
  const pairs = Number(/pairs (\d+)/.exec(output)?.[1]);
  const ms = Number(/total ([\d.]+) ms/.exec(output)?.[1]);
  if (Number.isNaN(pairs) || Number.isNaN(ms)) {
    throw new Error(
      `bench: expected "pairs N" and "total N ms" from ${program}; got ${output.slice(0, 200)}`,
    );
  }
  return { candidates: '–', pairs, ms, megabytes: '–' };
}

/** Writes the sets as text beside their file. */
function writeText(file: string, sets: TokenSets): string {
  const path = file.replace(/\.sets$/, '.txt');
  if (existsSync(path) && statSync(path).mtimeMs > statSync(file).mtimeMs) return path;
  const output = openSync(path, 'w');
  for (let x = 0; x < sets.size; x++) {
    const tokens = sets.tokens.subarray(sets.offsets[x], sets.offsets[x + 1]);
    if (tokens.length > 0) writeSync(output, `${Array.from(tokens, (token) => token + 1).join(' ')}\n`);
  }
  closeSync(output);
  return path;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(JSON.stringify(await measure(process.argv.slice(2))));
}
