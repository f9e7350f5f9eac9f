import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32c } from '../../../src/store/disk/crc32c.ts';

/** The definition: the remainder of the reflected polynomial division, bit by bit. */
function naive(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc = (crc ^ byte) >>> 0;
    for (let bit = 0; bit < 8; bit++) crc = (crc % 2 === 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1) >>> 0;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

test('the checksums of RFC 3720 come out', () => {
  expect(crc32c(new Uint8Array(32), 0, 32)).toBe(0x8a9136aa);
  expect(crc32c(new Uint8Array(32).fill(255), 0, 32)).toBe(0x62a8ab43);
  expect(crc32c(Buffer.from('123456789'), 0, 9)).toBe(0xe3069283);
});

test('any stretch of bytes has the checksum of the definition', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(20), fc.nat(20), (bytes, skip, cut) => {
      const start = Math.min(skip, bytes.length);
      const end = Math.max(start, bytes.length - cut);
      expect(crc32c(bytes, start, end)).toBe(naive(bytes.subarray(start, end)));
    }),
  );
});
