import { createReadStream } from 'node:fs';
import { LineReader } from '../../mr/lines/reader.ts';
import type { RunIdentity } from '../../mr/run-verb.ts';

/** All lines of a sorted file of a run, in batches. */
export function sortedLines(path: string, identity: RunIdentity): AsyncIterable<readonly string[][]> {
  return new LineReader(createReadStream(path), { ...identity, sorted: true, isPartition: false }).batches();
}

/** The fields after the tag, of the lines with that tag in a sorted file of a run. Memory: a batch of lines. */
export async function* linesOf(sorted: string, tag: string, identity: RunIdentity): AsyncGenerator<string[]> {
  for await (const batch of sortedLines(sorted, identity))
    for (const [, , of, ...fields] of batch) if (of === tag) yield fields;
}
