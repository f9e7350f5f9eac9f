import fc from 'fast-check';
import { type ValueSets, ValueSetsBuilder } from '../../src/grams/value-sets.ts';

/** A value of a record: often a small one, often one at a limit of 32 or 64 bits. */
const value: fc.Arbitrary<bigint> = fc.oneof(
  fc.bigInt(0n, 12n),
  fc.bigInt(0n, 2n ** 64n - 1n),
  fc.constantFrom(2n ** 31n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 63n, 2n ** 64n - 1n),
);

/** Records of up to 12 values, in any order and not all distinct. */
export const recordSets: fc.Arbitrary<bigint[][]> = fc.array(fc.array(value, { maxLength: 12 }), {
  maxLength: 12,
});

/** Records as the code takes them. */
export function valueSets(records: readonly (readonly bigint[])[]): ValueSets {
  const builder = new ValueSetsBuilder();
  for (const record of records) builder.append(BigUint64Array.from(new Set(record)).sort());
  return builder.finish();
}
