import { rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Checkout } from './mutants/checkout.ts';
import { type Equivalent, names, readEquivalents, stale } from './mutants/equivalent.ts';
import {
  drawMutants,
  type Job,
  type Mutant,
  recordTests,
  type TestFile,
  testMutant,
  testsFor,
} from './mutants/folder.ts';
import { type Folder, foldersOf } from './mutants/folders.ts';
import { isRecorded } from './mutants/reach.ts';
import {
  caughtPercent,
  type FolderResult,
  type Result,
  shownPercent,
  survivorsOf,
  tableOf,
} from './mutants/report.ts';
import { TestProcess } from './mutants/test-process.ts';

const usage = `npm run bench -- mutants [folder …] [--seed N] [--count N] [--jobs N] [--file PATH] [--out FOLDER]`;

/** What is asked for. */
interface Call {
  readonly folders: readonly Folder[];
  readonly seed: number;
  /** Mutants a folder; fewer where it has fewer places. */
  readonly count: number;
  readonly jobs: number;
  readonly out: string;
}

/**
 * Makes small mistakes in the sources, one at a time, and looks whether the tests of their folder notice.
 *
 * The exit code is 1 when less than a folder's floor is noticed, a test fails on unchanged sources, or an entry of
 * `mutants/equivalent.json` no longer names a mutation.
 */
export async function run(args: readonly string[]): Promise<void> {
  const repository = resolve('.');
  const call = await readCall(repository, args);
  const equivalents = readEquivalents(repository);
  const work = await mkdtemp(join(tmpdir(), 'neardup-mutants-'));
  // some tests run the program as another user, who must be able to read it
  await chmod(work, 0o755);
  const jobs: Job[] = [];
  const stop = (): void => {
    for (const { tests } of jobs) tests.end();
  };
  const interrupted = (): void => {
    stop();
    rmSync(work, { recursive: true, force: true, maxRetries: 5 });
    process.exit(130);
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    jobs.push(...(await makeJobs(repository, work, call.jobs)));
    const done: FolderResult[] = [];
    for (const folder of call.folders) {
      const result = await runFolder(folder, call, jobs, equivalents);
      done.push(result);
      await writeFile(join(call.out, `${folder.name}.json`), `${JSON.stringify(result, null, 2)}\n`);
      await writeFile(join(call.out, `${folder.name}.md`), survivorsOf(result));
      process.stdout.write(`\n${survivorsOf(result)}\n${tableOf([result])}\n`);
    }
    await writeFile(join(call.out, 'mutants.md'), `${tableOf(done)}\n`);
    process.stdout.write(`\n${tableOf(done)}\n\nin ${call.out}\n`);
    const complaints = complaintsOf(done, stale(repository, equivalents));
    for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
    if (complaints.length > 0) process.exitCode = 1;
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    stop();
    await rm(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function readCall(repository: string, args: readonly string[]): Promise<Call> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '60' },
      jobs: { type: 'string', default: '1' },
      file: { type: 'string' },
      out: { type: 'string' },
    },
  });
  const all = foldersOf(repository);
  const unknown = positionals.filter((name) => !all.some((folder) => folder.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `expected ${all.map(({ name }) => name).join(', ')}; got ${unknown.join(', ')}\n${usage}`,
    );
  }
  const out = resolve(values.out ?? (await mkdtemp(join(tmpdir(), 'neardup-mutants-results-'))));
  await mkdir(out, { recursive: true });
  return {
    folders: values.file === undefined ? chosen(all, positionals) : [withOnly(all, values.file)],
    seed: wholeNumber('seed', values.seed),
    count: wholeNumber('count', values.count),
    jobs: wholeNumber('jobs', values.jobs),
    out,
  };
}

/** The folders asked for, in the order asked; all where none is. */
function chosen(all: readonly Folder[], asked: readonly string[]): readonly Folder[] {
  return asked.length === 0 ? all : asked.map((name) => all.find((folder) => folder.name === name)!);
}

