import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstEqual, firstEqualSets } from '../../src/grams/equal-sets.ts';
import { ValueSetsBuilder } from '../../src/grams/value-sets.ts';
import { seededRandom } from '../sketch/sets.ts';
import { setsOfOneXxh64 } from './forging/xxh64-forger.ts';

test('of equal sets the first stands for all, and no other set for any', () => {
  const set = fc.uniqueArray(fc.bigInt(0n, 5n), { maxLength: 4 }).map((all) => [...all].sort());
  fc.assert(
    fc.property(fc.array(set, { maxLength: 30 }), (sets) => {
      const builder = new ValueSetsBuilder();
      for (const each of sets) builder.append(BigUint64Array.from(each));
      const expected = sets.map((each) => sets.findIndex((other) => String(other) === String(each)));
      expect([...firstEqualSets(builder.finish())]).toEqual(expected);
    }),
  );
});

test('sets that were made to have one hash are told apart in linear time', () => {
  const sets = setsOfOneXxh64(300, 5, seededRandom(1)).flatMap((set) => [set, set]);
  let reads = 0;
  const firstOf = firstEqual(sets.length, (record) => {
    reads++;
    return Buffer.from(sets[record]!.buffer);
  });
  expect([...firstOf]).toEqual(sets.map((_, record) => record - (record % 2)));
  expect(reads).toBeLessThanOrEqual(2 * sets.length);
});
