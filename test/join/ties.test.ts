import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { rankSets } from '../../src/grams/token-sets.ts';
import { valueSetsFromIntegers } from '../../src/grams/value-sets.ts';
import { closeEngine } from '../../src/join/engine/parallel.ts';
import { exactJoin } from '../../src/join/exact-join.ts';
import { ppjoin } from '../../src/join/published/ppjoin.ts';
import { measures, type Similarity } from '../../src/join/similarity.ts';
import { often } from '../repetition.ts';

afterAll(closeEngine);

const measure = fc.oneof(
  fc.tuple(
    fc.constantFrom<Similarity>('jaccard', 'cosine', 'dice'),
    fc.constantFrom(0.5, 0.55, 2 / 3, 0.8, 0.9, 0.95, 0.98),
  ),
  fc.tuple(fc.constant<Similarity>('overlap'), fc.constantFrom(10, 40, 150)),
);
/** A pair: the larger size, what part of the sizes that fit the smaller has, and whether a token is missing to a tie. */
const planted = fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 0, max: 4 }), fc.boolean());

/** First of the tokens that are common, and of those that only the records of one pair have. */
const COMMON = 60;

/** Two records for each pair, which share as many tokens as they need, or one less: ranked, and how many are ties. */
function plantPairs(
  pairs: readonly (readonly [number, number, boolean])[],
  similarity: Similarity,
  t: number,
) {
  const { minSize, neededOverlap } = measures[similarity];
  const records: number[][] = [];
  let next = COMMON;
  let ties = 0;
  for (const [m, quarters, isTie] of pairs) {
    const least = minSize(m, t);
    if (least > m) continue;
    const n = least + Math.floor(((m - least) * quarters) / 4);
    const needed = neededOverlap(m, n, t);
    const shared = Array.from({ length: isTie ? needed : needed - 1 }, () => next++);
    const own = (size: number, common: number): number[] => [
      ...shared,
      ...Array.from({ length: size - shared.length }, (_, k) => (k < 8 ? common + k : next++)),
    ];
    // The tokens that are common differ within a pair, and meet those of other pairs.
    records.push(own(m, (m % 3) * 16), own(n, (m % 3) * 16 + 8));
    if (isTie) ties++;
  }
  return { sets: rankSets(valueSetsFromIntegers(records)), ties };
}

test('finds the pairs of PPJoin among documents that lie on the threshold or a token below it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(planted, { minLength: 1, maxLength: 40 }),
      measure,
      async (pairs, [similarity, threshold]) => {
        const { sets, ties } = plantPairs(pairs, similarity, threshold);
        const expected: string[] = [];
        ppjoin(sets, similarity, threshold, (x, y, overlap) => expected.push(`${x} ${y} ${overlap}`));
        expect(expected.length).toBeGreaterThanOrEqual(ties);
        const { length, x, y, overlap } = await exactJoin(sets, { similarity, threshold });
        const found = Array.from({ length }, (_, i) => `${x[i]} ${y[i]} ${overlap[i]}`);
        expect(found.sort()).toEqual(expected.sort());
        const { singletons, ...unknown } = sets;
        expect(singletons).toBeLessThanOrEqual(sets.universe);
        expect(await exactJoin(unknown, { similarity, threshold })).toEqual({ length, x, y, overlap });
      },
    ),
    { numRuns: often(300) },
  );
});
