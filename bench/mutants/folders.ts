import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A folder of sources with the tests that guard it. */
export interface Folder {
  readonly name: string;
  /** Source files, by their paths in the repository, in order. */
  readonly files: readonly string[];
  /** Those that `npm test` runs. */
  readonly tests: readonly string[];
  /** Least percentage of mutants that must be caught. */
  readonly floor: number;
}

/** Folders in which a mistake loses pages or pairs silently. */
const strict = new Set(['join', 'store', 'grams', 'sketch', 'cluster', 'methods']);

/** Sources that are in no folder, by the folder whose tests guard them. */
const alone: Readonly<Record<string, readonly string[]>> = {
  flow: ['src/deduplicate.ts', 'src/worker-file.ts'],
};

/** The part of the command line that the tests of `plugins/mr` guard. It is a folder of its own here. */
const stages = { name: 'cli-mr', sources: 'plugins/cli/mr', tests: ['test/cli/bad-calls.test.ts'] };

/** What callers give is refused in all folders: one test says of what kinds. */
const forAll = 'test/argument-checks.test.ts';

/** The folders of src/ and plugins/ that have tests, in order, and `cli-mr`. */
export function foldersOf(repository: string): Folder[] {
  const folders = ['src', 'plugins'].flatMap((base) =>
    readdirSync(join(repository, base), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(join(repository, 'test', entry.name)))
      .map(({ name }) => ({
        name,
        files: [...sourcesIn(repository, `${base}/${name}`), ...(alone[name] ?? [])].filter(
          (path) => !path.startsWith(`${stages.sources}/`),
        ),
        tests: [...testsIn(repository, `test/${name}`), forAll],
        floor: strict.has(name) ? 90 : 75,
      })),
  );
  const tests = [...stages.tests, ...testsIn(repository, 'test/mr')];
  return [...folders, { name: stages.name, files: sourcesIn(repository, stages.sources), tests, floor: 75 }];
}

/** The tests of a folder that `npm test` runs. */
function testsIn(repository: string, folder: string): string[] {
  return filesIn(repository, folder, '.test.ts').filter((path) => !/\.(slow|soak)\.test\.ts$/.test(path));
}

/** The source files of a folder, except the modules that a build makes of kernels. */
function sourcesIn(repository: string, folder: string): string[] {
  return filesIn(repository, folder, '.ts').filter((path) => !path.endsWith('.wasm.ts'));
}

function filesIn(repository: string, folder: string, end: string): string[] {
  return readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(end))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .sort();
}
