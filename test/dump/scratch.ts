import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import {
  type DamagedSpot,
  newStats,
  type ReadOptions,
  type ReadStats,
  readPages,
} from '../../plugins/dump/index.ts';
import type { Page } from '../../src/index.ts';

/** A folder for one test file, removed after it; returns a function that writes a file there. */
export function scratchFolder(): { folder: string; write: (name: string, bytes: Buffer | string) => string } {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-dump-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, bytes: Buffer | string): string => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  return { folder, write };
}

/** All that one reading gives. */
export interface Result {
  readonly pages: Page[];
  readonly spots: DamagedSpot[];
  readonly stats: ReadStats;
  readonly ids: string[];
}

export async function readAll(
  inputs: string | readonly string[],
  options: ReadOptions = {},
): Promise<Result> {
  const pages: Page[] = [];
  const spots: DamagedSpot[] = [];
  const stats = newStats();
  const all = { onDamage: (spot: DamagedSpot) => spots.push(spot), ...options, stats };
  for await (const page of readPages(typeof inputs === 'string' ? [inputs] : inputs, all)) pages.push(page);
  return { pages, spots, stats, ids: pages.map((page) => page.id) };
}
