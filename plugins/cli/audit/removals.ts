import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFormats, type PageGrams } from '../../../src/flow/index.ts';
import type { Deduplication } from '../../../src/index.ts';
import { writeWhole } from '../dedup/files.ts';
import type { RemovalsOfRun } from '../dedup/summary.ts';
import { readJsonLines } from '../read-lines.ts';
import { type Evidence, measureRemovals } from './evidence.ts';

/** The file in the folder of a run. */
const removalsFile = 'removals.jsonl';

/** A line of `removals.jsonl`: a dropped page, what it repeats, and what proves that. */
export interface Removal extends Evidence {
  readonly format: string;
  /** Which run of this folder dropped it: of runs that drop the same by the same, the same. */
  readonly run: string;
  readonly id: string;
  readonly url: string;
  readonly representative: string;
  /** Whether that is one of the pages that were known (`--against`). */
  readonly known?: true;
  /** By what it was dropped, as in `decisions.jsonl`. */
  readonly similarity: number;
  readonly code: string;
  /** SHA-256 of what decided: the options of the run. */
  readonly parameters: string;
  /** Digest of the sites' templates. */
  readonly templateDigest: string;
}

/**
 * Adds the removals of a run to `removals.jsonl` in its folder: what stands there stays, and a run that is there already
 * is not added again. `pages` gives the gram sets of all pages, as often as it is called.
 */
export async function addRemovals(
  directory: string,
  { decisions, templateDigest }: Deduplication,
  parameters: object,
  pages: () => AsyncIterable<PageGrams>,
  memoryBytes: number,
): Promise<RemovalsOfRun> {
  const dropped = decisions.flatMap(({ id, url, decision, representative, known, similarity = 0, code }) =>
    decision === 'drop' && representative !== undefined
      ? [{ id, url, representative, ...(known && { known }), similarity, code }]
      : [],
  );
  const { evidence } = await measureRemovals(dropped, pages, memoryBytes);
  const digest = sha256(JSON.stringify(parameters));
  const removals = dropped.map((page) => {
    const measured = evidence.get(page.id);
    if (measured === undefined)
      throw new Error(`expected the gram sets of ${page.id} and ${page.representative}`);
    return { ...page, ...measured, parameters: digest, templateDigest };
  });
  const run = runOf(removals);
  const path = join(directory, removalsFile);
  const lines = removals.map(
    (removal) => `${JSON.stringify({ format: fileFormats.removal, run, ...removal })}\n`,
  );
  const before = existsSync(path) ? await readFile(path, 'utf8') : '';
  if (!before.includes(`"run":"${run}"`)) await writeWhole(path, [before, ...lines]);
  return { run, count: removals.length };
}

/**
 * The removals of a run, as they stand in its folder; throws where some were changed or taken out since, or the file is
 * not there.
 */
export async function readRemovals(directory: string, { run, count }: RemovalsOfRun): Promise<Removal[]> {
  const path = join(directory, removalsFile);
  const found: Removal[] = [];
  if (count === 0) return found;
  for await (const removal of readJsonLines<Removal>(path)) if (removal.run === run) found.push(removal);
  const given = found.map(({ format: _, run: _run, ...removal }) => removal);
  if (found.length !== count || runOf(given) !== run) {
    throw new Error(
      `${path}: expected the ${count} removals of run ${run} as they were written; they were changed since`,
    );
  }
  return found;
}

/** Names a run by all that it removed. */
function runOf(removals: readonly Omit<Removal, 'format' | 'run'>[]): string {
  const hash = createHash('sha256');
  for (const removal of removals) hash.update(`${JSON.stringify(removal)}\n`);
  return hash.digest('hex').slice(0, 32);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
