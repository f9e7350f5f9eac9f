import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GramLookup } from '../../src/grams/gram-lookup.ts';

test('a hash is found at its place in the list, and no other is found', () => {
  // many of the same leading bits, and such as differ by one bit
  const part = fc.oneof(fc.bigInt(0n, 5n), fc.bigInt(0n, 2n ** 32n - 1n));
  const gram = fc.tuple(part, part).map(([high, low]) => (high << 32n) | low);
  fc.assert(
    fc.property(fc.uniqueArray(gram, { maxLength: 80 }), fc.array(gram), (list, others) => {
      const grams = BigUint64Array.from(list).sort();
      const lookup = new GramLookup(grams);
      for (const each of [...list, ...others, ...list.map((known) => known ^ (1n << 63n))]) {
        const place = lookup.placeOf(Number(each & 0xffff_ffffn), Number(each >> 32n));
        expect(place).toBe(grams.indexOf(each));
      }
    }),
  );
});
