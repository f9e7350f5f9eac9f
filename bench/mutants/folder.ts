import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Built, Checkout, Variant } from './checkout.ts';
import { drawn } from './draw.ts';
import { type Mutation, mutated, placesOf } from './mutations.ts';
import { isRecorded, reachedBy, recording } from './reach.ts';
import type { Answer, TestProcess } from './test-process.ts';

/** A checkout and the process that runs its tests. */
export interface Job {
  readonly checkout: Checkout;
  readonly tests: TestProcess;
}

/** A compiled mutation. */
export interface Mutant {
  readonly mutation: Mutation;
  readonly built: Built;
}

/** Facts about a test file on unchanged sources. */
export interface TestFile {
  readonly path: string;
  readonly elapsedMs: number;
  /** How many times as long it took at the last check: the machine may have become slower. */
  slowdown: number;
  readonly testMs: Readonly<Record<string, number>>;
  /**
   * For each mutant whose place it reaches, by number: the ids of its tests that do, or an empty set if any may.
   * `undefined` if this could not be recorded.
   */
  readonly reaches: ReadonlyMap<number, ReadonlySet<string>> | undefined;
  /** Whether each of its tests passes without the others, as far as checked. */
  readonly standsAlone: Map<string, boolean>;
}

/**
 * Draws mutants of some files until `count` compile or no place is left. `refused` is the number of those that do not
 * compile.
 */
export async function drawMutants(
  checkout: Checkout,
  files: readonly string[],
  { seed, count }: { readonly seed: number; readonly count: number },
): Promise<{ mutants: Mutant[]; refused: number }> {
  const sources = new Map<string, string>();
  for (const file of files) sources.set(file, await checkout.read(file));
  const order = drawn(
    [...sources].flatMap(([file, source]) => placesOf(file, source)),
    seed,
  );
  const mutants: Mutant[] = [];
  let refused = 0;
  while (mutants.length < count && order.length > 0) {
    const batch = order.splice(0, Math.ceil(1.3 * (count - mutants.length)) + 5);
    const built = await checkout.compile(batch.map((mutation) => changeOf(mutation, sources)));
    for (const [i, mutation] of batch.entries()) {
      const one = built[i];
      if (mutants.length === count) break;
      if (one?.isSound) mutants.push({ mutation, built: one });
      else refused++;
    }
  }
  return { mutants, refused };
}

function changeOf(mutation: Mutation, sources: ReadonlyMap<string, string>): Variant {
  return new Map([[mutation.file, mutated(sources.get(mutation.file)!, mutation)]]);
}

const longestTestMs = 15 * 60_000;

/**
 * Runs every test file once on sources that record which mutants' places it reaches. A file that fails or times out
 * there is run on unchanged sources. Files whose tests cannot run here are left out, and so are those in `failing`.
 */
export async function recordTests(
  { checkout, tests }: Job,
  paths: readonly string[],
  mutants: readonly Mutant[],
): Promise<{ files: TestFile[]; failing: string[] }> {
  const record = join(checkout.folder, 'reached.txt');
  const [built] = await checkout.compile([await recordingSources(checkout, mutants, record)]);
  const files: TestFile[] = [];
  const unrecorded: string[] = [];
  tests.changed(await checkout.put(built!));
  for (const path of paths) {
    await writeFile(record, '');
    const answer = await tests.run(path, longestTestMs);
    if (answer.state === 'passed') files.push(testFile(path, answer, await readFile(record, 'utf8')));
    else if (answer.state !== 'skipped') unrecorded.push(path);
  }
  tests.changed(await checkout.restore());
  const failing: string[] = [];
  for (const path of unrecorded) {
    const answer = await tests.run(path, longestTestMs);
    if (answer.state === 'passed') files.push(testFile(path, answer, undefined));
    else failing.push(`${path}: ${answer.failure ?? answer.state}`);
  }
  return { files, failing };
}

function testFile(path: string, { elapsedMs, testMs }: Answer, lines: string | undefined): TestFile {
  const reaches = lines === undefined ? undefined : reachedBy(lines);
  return { path, elapsedMs, slowdown: 1, testMs: testMs!, reaches, standsAlone: new Map() };
}

