import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { OnDamage } from '../upkeep/stored-pages.ts';
import { isNotFound } from './files.ts';
import { dataFiles } from './index-files.ts';
import { logDamage } from './log-file.ts';
import { lostPages } from './lost-pages.ts';
import { tableDamages } from './table-file.ts';

/** A file in the making looks damaged. One that does not grow in this time, seen several times, is not in the making. */
const LOOKS = 4;
const LOOKS_APART_MS = 50;

/**
 * Holds the files of an index against their own checksums, and names the pages of which something stood in a
 * damaged block. Goes on behind damage. LevelDB is not asked, and need not be open.
 *
 * @returns whether all tables are whole: LevelDB reads damaged ones as they are, and some of that ends the process
 */
export async function checkFiles(path: string, onDamage: OnDamage, signal?: AbortSignal): Promise<boolean> {
  const tables: string[] = [];
  let isWhole = true;
  for (const name of Object.keys(await dataFiles(path))) {
    signal?.throwIfAborted();
    if (name === 'CURRENT') continue;
    const isTable = !(name.startsWith('MANIFEST') || name.endsWith('.log'));
    if (isTable) tables.push(join(path, name));
    for (const damage of await damagesOf(join(path, name), isTable)) {
      onDamage({ code: 'file', what: `${name}: ${damage}` });
      if (isTable) isWhole = false;
    }
  }
  if (!isWhole) await lostPages(tables, onDamage, signal);
  return isWhole;
}

async function damagesOf(file: string, isTable: boolean): Promise<string[]> {
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
      // LevelDB deletes what it has merged.
      if (isNotFound(error)) return [];
      throw error;
    }
    await setTimeout(LOOKS_APART_MS);
  }
}
