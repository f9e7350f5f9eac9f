import { expect, test } from 'vitest';
import { ReducedSets } from '../../src/flow/reduced-sets.ts';
import { fingerprintWords, firstEqualOf, gramsOf } from '../../src/grams/gram-sets.ts';
import { WorkFolder } from '../../src/grams/work-folder.ts';
import { storedSets } from '../methods/stored-sets.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';

test.each([false, true])(
  'sets that were replaced, repeated or neither are those of a list, with its sizes, fingerprints and equal sets (others empty: %s)',
  (isEmpty) => {
    const random = seededRandom(3);
    const below = (n: number): number => Math.floor(random() * n);
    const shared = randomSet(random, 40);
    const all = Array.from({ length: 60 }, () =>
      BigUint64Array.from([...shared, ...randomSet(random, below(20))]).sort(),
    );
    const folder = new WorkFolder();
    const reduced = new ReducedSets(storedSets(all), { folder }, isEmpty);
    const expected: BigUint64Array[] = all.map((grams) => (isEmpty ? new BigUint64Array() : grams));
    const replaced: number[] = [];
    for (const page of all.keys()) {
      const kind = below(4);
      if (kind === 0 && replaced.length > 0) {
        const earlier = replaced[below(replaced.length)]!;
        reduced.repeat(page, earlier);
        expected[page] = expected[earlier]!;
      } else if (kind > 1) {
        // the same part of several pages now and then
        expected[page] = below(2) === 0 ? shared : all[page]!.filter(() => below(3) > 0);
        reduced.replace(page, expected[page]);
        replaced.push(page);
      }
    }
    reduced.finish();
    for (const [page, grams] of expected.entries()) {
      expect(gramsOf(reduced, page)).toEqual(grams);
      if (isEmpty && grams.length === 0) continue;
      expect([0, 1, 2, 3].map((word) => reduced.hashOf(page, word))).toEqual([...fingerprintWords(grams)]);
    }
    expect(reduced.firstEqual()).toEqual(firstEqualOf(storedSets(expected)));
    reduced.close();
    folder.close();
  },
);