async function recordingSources(
  checkout: Checkout,
  mutants: readonly Mutant[],
  record: string,
): Promise<Variant> {
  const recorded = [...mutants.entries()].filter(([, { mutation }]) => isRecorded(mutation));
  const texts = new Map<string, string>();
  for (const file of new Set(recorded.map(([, { mutation }]) => mutation.file))) {
    const here = recorded.filter(([, { mutation }]) => mutation.file === file);
    const sites = new Map(here.map(([number, { mutation }]) => [number, mutation.site]));
    texts.set(file, recording(await checkout.read(file), sites, record));
  }
  return texts;
}

/** The test files that can notice a mutant, in the order in which they are run: its own first, then the quickest. */
export function testsFor(number: number, { mutation }: Mutant, files: readonly TestFile[]): TestFile[] {
  const own = mutation.file.replace(/^(src|plugins)\//, 'test/').replace(/\.ts$/, '.test.ts');
  return files
    .filter(({ reaches }) => !isRecorded(mutation) || (reaches?.has(number) ?? true))
    .sort((a, b) => Number(b.path === own) - Number(a.path === own) || a.elapsedMs - b.elapsedMs);
}

/** The outcome of a mutant. */
export interface Outcome {
  readonly state: 'failed' | 'timeout' | 'survived';
  /** The test file that noticed it, and the title of its test. */
  readonly by?: string;
}

/** Puts a mutant in place and runs test files until one notices it. */
export async function testMutant(
  { checkout, tests }: Job,
  { built }: Mutant,
  number: number,
  files: readonly TestFile[],
): Promise<Outcome> {
  const put = async (): Promise<void> => tests.changed(await checkout.put(built));
  const restore = async (): Promise<void> => tests.changed(await checkout.restore());
  await put();
  try {
    for (const file of files) {
      let some = file.reaches?.get(number) ?? new Set();
      let answer = await tests.run(file.path, limitOf(file, some), some);
      if (answer.state !== 'passed') {
        await restore();
        const isLate = answer.state === 'timeout' && (await isSlowNow(tests, file, some));
        if (isLate || !(await standsAlone(tests, file, some, answer.test))) {
          if (!isLate) some = new Set();
          await put();
          answer = await tests.run(file.path, limitOf(file, some), some);
        }
      }
      if (answer.state === 'timeout') return { state: 'timeout', by: file.path };
      if (answer.state !== 'passed')
        return { state: 'failed', by: `${file.path}: ${answer.failure ?? answer.state}` };
    }
    return { state: 'survived' };
  } finally {
    await restore();
  }
}

/** Three times the time of the tests on unchanged sources, plus five seconds. */
function limitOf(file: TestFile, some: ReadonlySet<string>): number {
  return 3 * file.slowdown * expectedMs(file, some) + 5000;
}

function expectedMs({ elapsedMs, testMs }: TestFile, some: ReadonlySet<string>): number {
  if (some.size === 0) return elapsedMs;
  const others = Object.entries(testMs).filter(([id]) => !some.has(id));
  return Math.max(0, elapsedMs - others.reduce((sum, [, ms]) => sum + ms, 0));
}

/** Whether the tests take much longer on unchanged sources, too, as on a busy machine. If so, records it. */
async function isSlowNow(tests: TestProcess, file: TestFile, some: ReadonlySet<string>): Promise<boolean> {
  const { elapsedMs } = await tests.run(file.path, longestTestMs, some);
  const slowdown = elapsedMs / Math.max(1000, expectedMs(file, some));
  if (slowdown < 1.5 * file.slowdown) return false;
  file.slowdown = slowdown;
  return true;
}

/**
 * Whether a test that failed without the other tests of its file passes in this way on unchanged sources. Checked
 * once for each test.
 */
async function standsAlone(
  tests: TestProcess,
  { path, standsAlone }: TestFile,
  some: ReadonlySet<string>,
  test: string | undefined,
): Promise<boolean> {
  if (some.size === 0 || test === undefined) return true;
  if (!standsAlone.has(test)) {
    const { state } = await tests.run(path, longestTestMs, [test]);
    standsAlone.set(test, state === 'passed');
  }
  return standsAlone.get(test)!;
}
