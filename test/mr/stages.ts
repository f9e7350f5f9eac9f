import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { lineVerbs, verbOptions } from '../../plugins/cli/mr/verbs.ts';
import { LineReader } from '../../plugins/mr/lines/reader.ts';
import { LineWriter } from '../../plugins/mr/lines/writer.ts';
import { joinStages } from '../../plugins/mr/plan.ts';
import type { PublishedAlgorithm } from '../../plugins/mr/published/algorithm.ts';
import { runSource, runVerb } from '../../plugins/mr/run-verb.ts';
import { spread } from '../../plugins/mr/sets/mixing.ts';
import { writePairs } from '../../plugins/mr/verbs/write-pairs.ts';
import { writeSet } from '../../plugins/mr/verbs/write-set.ts';
import { halvesOf } from '../../src/join/index.ts';

/** What all runs of these tests are named. */
export const identity = { version: '0', run: 'r' };

/** A stream that keeps what is written to it. */
export function keeping(): { readonly stream: Writable; readonly text: () => string } {
  const pieces: Buffer[] = [];
  const stream = new Writable({
    write(piece: Buffer, _encoding, done) {
      // The writer takes the memory again.
      pieces.push(Buffer.from(piece));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(pieces).toString('latin1') };
}

/** Runs a verb of the command line over lines, as it is called there. */
export async function runLines(
  [name, ...args]: readonly string[],
  text: string,
  { isPartition = false, run = identity.run, version = identity.version } = {},
): Promise<string> {
  const { values } = parseArgs({ args: [...args], options: verbOptions });
  const { open, sorted } = lineVerbs[name];
  const output = keeping();
  const how = { name, version, run, sorted, isPartition };
  const opened = await open(values, { version, run });
  await runVerb(opened, bytesOf(text), new LineWriter(output.stream), how);
  return output.text();
}

/** The bytes of a text, in pieces that end anywhere. */
export function bytesOf(text: string): AsyncIterable<Buffer> {
  const bytes = Buffer.from(text, 'latin1');
  const size = 64_321;
  return Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    ),
  );
}

/** `LC_ALL=C sort`. */
export function sorted(text: string): string {
  const lines = text.split('\n').slice(0, -1);
  lines.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return lines.map((line) => `${line}\n`).join('');
}

/** What `sets` writes of records of integers. */
export async function setLines(records: readonly (readonly number[])[]): Promise<string> {
  const output = keeping();
  await runSource(
    async (call) => {
      for (const [id, record] of records.entries()) {
        const tokens = BigUint64Array.from(new Set(record), BigInt);
        spread(halvesOf(tokens));
        if (tokens.length > 0) writeSet(call, id, tokens.sort());
      }
    },
    new LineWriter(output.stream),
    'sets',
    identity,
  );
  return output.text();
}

/** How the stages are run. */
interface StagesRun {
  readonly similarity: string;
  readonly threshold: number;
  readonly recall?: number;
  readonly tables?: number;
  readonly algorithm?: PublishedAlgorithm;
  readonly parts: number;
  readonly blocks?: number;
  readonly memoryBytes?: number;
  /** Arguments that a stage takes beside its own. */
  readonly more?: Readonly<Record<string, readonly string[]>>;
}

/** What every stage wrote, by its name, all partitions together; and under `pairs` the result. */
export async function runAll(
  sets: string,
  {
    similarity,
    threshold,
    recall,
    tables,
    algorithm,
    parts,
    blocks = 3,
    memoryBytes = 2 ** 20,
    more = {},
  }: StagesRun,
): Promise<ReadonlyMap<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-mr-test-'));
  try {
    const wrote = new Map([['sets', sets]]);
    for (const stage of joinStages(
      {
        ...{ similarity, threshold },
        ...(recall !== undefined && { recall }),
        ...(tables !== undefined && { tables }),
        ...(algorithm && { algorithm }),
      },
      { memoryBytes, blocks },
    )) {
      const input = stage.reads.map((name) => wrote.get(name)!).join('');
      const heavy = join(folder, 'heavy');
      if (stage.heavy !== undefined) writeFileSync(heavy, wrote.get(stage.heavy)!, 'latin1');
      const call = [
        ...stage.call,
        ...(stage.heavy === undefined ? [] : ['--heavy', heavy]),
        ...(more[stage.name] ?? []),
      ];
      const outputs: string[] = [];
      for (const part of partitions(input, parts)) {
        const lines = stage.sorted ? sorted(part) : part;
        outputs.push(await runLines(call, lines, { isPartition: parts > 1 }));
      }
      wrote.set(stage.name, outputs.join(''));
    }
    const output = keeping();
    const reader = new LineReader(bytesOf(sorted(wrote.get('found')!)), {
      ...{ ...identity, sorted: true, isPartition: false },
    });
    await writePairs(reader, output.stream);
    return wrote.set('pairs', output.text());
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Lines by their keys; trailers, as an engine has it, wherever they fall. */
function partitions(text: string, parts: number): string[] {
  const lines = Array.from({ length: parts }, (): string[] => []);
  for (const line of text.split('\n').slice(0, -1)) {
    const key = line.split('\t')[1];
    const sum = [...key].reduce((all, character) => all * 31 + character.charCodeAt(0), 7);
    lines[sum % parts].push(`${line}\n`);
  }
  return lines.map((each) => each.join(''));
}
