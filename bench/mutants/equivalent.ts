import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Mutation, placesOf } from './mutations.ts';

/** A mutation that no test can notice, since the program does the same. */
export interface Equivalent {
  readonly file: string;
  /** The changed lines, before and after. */
  readonly before: string;
  readonly after: string;
  /** Which of the file's mutations with this text it is. Default: 1. */
  readonly nth?: number;
  /** Why the program does the same. */
  readonly reason: string;
}

/** The committed list. */
export function readEquivalents(repository: string): Equivalent[] {
  return JSON.parse(readFileSync(resolve(repository, 'bench/mutants/equivalent.json'), 'utf8'));
}

/** Whether an entry names a mutation. */
export function names(entry: Equivalent, { file, before, after, nth }: Mutation): boolean {
  return entry.file === file && entry.before === before && entry.after === after && (entry.nth ?? 1) === nth;
}

/** The entries that no longer name a mutation of their file: the line has changed, so the reason may be wrong, too. */
export function stale(repository: string, entries: readonly Equivalent[]): Equivalent[] {
  const mutations = new Map<string, Mutation[]>();
  for (const file of new Set(entries.map((entry) => entry.file))) {
    mutations.set(file, mutationsOf(resolve(repository, file), file));
  }
  return entries.filter((entry) => !mutations.get(entry.file)!.some((mutation) => names(entry, mutation)));
}

function mutationsOf(path: string, file: string): Mutation[] {
  try {
    return placesOf(file, readFileSync(path, 'utf8')).flat();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
