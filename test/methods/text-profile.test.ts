import { expect, test } from 'vitest';
import { hash64 } from '../../src/grams/hash.ts';
import { textProfile } from '../../src/methods/text-profile.ts';

function profile(frequencies: Readonly<Record<string, number>>): bigint {
  const words = Object.keys(frequencies)
    .map((word) => BigInt(word.charCodeAt(0)))
    .sort();
  const counts = words.map((word) => frequencies[String.fromCharCode(Number(word))]);
  return textProfile(BigUint64Array.from(words), Uint32Array.from(counts));
}

test('words below one quantum, and what is left of frequencies above multiples of it, do not count', () => {
  const base = profile({ a: 6, b: 4 });
  expect(profile({ a: 7, b: 5, c: 1 })).toBe(base);
  expect(profile({ a: 8, b: 4 })).not.toBe(base);
  expect(profile({ a: 6, b: 4, c: 2 })).not.toBe(base);
  expect(profile({ a: 4, b: 6 })).not.toBe(base);
});

test('the quantum is a hundredth of the greatest frequency once that is more than 2', () => {
  const base = profile({ a: 400, b: 40 });
  expect(profile({ a: 403, b: 43, c: 3 })).toBe(base);
  expect(profile({ a: 400, b: 44 })).not.toBe(base);
});

test('where no word repeats every word counts', () => {
  expect(profile({ a: 1, b: 1 })).not.toBe(profile({ a: 1, c: 1 }));
  expect(profile({ a: 1, b: 1 })).toBe(profile({ b: 1, a: 1 }));
});

test('a profile is the hash of the words and what is left of their frequencies, the most frequent first', () => {
  const words = BigUint64Array.of(3n, 5n, 7n, 9n, 11n);
  const counts = Uint32Array.of(1, 4, 7, 5, 2);
  const kept = BigUint64Array.of(7n, 6n, 5n, 4n, 9n, 4n, 11n, 2n);
  expect(textProfile(words, counts)).toBe(hash64(new Uint8Array(kept.buffer)));
});
