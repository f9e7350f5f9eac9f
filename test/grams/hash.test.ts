import fc from 'fast-check';
import { expect, test } from 'vitest';
import xxhash from 'xxhash-wasm';
import { hash64 } from '../../src/grams/hash.ts';

const { h64Raw } = await xxhash();

test('hash64 is XXH64: the known hashes of nothing, of one letter and of a sentence', () => {
  const hash = (text: string): string => hash64(Buffer.from(text)).toString(16);
  expect(hash('')).toBe('ef46db3751d8e999');
  expect(hash('a')).toBe('d24ec4f1a98c6e5b');
  expect(hash('Nobody inspects the spammish repetition')).toBe('fbcea83c8a378bf1');
});

test('hash64 agrees with another implementation for every length, any bytes and any seed', () => {
  const seed = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), seed, (bytes, seed) => {
      expect(hash64(bytes, seed)).toBe(h64Raw(bytes, seed));
    }),
    { numRuns: 2000 },
  );
});

test('hash64 takes bytes of more than its memory of one page, and short ones after them', () => {
  const bytes = Uint8Array.from({ length: 200_001 }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 24);
  for (const length of [3, 65_536, 65_537, 200_001, 65_536, 3]) {
    expect(hash64(bytes.subarray(0, length)), `${length} bytes`).toBe(h64Raw(bytes.subarray(0, length)));
  }
});
