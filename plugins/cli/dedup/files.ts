import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileFormats, type SimilarPairs } from '../../../src/flow/index.ts';
import type { Deduplication, PageDecision } from '../../../src/index.ts';
import type { DedupSummary } from './summary.ts';

/**
 * Writes `pairs.jsonl`, `alike.jsonl`, `clusters.jsonl` and `decisions.jsonl` into `directory`.
 *
 * Each file is written beside its place and renamed when whole, so that no reader meets half of one.
 */
export async function writeDedupFiles(directory: string, result: Deduplication): Promise<void> {
  await mkdir(directory, { recursive: true });
  await writeWhole(join(directory, 'pairs.jsonl'), pairLines(fileFormats.pair, result, result));
  await writeWhole(join(directory, 'alike.jsonl'), pairLines(fileFormats.alike, result, result.alike));
  await writeWhole(join(directory, 'clusters.jsonl'), clusterLines(result));
  await writeWhole(join(directory, 'decisions.jsonl'), decisionLines(result));
}

/** Writes the lines of `decisions.jsonl` to a stream, and leaves it open. */
export async function writeDecisions(result: Deduplication, stream: NodeJS.WritableStream): Promise<void> {
  await pipeline(Readable.from(inLargerPieces(decisionLines(result))), stream, { end: false });
}

/** Writes `summary.json`, which says that the other files are whole. */
export function writeSummary(directory: string, summary: DedupSummary): Promise<void> {
  return writeWhole(join(directory, 'summary.json'), [line(summary)]);
}

/**
 * Writes text in pieces to a file that appears whole or not at all.
 *
 * @param mode permissions of the file; those that the process gives to all unless told
 * @throws Error that names the file
 */
export async function writeWhole(
  path: string,
  pieces: Iterable<string> | AsyncIterable<string>,
  mode = 0o666,
): Promise<void> {
  const unfinished = `${path}.unfinished`;
  try {
    // What a killed run left would keep its permissions.
    await rm(unfinished, { force: true });
    await pipeline(
      Readable.from(inLargerPieces(pieces)),
      createWriteStream(unfinished, { flags: 'wx', mode }),
    );
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw new Error(`cannot write ${path}`, { cause: error });
  }
}

function* pairLines(
  format: string,
  { pages, estimated }: Deduplication,
  { pairs, similarity, rawSimilarity }: SimilarPairs,
): Generator<string> {
  for (let i = 0; i < pairs.length; i++) {
    const raw = rawSimilarity[i];
    yield pairLine({
      format,
      a: pages[pairs.a[i]].id,
      b: pages[pairs.b[i]].id,
      ...(pages[pairs.b[i]].known && { known: true }),
      similarity: similarity[i],
      overlap: pairs.overlap[i],
      ...(!Number.isNaN(raw) && raw !== similarity[i] && { rawSimilarity: raw }),
      ...(estimated && { estimated }),
    });
  }
}

function* clusterLines({ pages, clusters }: Deduplication): Generator<string> {
  for (const { representative, members } of clusters) {
    const repeats = members.map(({ page, similarity }) => ({
      id: pages[page].id,
      url: pages[page].url,
      similarity,
    }));
    const { id, known } = pages[representative];
    yield clusterLine(id, repeats, known);
  }
}

function* decisionLines({
  pages,
  decisions,
  identities,
  sizes,
  contentSizes,
}: Deduplication): Generator<string> {
  for (const [page, decision] of decisions.entries()) {
    const [grams, contentGrams] = [sizes[page], contentSizes[page]];
    yield line({
      format: fileFormats.decision,
      ...decision,
      ...(pages[page].damage !== undefined && { damage: pages[page].damage }),
      ...(identities[page] !== '' && { identity: identities[page] }),
      grams,
      ...(contentGrams !== grams && { contentGrams }),
    });
  }
}

/** A line of `clusters.jsonl`. */
export function clusterLine(
  representative: string,
  members: readonly { readonly id: string; readonly url: string; readonly similarity: number | undefined }[],
  known?: true,
): string {
  return line({ format: fileFormats.cluster, representative, ...(known && { known }), members });
}

/** A line of `pairs.jsonl` or `alike.jsonl`. */
export function pairLine(pair: {
  readonly format: string;
  readonly a: string;
  readonly b: string;
  /** Whether `b` is a known page. */
  readonly known?: boolean;
  readonly similarity: number;
  readonly overlap: number;
  readonly rawSimilarity?: number;
  readonly estimated?: boolean;
}): string {
  return line(pair);
}

/** A line of `decisions.jsonl` of what was decided page by page. */
export function decisionLine(decision: PageDecision): string {
  return line({ format: fileFormats.decision, ...decision });
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** Characters of a piece, at least. */
const PIECE_LENGTH = 1 << 18;

/** One write for many lines: a stream costs some microseconds a piece. */
async function* inLargerPieces(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  let larger = '';
  for await (const piece of pieces) {
    larger += piece;
    if (larger.length >= PIECE_LENGTH) {
      yield larger;
      larger = '';
    }
  }
  if (larger !== '') yield larger;
}
