import { closeSync, existsSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { cacheFolder, rankedSetsFile, readRankedSets, tableSets } from './join-sets.ts';
import { printTable, timing } from './measure.ts';
import { joinFile, joinPeers } from './peers/join-peer.ts';
import { neardup, type Ran } from './processes.ts';

const rounds = Number(process.env.NEARDUP_BENCH_ROUNDS ?? 3);
const thresholds = (process.env.NEARDUP_BENCH_THRESHOLDS ?? '0.95,0.9,0.8,0.7,0.6,0.5').split(',');
const names = process.env.NEARDUP_BENCH_SETS?.split(',');
/** A run that takes longer is not repeated, nor tried at lower thresholds. */
const LONG_MS = 10_000;
const WRITTEN_CHARACTERS = 1 << 24;
const READ_BYTES = 1 << 20;
const PLACES = 48_271;
/** Sets whose tokens are whole numbers by nature; those of the others are hashes. */
const ofWholeNumbers = /^(retail|kosarak|t10i4d100k|generated-)/;

/**
 * From a file of sets that nobody has ranked to a file of pairs, each run a cold process: reading, ranking, joining, writing.
 * Beside `neardup join` on one thread and two the joins of Mann's framework, which rank words themselves, as
 * `sh bench/peers/install-joins.sh` builds them; both sides read the same text. Medians of the clock, the least
 * processor time of all threads (in hundredths of a second, as Linux tells it), and the pairs: a join of Mann's compares in floating
 * point, and may lose some at the threshold.
 *
 * `NEARDUP_BENCH_SETS`, `NEARDUP_BENCH_THRESHOLDS`: comma-separated choices; `NEARDUP_BENCH_ROUNDS`.
 */
export async function run(): Promise<void> {
  const peers = joinPeers().filter((peer) => peer.startsWith('mann '));
  const rows: (string | number)[][] = [];
  for (const name of names ?? tableSets) {
    const ranked = await rankedSetsFile(name);
    if (ranked === undefined) {
      process.stdout.write(`skipped: the real data of ${name} is missing (set NEARDUP_DATA to its folder)\n`);
      continue;
    }
    const sets = setsText(name, ranked);
    const megabytes = (statSync(sets).size / 1e6).toFixed(0);
    const tooLong = new Set<string>();
    for (const t of thresholds) {
      const runs = new Map<string, () => Promise<Ran>>();
      for (const threads of ['1', '2']) runs.set(threads, () => ours(sets, t, threads));
      for (const peer of peers)
        if (!tooLong.has(peer)) runs.set(peer, () => joinFile(peer, sets, t, outcomeFile));
      const { done, pairs } = await inTurn(runs);
      for (const [side, all] of done) if (all[0].elapsedMs > LONG_MS) tooLong.add(side);
      const clock = (side: string): number => timing(done.get(side)!.map((ran) => ran.elapsedMs)).median;
      const least = (side: string): number => Math.min(...done.get(side)!.map((ran) => ran.cpuMs));
      const fastest = [...runs.keys()]
        .filter((side) => peers.includes(side))
        .sort((a, b) => clock(a) - clock(b))[0];
      const theirs = fastest === undefined ? undefined : clock(fastest);
      const ratio = (threads: string): string =>
        theirs === undefined ? '–' : (theirs / clock(threads)).toFixed(2);
      rows.push([
        ...[name, megabytes, t, fastest ?? '–', theirs?.toFixed(0) ?? '–'],
        ...[clock('1').toFixed(0), ratio('1'), clock('2').toFixed(0), ratio('2')],
        ...[
          fastest === undefined ? '–' : least(fastest).toFixed(0),
          least('1').toFixed(0),
          least('2').toFixed(0),
        ],
        ...[pairs.get(fastest) ?? '–', pairs.get('1')!],
      ]);
      // as in joins: a run that is stopped has shown what it measured
      process.stdout.write(`${rows.at(-1)!.join(' ')}\n`);
      if (pairs.get('1') !== pairs.get('2'))
        throw new Error(`${name} at ${t}: two threads found other pairs`);
    }
    rmSync(outcomeFile, { force: true });
  }
  const columns = ['sets', 'MB', 't', 'fastest peer', 'its ms', '1 thread', 'ratio', '2 threads', 'ratio'];
  printTable([...columns, 'its CPU', 'of 1', 'of 2', 'its pairs', 'ours'], rows);
}

const outcomeFile = `${cacheFolder}/pairs.txt`;

function ours(sets: string, threshold: string, threads: string): Promise<Ran> {
  const options = ['--threshold', threshold, '--threads', threads, '--out', outcomeFile, '--quiet'];
  return neardup('join', sets, ...options);
}

/** Runs all of them once, then again in turn; what takes long, once. Also the pairs that each has written. */
async function inTurn(
  runs: ReadonlyMap<string, () => Promise<Ran>>,
): Promise<{ done: Map<string, Ran[]>; pairs: Map<string, number> }> {
  const done = new Map<string, Ran[]>();
  const pairs = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    for (const [side, work] of runs) {
      const earlier = done.get(side) ?? [];
      if (earlier[0] === undefined || earlier[0].elapsedMs <= LONG_MS)
        done.set(side, [...earlier, await work()]);
      if (round === 0) pairs.set(side, linesOf(outcomeFile));
    }
  }
  return { done, pairs };
}

function linesOf(path: string): number {
  const file = openSync(path, 'r');
  const piece = Buffer.alloc(READ_BYTES);
  let lines = 0;
  for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) {
    for (let at = piece.indexOf('\n'); at >= 0 && at < read; at = piece.indexOf('\n', at + 1)) lines++;
  }
  closeSync(file);
  return lines;
}

/**
 * Writes ranked sets as text, in the order and with tokens that say nothing of ranks: whole numbers anywhere among the
 * universe, or 53 bits like hashes.
 */
function setsText(name: string, ranked: string): string {
  const path = ranked.replace(/\.sets$/, '.unranked.txt');
  if (existsSync(path) && statSync(path).mtimeMs > statSync(ranked).mtimeMs) return path;
  const sets = readRankedSets(ranked);
  const tokenOf = ofWholeNumbers.test(name) ? placedIn(sets.universe) : hashed;
  const recordAt = new Uint32Array(sets.size);
  for (let x = 0; x < sets.size; x++) recordAt[sets.records[x]] = x;
  const output = openSync(path, 'w');
  let lines = '';
  for (let i = 0; i < sets.size; i++) {
    const x = recordAt[i];
    const tokens = sets.tokens.subarray(sets.offsets[x], sets.offsets[x + 1]);
    lines += `${Array.from(tokens, tokenOf).join(' ')}\n`;
    if (lines.length < WRITTEN_CHARACTERS && i + 1 < sets.size) continue;
    writeSync(output, lines);
    lines = '';
  }
  closeSync(output);
  return path;
}

/** Another place among the universe for each token. */
function placedIn(universe: number): (token: number) => number {
  // no two tokens meet, as this prime divides none of the universes
  if (universe % PLACES === 0) throw new Error(`expected a universe that is no multiple of ${PLACES}`);
  return (token) => (token * PLACES) % universe;
}

/** The low half is a bijection, so that no two tokens meet. */
function hashed(token: number): number {
  const low = Math.imul(token ^ (token >>> 16), 0x9e3779b1) >>> 0;
  const high = Math.imul(low ^ (low >>> 15), 0x85ebca77) >>> 11;
  return high * 2 ** 32 + low;
}
