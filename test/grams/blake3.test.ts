import { readFileSync } from 'node:fs';
import { blake3 as nobleBlake3 } from '@noble/hashes/blake3.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fingerprint128 } from '../../src/grams/fingerprint.ts';
import { blake3, gramSequence } from '../../src/grams/gram-kernel.ts';
import { splitUnits, type Unit, type Units } from '../../src/text/words.ts';
import { referenceBlake3 } from './reference-blake3.ts';

const { hashes } = JSON.parse(readFileSync(new URL('./blake3-vectors.json', import.meta.url), 'utf8')) as {
  hashes: Record<string, string>;
};

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const numbered = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => i % 251);
const anyBytes = fc
  .tuple(fc.oneof(fc.nat(200), fc.nat(9000)), fc.uint8Array({ minLength: 1, maxLength: 40 }))
  .map(([length, seed]) => Uint8Array.from({ length }, (_, i) => seed[(i * i + i) % seed.length] ^ (i >> 3)));

describe('BLAKE3', () => {
  test('of the kernel and of the reference is that of the official test vectors', () => {
    expect(Object.keys(hashes).length).toBe(35);
    for (const [length, hash] of Object.entries(hashes)) {
      const input = numbered(Number(length));
      expect([length, hex(referenceBlake3(input))]).toEqual([length, hash]);
      expect([length, hex(blake3(input))]).toEqual([length, hash]);
    }
  });

  test('of the kernel is that of the reference and of an independent implementation at every length of a block, a chunk and some chunks', () => {
    for (let length = 0; length <= 5 * 1024 + 1; length += length % 64 < 2 || length % 64 > 61 ? 1 : 7) {
      const input = numbered(length);
      const hash = hex(blake3(input));
      expect([length, hash]).toEqual([length, hex(nobleBlake3(input))]);
      expect([length, hash]).toEqual([length, hex(referenceBlake3(input))]);
    }
  });

  test('of the kernel is that of an independent implementation for any bytes', () => {
    fc.assert(
      fc.property(anyBytes, (input) => {
        expect(hex(blake3(input))).toBe(hex(nobleBlake3(input)));
      }),
      { numRuns: 300 },
    );
  });
});

/** The definition: the kind's letter, then the bytes of the gram. */
function definedHashes({ unit, bytes, starts, count, gap }: Units, q: number): bigint[] {
  const length = Math.min(q, count);
  return Array.from({ length: count === 0 ? 0 : count - length + 1 }, (_, i) => {
    const gram = bytes.subarray(starts[i], starts[i + length] - gap);
    return Buffer.from(referenceBlake3(Buffer.concat([Buffer.from(unit[0]), gram]))).readBigUInt64LE();
  });
}

const kinds: Unit[] = ['word', 'char', 'line', 'sentence'];
const word = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: fc.constantFrom(...'aboé漢ख𐐨'), minLength: 1, maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'xyз'), minLength: 50, maxLength: 80 }) },
);
const texts = fc
  .array(fc.tuple(word, fc.constantFrom(' ', ' ', ' ', '. ', '\n')), { maxLength: 40 })
  .map((parts) => parts.flat().join(''));

describe('the hash of a gram', () => {
  test('is the first eight bytes of the BLAKE3 of its kind and its units, whatever the unit and q', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(...kinds), fc.integer({ min: 1, max: 9 }), (text, unit, q) => {
        const units = splitUnits(text, unit);
        expect([...gramSequence(units, q)]).toEqual(definedHashes(units, q));
      }),
      { numRuns: 500 },
    );
  });

  test('is so at the boundaries of a block and of a chunk, alone and beside grams of other lengths', () => {
    for (const length of [31, 32, 62, 63, 64, 65, 127, 128, 1022, 1023, 1024, 1025, 2047, 2048, 5000]) {
      const long = 'x'.repeat(length);
      for (const text of [long, `${long} a`, `a ${long} b c ${long}`, `a b c d e ${long} f g h`]) {
        for (const q of [1, 2, 4]) {
          const units = splitUnits(text, 'word');
          expect([length, q, ...gramSequence(units, q)]).toEqual([length, q, ...definedHashes(units, q)]);
        }
      }
    }
  });

  test('tells kinds of unit and places of boundaries apart', () => {
    const hashOf = (text: string, unit: Unit): bigint => gramSequence(splitUnits(text, unit), 9)[0];
    const hashes = [
      ...kinds.map((unit) => hashOf('a', unit)),
      hashOf('ab', 'word'),
      hashOf('a b', 'word'),
      hashOf('a b', 'char'),
      hashOf('a b', 'line'),
      hashOf('a\nb', 'line'),
      hashOf('a\nb', 'sentence'),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});

test('fingerprint128 is the first 16 bytes of the BLAKE3 of the grams, little-endian, wherever they lie in memory', () => {
  fc.assert(
    fc.property(fc.bigUint64Array({ maxLength: 700 }), fc.nat(3), (grams, skipped) => {
      const bytes = Buffer.alloc(8 * grams.length);
      for (const [i, gram] of grams.entries()) bytes.writeBigUInt64LE(gram, 8 * i);
      const within = BigUint64Array.of(...new BigUint64Array(skipped), ...grams).subarray(skipped);
      expect(hex(fingerprint128(within))).toBe(hex(nobleBlake3(bytes)).slice(0, 32));
    }),
    { numRuns: 100 },
  );
  expect(hex(fingerprint128(new BigUint64Array(0)))).toBe(hashes[0].slice(0, 32));
});
