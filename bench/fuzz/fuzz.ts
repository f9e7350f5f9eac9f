import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { type Finding, kindCount, runCase } from './cases.ts';

const usage = 'npm run bench -- fuzz [--seed N] [--minutes M] [--case N]';

/** A case that has not ended by then counts as hanging. */
const patienceMs = 60_000;
/** Most findings of one kind that are shown. */
const mostShown = 3;

/** Most cases of a thread. The zstd decoder cannot free the memory of broken frames, and refuses more at 1 GiB. */
const casesPerThread = 300;

/** A thread's task: run the cases of this seed from `first` to below `end`, or until the time `until` of `Date.now`. */
export interface Task {
  readonly seed: number;
  readonly first: number;
  readonly end: number;
  readonly until: number;
}

/** A thread's message: the case that it begins, or the findings of one. */
export type Message = { readonly begins: number } | { readonly findings: readonly Finding[] };

/**
 * Draws pages and dumps from their grammars, makes mistakes in them, and reads them, until the time is up. No reader
 * may throw, hang, let hidden text through, give two pages one id, or miss damage under a checksum.
 *
 * Findings are printed with their seed and case number. `--seed N --case M` runs that case alone and shows its input.
 * The exit code is 1 if anything was found.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { seed, minutes, number } = readCall(args);
  if (number !== undefined) {
    const findings = await runCase(seed, number);
    process.stdout.write(`${findings.map(inFull).join('\n')}${findings.length} findings\n`);
    return;
  }
  const until = Date.now() + 60_000 * minutes;
  const found = new Map<string, Finding[]>();
  let cases = 0;
  while (Date.now() < until) {
    const task = { seed, first: cases, end: cases + casesPerThread, until };
    const hangs = await runThread(task, (message) => {
      if ('begins' in message) cases = message.begins;
      else for (const finding of message.findings) note(finding, found);
    });
    if (hangs) {
      const what = `hangs for ${patienceMs / 1000} s`;
      note({ seed, number: cases, kind: '', what, input: '', found: '' }, found);
    }
    cases++;
  }
  process.stdout.write(`fuzz: seed ${seed}: ${cases} cases of ${kindCount} kinds in ${minutes} minutes; `);
  process.stdout.write(`${found.size} kinds of findings\n`);
  for (const [what, all] of found) process.stdout.write(`  ${what}: ${all.length} cases\n`);
  if (found.size > 0) process.exitCode = 1;
}

/** Runs cases in a thread. Resolves to whether one hangs, which ends the thread. */
function runThread(task: Task, onMessage: (message: Message) => void): Promise<boolean> {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: task });
  let heardAt = Date.now();
  return new Promise((resolve, reject) => {
    const timer = setInterval(() => {
      if (Date.now() - heardAt < patienceMs) return;
      clearInterval(timer);
      worker.removeAllListeners('exit');
      void worker.terminate().then(() => resolve(true));
    }, 1000);
    worker.on('message', (message: Message) => {
      heardAt = Date.now();
      onMessage(message);
    });
    worker.on('error', reject);
    worker.on('exit', () => {
      clearInterval(timer);
      resolve(false);
    });
  });
}

function note(finding: Finding, found: Map<string, Finding[]>): void {
  const what = `${finding.kind}: ${finding.what}`;
  const all = found.get(what) ?? [];
  found.set(what, [...all, finding]);
  if (all.length < mostShown)
    process.stdout.write(`--seed ${finding.seed} --case ${finding.number}: ${what}\n`);
}

function inFull({ kind, what, input, found }: Finding): string {
  return `${kind}: ${what}\n--- input\n${input}\n--- found\n${found}\n`;
}

function readCall(args: readonly string[]): { seed: number; minutes: number; number: number | undefined } {
  const { values } = parseArgs({
    args: [...args],
    options: { seed: { type: 'string' }, minutes: { type: 'string' }, case: { type: 'string' } },
  });
  const [seed, minutes] = [Number(values.seed ?? 1), Number(values.minutes ?? 1)];
  const number = values.case === undefined ? undefined : Number(values.case);
  if (!Number.isInteger(seed) || !(minutes > 0) || !(number === undefined || Number.isInteger(number))) {
    throw new Error(`fuzz: expected ${usage}; got ${args.join(' ')}`);
  }
  return { seed, minutes, number };
}
