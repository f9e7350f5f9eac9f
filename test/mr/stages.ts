import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { lineVerbs } from '../../plugins/cli/mr/verbs/line-verbs.ts';
import { verbOptions } from '../../plugins/cli/mr/verbs/options.ts';
import { LineReader } from '../../plugins/mr/lines/reader.ts';
import { LineWriter } from '../../plugins/mr/lines/writer.ts';
import {
  joinStages,
  lastOfClusters,
  linkStages,
  memberStages,
  type Stage,
  starStages,
  unsettled,
} from '../../plugins/mr/plan.ts';
import type { PublishedAlgorithm } from '../../plugins/mr/published/algorithm.ts';
import { runSource, runVerb } from '../../plugins/mr/run-verb.ts';
import { spread } from '../../plugins/mr/sets/mixing.ts';
import { writePairs } from '../../plugins/mr/verbs/write-pairs.ts';
import { writeSet } from '../../plugins/mr/verbs/write-set.ts';
import type { ClusterPolicy } from '../../src/index.ts';
import { halvesOf, naive, rankSets, type Similarity, valueSetsFromIntegers } from '../../src/join/index.ts';

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

/** What `neardup join` prints, by the definition. */
export function joined(
  records: readonly (readonly number[])[],
  similarity: Similarity,
  threshold: number,
): string {
  const sets = rankSets(valueSetsFromIntegers(records));
  const pairs: [number, number, number][] = [];
  naive(sets, similarity, threshold, (x, y, overlap) => {
    const [i, j] = [sets.records[x], sets.records[y]];
    pairs.push([Math.min(i, j), Math.max(i, j), overlap]);
  });
  pairs.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  return pairs.map((pair) => `${pair.join(' ')}\n`).join('');
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
  const stages = joinStages(
    {
      ...{ similarity, threshold },
      ...(recall !== undefined && { recall }),
      ...(tables !== undefined && { tables }),
      ...(algorithm && { algorithm }),
    },
    { memoryBytes, blocks },
  );
  const wrote = new Map([['sets', sets]]);
  await runStages(stages, wrote, parts, more);
  return wrote.set('pairs', await printed(wrote.get('found')!));
}

/** Runs stages over what those before them wrote, which theirs is added to. */
export async function runStages(
  stages: readonly Stage[],
  wrote: Map<string, string>,
  parts: number,
  more: Readonly<Record<string, readonly string[]>> = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-mr-test-'));
  try {
    for (const stage of stages) {
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
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The last lines of a run, as the verb `pairs` prints them. */
async function printed(lines: string): Promise<string> {
  const output = keeping();
  const reader = new LineReader(bytesOf(sorted(lines)), {
    ...{ ...identity, sorted: true, isPartition: false },
  });
  await writePairs(reader, output.stream);
  return output.text();
}

/** How clusters are made. */
interface ClustersRun {
  readonly similarity: string;
  readonly threshold: number;
  readonly policy: ClusterPolicy;
  readonly parts: number;
}

/** The clusters of sets, as they are printed, and in how many rounds their components were found. */
export async function runClusters(
  sets: string,
  { policy, parts, ...call }: ClustersRun,
): Promise<{
  readonly clusters: string;
  readonly rounds: number;
  readonly wrote: ReadonlyMap<string, string>;
}> {
  const wrote = new Map([['sets', sets]]);
  await runStages(linkStages(call, { memoryBytes: 2 ** 20, blocks: 3 }), wrote, parts);
  return { ...(await clustersOf(wrote, { policy, parts, ...call })), wrote };
}

/** The same of what the stages up to `links` wrote, which the others are added to. */
export async function clustersOf(
  wrote: Map<string, string>,
  { policy, parts, ...call }: ClustersRun,
): Promise<{ readonly clusters: string; readonly rounds: number }> {
  for (let round = 1; ; round++) {
    const [large, small] = starStages(round);
    await runStages([large], wrote, parts);
    if (!new RegExp(`${unsettled}=[1-9]`).test(wrote.get(large.name)!)) {
      await runStages(memberStages({ ...call, policy }, round), wrote, parts);
      return { clusters: await printed(wrote.get(lastOfClusters)!), rounds: round };
    }
    await runStages([small], wrote, parts);
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
