import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rankSets } from '../../../src/grams/token-sets.ts';
import { valueSetsFromIntegers } from '../../../src/grams/value-sets.ts';
import { naive } from '../../../src/join/published/naive.ts';
import type { Similarity } from '../../../src/join/similarity.ts';
import { often } from '../../repetition.ts';
import { collections, resultsOf, testJoin } from '../common.ts';

testJoin(naive, 1);

/** Similarity of two sets ≥ p / 20, in integers. */
const isSimilar: Record<Similarity, (o: number, m: number, n: number, p: number) => boolean> = {
  jaccard: (o, m, n, p) => 20 * o >= p * (m + n - o),
  cosine: (o, m, n, p) => 400 * o * o >= p * p * m * n,
  dice: (o, m, n, p) => 40 * o >= p * (m + n),
  overlap: (o, _m, _n, p) => o >= p,
};

test.each(Object.keys(isSimilar) as Similarity[])(
  '%s: agrees with sets of the language, in integers',
  (measure) => {
    fc.assert(
      fc.property(collections, fc.integer({ min: 1, max: 20 }), (records, p) => {
        const sets = rankSets(valueSetsFromIntegers(records));
        const ordered = [...sets.records].map((number) => new Set(records[number]));
        const expected: string[] = [];
        for (let x = 0; x < ordered.length; x++) {
          for (let y = 0; y < x; y++) {
            const overlap = [...ordered[x]].filter((token) => ordered[y].has(token)).length;
            if (overlap === 0) continue;
            if (isSimilar[measure](overlap, ordered[x].size, ordered[y].size, p))
              expected.push(`${x} ${y} ${overlap}`);
          }
        }
        expect(resultsOf(naive, sets, measure, measure === 'overlap' ? p : p / 20)).toEqual(expected.sort());
      }),
      { numRuns: often(1000) },
    );
  },
);
