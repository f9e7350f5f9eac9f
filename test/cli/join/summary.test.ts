import { expect, test } from 'vitest';
import { type JoinSummary, printJoin } from '../../../plugins/cli/join/summary.ts';

const summary: JoinSummary = {
  format: 'neardup-join/1',
  records: 1000,
  emptyRecords: 3,
  tokens: 12_345,
  universe: 99,
  candidates: 2000,
  verified: 1500,
  pairs: 1,
  algorithm: 'ppjoin',
  orderings: 1,
  similarity: 'jaccard',
  threshold: 0.8,
  threads: 1,
  outOfCore: false,
  filters: null,
  damaged: 0,
  damagedSpots: [],
  milliseconds: { read: 1000, rank: 200, index: 30, join: 40, write: 5, total: 1280 },
  peakMemoryBytes: 1,
  version: '0',
};

test('a join is told by its pairs, what it looked at, and where the time went', () => {
  expect(printJoin(summary)).toBe(`1 pair with jaccard ≥ 0.8 among 1,000 records (3 empty, 12,345 tokens)
algorithm ppjoin, 2,000 candidates: 1.28 s (read 1.00 s, rank 0.20 s, join 0.07 s, write 0.01 s)
`);
});

test('out of core nobody counts candidates; damage is told', () => {
  const text = printJoin({ ...summary, candidates: null, outOfCore: true, damaged: 2 });
  expect(text).toContain('algorithm ppjoin, out of core: 1.28 s');
  expect(text).toMatch(/\ndamaged: 2 spots in the input; records behind the first are left out\n$/);
});
