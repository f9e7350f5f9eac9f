import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gramsOfBlocks } from '../../src/site/block-grams.ts';
import { IdentityCounts } from '../../src/site/identity-counts.ts';
import { fewestIdentities } from '../../src/site/template.ts';

/** For each gram the things that it is on; six grams and more may be on the same ones. */
const site = fc
  .array(
    fc.tuple(fc.uniqueArray(fc.nat(19), { minLength: 1, maxLength: 9 }), fc.integer({ min: 1, max: 9 })),
    {
      maxLength: 12,
    },
  )
  .map((blocks) => blocks.flatMap(([things, grams]) => Array.from({ length: grams }, () => new Set(things))));

test('grams are template on so many things, or with six grams that are on the same ones, however they are counted', () => {
  fc.assert(
    fc.property(site, fc.integer({ min: 5, max: 9 }), fc.nat(200), (thingsOf, least, cut) => {
      const counts = [new IdentityCounts(0n, 1000, BigInt(cut)), new IdentityCounts(BigInt(cut), 1000)];
      for (let thing = 0; thing < 20; thing++) {
        const grams = thingsOf.flatMap((things, gram) => (things.has(thing) ? [BigInt(gram)] : []));
        for (const each of counts) each.add(thing, each.inRange(BigUint64Array.from(grams)));
      }
      const found = gramsOfBlocks(
        counts.map((each) => each.common()),
        least,
      );
      const keyOf = (things: ReadonlySet<number>): string => [...things].sort((x, y) => x - y).join();
      const expected = [...thingsOf.entries()].filter(([, things]) => {
        const alike = thingsOf.filter((others) => keyOf(others) === keyOf(things)).length;
        return things.size >= fewestIdentities && (things.size >= least || alike >= 6);
      });
      expect(found.flatMap(({ grams }) => [...grams])).toEqual(expected.map(([gram]) => BigInt(gram)));
      expect(found.flatMap(({ identities }) => [...identities])).toEqual(
        expected.map(([, { size }]) => size),
      );
    }),
  );
});

test('what comes and goes with versions is template on four things, too', () => {
  const counts = new IdentityCounts(0n, 1000);
  for (let thing = 0; thing < 20; thing++) {
    counts.add(thing, BigUint64Array.of(thing < 4 ? 1n : 100n, 200n));
    counts.add(thing, BigUint64Array.of(100n, 200n));
  }
  const [{ grams, notices }] = gramsOfBlocks([counts.common()], 10);
  expect([...grams]).toEqual([1n, 100n, 200n]);
  expect([...notices]).toEqual([1, 1, 0]);
});
