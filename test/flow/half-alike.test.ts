import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairsInMemory } from '../../src/cluster/sorted-pairs.ts';
import { halfAlikeAmong } from '../../src/flow/half-alike.ts';
import type { PartPairs } from '../../src/flow/lasting-pairs.ts';
import { overlapOfSorted } from '../../src/grams/jaccard.ts';
import { measures } from '../../src/join/similarity.ts';
import { qp } from '../../src/methods/exact-joins.ts';
import { storedSets } from '../methods/stored-sets.ts';

/** Some grams of a small range, of which those from 20 on are in notices. */
const gramSet = fc
  .subarray(
    Array.from({ length: 40 }, (_, gram) => gram),
    { minLength: 1 },
  )
  .map((grams) => BigUint64Array.from(grams, BigInt));
const lastingOf = (grams: BigUint64Array) => grams.filter((gram) => gram < 20n);

test('pages are half as similar as asked by all their grams, which are read only if what they share without notices does not tell', () => {
  const seen = { read: 0, told: 0, half: 0 };
  fc.assert(
    fc.property(
      gramSet,
      gramSet,
      fc.constantFrom(
        { similarity: 'jaccard', threshold: 0.8 } as const,
        { similarity: 'cosine', threshold: 0.6 } as const,
        { similarity: 'overlap', threshold: 9 } as const,
      ),
      fc.boolean(),
      (x, y, options, isEstimated) => {
        const [m, n] = [x.length, y.length];
        const stored = storedSets([x, y]);
        let isRead = false;
        const sets = {
          ...{ length: 2, sizeOf: stored.sizeOf.bind(stored), hashOf: stored.hashOf.bind(stored) },
          read(page: number, into: BigUint64Array) {
            isRead = true;
            stored.read(page, into);
          },
        };
        const none = { length: 0, a: new Uint32Array(), b: new Uint32Array(), overlap: new Uint32Array() };
        const found = { method: qp, pairs: pairsInMemory(none), isEstimated, candidates: 0 };
        const lasting: PartPairs = {
          found: { ...found, milliseconds: { total: 0 } },
          sizes: { at: (page) => lastingOf([x, y][page]!).length },
        };
        const { value } = measures[options.similarity];
        const ofLasting = overlapOfSorted(lastingOf(x), lastingOf(y));
        const expected = value(overlapOfSorted(x, y), m, n) >= options.threshold / 2;
        const told = halfAlikeAmong(sets, lasting, options)(isEstimated ? 0 : ofLasting, 0, 1);
        expect(told).toBe(expected);
        // from none of the grams of notices in common to as many as there can be
        const most = Math.min(m - lastingOf(x).length, n - lastingOf(y).length);
        const isOpen = [ofLasting, ofLasting + most].map((o) => value(o, m, n) >= options.threshold / 2);
        expect(isRead).toBe(isEstimated || isOpen[0] !== isOpen[1]);
        seen[isRead ? 'read' : 'told']++;
        if (told) seen.half++;
      },
    ),
    { numRuns: 300 },
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(30);
});
