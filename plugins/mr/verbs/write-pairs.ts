import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { tags } from '../lines/format.ts';
import type { LineReader } from '../lines/reader.ts';

/**
 * Sorted pairs of input records → `a b overlap` a line, as `neardup join` prints them; members of clusters in the same
 * way, each with what stands for it before it, and without an overlap where clusters are components. This is the end: no
 * trailer.
 *
 * What it writes is whole only when it does not throw: whoever runs it must look at its exit code.
 */
export async function writePairs(input: LineReader, output: Writable): Promise<void> {
  for await (const batch of input.batches()) {
    const lines = batch
      .filter(([, , tag]) => tag === tags.found || tag === tags.member)
      .map(([, a, , ...numbers]) => `${[a, ...numbers].map(Number).join(' ')}\n`);
    if (!output.write(lines.join(''))) await once(output, 'drain');
  }
}
