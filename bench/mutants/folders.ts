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

/** The folders of src/ and plugins/ that have tests, in order. */
export function foldersOf(repository: string): Folder[] {
  return ['src', 'plugins'].flatMap((base) =>
    readdirSync(join(repository, base), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(join(repository, 'test', entry.name)))
      .map(({ name }) => ({
        name,
        files: [...sourcesIn(repository, `${base}/${name}`), ...(alone[name] ?? [])],
        tests: filesIn(repository, `test/${name}`, '.test.ts').filter(
          (path) => !/\.(slow|soak)\.test\.ts$/.test(path),
        ),
        floor: strict.has(name) ? 90 : 75,
      })),
  );
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
