import { describe, expect, test, vi } from 'vitest';
import { checkAscending, ValueSetsBuilder, valueSetsFromIntegers } from '../../src/grams/value-sets.ts';
import { argumentError } from '../argument-error.ts';

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

test('a builder begins anew in the buffers that it has, of sets that are larger and smaller', () => {
  const builder = new ValueSetsBuilder();
  let values: ArrayBufferLike | undefined;
  for (const sizes of [[3000, 0, 7], [5], [2000, 900], []]) {
    builder.clear();
    const records = sizes.map((size, x) =>
      BigUint64Array.from({ length: size }, (_, i) => BigInt(x + 7 * i)),
    );
    for (const record of records) builder.append(record);
    const sets = builder.finish();
    expect([...sets.values]).toEqual(records.flatMap((record) => [...record]));
    expect(Array.from(sets.offsets.subarray(1), (end, x) => end - sets.offsets[x])).toEqual(sizes);
    values ??= sets.values.buffer;
    expect(sets.values.buffer).toBe(values);
  }
});

describe('a builder whose offsets have 32 bits', () => {
  class NoMemory {
    constructor(length: number) {
      throw new Error(`room for ${length} values`);
    }
  }

  /** Appends a record of `first` values, then one of `second`, which takes no memory. */
  function append(first: number, second: number): void {
    const builder = new ValueSetsBuilder();
    builder.append(new BigUint64Array(first));
    vi.stubGlobal('BigUint64Array', NoMemory);
    try {
      builder.append({ length: second } as BigUint64Array);
    } finally {
      vi.unstubAllGlobals();
    }
  }

  test('refuses the record that would be beyond 2³² − 1 values', () => {
    expect(() => append(2, 2 ** 32 - 2)).toThrow(
      argumentError('RangeError', 'record 1: expected at most 4294967295 values in all; got 4294967296'),
    );
  });

  test('takes so many, and never asks for room for more', () => {
    expect(() => append(2, 2 ** 32 - 3)).toThrow('room for 4294967295 values');
    expect(() => append(2, 2 ** 31)).toThrow(`room for ${2 ** 31 + 2} values`);
    expect(() => append(2 ** 14, 1)).toThrow(`room for ${2 ** 15} values`);
  });
});

test('checkAscending names the record by the number of the first and passes what is in order across records', () => {
  const values = BigUint64Array.of(7n, 2n ** 32n, 3n, 4n, 4n);
  expect(() => checkAscending({ offsets: Uint32Array.of(0, 2, 4, 5), values })).not.toThrow();
  const sets = { offsets: Uint32Array.of(0, 2, 5), values };
  expect(() => checkAscending(sets)).toThrow(/^record 1: .*got 4 after 4$/);
  expect(() => checkAscending(sets, 20)).toThrow(/^record 21: /);
});

describe('valueSetsFromIntegers', () => {
  test('sorts the tokens of each record, counts repeated ones once, and keeps empty records', () => {
    const { offsets, values } = valueSetsFromIntegers([[3, 1, 3, -0], [], [2 ** 53 - 1, 2 ** 32]]);
    expect([...offsets]).toEqual([0, 3, 3, 5]);
    expect([...values]).toEqual([0n, 1n, 3n, 2n ** 32n, 2n ** 53n - 1n]);
  });

  test.each([-1, 0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])('refuses the token %s', (token) => {
    expect(() => valueSetsFromIntegers([[1], [2, token]])).toThrow(
      argumentError('RangeError', `record 1, token 1: expected an integer from 0 to 2^53 − 1; got ${token}`),
    );
  });

  test.each(['7', null, undefined, 7n])('refuses a token that is no number: %s', (token) => {
    const records = [[token]] as unknown as number[][];
    expect(() => valueSetsFromIntegers(records)).toThrow(
      argumentError(
        'TypeError',
        `record 0, token 0: expected a number; got ${token === null ? 'null' : typeof token}`,
      ),
    );
  });
});
