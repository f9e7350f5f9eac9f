import { createWriteStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { appearWhole } from '../dedup/files.ts';
import { writePieces } from '../dedup/pieces.ts';
import { wrongCall } from '../errors.ts';

/**
 * Writes lines of pairs to the file `out`, which appears whole or not at all, or to standard output. A piece may
 * change when the next but one is requested.
 *
 * Devices and pipes (/dev/null) are written to directly, never replaced. Throws the signal's reason when aborted.
 */
export async function writePairs(
  lines: Iterable<Uint8Array>,
  out: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (out !== undefined && (await kindOf(out)) !== 'special') {
    await appearWhole(out, (unfinished) => writePieces(unfinished, lines, { signal }));
    return;
  }
  const end = out !== undefined;
  const stream = out === undefined ? process.stdout : createWriteStream(out);
  try {
    await pipeline(Readable.from(copiesOf(lines)), stream, { end, signal });
  } catch (error) {
    // the reader of the pairs has seen enough, as `head` does
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
  }
}

/**
 * Checks before the join that `out` can be written. Throws if it is a folder, in a folder that does not exist, or
 * `sets` itself.
 */
export async function checkOut(out: string, sets: string): Promise<void> {
  if ((await kindOf(out)) === 'folder') throw wrongCall('--out', 'a file', `the folder ${out}`);
  const folder = dirname(out);
  if ((await kindOf(folder)) !== 'folder')
    throw new Error(`cannot write ${out}: there is no folder ${folder}: make it first, or name another`);
  if ((await kindOf(out)) === 'file' && sets !== '-' && (await isOneFile(out, sets)))
    throw new Error(`${out}: expected a file to write that is no input; it is ${sets}`);
}

async function isOneFile(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all([a, b].map((path) => realpath(path).catch(() => undefined)));
  return one !== undefined && one === other;
}

async function kindOf(path: string): Promise<'missing' | 'folder' | 'file' | 'special'> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return 'missing';
  if (found.isDirectory()) return 'folder';
  return found.isFile() ? 'file' : 'special';
}

/** Copies of the pieces, since a stream keeps several. */
function* copiesOf(pieces: Iterable<Uint8Array>): Generator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece);
}
