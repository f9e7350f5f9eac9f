import { createReadStream } from 'node:fs';
import { LineReader } from '../../mr/lines/reader.ts';
import type { RunIdentity } from '../../mr/run-verb.ts';

/** The fields after the tag, of the lines with that tag in a sorted file of a run. Memory: a batch of lines. */
export async function* linesOf(sorted: string, tag: string, identity: RunIdentity): AsyncGenerator<string[]> {
  const how = { ...identity, sorted: true, isPartition: false };
  for await (const batch of new LineReader(createReadStream(sorted), how).batches())
    for (const [, , of, ...fields] of batch) if (of === tag) yield fields;
}
