import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FileDamage, ReportDamage } from '../damage.ts';
import { isNotFound } from './files.ts';
import { dataFiles } from './index-files.ts';
import { logDamage } from './log-file.ts';
import { tableDamages } from './table-file.ts';

/** A file that is being written looks damaged. If its size does not change in several looks, it is complete. */
const LOOKS = 4;
const LOOKS_APART_MS = 50;

/** Result of checking the files. */
export interface CheckedFiles {
  /** Paths of LevelDB's tables. */
  readonly tables: readonly string[];
  /** If false, LevelDB must not read the tables: it does not check them, and some damage ends the process. */
  readonly areTablesWhole: boolean;
}

/**
 * Checks the files of an index against their own checksums. Continues after damage. Does not use LevelDB, which need
 * not be open.
 */
export async function checkFiles(
  path: string,
  report: ReportDamage,
  signal?: AbortSignal,
): Promise<CheckedFiles> {
  const tables: string[] = [];
  let areTablesWhole = true;
  for (const name of Object.keys(await dataFiles(path))) {
    signal?.throwIfAborted();
    if (name === 'CURRENT') continue;
    const file = join(path, name);
    const isTable = !(name.startsWith('MANIFEST') || name.endsWith('.log'));
    if (isTable) tables.push(file);
    for (const damage of await damagesOf(file, isTable)) {
      report({ code: 'file', file: name, ...damage });
      if (isTable) areTablesWhole = false;
    }
  }
  return { tables, areTablesWhole };
}

async function damagesOf(file: string, isTable: boolean): Promise<FileDamage[]> {
  let size = -1;
  for (let look = 0; ; look++) {
    try {
      const before = size;
      size = (await stat(file)).size;
      if (size !== before) look = 0;
      const damages = isTable
        ? await tableDamages(file)
        : [await logDamage(file)].filter((one) => one !== undefined);
      if (damages.length === 0 || look === LOOKS) return damages;
    } catch (error) {
      // LevelDB deletes files that it has merged.
      if (isNotFound(error)) return [];
      throw error;
    }
    await setTimeout(LOOKS_APART_MS);
  }
}
