import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FilterRoom, SpreadFilter } from '../../src/site/spread-filter.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';

test('no gram that is on enough identities is held back, however many share a place', () => {
  // equal low halves share a place
  const gram = fc
    .tuple(fc.bigInt(0n, 3n), fc.bigInt(0n, 2n))
    .map(([high, low]) => (high << 32n) | (low << 20n));
  const page = fc.uniqueArray(gram, { maxLength: 8 }).map((grams) => BigUint64Array.from(grams).sort());
  fc.assert(
    fc.property(fc.array(fc.array(page, { maxLength: 3 }), { maxLength: 9 }), (identities) => {
      const filter = new SpreadFilter(1, 4);
      for (const [identity, pages] of identities.entries()) {
        for (const grams of pages) filter.add(identity, grams);
      }
      for (const grams of identities.flat()) {
        const spread = grams.filter(
          (each) => identities.filter((pages) => pages.some((set) => set.includes(each))).length >= 4,
        );
        expect([...filter.pass(grams)]).toEqual(expect.arrayContaining([...spread]));
      }
    }),
  );
});

test('grams that one identity has are held back, on however many of its pages they are', () => {
  const random = seededRandom(5);
  const filter = new SpreadFilter(400, 4);
  const [template, own] = [randomSet(random, 50), randomSet(random, 50)];
  const union = BigUint64Array.from([...template, ...own]).sort();
  for (let identity = 0; identity < 100; identity++) {
    for (let page = 0; page < 4; page++) filter.add(identity, identity === 7 ? union : template);
  }
  expect([...filter.pass(union)]).toEqual([...template]);
});

test('a filter in the room of an earlier one holds back what a new one does', () => {
  const random = seededRandom(6);
  const room = new FilterRoom();
  for (const pages of [400, 3, 400]) {
    const filter = new SpreadFilter(pages, 4, room);
    const [template, own] = [randomSet(random, 50), randomSet(random, 50)];
    const fresh = new SpreadFilter(pages, 4);
    for (let identity = 0; identity < 5; identity++) {
      filter.add(identity, template);
      fresh.add(identity, template);
    }
    const passed = [...filter.pass(own)];
    expect(passed.length).toBeLessThan(5);
    expect(passed).toEqual([...fresh.pass(own)]);
    expect([...filter.pass(template)]).toEqual([...template]);
    for (let identity = 0; identity < 5; identity++) filter.add(identity, own);
  }
  // what the first has learned by then is what the last would be asked about
  expect([...new SpreadFilter(400, 4, room).pass(randomSet(seededRandom(6), 50))]).toEqual([]);
});
