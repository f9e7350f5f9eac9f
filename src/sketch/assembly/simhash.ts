// The bits of a SimHash without weights, compiled to WebAssembly with SIMD; ../simhash-kernel.ts lays out the memory.

/** A byte counts to so many. */
const MOST_COUNTED: usize = 255;

/**
 * Adds to 64 counts how many of the grams have each bit: of bits 2 i and 2 i + 1 of byte k at `countsAt + 64 i + 4 k` and 32 behind.
 *
 * Both halves of a vector hold one gram: its eight bytes are held against two bits at once, and of equal ones −1 is taken away.
 */
export function countBits(gramsAt: usize, gramsEnd: usize, countsAt: usize): void {
  const bits0 = i8x16(1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2);
  const bits1 = i8x16.shl(bits0, 2);
  const bits2 = i8x16.shl(bits0, 4);
  const bits3 = i8x16.shl(bits0, 6);
  while (gramsAt < gramsEnd) {
    const end = min(gramsEnd, gramsAt + 8 * MOST_COUNTED);
    let c0 = i8x16.splat(0);
    let c1 = c0;
    let c2 = c0;
    let c3 = c0;
    for (; gramsAt < end; gramsAt += 8) {
      const gram = v128.load64_splat(gramsAt);
      c0 = i8x16.sub(c0, i8x16.eq(v128.and(gram, bits0), bits0));
      c1 = i8x16.sub(c1, i8x16.eq(v128.and(gram, bits1), bits1));
      c2 = i8x16.sub(c2, i8x16.eq(v128.and(gram, bits2), bits2));
      c3 = i8x16.sub(c3, i8x16.eq(v128.and(gram, bits3), bits3));
    }
    add(c0, countsAt);
    add(c1, countsAt + 64);
    add(c2, countsAt + 128);
    add(c3, countsAt + 192);
  }
}

/** Adds 16 bytes to as many counts. */
function add(bytes: v128, countsAt: usize): void {
  const low = i16x8.extend_low_i8x16_u(bytes);
  const high = i16x8.extend_high_i8x16_u(bytes);
  addFour(i32x4.extend_low_i16x8_u(low), countsAt);
  addFour(i32x4.extend_high_i16x8_u(low), countsAt + 16);
  addFour(i32x4.extend_low_i16x8_u(high), countsAt + 32);
  addFour(i32x4.extend_high_i16x8_u(high), countsAt + 48);
}

function addFour(counts: v128, at: usize): void {
  v128.store(at, i32x4.add(v128.load(at), counts));
}

/** Writes 64 bits, each set where its count is more than half of `grams`, and empties the counts. */
export function takeMajority(countsAt: usize, grams: u32, at: usize): void {
  let bits: u64 = 0;
  for (let bit: usize = 0; bit < 8; bit++) {
    for (let byte: usize = 0; byte < 8; byte++) {
      const count = countsAt + 32 * bit + 4 * byte;
      if (2 * <u64>load<u32>(count) > grams) bits |= 1 << <u64>(8 * byte + bit);
      store<u32>(count, 0);
    }
  }
  store<u64>(at, bits);
}
