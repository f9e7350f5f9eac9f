import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SimilarPairs } from '../../../src/flow/index.ts';
import type { Deduplication } from '../../../src/index.ts';
import type { DedupSummary } from './summary.ts';

/**
 * Writes `pairs.jsonl`, `alike.jsonl`, `clusters.jsonl` and `decisions.jsonl` into `directory`.
 *
 * Each file is written beside its place and renamed when whole, so that no reader meets half of one.
 */
export async function writeDedupFiles(directory: string, result: Deduplication): Promise<void> {
  await mkdir(directory, { recursive: true });
  await writeWhole(join(directory, 'pairs.jsonl'), pairLines(result, result));
  await writeWhole(join(directory, 'alike.jsonl'), pairLines(result, result.alike));
  await writeWhole(join(directory, 'clusters.jsonl'), clusterLines(result));
  await writeWhole(join(directory, 'decisions.jsonl'), decisionLines(result));
}

/** Writes `summary.json`, which says that the other files are whole. */
export function writeSummary(directory: string, summary: DedupSummary): Promise<void> {
  return writeWhole(join(directory, 'summary.json'), [line(summary)]);
}

/** Writes text in pieces to a file that appears whole or not at all. @throws Error that names the file */
export async function writeWhole(
  path: string,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const unfinished = `${path}.unfinished`;
  try {
    await pipeline(Readable.from(inLargerPieces(pieces)), createWriteStream(unfinished));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw new Error(`cannot write ${path}`, { cause: error });
  }
}

function* pairLines(
  { pages, estimated }: Deduplication,
  { pairs, similarity, rawSimilarity }: SimilarPairs,
): Generator<string> {
  for (let i = 0; i < pairs.length; i++) {
    const raw = rawSimilarity[i];
    yield line({
      a: pages[pairs.a[i]].id,
      b: pages[pairs.b[i]].id,
      similarity: similarity[i],
      overlap: pairs.overlap[i],
      ...(!Number.isNaN(raw) && raw !== similarity[i] && { rawSimilarity: raw }),
      ...(estimated && { estimated }),
    });
  }
}

function* clusterLines({ pages, clusters }: Deduplication): Generator<string> {
  for (const { representative, members } of clusters) {
    yield line({
      representative: pages[representative].id,
      members: members.map(({ page, similarity }) => ({
        id: pages[page].id,
        url: pages[page].url,
        similarity,
      })),
    });
  }
}

function* decisionLines({ decisions }: Deduplication): Generator<string> {
  for (const decision of decisions) yield line(decision);
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
