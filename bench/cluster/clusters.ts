import { createReadStream, readFileSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { version } from '../../plugins/cli/version.ts';
import { digits, lineOf, padded, tags } from '../../plugins/mr/lines/format.ts';
import { PartitionedWriter } from '../../plugins/mr/lines/partitioned-writer.ts';
import type { LineOutput } from '../../plugins/mr/lines/writer.ts';
import { runClusters } from '../../plugins/mr/local/run-clusters.ts';
import { type LocalRun, sortAll } from '../../plugins/mr/local/run-stages.ts';
import { StageFiles } from '../../plugins/mr/local/stage-files.ts';
import { lastOfClusters } from '../../plugins/mr/plan.ts';
import { runSource } from '../../plugins/mr/run-verb.ts';
import { idField } from '../../plugins/mr/sets/set-text.ts';
import { clusterPages } from '../../src/cluster/clusters.ts';
import { findPair, type PagePairs, PagePairsBuilder } from '../../src/cluster/pairs.ts';
import { pairsInMemory } from '../../src/cluster/sorted-pairs.ts';
import { clusterPolicies, WorkFolder } from '../../src/flow/index.ts';
import type { ClusterPolicy } from '../../src/index.ts';
import { measures } from '../../src/join/index.ts';
import { printTable } from '../measure.ts';
import { bundle, childrenCpuMs, neardup, ran } from '../processes.ts';
import type { SetFile } from './inputs.ts';

const PARTS = 2;
const MEMORY = 2 ** 28;
/** The overlap of any two linked sets, and their sizes. */
const pairFields = [1, 2, 2].map((number) => padded(number, digits.size));

type Edges = Iterable<readonly [number, number]>;

/** Graphs of one component each. Sets are numbered from 0. */
const graphs: Readonly<Record<string, (nodes: number) => Edges>> = {
  *path(nodes) {
    for (let i = 1; i < nodes; i++) yield [i - 1, i];
  },
  *'path, shuffled'(nodes) {
    const place = shuffled(nodes);
    for (let i = 1; i < nodes; i++) yield [place(i - 1), place(i)];
  },
  *star(nodes) {
    for (let i = 1; i < nodes; i++) yield [0, i];
  },
  *'cliques of cliques, shuffled'(nodes) {
    const place = shuffled(nodes);
    for (let apart = 1; apart < nodes; apart *= 10)
      for (let first = 0; first < nodes; first += 10 * apart)
        for (let i = first; i < first + 10 * apart && i < nodes; i += apart)
          for (let j = i + apart; j < first + 10 * apart && j < nodes; j += apart) yield [place(i), place(j)];
  },
};

/** Permutes `count` numbers so that neighbours are far apart. */
function shuffled(count: number): (number: number) => number {
  const prime = 7_368_787;
  return (number) => (number * prime) % count;
}

/**
 * Compares the clusters of one component of this many sets, made by the stages and by the clustering of `dedup`.
 * Prints whether they are equal, and the number of rounds.
 */
export async function measureClusters(
  folder: string,
  nodes: number,
  only?: readonly string[],
): Promise<void> {
  const rows: string[][] = [];
  for (const [name, edgesOf] of Object.entries(graphs)) {
    if (only !== undefined && !only.includes(name)) continue;
    const work = join(folder, 'clusters');
    const pairs = gathered(edgesOf(nodes), nodes);
    const before = childrenCpuMs();
    const { rounds, bytes, largest, clusters } = await byStages(pairs, work);
    const cpuSeconds = (childrenCpuMs() - before) / 1000;
    const equal = new Float64Array(pairs.length).fill(1 / 3);
    const same = clusters === byDedup(pairs, equal, nodes, 'representative', work);
    if (!same) process.exitCode = 1;
    const megabytes = [bytes, largest].map((each) => (each / 1e6).toFixed(0));
    rows.push([
      name,
      String(pairs.length),
      String(rounds),
      ...megabytes,
      cpuSeconds.toFixed(0),
      same ? 'yes' : 'NO',
    ]);
    process.stderr.write(`${rows.at(-1)?.join(' ')}\n`);
    rmSync(work, { recursive: true });
  }
  process.stdout.write(`one component of ${nodes} sets\n`);
  printTable(
    ['graph', 'pairs', 'rounds', 'MB between stages', 'of the largest stage', 'CPU s', 'clusters of dedup'],
    rows,
  );
}

function gathered(edges: Edges, nodes: number): PagePairs {
  const pairs = new PagePairsBuilder();
  for (const [a, b] of edges) pairs.add(a, b, 1);
  return pairs.finish(nodes);
}

async function byStages(pairs: PagePairs, work: string) {
  const temporary = join(work, 'temporary');
  await mkdir(temporary, { recursive: true });
  const files = new StageFiles(join(work, 'stages'));
  const run: LocalRun = {
    ...{ program: bundle, run: 'bench', files, temporary, parts: PARTS, threads: 1 },
    ...{ memoryBytes: MEMORY, stop: new AbortController() },
  };
  const writePairs = async (output: LineOutput): Promise<void> => {
    for (let i = 0; i < pairs.length; i++) {
      output.line(lineOf(idField(pairs.a[i]), tags.pair, idField(pairs.b[i]), ...pairFields));
      if (output.isFull) await output.drained();
    }
  };
  for (const [name, write] of [
    ['verify', writePairs],
    ['equal', async () => {}],
  ] as const) {
    const output = new PartitionedWriter(await files.begin(name, 0), PARTS);
    await runSource(() => write(output), output, name, { version, run: run.run });
    await files.end(name, 0);
    await files.finish(name, PARTS);
  }
  const read = { call: [], reads: [], sorted: false };
  const linked = [
    { name: 'verify', ...read },
    { name: 'equal', ...read },
    { name: 'links', call: ['links'], reads: ['verify'], sorted: false },
  ];
  const call = { similarity: 'jaccard', threshold: 0.3, policy: 'representative' } as const;
  const { told, rounds } = await runClusters(linked, call, run);
  const written = [...told.values()].map(({ bytes }) => bytes);
  const sorted = await sortAll(lastOfClusters, run);
  const { stdout } = await ran(process.execPath, [bundle, 'pairs', sorted, '--run', run.run]);
  return {
    rounds,
    bytes: written.reduce((sum, each) => sum + each, 0),
    largest: Math.max(...written),
    clusters: stdout,
  };
}

/** `representative member overlap` for the clusters that `dedup` makes of pairs; without overlaps for components. */
function byDedup(
  pairs: PagePairs,
  similarity: Float64Array,
  sets: number,
  policy: ClusterPolicy,
  work: string,
): string {
  const order = Uint32Array.from({ length: sets }, (_, i) => i);
  const representative = clusterPages(pairsInMemory(pairs, similarity), order, policy, {
    ...{ counts: () => true, folder: new WorkFolder(work), memoryBytes: MEMORY },
  });
  const members = order.filter((set) => representative[set] !== set);
  members.sort((x, y) => representative[x] - representative[y] || x - y);
  const overlapOf = (set: number): string =>
    policy === 'components' ? '' : ` ${pairs.overlap[findPair(pairs, representative[set], set)]}`;
  return Array.from(members, (set) => `${representative[set]} ${set}${overlapOf(set)}\n`).join('');
}

/**
 * Real sets: compares the clusters of `mr run`, by both policies, with those that `dedup` makes of the pairs of
 * `neardup join`.
 */
export async function clustersIdentity(sets: SetFile, folder: string): Promise<void> {
  const rows: string[][] = [];
  for (const threshold of ['0.5', '0.8']) {
    const joined = join(folder, 'join.txt');
    await neardup('join', sets.path, '--threshold', threshold, '--out', joined, '--quiet');
    const sizes = await sizesOf(sets.path);
    const pairs = await readPairs(joined, sizes.length);
    const similarity = new Float64Array(pairs.length);
    for (let i = 0; i < pairs.length; i++) {
      const [m, n] = [sizes[pairs.a[i]], sizes[pairs.b[i]]];
      similarity[i] = measures.jaccard.value(pairs.overlap[i], m, n);
    }
    for (const policy of clusterPolicies) {
      const out = join(folder, 'clusters');
      const call = ['--threshold', threshold, '--clusters', '--cluster', policy, '--parts', String(PARTS)];
      const run = await neardup(
        'mr',
        'run',
        '--local',
        '--sets',
        sets.path,
        ...call,
        '--out',
        out,
        '--json',
        '--quiet',
      );
      const { members, rounds } = JSON.parse(run.stdout) as {
        readonly members: number;
        readonly rounds: number;
      };
      const expected = byDedup(pairs, similarity, sizes.length, policy, folder);
      const same = readFileSync(join(out, 'clusters.txt'), 'utf8') === expected;
      if (!same) process.exitCode = 1;
      const seconds = (run.cpuMs / 1000).toFixed(0);
      rows.push([
        sets.name,
        threshold,
        policy,
        ...[pairs.length, members, rounds].map(String),
        seconds,
        same ? 'yes' : 'NO',
      ]);
      process.stderr.write(`${rows.at(-1)?.join(' ')}\n`);
      rmSync(out, { recursive: true });
    }
  }
  printTable(['set', 'jaccard', 'clusters', 'pairs', 'members', 'rounds', 'CPU s', 'as dedup'], rows);
}

/** Number of distinct tokens of each set in a file. */
async function sizesOf(path: string): Promise<Uint32Array> {
  const sizes: number[] = [];
  for await (const line of createInterface({ input: createReadStream(path) }))
    sizes.push(new Set(line.split(/[ ,]/).filter((token) => token !== '')).size);
  return Uint32Array.from(sizes);
}

async function readPairs(path: string, sets: number): Promise<PagePairs> {
  const pairs = new PagePairsBuilder();
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const [a, b, overlap] = line.split(' ').map(Number);
    pairs.add(a, b, overlap);
  }
  return pairs.finish(sets);
}
