import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { appearWhole } from '../dedup/files.ts';
import { writePieces } from '../dedup/pieces.ts';

/**
 * Writes lines of pairs to the file `out`, which appears whole or not at all, to a device or pipe, or to standard output. A piece
 * may change when the next but one is requested. Throws the signal's reason when aborted.
 */
export async function writePairs(
  lines: Iterable<Uint8Array>,
  out: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (out === undefined)
    return pipeline(Readable.from(copiesOf(lines)), process.stdout, { end: false, signal });
  await appearWhole(out, (unfinished, flags) => writePieces(unfinished, lines, { flags, signal }));
}

/** Copies of the pieces, since a stream keeps several. */
function* copiesOf(pieces: Iterable<Uint8Array>): Generator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece);
}
