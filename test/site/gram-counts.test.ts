import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GramCounts } from '../../src/site/gram-counts.ts';
import { IdentityCounts } from '../../src/site/identity-counts.ts';
import { fewestIdentities } from '../../src/site/template.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';

test('grams are in as many sets as were counted, and those in four or more are the template of as many pages', () => {
  const gram = fc.oneof(fc.bigInt({ min: 0n, max: 40n }), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }));
  fc.assert(
    fc.property(
      fc.array(fc.uniqueArray(gram, { maxLength: 30 }), { minLength: 1, maxLength: 30 }),
      (lists) => {
        const sets = lists.map((list) => BigUint64Array.from(list).sort());
        const [counts, identities] = [new GramCounts(), new IdentityCounts(0n, 1000)];
        for (const [identity, set] of sets.entries()) {
          counts.add(set);
          identities.add(identity, set);
        }
        const all = [...new Set(lists.flat())].sort((a, b) => (a < b ? -1 : 1));
        const found = counts.atLeast(1);
        expect([...found.grams]).toEqual(all);
        expect([...found.counts]).toEqual(
          all.map((each) => lists.filter((list) => list.includes(each)).length),
        );
        expect(counts.atLeast(fewestIdentities).grams).toEqual(identities.common().grams);
      },
    ),
  );
});

test('counts outlast that their table grows', () => {
  const counts = new GramCounts();
  const shared = randomSet(seededRandom(1), 300);
  for (let i = 0; i < 50; i++) {
    counts.add(BigUint64Array.from([...shared, ...randomSet(seededRandom(i + 2), 400)]).sort());
  }
  expect(counts.atLeast(2)).toEqual({ grams: shared, counts: new Uint16Array(300).fill(50) });
  expect(counts.atLeast(1).grams.length).toBe(300 + 50 * 400);
});