/** The folder of a file with no other file in it. */
function withOnly(all: readonly Folder[], file: string): Folder {
  const folder = all.find(({ files }) => files.includes(file));
  if (folder === undefined)
    throw new Error(`--file: expected a source file of src/ or plugins/; got ${file}`);
  return { ...folder, files: [file] };
}

function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text))
    throw new Error(`--${name}: expected a whole number from 1; got ${text}\n${usage}`);
  return Number(text);
}

async function makeJobs(repository: string, work: string, count: number): Promise<Job[]> {
  const scratch = join(work, 'tmp');
  await mkdir(scratch);
  const environment = {
    ...process.env,
    TMPDIR: scratch,
    NEARDUP_DATA: resolve(process.env.NEARDUP_DATA ?? '../shared/data'),
  };
  const first = await Checkout.make(repository, join(work, 'checkout1'));
  const checkouts = [first];
  for (let n = 2; n <= count; n++) checkouts.push(await first.copy(join(work, `checkout${n}`)));
  return checkouts.map((checkout) => ({ checkout, tests: new TestProcess(checkout.folder, environment) }));
}

async function runFolder(
  folder: Folder,
  { seed, count }: Call,
  jobs: readonly Job[],
  equivalents: readonly Equivalent[],
): Promise<FolderResult> {
  const startedAt = performance.now();
  process.stdout.write(`\n${folder.name}: compiling mutants\n`);
  const { mutants, refused } = await drawMutants(jobs[0].checkout, folder.files, { seed, count });
  process.stdout.write(`${folder.name}: ${mutants.length} mutants; running the tests on unchanged sources\n`);
  const { files, failing } = await recordTests(jobs[0], folder.tests, mutants);
  const results: Result[] = [];
  const queue = [...mutants.entries()];
  await Promise.all(
    jobs.map(async (job) => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [number, mutant] = next;
        results[number] = await resultOf(job, mutant, number, files, equivalents);
        process.stdout.write(progressLine(results[number], number, mutants.length));
      }
    }),
  );
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  return { folder: folder.name, seed, floor: folder.floor, refused, failing, elapsedSeconds, results };
}

async function resultOf(
  job: Job,
  mutant: Mutant,
  number: number,
  all: readonly TestFile[],
  equivalents: readonly Equivalent[],
): Promise<Result> {
  const { file, line, operator, before, after, nth } = mutant.mutation;
  const what = { file, line, operator, before, after, nth };
  const known = equivalents.find((entry) => names(entry, mutant.mutation));
  if (known) return { ...what, state: 'equivalent', note: known.reason };
  const files = testsFor(number, mutant, all);
  const { state, by } = await testMutant(job, mutant, number, files);
  return { ...what, state, note: by ?? reachNote(mutant, number, files) };
}

/** How many tests a survivor was run against. */
function reachNote({ mutation }: Mutant, number: number, files: readonly TestFile[]): string {
  if (!isRecorded(mutation)) return 'what comes to it is not recorded: all tests ran';
  if (files.length === 0) return 'no test comes to it';
  const counts = files.map(({ reaches, testMs }) => reaches?.get(number)?.size || Object.keys(testMs).length);
  return `${counts.reduce((a, b) => a + b)} tests in ${files.length} files come to it`;
}

function progressLine({ file, line, operator, state, note }: Result, number: number, count: number): string {
  return `${number + 1}/${count} ${state} ${file}:${line} ${operator} (${note})\n`;
}

function complaintsOf(done: readonly FolderResult[], old: readonly Equivalent[]): string[] {
  return [
    ...done
      .filter((folder) => caughtPercent(folder) < folder.floor)
      .map((folder) => `${folder.folder}: expected ${folder.floor} % caught; got ${shownPercent(folder)} %`),
    ...done.flatMap(({ failing }) => failing.map((text) => `fails on unchanged sources: ${text}`)),
    ...old.map(
      ({ file, before, after }) =>
        `equivalent.json: ${file} no longer has this mutation; take the entry out or renew it: ${before} → ${after}`,
    ),
  ];
}
