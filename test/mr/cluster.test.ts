import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digits, lineOf, padded, tags } from '../../plugins/mr/lines/format.ts';
import { AscendingIds } from '../../plugins/mr/sets/ascending-ids.ts';
import { idField, sizeField } from '../../plugins/mr/sets/set-text.ts';
import { clusterPages } from '../../src/cluster/clusters.ts';
import { pairsInMemory } from '../../src/cluster/sorted-pairs.ts';
import { UnionFind, type WorkFolder } from '../../src/flow/index.ts';
import type { ClusterPolicy } from '../../src/index.ts';
import { measures, naive, rankSets, type Similarity, valueSetsFromIntegers } from '../../src/join/index.ts';
import { neardup } from '../cli/run.ts';
import { clustersOf, runClusters, runLines, setLines } from './stages.ts';

interface Pair {
  readonly a: number;
  readonly b: number;
  readonly overlap: number;
}

/** All pairs by the definition, by a, then b. */
function pairsOf(records: readonly (readonly number[])[], similarity: Similarity, threshold: number): Pair[] {
  const sets = rankSets(valueSetsFromIntegers(records));
  const pairs: Pair[] = [];
  naive(sets, similarity, threshold, (x, y, overlap) => {
    const [i, j] = [sets.records[x], sets.records[y]];
    pairs.push({ a: Math.min(i, j), b: Math.max(i, j), overlap });
  });
  return pairs.sort((p, q) => p.a - q.a || p.b - q.b);
}

/** What `neardup dedup` makes of the pairs of all records: `representative member overlap`, or without the overlap. */
function clustered(
  records: readonly (readonly number[])[],
  similarity: Similarity,
  threshold: number,
  policy: ClusterPolicy,
): string {
  const pairs = pairsOf(records, similarity, threshold);
  const column = (name: keyof Pair): Uint32Array => Uint32Array.from(pairs, (pair) => pair[name]);
  const { value } = measures[similarity];
  const stored = pairsInMemory(
    { length: pairs.length, a: column('a'), b: column('b'), overlap: column('overlap') },
    Float64Array.from(pairs, ({ a, b, overlap }) => value(overlap, records[a].length, records[b].length)),
  );
  const representative = clusterPages(stored, Uint32Array.from(records.keys()), policy, {
    counts: () => true,
    // where nothing is sorted nothing is written
    folder: undefined as unknown as WorkFolder,
    memoryBytes: 2 ** 20,
  });
  return Array.from(representative.keys())
    .filter((record) => representative[record] !== record)
    .sort((x, y) => representative[x] - representative[y] || x - y)
    .map((member) => {
      const by = representative[member];
      const overlap = pairs.find(({ a, b }) => a === by && b === member)?.overlap;
      return policy === 'components' ? `${by} ${member}\n` : `${by} ${member} ${overlap}\n`;
    })
    .join('');
}

/** What the stages up to `links` write of records of distinct tokens. */
async function linkedLines(
  records: readonly (readonly number[])[],
  similarity: Similarity,
  threshold: number,
): Promise<Map<string, string>> {
  const texts = records.map((record) => record.toSorted((x, y) => x - y).join(' '));
  const firstOf = texts.map((text) => texts.indexOf(text));
  const sizeOf = (record: number): string => sizeField(records[record].length);
  const pairs = pairsOf(records, similarity, threshold).filter(
    ({ a, b }) => firstOf[a] === a && firstOf[b] === b,
  );
  const verify = pairs.map(({ a, b, overlap }) => {
    const shared = padded(overlap, digits.size);
    return `${lineOf(idField(a), tags.pair, idField(b), shared, sizeOf(a), sizeOf(b))}\n`;
  });
  const equal = firstOf.flatMap((first, record) =>
    first === record ? [] : [`${lineOf(idField(first), tags.equal, idField(record), sizeOf(record))}\n`],
  );
  return linked(verify, equal);
}

/** Lines as stages have written them, with trailers, and their links. */
async function linked(verify: readonly string[], equal: readonly string[]): Promise<Map<string, string>> {
  const through = (call: readonly string[], lines: readonly string[]): Promise<string> =>
    runLines(call, lines.join(''), { isPartition: true });
  return new Map([
    ['verify', await through(['select', '--tag', tags.pair], verify)],
    ['equal', await through(['select', '--tag', tags.equal], equal)],
    ['links', await through(['links'], verify)],
  ]);
}

const calls = [
  ['jaccard', 0.5],
  ['cosine', 0.6],
  ['dice', 0.7],
  ['overlap', 2],
  ['overlap', 3],
] as const;

/** Of few tokens: many records are equal, and what is similar to one of two is often not to the other. */
const recordsOfFewTokens = fc.array(
  fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 }),
  { minLength: 2, maxLength: 40 },
);

