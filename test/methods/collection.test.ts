import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Collection, CollectionBuilder } from '../../src/methods/collection.ts';
import { setsOf } from '../evaluate/collections.ts';

const gram = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  fc.nat(5).map(BigInt),
  fc.nat(5).map((n) => BigInt(n) << 60n),
  fc.nat(5).map((n) => 2n ** 64n - 1n - BigInt(n)),
);
const pages = fc.array(
  fc.array(gram, { maxLength: 8 }).map((grams) => BigUint64Array.from(new Set(grams)).sort()),
  { maxLength: 8 },
);

test('the universe is the number of distinct grams, whether they are ranked or not', () => {
  fc.assert(
    fc.property(pages, (list) => {
      const collection = new Collection(setsOf(list));
      const grams = list.flatMap((page) => [...page]);
      expect(collection.universe).toBe(new Set(grams).size);
      collection.rankedOnce();
      expect(collection.universe).toBe(new Set(grams).size);
      expect(collection.gramsPerPage).toBe(list.length === 0 ? 0 : grams.length / list.length);
    }),
  );
});

test('a collection knows frequencies when every page came with its own', () => {
  const page = (grams: bigint[], counts: number[], profile: bigint) =>
    [BigUint64Array.from(grams), { counts: Uint32Array.from(counts), profile }] as const;
  const builder = new CollectionBuilder();
  builder.add(...page([1n, 5n], [2, 3], 7n));
  builder.add(...page([], [], 8n));
  builder.add(...page([2n], [4], 9n));
  const { pages, counts, profiles, sets } = builder.finish();
  expect([pages, counts, profiles]).toEqual([3, Uint32Array.of(2, 3, 4), BigUint64Array.of(7n, 8n, 9n)]);
  expect(sets).toEqual({ offsets: Uint32Array.of(0, 2, 2, 3), values: BigUint64Array.of(1n, 5n, 2n) });

  const partly = new CollectionBuilder();
  partly.add(...page([1n], [2], 7n));
  partly.add(BigUint64Array.of(3n));
  expect(partly.finish()).toMatchObject({ pages: 2, counts: undefined, profiles: undefined });
  expect(new CollectionBuilder().finish()).toMatchObject({ pages: 0, counts: undefined });
});

test('what is made once is taken from then on, with the time that it took', () => {
  const collection = new Collection(setsOf([]));
  const made = collection.once('a', () => [1]);
  expect(collection.once('a', () => [2])).toEqual(made);
  expect(collection.once('b', () => [2]).value).toEqual([2]);
  expect(made.milliseconds).toBeGreaterThanOrEqual(0);
});
