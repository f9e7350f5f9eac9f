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

const summary = {
  ...{ pages: 9, kept: 7, dropped: 2, unclassifiable: 0, damaged: 0, candidates: 9, pairs: 4, clusters: 2 },
  ...{ method: 'qp', threshold: 0.8, gram: 'word:4', similarity: 'jaccard', inputs: [], extract: 'main' },
  ...{ multiset: false, siteModel: true, identity: true, version: '0.1.0' },
};
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

test('pages about different things, and those of a wall, are clusters of their own kind', async () => {
  const decision = (id: string, code: string) => ({
    ...{ id, url: `https://a.example/${id}`, code, reason: code },
    decision: code === 'wall' ? 'unclassifiable' : 'keep',
  });
  await write({
    'summary.json': [{ ...summary, alike: 3 }],
    'clusters.jsonl': [{ representative: 'b', members: [member('b2')] }],
    'decisions.jsonl': [
      ...['a', 'b', 'c', 'x', 'y'].map((id) => decision(id, 'other-subject')),
      ...['w1', 'w2', 'w3'].map((id) => decision(id, 'wall')),
    ],
    'alike.jsonl': [
      { a: 'b', b: 'c', similarity: 0.85, overlap: 85 },
      { a: 'x', b: 'y', similarity: 0.95, overlap: 95 },
      { a: 'a', b: 'c', similarity: 0.9, overlap: 90 },
    ],
    'pairs.jsonl': [
      { a: 'w1', b: 'w2', similarity: 1, overlap: 10 },
      { a: 'w2', b: 'w3', similarity: 0.9, overlap: 9 },
      { a: 'b', b: 'b2', similarity: 0.9, overlap: 9 },
    ],
  });
  const { deduplication } = (await readDedupResults(folder))!;
  const listed = deduplication.clusters.map(({ kind, representative, members }) => [
    kind,
    representative.url || representative.id,
    ...members.map(({ page, similarity }) => `${page.id} ${similarity}`),
  ]);
  expect(listed).toEqual([
    [undefined, 'https://a.example/b', 'b2 0.9'],
    // each shows how similar it is to the closest, which need not be the first
    ['other-subject', 'https://a.example/b', 'c 0.9', 'a 0.9'],
    ['other-subject', 'https://a.example/x', 'y 0.95'],
    ['wall', 'https://a.example/w1', 'w2 1', 'w3 0.9'],
  ]);
  expect(deduplication.pairs.map(({ a, b, alike }) => a + b + (alike ?? ''))).toEqual([
    ...['bb2', 'bctrue', 'xytrue', 'actrue', 'w1w2', 'w2w3'],
  ]);
  await rm(join(folder, 'alike.jsonl'));
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

test('a report says that pairs are missing if pages of crowds were compared with one page alone', async () => {
  const files = { 'clusters.jsonl': [], 'decisions.jsonl': [], 'pairs.jsonl': [] };
  await write({ ...files, 'summary.json': [{ ...summary, comparedOnce: 1200 }] });
  const { deduplication } = (await readDedupResults(folder))!;
  expect(deduplication.pairsComplete).toBe(false);
  expect(deduplication.notes).toEqual([expect.stringMatching(/^1,200 pages of crowds/)]);
  await write({ 'summary.json': [summary] });
  expect((await readDedupResults(folder))!.deduplication.pairsComplete).toBe(true);
});

test('a damaged line is named by file and line', async () => {
  await write({ 'summary.json': [summary], 'clusters.jsonl': '\n{"representative": "a", "mem' });
  await expect(readDedupResults(folder)).rejects.toThrow(/clusters\.jsonl:2: expected a line of JSON/);
});

test('a folder without a summary holds no results', async () => {
  await rm(join(folder, 'summary.json'), { force: true });
  expect(await readDedupResults(folder)).toBeUndefined();
});
