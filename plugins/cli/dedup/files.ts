import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileFormats, type StoredDeduplication } from '../../../src/flow/index.ts';
import type { PageDecision } from '../../../src/index.ts';
import { isDeviceOrPipe } from '../is-there.ts';
import { pairLines } from './pair-lines.ts';
import { writePieces } from './pieces.ts';
import type { DedupSummary } from './summary.ts';

/**
 * Writes `pairs.jsonl`, `alike.jsonl`, `clusters.jsonl` and `decisions.jsonl` into `directory`.
 *
 * Each file is written under another name and renamed when it is whole, so that no reader sees half of one.
 */
export async function writeDedupFiles(directory: string, result: StoredDeduplication): Promise<void> {
  await mkdir(directory, { recursive: true });
  await writeWhole(join(directory, 'pairs.jsonl'), pairLines(fileFormats.pair, result, result.duplicates));
  await writeWhole(join(directory, 'alike.jsonl'), pairLines(fileFormats.alike, result, result.alike));
  await writeWhole(join(directory, 'clusters.jsonl'), clusterLines(result));
  await writeWhole(join(directory, 'decisions.jsonl'), decisionLines(result));
}

/** A line of `decisions.jsonl`, and the number of the input that contains its page. */
export interface ShardLine {
  readonly input: number;
  readonly line: string;
}

/**
 * Writes the lines of `decisions.jsonl` once more, those of each input to a file of its own: `00000.jsonl` and so on,
 * in a folder that is created.
 *
 * @param lines by their inputs, ascending
 */
export async function writeShards(
  folder: string,
  inputs: number,
  lines: Iterator<ShardLine, undefined> | AsyncIterator<ShardLine, undefined>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  let next = await lines.next();
  for (let input = 0; input < inputs; input++) {
    const own = async function* (): AsyncGenerator<string> {
      for (; !next.done && next.value.input === input; next = await lines.next()) yield next.value.line;
    };
    await writeWhole(join(folder, `${String(input).padStart(5, '0')}.jsonl`), own());
  }
  if (!next.done) throw new Error(`expected decisions of ${inputs} inputs; got one of ${next.value.input}`);
}

/** The lines of a run for {@link writeShards}. @param inputOf the number of the input that contains a page */
export function* shardLines(
  result: StoredDeduplication,
  inputOf: (page: number) => number,
): Generator<ShardLine, undefined> {
  let page = 0;
  for (const line of decisionLines(result)) yield { input: inputOf(page++), line };
}

/** Writes the lines of `decisions.jsonl` to a stream. Does not end the stream. */
export async function writeDecisions(
  result: StoredDeduplication,
  stream: NodeJS.WritableStream,
): Promise<void> {
  await pipeline(Readable.from(inLargerPieces(decisionLines(result))), stream, { end: false });
}

/** Writes `summary.json`. Its presence means that the other files are whole. */
export function writeSummary(directory: string, summary: DedupSummary): Promise<void> {
  return writeWhole(join(directory, 'summary.json'), [line(summary)]);
}

/**
 * Writes pieces of text or bytes to a file that appears whole or not at all, or to a device or pipe.
 *
 * @param mode permissions of the file; default: those of the process's umask
 * @throws Error that names the file
 */
export async function writeWhole(
  path: string,
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string>,
  mode = 0o666,
): Promise<void> {
  await appearWhole(path, (unfinished, flags) =>
    writePieces(unfinished, inLargerPieces(pieces), { flags, mode }),
  );
}

/**
 * Calls `write` with another file name, and renames the file when it is whole. A device or pipe is written to in
 * place, until its reader has seen enough.
 *
 * @throws Error that names the file
 */
