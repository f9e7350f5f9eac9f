import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fingerprintWords, firstEqualOf, type GramSets } from '../../src/grams/gram-sets.ts';

const isEqual = (x: readonly number[], y: readonly number[]): boolean => String(x) === String(y);

test('the first set equal to each is found, with sets that share some words of their fingerprints alone among them', () => {
  fc.assert(
    fc.property(
      // numbers stand for sets, and are their fingerprints
      fc.array(fc.tuple(fc.nat(2), fc.nat(1), fc.nat(1), fc.nat(1)), { maxLength: 40 }),
      fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
      (drawn, isTold) => {
        const sets: GramSets = {
          length: drawn.length,
          sizeOf: () => 1,
          hashOf: (set, word = 0) => 2 ** 32 - 1 - drawn[set]![word]!,
          read: () => {
            throw new Error('expected no set to be read');
          },
        };
        const naive = drawn.map((each) => drawn.findIndex((other) => isEqual(each, other)));
        expect([...firstEqualOf(sets)]).toEqual(naive);
        const known = naive.map((first, set) => (first < set && isTold[set] ? first : -1));
        expect([...firstEqualOf(sets, (set) => known[set]!)]).toEqual(naive);
      },
    ),
  );
});

test('the words of a fingerprint are the same for equal sets, and all others for a set with one gram more', () => {
  const set = BigUint64Array.of(1n, 5n, 2n ** 63n);
  const words = fingerprintWords(set);
  expect([...fingerprintWords(set.slice())]).toEqual([...words]);
  expect(words).toHaveLength(4);
  const other = fingerprintWords(BigUint64Array.of(1n, 5n, 6n, 2n ** 63n));
  for (const [k, word] of words.entries()) expect(other[k]).not.toBe(word);
});
