import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDedupResults } from '../../../plugins/cli/dedup/results.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-results-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(files: Record<string, readonly object[] | string>): Promise<void> {
  for (const [name, lines] of Object.entries(files)) {
    const text =
      typeof lines === 'string' ? lines : lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    await writeFile(join(folder, name), text);
  }
}

const summary = { pages: 9, clusters: 2, threshold: 0.8, similarity: 'jaccard' };
const member = (id: string) => ({ id, url: `https://a.example/${id}`, similarity: 0.9 });

test('clusters have their URLs, pairs are those inside of a cluster, and all pairs are in the distribution', async () => {
  await write({
    'summary.json': [summary],
    'clusters.jsonl': [
      { representative: 'a', members: [member('b'), member('c')] },
      { representative: 'd', members: [member('e')] },
    ],
    'decisions.jsonl': [
      { id: 'a', url: 'https://a.example/a', decision: 'keep', reason: '' },
      { id: 'x', url: '', decision: 'unclassifiable', reason: 'no text' },
      { id: 'y', url: '', decision: 'unclassifiable', reason: 'no text' },
    ],
    'pairs.jsonl': [
      { a: 'a', b: 'b', similarity: 0.8, overlap: 8 },
      { a: 'b', b: 'd', similarity: 0.9, overlap: 9 },
      { a: 'd', b: 'e', similarity: 1, overlap: 10 },
      { a: 'x', b: 'y', similarity: 1, overlap: 0 },
    ],
  });
  const { deduplication } = (await readDedupResults(folder))!;
  expect(deduplication.clusters.map(({ representative }) => representative.url)).toEqual([
    'https://a.example/a',
    '',
  ]);
  expect(deduplication.pairs.map(({ a, b }) => a + b)).toEqual(['ab', 'de']);
  expect(deduplication.pairsComplete).toBe(true);
  expect(deduplication.similarities.map(({ pairs }) => pairs).filter(Boolean)).toEqual([1, 1, 2]);
  expect(deduplication.similarities[0]).toMatchObject({ from: 0.8, pairs: 1 });
  expect(deduplication.similarities.at(-1)).toMatchObject({ to: 1, pairs: 2 });
  expect([...deduplication.clusterSizes]).toEqual([
    [3, 1],
    [2, 1],
  ]);
  expect([...deduplication.unclassifiable]).toEqual([['no text', 2]]);
});

test('of more clusters than a report carries the largest are there, and a note says how many are not', async () => {
  const small = Array.from({ length: 50_010 }, (_, i) => ({
    representative: `r${i}`,
    members: [member(`m${i}`)],
  }));
  const large = { representative: 'large', members: [member('l1'), member('l2')] };
  await write({
    'summary.json': [summary],
    'clusters.jsonl': [...small, large],
    'decisions.jsonl': [],
    'pairs.jsonl': [],
  });
  const { deduplication } = (await readDedupResults(folder))!;
  expect(deduplication.clusters).toHaveLength(50_000);
  expect(deduplication.clusters.some(({ representative }) => representative.id === 'large')).toBe(true);
  expect(deduplication.clusterSizes.get(2)).toBe(50_010);
  expect(deduplication.notes).toEqual([expect.stringMatching(/^11 of 50,011 clusters are left out here/)]);
});

test('a damaged line is named by file and line', async () => {
  await write({ 'summary.json': [summary], 'clusters.jsonl': '\n{"representative": "a", "mem' });
  await expect(readDedupResults(folder)).rejects.toThrow(/clusters\.jsonl:2: expected a line of JSON/);
});

test('a folder without a summary holds no results', async () => {
  await rm(join(folder, 'summary.json'), { force: true });
  expect(await readDedupResults(folder)).toBeUndefined();
});
