import { expect, test } from 'vitest';
import { disownTitles, fewestUnlike, namesOfSite } from '../../src/site/page-identities.ts';

test('eight unlike pages show that a title is the site’s: of the others only the hash is taken', () => {
  const sets = Array.from({ length: 500 }, (_, page) =>
    BigUint64Array.from({ length: 50 }, (_, i) => BigInt(50 * page + i)),
  );
  const names = namesOfSite();
  for (const _ of sets) names.add(['the site']);
  let reads = 0;
  const read = (page: number): BigUint64Array => {
    reads++;
    return sets[page];
  };
  expect(
    disownTitles(names, [...sets.keys()], () => ['the site'], {
      readGrams: read,
      folderOf: () => 0,
      pathOf: (page) => page,
    }),
  ).toBe(true);
  expect(reads).toBe(sets.length + fewestUnlike);
});
