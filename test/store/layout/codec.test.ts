import { constants } from 'node:buffer';
import { crc32, deflateRawSync, constants as zlib } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minHash } from '../../../src/sketch/minhash.ts';
import { oddSketch } from '../../../src/sketch/odd-sketch.ts';
import { simHash } from '../../../src/sketch/simhash.ts';
import type { Place } from '../../../src/store/damage.ts';
import {
  decodeGrams,
  decodeJson,
  decodeNumber,
  decodeSketch,
  decodeText,
  encodeGrams,
  encodeJson,
  encodeNumber,
  encodeSketch,
  storableGrams,
} from '../../../src/store/layout/codec.ts';

const grams = BigUint64Array.of(1n, 0x123456789abcdef0n);
const sketch = { size: 2, host: 0x01020304, simHash: simHash(grams), minHash: minHash(grams) };

test('values have these bytes in every release', () => {
  expect(encodeNumber(258).toString('hex')).toBe('01000001020c578ec0');
  expect(encodeGrams(grams).toString('hex')).toBe('010100000000000000f0debc9a785634129c21734c');
  expect(encodeJson({ verdict: 'removed' }).toString('hex')).toBe(
    '017b2276657264696374223a2272656d6f766564227d803c1a8a',
  );
  const bytes = encodeSketch(sketch);
  expect(bytes.length).toBe(533);
  expect(bytes.subarray(0, 25).toString('hex')).toBe('0100000002010203040000000000000000dcdab99093f1034e');
  expect(bytes.subarray(-4).toString('hex')).toBe('d048f90b');
});

test('what was encoded comes back', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
      fc.nat(0xffffffff),
      (set, number) => {
        const sorted = BigUint64Array.from(set).sort();
        expect(decodeGrams(encodeGrams(sorted), {})).toEqual(sorted);
        expect(storableGrams(sorted)).toEqual({ grams: sorted, stored: encodeGrams(sorted) });
        expect(decodeNumber(encodeNumber(number), {})).toBe(number);
        const made = {
          size: sorted.length,
          host: number,
          simHash: simHash(sorted),
          minHash: minHash(sorted),
        };
        expect(decodeSketch(encodeSketch(made), {}, { components: 128, oddSketchBits: 0 })).toEqual(made);
        const odd = { ...made, oddSketch: oddSketch(sorted, 512) };
        expect(decodeSketch(encodeSketch(odd), {}, { components: 128, oddSketchBits: 512 })).toEqual(odd);
      },
    ),
  );
  const value = { verdict: 'duplicate', key: 'a\ud800', of: { key: 'ключ', url: '' }, similarity: 0.95 };
  expect(decodeJson(encodeJson(value), {})).toEqual(value);
});

test('a flipped bit or a cut value is noticed, and the error names the value', () => {
  const values = [encodeNumber(7), encodeGrams(grams), encodeJson({ key: 'a' }), encodeSketch(sketch)];
  const decodeFull = (bytes: Buffer, place: Place) =>
    decodeSketch(bytes, place, { components: 128, oddSketchBits: 0 });
  const decoders = [decodeNumber, decodeGrams, decodeJson, decodeFull];
  const damage = {
    code: 'NEARDUP_INDEX_DAMAGED',
    damage: { code: 'altered', table: 'sketches', page: 7 },
    message: expect.stringContaining('the sketch of page 7'),
  };
  const noticed = (i: number, bytes: Buffer) => {
    try {
      decoders[i](bytes, { table: 'sketches', page: 7 });
    } catch (error) {
      expect(error).toMatchObject(damage);
      return true;
    }
    return false;
  };
  for (const [i, value] of values.entries()) {
    for (let bit = 0; bit < 8 * value.length; bit++) {
      const flipped = Buffer.from(value);
      flipped[bit >> 3] ^= 1 << (bit & 7);
      expect(noticed(i, flipped)).toBe(true);
    }
    for (let length = 0; length < value.length; length++)
      expect(noticed(i, value.subarray(0, length))).toBe(true);
  }
  expect(noticed(0, encodeGrams(grams))).toBe(true);
  expect(noticed(1, encodeNumber(7))).toBe(true);
  expect(noticed(3, encodeNumber(7))).toBe(true);
});

test('a text that does not inflate, or to more than a string holds, is damage of its page', () => {
  const sealed = (body: Buffer): Buffer => {
    const value = Buffer.concat([Buffer.of(1), body, Buffer.alloc(4)]);
    value.writeUInt32BE(crc32(value.subarray(0, -4)), value.length - 4);
    return value;
  };
  const mebibyte = deflateRawSync(Buffer.alloc(1 << 20), { finishFlush: zlib.Z_FULL_FLUSH });
  const many = Array(Math.ceil(constants.MAX_STRING_LENGTH / 2 ** 20) + 1).fill(mebibyte);
  for (const body of [Buffer.from('no deflated text'), Buffer.concat(many)]) {
    expect(() => decodeText(sealed(body), { table: 'texts', page: 7 })).toThrow(
      expect.objectContaining({
        code: 'NEARDUP_INDEX_DAMAGED',
        message:
          'the index is damaged: the text of page 7 is not readable. Check all of it (neardup index verify), and rebuild it from an export or from the pages',
      }),
    );
  }
});
