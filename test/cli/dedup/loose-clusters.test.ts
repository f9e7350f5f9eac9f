import { expect, test } from 'vitest';
import { type CountedCluster, judgeCluster } from '../../../plugins/cli/dedup/loose-clusters.ts';

/** Why a cluster of as many pages among a thousand is worth a look at 0.8, if it is. */
function why(size: number, counts: Partial<CountedCluster> = {}) {
  const whole = { representative: 'a', size, compared: size, found: (size * (size - 1)) / 2 };
  return judgeCluster({ ...whole, lowestSimilarity: 0.8, ...counts }, 1000, 0.8)?.why;
}

test('a cluster is loose if fewer than half of its pairs are similar, or a page is below the threshold', () => {
  expect(why(10)).toBe(undefined);
  // of 45 pairs
  expect(why(10, { found: 23 })).toBe(undefined);
  expect(why(10, { found: 22 })).toBe('loose');
  expect(why(10, { lowestSimilarity: 0.79 })).toBe('loose');
  // copies of a crowd are compared with one page alone
  expect(why(10, { compared: 1, found: 0 })).toBe(undefined);
});

test('a cluster is giant with a hundred pages that are a tenth of the input, however dense it is', () => {
  expect([99, 100].map((size) => why(size))).toEqual([undefined, 'giant']);
  const hundred = { representative: 'a', size: 100, compared: 100, found: 4950, lowestSimilarity: 1 };
  expect([1000, 1001].map((pages) => judgeCluster(hundred, pages, 0.8)?.why)).toEqual(['giant', undefined]);
  expect(judgeCluster({ ...hundred, known: true }, 1000, 0.8)).toMatchObject({
    representative: 'a',
    known: true,
  });
});
