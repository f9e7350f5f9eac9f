import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Built, Checkout, Variant } from './checkout.ts';
import { drawn } from './draw.ts';
import { type Mutation, mutated, placesOf } from './mutations.ts';
import { isRecorded, recording } from './reach.ts';
import type { Answer, TestProcess } from './test-process.ts';

/** A mutation, compiled. */
export interface Mutant {
  readonly mutation: Mutation;
  readonly built: Built;
}

/** A test file as it runs on unchanged sources. */
export interface TestFile {
  readonly path: string;
  elapsedMs: number;
  /** Numbers of the mutants whose places it comes to. */
  readonly reaches: ReadonlySet<number>;
}

/** Draws mutants of some files until `count` compile, or no place is left; `refused` is how many do not compile. */
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
 * Runs every test file once on sources that record which mutants' places they come to. Files whose tests can not run
 * here are left out; `failing` are those that fail on unchanged sources, twice.
 */
export async function recordTests(
  checkout: Checkout,
  tests: TestProcess,
  paths: readonly string[],
  mutants: readonly Mutant[],
): Promise<{ files: TestFile[]; failing: string[] }> {
  const record = join(checkout.folder, 'reached.txt');
  const [built] = await checkout.compile([await recordingSources(checkout, mutants, record)]);
  tests.changed(await checkout.put(built!));
  const files: TestFile[] = [];
  const failing: string[] = [];
  for (const path of paths) {
    let answer: Answer | undefined;
    for (
      let attempt = 0;
      attempt < 2 && answer?.state !== 'passed' && answer?.state !== 'skipped';
      attempt++
    ) {
      await writeFile(record, '');
      answer = await tests.run(path, longestTestMs);
    }
    const { state, elapsedMs, failure } = answer!;
    if (state === 'failed' || state === 'timeout') failing.push(`${path}: ${failure ?? state}`);
    if (state !== 'passed') continue;
    const reached = (await readFile(record, 'utf8')).split('\n').slice(0, -1).map(Number);
    files.push({ path, elapsedMs, reaches: new Set(reached) });
  }
  tests.changed(await checkout.restore());
  return { files, failing };
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
    .filter(({ reaches }) => !isRecorded(mutation) || reaches.has(number))
    .sort((a, b) => Number(b.path === own) - Number(a.path === own) || a.elapsedMs - b.elapsedMs);
}

/** What came of a mutant. */
export interface Outcome {
  readonly state: 'failed' | 'timeout' | 'survived';
  /** The test file that noticed it, and the title of its test. */
  readonly by?: string;
}

/** Puts a mutant in place and runs test files until one notices it. */
export async function testMutant(
  checkout: Checkout,
  tests: TestProcess,
  { built }: Mutant,
  files: readonly TestFile[],
): Promise<Outcome> {
  tests.changed(await checkout.put(built));
  try {
    for (const file of files) {
      let answer = await tests.run(file.path, limitOf(file));
      if (answer.state === 'timeout' && (await isSlowNow(checkout, tests, file))) {
        tests.changed(await checkout.put(built));
        answer = await tests.run(file.path, limitOf(file));
      }
      if (answer.state === 'timeout') return { state: 'timeout', by: file.path };
      if (answer.state !== 'passed') {
        return { state: 'failed', by: `${file.path}: ${answer.failure ?? answer.state}` };
      }
    }
    return { state: 'survived' };
  } finally {
    tests.changed(await checkout.restore());
  }
}

function limitOf({ elapsedMs }: TestFile): number {
  return 3 * elapsedMs + 5000;
}

/** Whether the unchanged sources have become slower too, as on a machine that others use; then the time is noted. */
async function isSlowNow(checkout: Checkout, tests: TestProcess, file: TestFile): Promise<boolean> {
  tests.changed(await checkout.restore());
  const { elapsedMs } = await tests.run(file.path, longestTestMs);
  const isSlow = elapsedMs > 1.5 * file.elapsedMs;
  if (isSlow) file.elapsedMs = elapsedMs;
  return isSlow;
}
