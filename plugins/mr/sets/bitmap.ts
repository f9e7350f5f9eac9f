/** 32-bit words of a bitmap. 256 bits left 2,601 candidates of 69,957 on Reuters, 128 left 8,166. */
export const bitmapWords = 8;
const BITS = 32 * bitmapWords;

/**
 * Sets bit b of a bitmap to the parity of the set's tokens that fall on b.
 *
 * Two bitmaps differ in at most as many bits as there are tokens in only one set, so m + n − 2 · overlap is at least
 * that number. This filter is exact (Sandes, Teodoro & Melo, Information Systems 2020, call it a bitmap filter by XOR).
 *
 * @param halves low and high half of each token
 */
export function setBitmap(halves: Uint32Array, bitmap: Uint32Array): void {
  bitmap.fill(0);
  for (let i = 0; i < halves.length; i += 2) {
    const bit = halves[i] % BITS;
    bitmap[bit >>> 5] ^= 1 << (bit & 31);
  }
}

/** Whether the bitmaps at word x and word y differ in at most `most` bits. */
export function differByAtMost(
  most: number,
  bitmaps: Uint32Array,
  x: number,
  others: Uint32Array,
  y: number,
): boolean {
  let bits = 0;
  for (let word = 0; word < bitmapWords; word++) {
    let v = bitmaps[x + word] ^ others[y + word];
    v -= (v >>> 1) & 0x55555555;
    v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
    bits += Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
    if (bits > most) return false;
  }
  return true;
}
