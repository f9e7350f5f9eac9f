import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { blocksFor, joinStages } from '../../plugins/mr/plan.ts';
import { publishedAlgorithms } from '../../plugins/mr/published/algorithm.ts';
import { printTable } from '../measure.ts';
import { neardup } from '../processes.ts';
import { areSame } from '../same-bytes.ts';
import type { SetFile } from './inputs.ts';

/** The part of `mr run --json` about a stage. */
interface StageTold {
  readonly name: string;
  readonly bytes: number;
  readonly linesWritten: number;
  readonly counters: Readonly<Record<string, number>>;
}

/** The estimate for the whole join, made from a sample before it starts. */
interface Expected {
  readonly shuffleBytes: number;
  readonly cpuHours: number;
}

interface Told {
  readonly pairs: number;
  readonly expected: readonly [Expected];
  readonly stages: readonly StageTold[];
}

const threshold = '0.8';
const PARTS = 2;

/** The ways to find pairs, and their options. */
const methods: readonly (readonly [name: string, options: readonly string[]])[] = [
  ['postings', []],
  ['lsh', ['--method', 'lsh']],
  ['simhash', ['--method', 'simhash']],
  ...publishedAlgorithms.map((name) => [name, ['--algorithm', name]] as const),
];

/**
 * Joins one set by every method, or by those in `only`. Prints what is sorted between stages, how many pairs meet and
 * how many are confirmed, and whether the pairs are the same.
 */
export async function compareMethods(sets: SetFile, folder: string, only?: readonly string[]): Promise<void> {
  const expected = join(folder, 'join.txt');
  await neardup('join', sets.path, '--threshold', threshold, '--out', expected, '--quiet');
  const rows: string[][] = [];
  const stageRows: string[][] = [];
  const estimates: string[][] = [];
  for (const [name, options] of methods.filter(([each]) => only?.includes(each) ?? true)) {
    process.stderr.write(`${sets.name}: ${name}\n`);
    const out = join(folder, 'staged');
    const call = ['--threshold', threshold, '--parts', String(PARTS), ...options, '--out', out];
    const { stdout, cpuMs, elapsedMs } = await neardup(
      ...['mr', 'run', '--local', '--sets', sets.path, ...call, '--quiet', '--json'],
    );
    const { pairs, expected: guesses, stages } = JSON.parse(stdout) as Told;
    const told = new Map(stages.map((stage) => [stage.name, stage]));
    const shuffled = shuffledBytes(told, options);
    const count = (stage: string, counter: string): number => told.get(stage)?.counters[counter] ?? 0;
    const tokens = count('sets', 'tokens');
    const postings = count('keys', 'postings') || count('keys', 'signatures');
    const isInexact = options.includes('--method');
    const isOurs = !options.includes('--algorithm');
    const verifyBytes = told.get(isOurs ? 'attach' : 'keys')!.bytes;
    const same = await areSame(expected, join(out, 'pairs.txt'));
    const total = [...shuffled.values()].reduce((sum, bytes) => sum + bytes, 0);
    rows.push([
      ...[name, inMegabytes(total), (total / (8 * tokens)).toFixed(2)],
      (postings / (count('keys', 'sets') || 1)).toFixed(1),
      ...[count('candidates', 'largestKey'), count('candidates', 'met')].map(String),
      String(count('candidates', 'candidates')),
      String(isOurs ? count('attach', 'distinct') : count('candidates', 'distinct')),
      ...[inMegabytes(verifyBytes), (verifyBytes / (8 * tokens)).toFixed(2)],
      ...[String(pairs), same ? 'the same' : isInexact ? 'some of them' : 'OTHERS'],
      ...[cpuMs, elapsedMs].map((ms) => (ms / 1000).toFixed(0)),
    ]);
    if (!same && !isInexact) process.exitCode = 1;
    stageRows.push([
      name,
      [...shuffled].map(([stage, bytes]) => `${stage} ${inMegabytes(bytes)}`).join(', '),
    ]);
    const [{ shuffleBytes, cpuHours }] = guesses;
    const cpuSeconds = cpuMs / 1000;
    estimates.push([
      name,
      ...[inMegabytes(shuffleBytes), inMegabytes(total), (shuffleBytes / total).toFixed(2)],
      ...[3600 * cpuHours, cpuSeconds, (3600 * cpuHours) / cpuSeconds].map((each) => each.toPrecision(3)),
    ]);
    rmSync(out, { recursive: true });
  }
  process.stdout.write(`${sets.name}, jaccard ≥ ${threshold}: × is times the tokens at 8 bytes\n`);
  printTable(
    [
      ...['method', 'shuffled MB', '×', 'keys/set', 'biggest group', 'met', 'candidates', 'distinct'],
      ...['to verify MB', '×', 'pairs', 'pairs are', 'CPU s', 's'],
    ],
    rows,
  );
  printTable(['method', 'MB sorted before each stage'], stageRows);
  process.stdout.write('what was expected before it started, from a sample, and what it was\n');
  printTable(['method', 'MB expected', 'MB', '×', 'CPU s expected', 'CPU s', '×'], estimates);
}

/** Bytes that are sorted before each stage. */
function shuffledBytes(
  told: ReadonlyMap<string, StageTold>,
  options: readonly string[],
): Map<string, number> {
  const algorithm = publishedAlgorithms.find((name) => options.includes(name));
  const memoryBytes = 2 ** 28;
  const blocks = blocksFor(0, PARTS, memoryBytes);
  const call = { similarity: 'jaccard', threshold: Number(threshold), ...(algorithm && { algorithm }) };
  const stages = joinStages(call, { memoryBytes, blocks });
  return new Map(
    stages
      .filter(({ sorted }) => sorted)
      .map(({ name, reads }) => [name, reads.reduce((sum, read) => sum + (told.get(read)?.bytes ?? 0), 0)]),
  );
}

function inMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
