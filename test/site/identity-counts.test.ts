import { expect, test } from 'vitest';
import { BYTES_A_COUNTED_GRAM, IdentityCounts } from '../../src/site/identity-counts.ts';
import { templateOfSite } from '../../src/site/site-template.ts';
import type { CommonGrams } from '../../src/site/template.ts';
import { spin, turnsDuring } from '../event-loop.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';

const random = seededRandom(4);
/** Forty things in three versions each: of 2,000 grams that things share, each version has some three in four. */
const shared = randomSet(random, 2000);
const pages = Array.from({ length: 120 }, (_, i) => {
  const kept = shared.filter(() => random() < 0.75);
  const grams = BigUint64Array.from([...kept, ...randomSet(random, 100)]).sort();
  return { identity: Math.floor(i / 3), grams };
});

function countedWithin(mostGrams: number, of: typeof pages): readonly CommonGrams[] {
  const parts: CommonGrams[] = [];
  let counts = new IdentityCounts(0n, mostGrams);
  for (;;) {
    for (const { identity, grams } of of) counts.add(identity, counts.inRange(grams));
    parts.push(counts.common());
    if (counts.to === undefined) return parts;
    counts = new IdentityCounts(counts.to, mostGrams, counts.nextTo);
  }
}

function joined(parts: readonly CommonGrams[]): Readonly<Record<keyof CommonGrams, readonly unknown[]>> {
  return {
    grams: parts.flatMap(({ grams }) => [...grams]),
    percents: parts.flatMap(({ percents }) => [...percents]),
    notices: parts.flatMap(({ notices }) => [...notices]),
    identities: parts.flatMap(({ identities }) => [...identities]),
    carriers: parts.flatMap(({ carriers }) => [...carriers]),
  };
}

test('grams that are counted in many passes, as memory allows, are those that are counted in one', () => {
  const whole = countedWithin(1e6, pages);
  expect(whole).toHaveLength(1);
  const inParts = countedWithin(300, pages);
  expect(inParts.length).toBeGreaterThan(7);
  expect(joined(inParts)).toEqual(joined(whole));
  expect(whole[0].grams).toEqual(shared);
  expect(whole[0].notices).toContain(1);
});

test('a gram on any number of pages takes the memory of one: passes go by distinct grams, also by those of equal leading bits', () => {
  const everywhere = BigUint64Array.from({ length: 200 }, (_, i) => BigInt(i));
  const same = Array.from({ length: 1000 }, (_, identity) => ({ identity, grams: everywhere }));
  expect(countedWithin(256, same)).toHaveLength(1);
  const more = BigUint64Array.from({ length: 600 }, (_, i) => BigInt(i));
  const parts = countedWithin(
    256,
    [0, 1, 2, 3].map((identity) => ({ identity, grams: more })),
  );
  expect(parts.length).toBeGreaterThan(1);
  expect(joined(parts).grams).toEqual([...more]);
});

test('a site with far more distinct grams than are counted at once is read hardly more often than they take the memory', async () => {
  const distinct = randomSet(random, 40_000);
  const site = Array.from({ length: 8 }, () => distinct.filter((_, i) => i % 5 !== 0));
  let reads = 0;
  const template = await templateOfSite(
    site.map((_, page) => [page]),
    site.length,
    (page) => {
      reads++;
      return site[page];
    },
    // two thirds of this hold 2,000 grams, of 32,000
    3000 * BYTES_A_COUNTED_GRAM,
  );
  expect(template.grams.length).toBe(32_000);
  const passes = reads / site.length - 1;
  expect(passes).toBeLessThanOrEqual(20);
});

test('signals and timers are served while the template of a site is counted', async () => {
  const grams = randomSet(random, 10);
  const counting = (): Promise<unknown> =>
    templateOfSite(
      Array.from({ length: 300 }, (_, page) => [page]),
      300,
      () => {
        spin(1);
        return grams;
      },
    );
  expect(await turnsDuring(counting)).toBeGreaterThan(0);
});
