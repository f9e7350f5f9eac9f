import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { printTable } from '../measure.ts';
import { soundFiles } from './files.ts';
import type { Outcomes } from './mutate.ts';

const usage = 'npm run bench -- mutations [--seed N] [--count N]';
/** A mutant that has not been read by then, by the clock, is read again alone. */
const patienceMs = 10_000;
/**
 * Limits of a mutant that is read alone. A hang takes this much processor time, or this much time by the clock if it
 * waits for something that never comes.
 */
const alone = { cpuMs: 10_000, clockMs: 200_000 };

/** A thread's task: the mutants of one file to read. */
export interface Task {
  readonly name: string;
  readonly seed: number;
  readonly span: readonly [first: number, end: number];
  readonly folder: string;
}

/** A thread's message before each mutant and after the last one: the next number, and the outcomes so far. */
export interface Message {
  readonly next: number;
  readonly outcomes: Outcomes;
}

/**
 * Reads mutants of a file of each format, coding and kind of checksum, in order and in blocks. None may crash or hang
 * a reader, silently give other pages where a checksum or a digest shows the change, or give something else in
 * blocks. Otherwise the exit code is 1.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { seed, count } = readCall(args);
  const files = soundFiles();
  const each = Math.ceil(count / files.length);
  const folder = mkdtempSync(join(tmpdir(), 'neardup-mutations-'));
  const sums = none();
  const rows: string[][] = [];
  const findings: string[] = [];
  try {
    for (const { name } of files) {
      const found = none();
      const read = async (span: Task['span'], patience: () => () => boolean): Promise<number> => {
        const { outcomes, next } = await runThread({ name, seed, span, folder }, patience);
        for (const key of counted) found[key] += outcomes?.[key] ?? 0;
        findings.push(...(outcomes?.findings ?? []));
        return next;
      };
      for (let first = 0; first < each; ) {
        const suspect = await read([first, each], byClock);
        if (suspect === each) break;
        first = suspect + 1;
        if ((await read([suspect, first], byProcessor)) === first) continue;
        found.hung++;
        findings.push(`${name}, --seed ${seed}, mutant ${suspect}: hangs, read alone`);
      }
      for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += found[key];
      rows.push([name, ...Object.values(found).map(String)]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  rows.push(['all', ...Object.values(sums).map(String)]);
  process.stdout.write(`mutations: seed ${seed}, ${each} mutants of each of ${files.length} files\n`);
  const columns = [
    'file',
    'noticed',
    'same pages',
    'silent, no checksum',
    'silent, checksum',
    'other in blocks',
    'crashed',
    'hung',
  ];
  printTable(columns, rows);
  for (const finding of findings) process.stdout.write(`${finding}\n`);
  if (sums.silent + sums.otherInBlocks + sums.crashed + sums.hung > 0) process.exitCode = 1;
}

const counted = ['noticed', 'harmless', 'unprotected', 'silent', 'otherInBlocks', 'crashed'] as const;

function none() {
  return { noticed: 0, harmless: 0, unprotected: 0, silent: 0, otherInBlocks: 0, crashed: 0, hung: 0 };
}

function byClock(): () => boolean {
  const start = Date.now();
  return () => Date.now() - start > patienceMs;
}

/**
 * On a busy machine the clock runs on while a thread waits for its turn. Nothing else of this process takes
 * significant time.
 */
function byProcessor(): () => boolean {
  const [start, cpu] = [Date.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return (user + system) / 1000 > alone.cpuMs || Date.now() - start > alone.clockMs;
  };
}

/** Runs a thread to its end, or until a mutant takes too long: then `next` is that mutant, else the end of the span. */
function runThread(
  task: Task,
  patience: () => () => boolean,
): Promise<{ outcomes?: Outcomes; next: number }> {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: task });
  // on a busy machine a thread takes long to start
  let isOver = (): boolean => false;
  let last: { outcomes?: Outcomes; next: number } = { next: task.span[0] };
  return new Promise((resolve, reject) => {
    const timer = setInterval(() => {
      if (isOver()) void worker.terminate();
    }, 500);
    worker.on('message', (message: Message) => {
      last = message;
      isOver = patience();
    });
    worker.on('error', (error) => {
      clearInterval(timer);
      reject(error);
    });
    // a thread that has nothing left to wait for ends in the middle of a mutant
    worker.on('exit', () => {
      clearInterval(timer);
      resolve(last);
    });
  });
}

function readCall(args: readonly string[]): { seed: number; count: number } {
  const { values } = parseArgs({
    args: [...args],
    options: { seed: { type: 'string' }, count: { type: 'string' } },
  });
  const [seed, count] = [Number(values.seed ?? 1), Number(values.count ?? 100_000)];
  if (!Number.isInteger(seed) || !(Number.isInteger(count) && count > 0)) {
    throw new Error(`mutations: expected ${usage}; got ${args.join(' ')}`);
  }
  return { seed, count };
}
