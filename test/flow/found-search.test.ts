import { expect, test } from 'vitest';
import { reachingPairs } from '../../src/flow/found-search.ts';

test('of pairs found from half the threshold on, those that reach it stay, whole and in their order', () => {
  const pairs = {
    length: 4,
    a: Uint32Array.of(0, 0, 1, 2),
    b: Uint32Array.of(1, 2, 3, 3),
    // of 10 grams: 5 / 15, 9 / 11, 8 / 12 and 10 / 10
    overlap: Uint32Array.of(5, 9, 8, 10),
  };
  expect(reachingPairs(pairs, () => 10, { similarity: 'jaccard', threshold: 0.8 })).toEqual({
    length: 2,
    a: Uint32Array.of(0, 2),
    b: Uint32Array.of(2, 3),
    overlap: Uint32Array.of(9, 10),
  });
});
