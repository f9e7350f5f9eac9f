import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstEqualSets } from '../../src/grams/equal-sets.ts';
import { ValueSetsBuilder } from '../../src/grams/value-sets.ts';

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