export async function appearWhole(
  path: string,
  write: (unfinished: string, flags: 'wx' | 'w') => Promise<void>,
): Promise<void> {
  if (isDeviceOrPipe(path)) {
    return write(path, 'w').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw new Error(`cannot write ${path}`, { cause: error });
    });
  }
  const unfinished = `${path}.unfinished`;
  try {
    // a file that a killed run left would keep its permissions
    await rm(unfinished, { force: true });
    await write(unfinished, 'wx');
    await rename(unfinished, path);
  } catch (error) {
    // what cannot be removed, such as a folder of that name, is what the error tells already
    await rm(unfinished, { force: true }).catch(() => {});
    throw new Error(`cannot write ${path}`, { cause: error });
  }
}

/** Lines in pieces: the line of a cluster with a million members could not be one string. */
function* clusterLines({ journal, resolved }: StoredDeduplication): Generator<string> {
  for (const { representative, members } of resolved.clusters()) {
    const { id, known } = journal.factsOf(representative);
    yield headOfCluster(id, known);
    let isFirst = true;
    for (const { page, ...measured } of members()) {
      const { id, url } = journal.factsOf(page);
      yield `${isFirst ? '' : ','}${JSON.stringify({ id, url, ...measured })}`;
      isFirst = false;
    }
    yield tailOfCluster;
  }
}

/** The text after the members in a line of `clusters.jsonl`. */
export const tailOfCluster = ']}\n';

/** The text before the members. */
export function headOfCluster(representative: string, known?: true): string {
  return clusterLine(representative, [], known).slice(0, -tailOfCluster.length);
}

function* decisionLines({
  journal,
  resolved,
  identities,
  contentSizes,
}: StoredDeduplication): Generator<string> {
  let page = 0;
  for (const decision of resolved.decisions(journal.newPages)) {
    const [grams, contentGrams] = [journal.sizeOf(page), contentSizes[page]];
    const { damage } = journal.factsOf(page);
    yield decidedLine(decision, { damage, identity: identities.at(page), grams, contentGrams });
    page++;
  }
}

/** A line of `decisions.jsonl`. */
export function decidedLine(
  decision: PageDecision,
  {
    damage,
    identity,
    grams,
    contentGrams,
  }: {
    readonly damage: string | undefined;
    readonly identity: string;
    readonly grams: number;
    readonly contentGrams: number;
  },
): string {
  return line({
    format: fileFormats.decision,
    ...decision,
    ...(damage !== undefined && { damage }),
    ...(identity !== '' && { identity }),
    grams,
    ...(contentGrams !== grams && { contentGrams }),
  });
}

/** A line of `clusters.jsonl`. */
export function clusterLine(
  representative: string,
  members: readonly { readonly id: string; readonly url: string; readonly similarity: number | undefined }[],
  known?: true,
): string {
  return line({ format: fileFormats.cluster, representative, ...(known && { known }), members });
}

/** A line of `decisions.jsonl` for a page that was decided on its own. */
export function decisionLine(decision: PageDecision): string {
  return line({ format: fileFormats.decision, ...decision });
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** Fewest characters of a piece. */
const PIECE_LENGTH = 1 << 18;

/** Writes many lines at a time: a stream costs some microseconds a piece. */
async function* inLargerPieces(
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string>,
): AsyncGenerator<string | Uint8Array> {
  const larger = new LargerPiece();
  // awaiting pieces that are already there took a third of the time of writing lines
  if (Symbol.iterator in pieces) {
    for (const piece of pieces) {
      if (typeof piece === 'string') {
        if (larger.add(piece)) yield larger.take();
      } else {
        const text = larger.take();
        if (text !== '') yield text;
        yield piece;
      }
    }
  } else {
    for await (const piece of pieces) if (larger.add(piece)) yield larger.take();
  }
  const rest = larger.take();
  if (rest !== '') yield rest;
}

class LargerPiece {
  #text = '';

  /** Returns whether the text is long enough to be written. */
  add(piece: string): boolean {
    this.#text += piece;
    return this.#text.length >= PIECE_LENGTH;
  }

  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}