test.each(calls)(
  'the stages make the clusters that dedup makes of the same pairs, equal records among them: %s ≥ %d',
  async (similarity, threshold) => {
    await fc.assert(
      fc.asyncProperty(recordsOfFewTokens, fc.integer({ min: 1, max: 3 }), async (records, parts) => {
        for (const policy of ['representative', 'components'] as const) {
          const wrote = await linkedLines(records, similarity, threshold);
          const { clusters } = await clustersOf(wrote, { similarity, threshold, policy, parts });
          expect(clusters, policy).toBe(clustered(records, similarity, threshold, policy));
        }
      }),
      { numRuns: 15 },
    );
  },
);

test('an equal record that comes later joins a representative that its first one could not, when that is nearer', async () => {
  const records = [
    [1, 2, 5],
    [1, 2, 3, 4],
    [2, 3, 4, 6],
    [1, 2, 3, 4],
  ];
  const call = { similarity: 'jaccard', threshold: 0.4, policy: 'representative', parts: 1 } as const;
  const { clusters } = await runClusters(await setLines(records), call);
  expect(clusters).toBe('0 1 2\n2 3 3\n');
  expect(clustered(records, 'jaccard', 0.4, 'representative')).toBe(clusters);
});

/** The components of a graph: its nodes are sets of some tokens, of which any two that are linked share one. */
async function componentsOf(edges: readonly (readonly [number, number])[], parts = 1) {
  const verify = edges.map(([x, y]) => {
    const [a, b] = [idField(Math.min(x, y)), idField(Math.max(x, y))];
    return `${lineOf(a, tags.pair, b, padded(1, digits.size), sizeField(9), sizeField(9))}\n`;
  });
  const wrote = await linked(verify, []);
  const call = { similarity: 'overlap', threshold: 1, policy: 'components', parts } as const;
  return { ...(await clustersOf(wrote, call)), wrote };
}

/** `FIRST MEMBER` of each component, by union-find. */
function unionFound(nodes: number, edges: readonly (readonly [number, number])[]): string {
  const sets = new UnionFind(nodes);
  for (const [a, b] of edges) sets.union(a, b);
  return Array.from({ length: nodes }, (_, node) => node)
    .filter((node) => sets.find(node) !== node)
    .sort((x, y) => sets.find(x) - sets.find(y) || x - y)
    .map((node) => `${sets.find(node)} ${node}\n`)
    .join('');
}

const graphs = fc
  .integer({ min: 2, max: 60 })
  .chain((nodes) =>
    fc
      .array(fc.tuple(fc.nat(nodes - 1), fc.nat(nodes - 1)), { maxLength: 80 })
      .map((edges) => ({ nodes, edges: edges.filter(([a, b]) => a !== b) })),
  );

test('components are those of union-find, whatever the graph and the number of partitions', async () => {
  await fc.assert(
    fc.asyncProperty(graphs, fc.integer({ min: 1, max: 4 }), async ({ nodes, edges }, parts) => {
      expect((await componentsOf(edges, parts)).clusters).toBe(unionFound(nodes, edges));
    }),
    { numRuns: 50 },
  );
});

/** So many sets, each linked to the next one by the order that is given. */
function path(order: readonly number[]): [number, number][] {
  return order.slice(1).map((node, i) => [order[i], node]);
}

test('the rounds of a path grow with the logarithm of its length, and no round writes more links than it has read', async () => {
  const inOrder = (length: number): number[] => [...Array(length).keys()];
  // ends and middle in turn: neighbours are far apart
  const alternating = (length: number): number[] =>
    inOrder(length).map((i) => (i % 2 === 0 ? i / 2 : length - 1 - (i - 1) / 2));
  for (const orderOf of [inOrder, alternating]) {
    for (const length of [10, 100, 1000]) {
      const { clusters, rounds, wrote } = await componentsOf(path(orderOf(length)), 2);
      expect(clusters).toBe(unionFound(length, path(inOrder(length))));
      expect(rounds).toBeLessThanOrEqual(Math.ceil(Math.log2(length)) + 1);
      for (const [stage, text] of wrote)
        if (/star/.test(stage)) expect(text.match(/\tn\t/g)?.length).toBeLessThanOrEqual(2 * length);
    }
  }
});

test('at a tie an equal record that comes later stays with the representative that comes first', async () => {
  const records = [
    [1, 2, 5],
    [1, 2, 3, 4],
    [3, 4, 6],
    [1, 2, 3, 4],
  ];
  const wrote = await linkedLines(records, 'jaccard', 0.4);
  const call = { similarity: 'jaccard', threshold: 0.4, policy: 'representative', parts: 1 } as const;
  expect((await clustersOf(wrote, call)).clusters).toBe('0 1 2\n0 3 2\n');
});

