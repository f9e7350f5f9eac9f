import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { formatVersion, tags } from '../lines/format.ts';
import { parseSize, parseTokens } from '../sets/set-text.ts';

const PIECES = 64;
const PIECE_BYTES = 1 << 17;

/**
 * Sets from whole lines at evenly spaced places of files, up to 8 MB of each. `mr sets` or `mr fingerprint` wrote the
 * files, so the order of sets has nothing to do with their content. Memory: what is read.
 */
export function sampleSets(files: readonly string[]): BigUint64Array[] {
  return files.flatMap((file) => {
    const descriptor = openSync(file, 'r');
    try {
      const { size } = fstatSync(descriptor);
      if (size <= PIECES * PIECE_BYTES) return setsIn(pieceAt(descriptor, 0, size));
      return Array.from({ length: PIECES }, (_, piece) => {
        const text = pieceAt(descriptor, Math.floor((size / PIECES) * piece), PIECE_BYTES);
        // The first line and the last are cut.
        return setsIn(text.slice(text.indexOf('\n') + 1, text.lastIndexOf('\n') + 1));
      }).flat();
    } finally {
      closeSync(descriptor);
    }
  });
}

function pieceAt(file: number, at: number, length: number): string {
  const bytes = Buffer.alloc(length);
  const read = readSync(file, bytes, 0, length, at);
  return bytes.toString('latin1', 0, read);
}

/** The sets among the whole lines of a text. */
export function setsIn(text: string): BigUint64Array[] {
  return text
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([version, , tag]) => version === formatVersion && tag === tags.set)
    .map(([, , , , size, tokens]) => parseTokens(tokens, parseSize(size)));
}
