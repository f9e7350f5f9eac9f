import { createHash, type Hash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  fileFormats,
  gramsOf,
  type StoredDeduplication,
  StoredList,
  type WorkFolder,
} from '../../../src/flow/index.ts';
import { overlapOfSorted } from '../../../src/join/index.ts';
import { writeWhole } from '../dedup/files.ts';
import type { RemovalsOfRun } from '../dedup/summary.ts';
import { readJsonLines } from '../read-lines.ts';
import { digestOf, type Evidence } from './evidence.ts';

/** The file in the folder of a run. */
const removalsFile = 'removals.jsonl';

/** A line of `removals.jsonl`: a dropped page, the page that it repeats, and the evidence. */
export interface Removal extends Evidence {
  readonly format: string;
  /** The run that dropped it. Runs that drop the same pages for the same reasons have the same value. */
  readonly run: string;
  readonly id: string;
  readonly url: string;
  readonly representative: string;
  /** Whether the representative is one of the known pages (`--against`). */
  readonly known?: true;
  /** The similarity by which it was dropped, as in `decisions.jsonl`. */
  readonly similarity: number;
  readonly code: string;
  /** SHA-256 of the options that decided. */
  readonly parameters: string;
  /** Digest of the sites' templates. */
  readonly templateDigest: string;
}

/** A removal before the name of its run is known. */
type Removed = Omit<Removal, 'format' | 'run'>;

/** The part of a removal that depends only on its two pages. */
export type PageRemoval = Omit<Removed, 'parameters' | 'templateDigest'>;

/** The parts of a run from which removals are made: pages by number, and the decisions on them. */
type RemovingRun = Pick<StoredDeduplication, 'journal' | 'resolved'>;

/** Number of representatives whose gram sets stay in memory. The representatives of one site occur many times. */
const RECENT_PAGES = 64;

/**
 * Adds the removals of a run to `removals.jsonl` in its folder. Existing lines stay, and a run that is already there
 * is not added again. Memory: one removal.
 *
 * @param removals in the order of the input
 * @param decidedBy everything that decides which pages are dropped, and the digest of the sites' templates
 * @param folder for removals until all are known
 */
export async function addRemovals(
  directory: string,
  removals: Iterable<PageRemoval> | AsyncIterable<PageRemoval>,
  decidedBy: { readonly parameters: object; readonly templateDigest: string },
  folder: WorkFolder,
): Promise<RemovalsOfRun> {
  const { templateDigest } = decidedBy;
  const parameters = sha256(JSON.stringify(decidedBy.parameters));
  const hash = createHash('sha256');
  // each line has the name of the run, which needs all removals; measuring them twice would take longer
  const removed = new StoredList<string>(folder);
  for await (const own of removals) {
    const removal: Removed = { ...own, parameters, templateDigest };
    const text = JSON.stringify(removal);
    hash.update(`${text}\n`);
    removed.push(text);
  }
  const name = nameOf(hash);
  const path = join(directory, removalsFile);
  if (!existsSync(path) || !(await hasRun(path, name)))
    await writeWhole(path, linesWith(path, name, removed));
  const { length: count } = removed;
  removed.close();
  return { run: name, count };
}

async function hasRun(path: string, name: string): Promise<boolean> {
  for await (const { run } of readJsonLines<Removal>(path)) if (run === name) return true;
  return false;
}

/** The lines of a file, if it exists, and then those of a run, whose removals are JSON. */
async function* linesWith(path: string, name: string, removed: Iterable<string>): AsyncGenerator<string> {
  if (existsSync(path)) for await (const piece of createReadStream(path, 'utf8')) yield piece;
  const head = JSON.stringify({ format: fileFormats.removal, run: name }).slice(0, -1);
  for (const removal of removed) yield `${head},${removal.slice(1)}\n`;
}

/** The removals with their evidence, in the order of the input. Memory: the gram sets of 64 pages. */
export function* removalsOf({ journal, resolved }: RemovingRun): Generator<PageRemoval> {
  const recent = new Map<number, { readonly grams: BigUint64Array; readonly digest: string }>();
  const original = (page: number) => {
    let known = recent.get(page);
    if (known === undefined) {
      const grams = gramsOf(journal, page);
      known = { grams, digest: digestOf(grams) };
    }
    recent.delete(page);
    recent.set(page, known);
    if (recent.size > RECENT_PAGES) recent.delete(recent.keys().next().value!);
    return known;
  };
  for (const { page, decision } of resolved.dropped(journal.newPages)) {
    const { id, url, representative, known, similarity = 0, code } = decision;
    if (representative === undefined) continue;
    const [grams, other] = [gramsOf(journal, page), original(resolved.representativeOf(page))];
    const overlap = overlapOfSorted(grams, other.grams);
    const isEqual = overlap === grams.length && overlap === other.grams.length;
    yield {
      ...{ id, url, representative, ...(known && { known }), similarity, code },
      sizes: [grams.length, other.grams.length],
      overlap,
      digests: [isEqual ? other.digest : digestOf(grams), other.digest],
    };
  }
}

/**
 * The removals of a run, from its folder. Throws if some have been changed or deleted since, or if the file is
 * missing.
 */
export async function readRemovals(directory: string, { run, count }: RemovalsOfRun): Promise<Removal[]> {
  const path = join(directory, removalsFile);
  const found: Removal[] = [];
  if (count === 0) return found;
  if (!existsSync(path)) {
    throw new Error(`${path}: expected the ${count} removals of run ${run}; there is no such file`);
  }
  for await (const removal of readJsonLines<Removal>(path)) if (removal.run === run) found.push(removal);
  const given = found.map(({ format: _, run: _run, ...removal }) => removal);
  if (found.length !== count || runOf(given) !== run) {
    throw new Error(
      `${path}: expected the ${count} removals of run ${run} as they were written; they were changed since`,
    );
  }
  return found;
}

/** Names a run by a digest of all its removals. */
function runOf(removals: readonly Removed[]): string {
  const hash = createHash('sha256');
  for (const removal of removals) hash.update(`${JSON.stringify(removal)}\n`);
  return nameOf(hash);
}

function nameOf(hash: Hash): string {
  return hash.digest('hex').slice(0, 32);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