test('of a clique one link a set is left after a round', async () => {
  const nodes = 20;
  const edges = Array.from({ length: nodes }, (_, a) =>
    Array.from({ length: a }, (_, b): [number, number] => [a, b]),
  ).flat();
  const { rounds, wrote } = await componentsOf(edges);
  expect(rounds).toBe(2);
  expect(wrote.get('small-star-1')!.match(/\tn\t/g)).toHaveLength(2 * (nodes - 1));
});

test('a star is found at once, and stages are not run that change nothing', async () => {
  const { rounds } = await componentsOf(Array.from({ length: 50 }, (_, i) => [0, i + 1]));
  expect(rounds).toBe(1);
});

test('a representative of more members than memory holds is told to all of them', async () => {
  // 0 stands for 1 … n, to each of which n + 1 is nearer: it is told to those that equal them and come later
  const n = 5000;
  const sizes = [sizeField(9), sizeField(9)];
  const pair = (set: number, before: number, overlap: number): string =>
    lineOf(
      idField(0),
      tags.inComponent,
      idField(set),
      idField(before),
      padded(overlap, digits.size),
      ...sizes,
    );
  const members = Array.from({ length: n }, (_, i) => i + 1);
  const lines = [...members.map((member) => pair(member, 0, 5)), ...members.map((m) => pair(n + 1, m, 7))];
  const text = await runLines(['cluster'], `${lines.join('\n')}\n`, { isPartition: true });
  const of = (id: number, by: number, overlap: number): string =>
    lineOf(idField(id), tags.belongs, idField(by), padded(overlap, digits.size), ...sizes);
  const expected = [...members.map((id) => of(id, 0, 5)), ...members.map((id) => of(id, n + 1, 7))];
  expect(text.split('\n').slice(0, -2)).toEqual(expected);
});

test('ids that were added are found again, and no others, before and after they wait on disk', () => {
  const ids = new AscendingIds();
  for (const count of [0, 1, 1024, 1025, 200_000]) {
    ids.clear();
    for (let i = 0; i < count; i++) ids.add(3 * i);
    const places = count < 2000 ? [...Array(count).keys()] : [0, 1023, 1024, 65_536, 70_000, count - 1];
    for (const i of places)
      expect([ids.has(3 * i - 1), ids.has(3 * i), ids.has(3 * i + 1)]).toEqual([false, true, false]);
    expect(ids.has(3 * count)).toBe(false);
  }
});

test('ids are found behind the ranks that they were added with, and behind no others', () => {
  const ids = new AscendingIds();
  const rankOf = (i: number): number => (i < 1000 ? -5 : i < 2000 ? 2 ** 52 : Number.POSITIVE_INFINITY);
  // ids begin anew with each rank
  const idOf = (i: number): number => (7 * i) % 7000;
  for (let i = 0; i < 3000; i++) ids.add(idOf(i), rankOf(i));
  for (let i = 0; i < 3000; i += 13) {
    expect(ids.has(idOf(i), rankOf(i))).toBe(true);
    expect([ids.has(idOf(i) + 1, rankOf(i)), ids.has(idOf(i), rankOf(i) + 1)]).toEqual(
      i < 2000 ? [false, false] : [false, true],
    );
  }
});

test('drivers are told the stages to the links, those of a round, and those behind the last one', async () => {
  const planned = async (...args: string[]): Promise<string[]> => {
    const { stdout } = await neardup(['mr', 'plan', '--lines', ...args]);
    return stdout.split('\n').slice(0, -1);
  };
  expect((await planned('--clusters')).at(-1)).toBe('links\tlinks\tverify\t-\t-');
  expect(await planned('--clusters')).not.toContainEqual(expect.stringMatching(/^expand/));
  expect(await planned('--round', '2')).toEqual([
    'large-star-2\tlarge-star\tsmall-star-1\tsorted\t-',
    'small-star-2\tsmall-star\tlarge-star-2\tsorted\t-',
  ]);
  expect((await planned('--round', '1'))[0]).toBe('large-star-1\tlarge-star\tlinks\tsorted\t-');
  expect(await planned('--rounds', '2', '--similarity', 'overlap', '--threshold', '3')).toEqual([
    'component\tcomponent\tlarge-star-2 verify\tsorted\t-',
    'cluster\tcluster --similarity overlap --cluster representative\tcomponent\tsorted\t-',
    'members\tmembers --similarity overlap --threshold 3 --cluster representative\tcluster equal\tsorted\t-',
  ]);
  const components = await planned('--rounds', '1', '--cluster', 'components');
  expect(components.map((line) => line.split('\t')[0])).toEqual(['cluster', 'members']);
});
