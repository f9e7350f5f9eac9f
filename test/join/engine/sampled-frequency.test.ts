import { expect, test } from 'vitest';
import { rankSets } from '../../../src/grams/token-sets.ts';
import { valueSetsFromIntegers } from '../../../src/grams/value-sets.ts';
import { Arena } from '../../../src/join/engine/arena.ts';
import type { RangeTask } from '../../../src/join/engine/range-join.ts';
import { sampledFrequency } from '../../../src/join/engine/sampled-frequency.ts';
import { measures } from '../../../src/join/similarity.ts';
import { seededRandom } from '../../sketch/sets.ts';

/** Records of 1 to 12 tokens, the common ones much more common than the others, and where they lie. */
function basketsIn(arena: Arena, count: number) {
  const draw = seededRandom(4);
  const records = Array.from({ length: count }, () =>
    Array.from({ length: 1 + Math.floor(draw() * 12) }, () => Math.floor(draw() ** 6 * 2000)),
  );
  const { tokens, offsets, size, universe } = rankSets(valueSetsFromIntegers(records));
  const put = (words: Uint32Array): number => {
    const at = arena.allocate(4 * words.length);
    arena.words(at, words.length).set(words);
    return at;
  };
  const sizes = Uint32Array.from({ length: size }, (_, x) => offsets[x + 1] - offsets[x]);
  const task: RangeTask = {
    ...{ tokensAt: put(tokens), startsAt: put(offsets), sizesAt: put(sizes), headsAt: 0 },
    ...{ tokenCount: tokens.length, size, universe, singletons: 0, areDistinct: false },
    ...{ similarity: 'jaccard', threshold: 0.5, first: 0, indexEnd: size, probeStart: 0, end: size },
  };
  const prefixes = Array.from(sizes, (m, x) => {
    const length = m === 0 ? 0 : measures.jaccard.probePrefix(m, 0.5);
    return tokens.subarray(offsets[x], offsets[x] + length);
  });
  return { task, prefixes };
}

test('how many other records share a prefix token is exact where all are looked at, and near where a sample is', () => {
  const arena = new Arena();
  const { task, prefixes } = basketsIn(arena, 20_000);
  const counts = new Map<number, number>();
  for (const token of prefixes.flatMap((prefix) => [...prefix]))
    counts.set(token, (counts.get(token) ?? 0) + 1);
  let [tokens, shared] = [0, 0];
  for (const count of counts.values()) {
    tokens += count;
    shared += count * (count - 1);
  }
  expect(sampledFrequency(arena, task, 1)).toBeCloseTo(shared / tokens, 6);
  const sampled = sampledFrequency(arena, task, tokens);
  expect(sampled / (shared / tokens)).toBeGreaterThan(0.7);
  expect(sampled / (shared / tokens)).toBeLessThan(1.4);
  // an even share would be a fraction of it
  expect(sampled).toBeGreaterThan((4 * tokens) / task.universe);
});

test('a sample of one record, or of empty ones, says nothing', () => {
  const arena = new Arena();
  const { task } = basketsIn(arena, 3);
  expect(sampledFrequency(arena, { ...task, size: 1 }, 5)).toBe(0);
  arena.words(task.sizesAt, 3).fill(0);
  expect(sampledFrequency(arena, task, 5)).toBe(0);
});
