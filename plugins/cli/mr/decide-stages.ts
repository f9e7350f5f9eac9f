import { createReadStream } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { tags, unescaped } from '../../mr/lines/format.ts';
import { LineReader } from '../../mr/lines/reader.ts';
import { runProcess } from '../../mr/local/process.ts';
import { type LocalRun, sortAll } from '../../mr/local/run-stages.ts';
import { resultStages } from '../../mr/plan-pages.ts';
import type { RunIdentity } from '../../mr/run-verb.ts';
import { shardName, writeWhole } from '../dedup/files.ts';
import { version } from '../version.ts';
import { stagedFiles } from './decisions.ts';
import { recordsOfInput } from './inputs.ts';

/** Where results go, and what of them. */
interface ResultsCall {
  readonly out: string;
  readonly similarity: string;
  /** Inputs whose decisions are written by themselves, too; 0 for none. */
  readonly shards: number;
}

/** Writes the files of results from what the stages wrote, each whole or not at all. Memory: one line. */
export async function writeStagedResults(
  { out, similarity, shards }: ResultsCall,
  run: LocalRun,
): Promise<void> {
  for (const name of stagedFiles) {
    const sorted = await sortAll(resultStages[name], run);
    const path = join(out, `${name}.jsonl`);
    const file = await open(`${path}.unfinished`, 'w');
    try {
      const args = ['print', sorted, '--file', name, '--similarity', similarity, '--run', run.run];
      await runProcess({
        ...{ program: process.execPath, args: [run.program, ...args] },
        ...{ stdout: file, signal: run.stop.signal },
      });
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.unfinished`, path);
    if (name === 'decisions' && shards > 0)
      await writeShards(sorted, join(out, 'shards'), shards, { version, run: run.run });
  }
}

/** The decisions of each input in a file of its own. */
async function writeShards(
  sorted: string,
  folder: string,
  inputs: number,
  identity: RunIdentity,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const lines = decisionsIn(sorted, identity);
  let next = await lines.next();
  for (let input = 0; input < inputs; input++) {
    const own = async function* (): AsyncGenerator<string> {
      for (; !next.done && next.value.input === input; next = await lines.next()) yield next.value.line;
    };
    await writeWhole(join(folder, shardName(input)), own());
  }
  if (!next.done) throw new Error(`expected decisions of ${inputs} inputs; got one of ${next.value.input}`);
}

async function* decisionsIn(
  sorted: string,
  identity: RunIdentity,
): AsyncGenerator<{ readonly input: number; readonly line: string }, undefined> {
  const how = { ...identity, sorted: true, isPartition: false };
  for await (const batch of new LineReader(createReadStream(sorted), how).batches()) {
    for (const [, id, tag, text] of batch) {
      if (tag === tags.decided)
        yield { input: Math.floor(Number(id) / recordsOfInput), line: `${unescaped(text)}\n` };
    }
  }
  return undefined;
}
