import { describe, expect, test } from 'vitest';
import { ValueSetsBuilder, valueSetsFromIntegers } from '../../src/grams/value-sets.ts';

test('a builder keeps every record in order while its buffers grow', () => {
  const builder = new ValueSetsBuilder();
  const records = Array.from({ length: 5000 }, (_, i) => BigUint64Array.of(BigInt(i), BigInt(i) + 9000n));
  for (const record of records) builder.append(record);
  builder.append(new BigUint64Array(40_000));
  const { offsets, values } = builder.finish();
  expect(offsets).toHaveLength(5002);
  expect(values).toHaveLength(50_000);
  records.forEach((record, i) => {
    expect(values.subarray(offsets[i], offsets[i + 1])).toEqual(record);
  });
});

describe('valueSetsFromIntegers', () => {
  test('sorts the tokens of each record, counts repeated ones once, and keeps empty records', () => {
    const { offsets, values } = valueSetsFromIntegers([[3, 1, 3, -0], [], [2 ** 53 - 1, 2 ** 32]]);
    expect([...offsets]).toEqual([0, 3, 3, 5]);
    expect([...values]).toEqual([0n, 1n, 3n, 2n ** 32n, 2n ** 53n - 1n]);
  });

  test.each([-1, 0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])('refuses the token %s', (token) => {
    expect(() => valueSetsFromIntegers([[1], [2, token]])).toThrow(
      new RangeError(`record 1, token 1: expected an integer from 0 to 2^53 − 1; got ${token}`),
    );
  });

  test.each(['7', null, undefined, 7n])('refuses a token that is no number: %s', (token) => {
    const records = [[token]] as unknown as number[][];
    expect(() => valueSetsFromIntegers(records)).toThrow(
      new TypeError(`record 0, token 0: expected a number; got ${typeof token} ${String(token)}`),
    );
  });
});
