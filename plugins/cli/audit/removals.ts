import { createHash, type Hash } from 'node:crypto';
import { join } from 'node:path';
import {
  fileFormats,
  gramReader,
  RecentValues,
  type Spool,
  type StoredDeduplication,
  type WorkFolder,
} from '../../../src/flow/index.ts';
import { overlapOfSorted } from '../../../src/join/index.ts';
import { appearWhole } from '../dedup/files.ts';
import { LinePieces, writePieces } from '../dedup/pieces.ts';
import type { RemovalsOfRun } from '../dedup/summary.ts';
import { isThere } from '../is-there.ts';
import { objectOf, oneOf, optional, text } from '../members.ts';
import { linesWithout, readJsonLines } from '../read-lines.ts';
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

/** The digest of a run is of all its other members. */
const removalCheck = objectOf({ format: optional(oneOf(fileFormats.removal)), run: text });

/** A removal before the name of its run is known. */
type Removed = Omit<Removal, 'format' | 'run'>;

/** The part of a removal that depends only on its two pages. */
export type PageRemoval = Omit<Removed, 'parameters' | 'templateDigest'>;

/** The parts of a run from which removals are made: pages by number, and the decisions on them. */
type RemovingRun = Pick<StoredDeduplication, 'journal' | 'resolved'>;

const LF = 0x0a;
/** Bytes of removals that are read in one call. */
const READ_BYTES = 1 << 18;
/** Number of gram sets whose evidence and digest stay in memory: some 6 MB. */
const RECENT_SETS = 1 << 14;

/**
 * Writes the removals of a run to `removals.jsonl` in its folder, in place of any lines of this run. Those of other runs stay.
 * Memory: one removal.
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
  const removed = folder.spool();
  const lines = new LinePieces();
  const store = (piece: Uint8Array): void => {
    hash.update(piece);
    removed.append(piece);
  };
  // the same in each, as a `Removed` ends
  const tail = `,${JSON.stringify({ parameters, templateDigest }).slice(1)}\n`;
  let count = 0;
  for await (const own of removals) {
    lines.addText(`${JSON.stringify(own).slice(0, -1)}${tail}`);
    if (lines.isFull) store(lines.take());
    count++;
  }
  store(lines.take());
  const name = nameOf(hash);
  const path = join(directory, removalsFile);
  await appearWhole(path, (unfinished, flags) =>
    writePieces(unfinished, linesWith(path, name, removed), { flags }),
  );
  removed.close();
  return { run: name, count };
}

/** The lines of other runs in a file, if it exists, and then those of a run, of whose removals each is a line of JSON. */
async function* linesWith(path: string, name: string, removed: Spool): AsyncGenerator<Uint8Array> {
  if (isThere(path)) yield* linesWithout(path, name);
  const head = Buffer.from(`${JSON.stringify({ format: fileFormats.removal, run: name }).slice(0, -1)},`);
  const lines = new LinePieces();
  let isInLine = false;
  for (let from = 0, end = 0; from < removed.length; from = end) {
    end = Math.min(from + READ_BYTES, removed.length);
    const read = Buffer.allocUnsafe(end - from);
    removed.read(from, read);
    for (let at = 0, next = 0; at < read.length; at = next) {
      next = read.indexOf('\n', at) + 1 || read.length;
      // the head takes the place of the brace
      if (!isInLine) lines.add(head);
      lines.add(read.subarray(isInLine ? at : at + 1, next));
      isInLine = read[next - 1] !== LF;
    }
    yield lines.take();
  }
}

/** The removals with their evidence, in the order of the input. Memory: the evidence of 16,384 pages, and two gram sets. */
export function* removalsOf({ journal, resolved }: RemovingRun): Generator<PageRemoval> {
  const evidenceOf = evidenceIn(journal);
  for (const { page, decision } of resolved.dropped(journal.newPages)) {
    const { id, url, representative, known, similarity = 0, code } = decision;
    if (representative === undefined) continue;
    yield {
      ...{ id, url, representative, ...(known && { known }), similarity, code },
      ...evidenceOf(page, resolved.representativeOf(page)),
    };
  }
}

/**
 * Measures two pages of a journal. The versions of a page are often equal, and so are their representatives: on the documentation of a
 * library in 40 versions, half of the measurements and three quarters of the digests were made before.
 */
function evidenceIn(journal: StoredDeduplication['journal']): (page: number, original: number) => Evidence {
  const firstOf = journal.firstEqual();
  const [readPage, readOriginal] = [gramReader(journal), gramReader(journal)];
  const digests = new RecentValues<string>(RECENT_SETS);
  const digestIn = (set: number, grams: BigUint64Array): string =>
    digests.get(set) ?? digests.set(set, digestOf(grams));
  const recent = new RecentValues<{ readonly other: number; readonly evidence: Evidence }>(RECENT_SETS);
  return (page, original) => {
    const [set, other] = [firstOf[page]!, firstOf[original]!];
    const known = recent.get(set);
    if (known?.other === other) return known.evidence;
    const [grams, ofOriginal] = [readPage(set), readOriginal(other)];
    const evidence: Evidence = {
      sizes: [grams.length, ofOriginal.length],
      overlap: overlapOfSorted(grams, ofOriginal),
      digests: [digestIn(set, grams), digestIn(other, ofOriginal)],
    };
    return recent.set(set, { other, evidence }).evidence;
  };
}

/**
 * The removals of a run, from its folder. Throws if some have been changed or deleted since, or if the file is
 * missing.
 */
export async function readRemovals(directory: string, { run, count }: RemovalsOfRun): Promise<Removal[]> {
  const path = join(directory, removalsFile);
  const found: Removal[] = [];
  if (count === 0) return found;
  if (!isThere(path)) {
    throw new Error(
      `${path}: expected the ${count} removals of run ${run}; there is no such file: the same call writes it anew`,
    );
  }
  for await (const removal of readJsonLines<Removal>(path, removalCheck, run))
    if (removal.run === run) found.push(removal);
  const given = found.map(({ format: _, run: _run, ...removal }) => removal);
  if (found.length !== count || runOf(given) !== run) {
    throw new Error(
      `${path}: expected the ${count} removals of run ${run} as they were written; they were changed since: the same call writes them anew`,
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
