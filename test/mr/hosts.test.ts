import { expect, test } from 'vitest';
import { HostPairs, mostHosts } from '../../plugins/cli/dedup/host-pairs.ts';
import { escaped, lineOf, tags } from '../../plugins/mr/lines/format.ts';
import { idField } from '../../plugins/mr/sets/set-text.ts';
import { WorkFolder } from '../../src/flow/index.ts';
import { runLines, sorted } from './stages.ts';

/** Whole numbers below `n`, the same in every run. */
function random(n: number): () => number {
  let state = 5;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** Pages of clusters one behind the other, each on so many hosts at most; one in eight has no address. */
function drawn(hostsOf: readonly number[], pages: number): string[][] {
  const below = random(1 << 20);
  const addressOf = (hosts: number): string =>
    below() % 8 === 0 ? '' : `https://h${below() % hosts}.example/${below() % 9}#top`;
  return hostsOf.map((hosts) => Array.from({ length: pages }, () => addressOf(hosts)));
}

test('pairs of hosts are counted as in one process, in clusters of a few hosts and of more than are paired with each other', async () => {
  const clusters = drawn([3, mostHosts - 1, mostHosts, 3 * mostHosts, 4 * mostHosts], 300);
  const urls = clusters.flat();
  const folder = new WorkFolder();
  const whole = new HostPairs(
    { length: urls.length, factsOf: (page) => ({ url: urls[page] }), isArticle: () => true },
    folder,
  );
  const described: string[] = [];
  const members: string[] = [];
  const facts: string[] = [];
  let first = 0;
  for (const cluster of clusters) {
    whole.addCluster(cluster.map((_, i) => first + i));
    for (const [i, url] of cluster.entries()) {
      const id = idField(first + i);
      facts.push(lineOf(id, tags.facts, '', escaped(JSON.stringify({ kind: 'article', url }))));
      if (i === 0) described.push(lineOf(id, tags.described, escaped(JSON.stringify({ url }))));
      else members.push(lineOf(idField(first), tags.clustered, id, '', escaped(JSON.stringify({ url }))));
    }
    first += cluster.length;
  }
  const expected = [...whole.result()];
  folder.close();
  const through = (verb: string, ...lines: readonly string[]): Promise<string> =>
    runLines([verb], sorted(lines.join('')), { isPartition: true });
  const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
  const counted = await through('cluster-hosts', textOf([...described, ...members]));
  const origins = await through('origins', textOf(facts));
  const byFirst = await through('host-first', origins, await through('host-pairs', counted));
  const told = sorted(await through('host-second', origins, byFirst))
    .split('\n')
    .filter((line) => line.includes(`\t${tags.hostPair}\t`));
  expect(told.map((line) => JSON.parse(line.split('\t')[5]))).toEqual(expected);
  expect(expected.length).toBeGreaterThan(4 * mostHosts);
});
