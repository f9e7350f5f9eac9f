import { blake3 } from './gram-kernel.ts';

/**
 * 128-bit fingerprint of a gram set: the first 16 bytes of the BLAKE3 of its grams, ascending, 8 bytes each,
 * little-endian.
 *
 * Equal for equal sets; finding two unequal sets with the same fingerprint takes some 2⁶⁴ trials.
 *
 * @param grams ascending and distinct
 * @returns Uint8Array(16)
 */
export function fingerprint128(grams: BigUint64Array): Uint8Array {
  return blake3(new Uint8Array(grams.buffer, grams.byteOffset, grams.byteLength)).subarray(0, 16);
}
