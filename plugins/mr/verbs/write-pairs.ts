import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { tags } from '../lines/format.ts';
import type { LineReader } from '../lines/reader.ts';

/**
 * Sorted pairs of input records → a line `a b overlap` for each, as `neardup join` prints them. Members of clusters are
 * written in the same way, after their representatives, and without an overlap if clusters are components. This is the
 * last step: it writes no trailer.
 *
 * The output is complete only if this does not throw: check the exit code.
 */
export async function writePairs(input: LineReader, output: Writable): Promise<void> {
  for await (const batch of input.batches()) {
    const lines = batch
      .filter(([, , tag]) => tag === tags.found || tag === tags.member)
      .map(([, a, , ...numbers]) => `${[a, ...numbers].map(Number).join(' ')}\n`);
    if (!output.write(lines.join(''))) await once(output, 'drain');
  }
}
