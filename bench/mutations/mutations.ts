import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { printTable } from '../measure.ts';
import { soundFiles } from './files.ts';
import type { Outcomes } from './mutate.ts';

const usage = 'npm run bench -- mutations [--seed N] [--count N]';
/** A mutant that has not been read by then hangs. */
const patienceMs = 10_000;

/** What a thread is told: the mutants of one file to read. */
export interface Task {
  readonly name: string;
  readonly seed: number;
  readonly span: readonly [first: number, end: number];
  readonly folder: string;
}

/** What a thread tells: the mutant that it begins, or what became of all. */
export type Message = { readonly begins: number } | { readonly outcomes: Outcomes };

/**
 * Reads mutants of a file of each format, coding and kind of checksum, in order and in blocks: none may crash or hang a reader,
 * give other pages without a word where a checksum or a digest tells of the change, or be something else in blocks. The exit
 * code is 1 otherwise.
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
      for (let first = 0; first < each; ) {
        const task: Task = { name, seed, span: [first, each], folder };
        const { outcomes, hungAt } = await runThread(task);
        for (const key of [
          'noticed',
          'harmless',
          'unprotected',
          'silent',
          'otherInBlocks',
          'crashed',
        ] as const) {
          found[key] += outcomes?.[key] ?? 0;
        }
        findings.push(...(outcomes?.findings ?? []));
        if (hungAt === undefined) break;
        found.hung++;
        findings.push(`${name}, --seed ${seed}, mutant ${hungAt}: hangs for ${patienceMs / 1000} s`);
        first = hungAt + 1;
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

function none() {
  return { noticed: 0, harmless: 0, unprotected: 0, silent: 0, otherInBlocks: 0, crashed: 0, hung: 0 };
}

/** Runs a thread to its end; `hungAt` is the mutant that it was ended at, and then its outcomes are lost. */
function runThread(task: Task): Promise<{ outcomes?: Outcomes; hungAt?: number }> {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: task });
  // under load a thread takes long to start
  let heardAt = Number.POSITIVE_INFINITY;
  let begun = task.span[0];
  let outcomes: Outcomes | undefined;
  return new Promise((resolve, reject) => {
    const timer = setInterval(() => {
      if (Date.now() - heardAt < patienceMs) return;
      clearInterval(timer);
      worker.removeAllListeners('exit');
      void worker.terminate().then(() => resolve({ hungAt: begun }));
    }, 500);
    worker.on('message', (message: Message) => {
      heardAt = Date.now();
      if ('begins' in message) begun = message.begins;
      else outcomes = message.outcomes;
    });
    worker.on('error', (error) => {
      clearInterval(timer);
      reject(error);
    });
    worker.on('exit', () => {
      clearInterval(timer);
      resolve(outcomes === undefined ? {} : { outcomes });
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
