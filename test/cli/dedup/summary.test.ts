import { afterAll, beforeAll, expect, test } from 'vitest';
import { printDedup } from '../../../plugins/cli/dedup/printed-summary.ts';
import { type DedupSummary, summaryOf } from '../../../plugins/cli/dedup/summary.ts';
import type { DamagedSpot } from '../../../plugins/dump/index.ts';
import {
  deduplicateJournal,
  fillJournal,
  Journal,
  type StoredDeduplication,
  shinglePages,
  WorkFolder,
} from '../../../src/flow/index.ts';
import type { Page } from '../../../src/index.ts';

const words = (from: number) => Array.from({ length: 40 }, (_, i) => `w${from + i}`).join(' ');

async function* pagesOf(texts: readonly string[]): AsyncGenerator<Page> {
  for (const [i, body] of texts.entries()) {
    yield { id: `p${i}`, url: i === 1 ? '' : `http://a.example/${i}`, body, contentType: 'text/plain' };
  }
}

const call = {
  inputs: ['in.jsonl'],
  field: undefined,
  gram: 'word:4',
  options: {
    threshold: 0.8,
    similarity: 'jaccard',
    extract: 'main',
    multiset: false,
    siteModel: true,
    identity: true,
  },
} as const;
const input = { bytes: 12_345_678, damaged: [], skipped: {} };

const folder = new WorkFolder();
afterAll(() => folder.close());

async function deduplicate(pages: AsyncIterable<Page>): Promise<StoredDeduplication> {
  const journal = Journal.in(folder);
  await fillJournal(journal, shinglePages(pages, {}), {});
  return deduplicateJournal(journal, { folder });
}

let result: StoredDeduplication;
let summary: DedupSummary;

beforeAll(async () => {
  const copies = Array.from({ length: 6 }, () => words(0));
  result = await deduplicate(pagesOf([...copies, words(1), words(900), words(900), words(500), '', ' ']));
  summary = summaryOf(result, call, input, { shingle: 10, total: 1234 });
});

test('a summary counts what became of the pages, and says how they were read', () => {
  expect(summary).toMatchObject({
    pages: 12,
    bytes: 12_345_678,
    kept: 3,
    dropped: 7,
    unclassifiable: 2,
    damaged: 0,
    pairs: 22,
    clusters: 2,
    threshold: 0.8,
    gram: 'word:4',
    similarity: 'jaccard',
    inputs: ['in.jsonl'],
    extract: 'main',
    multiset: false,
    milliseconds: { shingle: 10, total: 1234 },
  });
  expect(summary).not.toHaveProperty('field');
  expect(summaryOf(result, { ...call, field: 'body' }, input, { total: 1 }).field).toBe('body');
  expect(summary.peakMemoryBytes).toBeGreaterThan(1e6);
});

test('a person is shown the largest clusters first, the sums, and why pages are unclassifiable', () => {
  expect(
    printDedup({ ...summary, candidates: 23, method: 'qp' }, result, undefined),
  ).toBe(`7 pages alike: http://a.example/0
    1.000  p1
    1.000  http://a.example/2
    1.000  http://a.example/3
    1.000  http://a.example/4
    … and 2 more
2 pages alike: http://a.example/7
    1.000  http://a.example/8

12 pages (12 MB) in 1.2 s: 3 kept, 7 dropped, 2 unclassifiable
2 clusters from 22 pairs with jaccard ≥ 0.8 on word:4 grams (method qp, 23 candidates)
dropped: 6 with the same grams, 1 similar
unclassifiable: 2 × no text
`);
});

test('pages of crowds that were compared with one page alone are counted where there are any', () => {
  expect(summary).not.toHaveProperty('comparedOnce');
  expect(printDedup({ ...summary, comparedOnce: 1234 }, result, undefined)).toContain(
    '\n1,234 pages compared with one page alone, to which more than 1,000 are similar: their other pairs are listed with --all-pairs\n',
  );
});

test('what was skipped, what is damaged and where the files are is said where there is such', () => {
  const skipped = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((reason, i) => [reason, i + 1]));
  const damagedSpots = [{ file: 'in.jsonl', offset: 7, reason: 'torn' } as DamagedSpot];
  const text = printDedup({ ...summary, skipped, damaged: 1, damagedSpots }, result, 'out');
  expect(text.split('\n').slice(-6)).toEqual([
    'unclassifiable: 2 × no text',
    'no pages, skipped: 7 × g, 6 × f, 5 × e, 4 × d, 3 × c, 2 × b, …',
    'damaged: 1 spot in the input; what was there is missing here',
    '    in.jsonl at 7: torn',
    'written to out: decisions.jsonl, clusters.jsonl, pairs.jsonl, alike.jsonl, hosts.jsonl, declared.jsonl, templates.jsonl, removals.jsonl, summary.json',
    '',
  ]);
  const { g: _, ...six } = skipped;
  expect(printDedup({ ...summary, skipped: six }, result, undefined)).toContain('1 × a\n');
});

test('a cluster of five pages is shown whole', async () => {
  const five = await deduplicate(pagesOf(Array.from({ length: 5 }, () => words(0))));
  const text = printDedup(summaryOf(five, call, input, { total: 1 }), five, undefined);
  expect(text).toMatch(/^5 pages alike: .*\n( {4}1\.000 .*\n){4}\n5 pages \(/);
});

test('of more than ten clusters the others are counted', async () => {
  const texts = Array.from({ length: 24 }, (_, i) => words(1000 * (i >> 1)));
  const many = await deduplicate(pagesOf(texts));
  const text = printDedup(summaryOf(many, call, input, { total: 1 }), many, undefined);
  expect(text.match(/pages alike/g)).toHaveLength(10);
  expect(text).toContain('… and 2 smaller clusters\n\n24 pages');
  const others = (clusters: number) => printDedup({ ...summary, clusters }, many, undefined);
  expect(others(11)).toContain('… and 1 smaller cluster\n');
  expect(others(9474)).toContain('… and 9,464 smaller clusters\n');
  const none = await deduplicate(pagesOf(texts.filter((_, i) => i % 2 === 0)));
  expect(printDedup(summaryOf(none, call, input, { total: 1 }), none, undefined)).toMatch(/^12 pages \(/);
});
