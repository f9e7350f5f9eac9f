// The compression of BLAKE3, of four blocks at once (see blake3.ts).

/** The eight words of the initial chaining value, each four times. */
export const IV: usize = memory.data<u32>(
  [
    0x6a09e667, 0x6a09e667, 0x6a09e667, 0x6a09e667, 0xbb67ae85, 0xbb67ae85, 0xbb67ae85, 0xbb67ae85,
    0x3c6ef372, 0x3c6ef372, 0x3c6ef372, 0x3c6ef372, 0xa54ff53a, 0xa54ff53a, 0xa54ff53a, 0xa54ff53a,
    0x510e527f, 0x510e527f, 0x510e527f, 0x510e527f, 0x9b05688c, 0x9b05688c, 0x9b05688c, 0x9b05688c,
    0x1f83d9ab, 0x1f83d9ab, 0x1f83d9ab, 0x1f83d9ab, 0x5be0cd19, 0x5be0cd19, 0x5be0cd19, 0x5be0cd19,
  ],
  16,
);
/** The sixteen words of the block at hand, and the eight words that come out of its compression. */
export const MESSAGE: usize = memory.data(256, 16);
export const CHAIN: usize = memory.data(128, 16);

/**
 * The compression of the block in `MESSAGE`: its chaining value, out of that at `from`, into `CHAIN` (which may be the
 * same). `counters` have 32 bits: inputs stay below 2⁴² bytes.
 *
 * The seven rounds are written out, so that each message word is loaded from a fixed place: a loop that looked the
 * places up in a table took a fifth longer.
 */
export function compress(from: usize, counters: v128, lengths: v128, flags: v128): void {
  let v0 = v128.load(from);
  let v1 = v128.load(from, 16);
  let v2 = v128.load(from, 32);
  let v3 = v128.load(from, 48);
  let v4 = v128.load(from, 64);
  let v5 = v128.load(from, 80);
  let v6 = v128.load(from, 96);
  let v7 = v128.load(from, 112);
  let v8 = v128.load(IV);
  let v9 = v128.load(IV, 16);
  let v10 = v128.load(IV, 32);
  let v11 = v128.load(IV, 48);
  let v12 = counters;
  let v13 = i32x4.splat(0);
  let v14 = lengths;
  let v15 = flags;

  v0 = sum(v0, v4, 0); v12 = right16(v12, v0); v8 = i32x4.add(v8, v12); v4 = right12(v4, v8);
  v1 = sum(v1, v5, 2); v13 = right16(v13, v1); v9 = i32x4.add(v9, v13); v5 = right12(v5, v9);
  v2 = sum(v2, v6, 4); v14 = right16(v14, v2); v10 = i32x4.add(v10, v14); v6 = right12(v6, v10);
  v3 = sum(v3, v7, 6); v15 = right16(v15, v3); v11 = i32x4.add(v11, v15); v7 = right12(v7, v11);
  v0 = sum(v0, v4, 1); v12 = right8(v12, v0); v8 = i32x4.add(v8, v12); v4 = right7(v4, v8);
  v1 = sum(v1, v5, 3); v13 = right8(v13, v1); v9 = i32x4.add(v9, v13); v5 = right7(v5, v9);
  v2 = sum(v2, v6, 5); v14 = right8(v14, v2); v10 = i32x4.add(v10, v14); v6 = right7(v6, v10);
  v3 = sum(v3, v7, 7); v15 = right8(v15, v3); v11 = i32x4.add(v11, v15); v7 = right7(v7, v11);
  v0 = sum(v0, v5, 8); v15 = right16(v15, v0); v10 = i32x4.add(v10, v15); v5 = right12(v5, v10);
  v1 = sum(v1, v6, 10); v12 = right16(v12, v1); v11 = i32x4.add(v11, v12); v6 = right12(v6, v11);
  v2 = sum(v2, v7, 12); v13 = right16(v13, v2); v8 = i32x4.add(v8, v13); v7 = right12(v7, v8);
  v3 = sum(v3, v4, 14); v14 = right16(v14, v3); v9 = i32x4.add(v9, v14); v4 = right12(v4, v9);
  v0 = sum(v0, v5, 9); v15 = right8(v15, v0); v10 = i32x4.add(v10, v15); v5 = right7(v5, v10);
  v1 = sum(v1, v6, 11); v12 = right8(v12, v1); v11 = i32x4.add(v11, v12); v6 = right7(v6, v11);
  v2 = sum(v2, v7, 13); v13 = right8(v13, v2); v8 = i32x4.add(v8, v13); v7 = right7(v7, v8);
  v3 = sum(v3, v4, 15); v14 = right8(v14, v3); v9 = i32x4.add(v9, v14); v4 = right7(v4, v9);

  v0 = sum(v0, v4, 2); v12 = right16(v12, v0); v8 = i32x4.add(v8, v12); v4 = right12(v4, v8);
  v1 = sum(v1, v5, 3); v13 = right16(v13, v1); v9 = i32x4.add(v9, v13); v5 = right12(v5, v9);
  v2 = sum(v2, v6, 7); v14 = right16(v14, v2); v10 = i32x4.add(v10, v14); v6 = right12(v6, v10);
  v3 = sum(v3, v7, 4); v15 = right16(v15, v3); v11 = i32x4.add(v11, v15); v7 = right12(v7, v11);
  v0 = sum(v0, v4, 6); v12 = right8(v12, v0); v8 = i32x4.add(v8, v12); v4 = right7(v4, v8);
  v1 = sum(v1, v5, 10); v13 = right8(v13, v1); v9 = i32x4.add(v9, v13); v5 = right7(v5, v9);
  v2 = sum(v2, v6, 0); v14 = right8(v14, v2); v10 = i32x4.add(v10, v14); v6 = right7(v6, v10);
  v3 = sum(v3, v7, 13); v15 = right8(v15, v3); v11 = i32x4.add(v11, v15); v7 = right7(v7, v11);
  v0 = sum(v0, v5, 1); v15 = right16(v15, v0); v10 = i32x4.add(v10, v15); v5 = right12(v5, v10);
  v1 = sum(v1, v6, 12); v12 = right16(v12, v1); v11 = i32x4.add(v11, v12); v6 = right12(v6, v11);
  v2 = sum(v2, v7, 9); v13 = right16(v13, v2); v8 = i32x4.add(v8, v13); v7 = right12(v7, v8);
  v3 = sum(v3, v4, 15); v14 = right16(v14, v3); v9 = i32x4.add(v9, v14); v4 = right12(v4, v9);
  v0 = sum(v0, v5, 11); v15 = right8(v15, v0); v10 = i32x4.add(v10, v15); v5 = right7(v5, v10);
  v1 = sum(v1, v6, 5); v12 = right8(v12, v1); v11 = i32x4.add(v11, v12); v6 = right7(v6, v11);
  v2 = sum(v2, v7, 14); v13 = right8(v13, v2); v8 = i32x4.add(v8, v13); v7 = right7(v7, v8);
  v3 = sum(v3, v4, 8); v14 = right8(v14, v3); v9 = i32x4.add(v9, v14); v4 = right7(v4, v9);

  v0 = sum(v0, v4, 3); v12 = right16(v12, v0); v8 = i32x4.add(v8, v12); v4 = right12(v4, v8);
  v1 = sum(v1, v5, 10); v13 = right16(v13, v1); v9 = i32x4.add(v9, v13); v5 = right12(v5, v9);
  v2 = sum(v2, v6, 13); v14 = right16(v14, v2); v10 = i32x4.add(v10, v14); v6 = right12(v6, v10);
  v3 = sum(v3, v7, 7); v15 = right16(v15, v3); v11 = i32x4.add(v11, v15); v7 = right12(v7, v11);
  v0 = sum(v0, v4, 4); v12 = right8(v12, v0); v8 = i32x4.add(v8, v12); v4 = right7(v4, v8);
  v1 = sum(v1, v5, 12); v13 = right8(v13, v1); v9 = i32x4.add(v9, v13); v5 = right7(v5, v9);
  v2 = sum(v2, v6, 2); v14 = right8(v14, v2); v10 = i32x4.add(v10, v14); v6 = right7(v6, v10);
  v3 = sum(v3, v7, 14); v15 = right8(v15, v3); v11 = i32x4.add(v11, v15); v7 = right7(v7, v11);
  v0 = sum(v0, v5, 6); v15 = right16(v15, v0); v10 = i32x4.add(v10, v15); v5 = right12(v5, v10);
  v1 = sum(v1, v6, 9); v12 = right16(v12, v1); v11 = i32x4.add(v11, v12); v6 = right12(v6, v11);
  v2 = sum(v2, v7, 11); v13 = right16(v13, v2); v8 = i32x4.add(v8, v13); v7 = right12(v7, v8);
  v3 = sum(v3, v4, 8); v14 = right16(v14, v3); v9 = i32x4.add(v9, v14); v4 = right12(v4, v9);
  v0 = sum(v0, v5, 5); v15 = right8(v15, v0); v10 = i32x4.add(v10, v15); v5 = right7(v5, v10);
  v1 = sum(v1, v6, 0); v12 = right8(v12, v1); v11 = i32x4.add(v11, v12); v6 = right7(v6, v11);
  v2 = sum(v2, v7, 15); v13 = right8(v13, v2); v8 = i32x4.add(v8, v13); v7 = right7(v7, v8);
  v3 = sum(v3, v4, 1); v14 = right8(v14, v3); v9 = i32x4.add(v9, v14); v4 = right7(v4, v9);

  v0 = sum(v0, v4, 10); v12 = right16(v12, v0); v8 = i32x4.add(v8, v12); v4 = right12(v4, v8);
  v1 = sum(v1, v5, 12); v13 = right16(v13, v1); v9 = i32x4.add(v9, v13); v5 = right12(v5, v9);
  v2 = sum(v2, v6, 14); v14 = right16(v14, v2); v10 = i32x4.add(v10, v14); v6 = right12(v6, v10);
  v3 = sum(v3, v7, 13); v15 = right16(v15, v3); v11 = i32x4.add(v11, v15); v7 = right12(v7, v11);
  v0 = sum(v0, v4, 7); v12 = right8(v12, v0); v8 = i32x4.add(v8, v12); v4 = right7(v4, v8);
  v1 = sum(v1, v5, 9); v13 = right8(v13, v1); v9 = i32x4.add(v9, v13); v5 = right7(v5, v9);
  v2 = sum(v2, v6, 3); v14 = right8(v14, v2); v10 = i32x4.add(v10, v14); v6 = right7(v6, v10);
  v3 = sum(v3, v7, 15); v15 = right8(v15, v3); v11 = i32x4.add(v11, v15); v7 = right7(v7, v11);
  v0 = sum(v0, v5, 4); v15 = right16(v15, v0); v10 = i32x4.add(v10, v15); v5 = right12(v5, v10);
  v1 = sum(v1, v6, 11); v12 = right16(v12, v1); v11 = i32x4.add(v11, v12); v6 = right12(v6, v11);
  v2 = sum(v2, v7, 5); v13 = right16(v13, v2); v8 = i32x4.add(v8, v13); v7 = right12(v7, v8);
  v3 = sum(v3, v4, 1); v14 = right16(v14, v3); v9 = i32x4.add(v9, v14); v4 = right12(v4, v9);
  v0 = sum(v0, v5, 0); v15 = right8(v15, v0); v10 = i32x4.add(v10, v15); v5 = right7(v5, v10);
  v1 = sum(v1, v6, 2); v12 = right8(v12, v1); v11 = i32x4.add(v11, v12); v6 = right7(v6, v11);
  v2 = sum(v2, v7, 8); v13 = right8(v13, v2); v8 = i32x4.add(v8, v13); v7 = right7(v7, v8);
  v3 = sum(v3, v4, 6); v14 = right8(v14, v3); v9 = i32x4.add(v9, v14); v4 = right7(v4, v9);

  v0 = sum(v0, v4, 12); v12 = right16(v12, v0); v8 = i32x4.add(v8, v12); v4 = right12(v4, v8);
  v1 = sum(v1, v5, 9); v13 = right16(v13, v1); v9 = i32x4.add(v9, v13); v5 = right12(v5, v9);
  v2 = sum(v2, v6, 15); v14 = right16(v14, v2); v10 = i32x4.add(v10, v14); v6 = right12(v6, v10);
  v3 = sum(v3, v7, 14); v15 = right16(v15, v3); v11 = i32x4.add(v11, v15); v7 = right12(v7, v11);
  v0 = sum(v0, v4, 13); v12 = right8(v12, v0); v8 = i32x4.add(v8, v12); v4 = right7(v4, v8);
  v1 = sum(v1, v5, 11); v13 = right8(v13, v1); v9 = i32x4.add(v9, v13); v5 = right7(v5, v9);
  v2 = sum(v2, v6, 10); v14 = right8(v14, v2); v10 = i32x4.add(v10, v14); v6 = right7(v6, v10);
  v3 = sum(v3, v7, 8); v15 = right8(v15, v3); v11 = i32x4.add(v11, v15); v7 = right7(v7, v11);
  v0 = sum(v0, v5, 7); v15 = right16(v15, v0); v10 = i32x4.add(v10, v15); v5 = right12(v5, v10);
  v1 = sum(v1, v6, 5); v12 = right16(v12, v1); v11 = i32x4.add(v11, v12); v6 = right12(v6, v11);
  v2 = sum(v2, v7, 0); v13 = right16(v13, v2); v8 = i32x4.add(v8, v13); v7 = right12(v7, v8);
  v3 = sum(v3, v4, 6); v14 = right16(v14, v3); v9 = i32x4.add(v9, v14); v4 = right12(v4, v9);
  v0 = sum(v0, v5, 2); v15 = right8(v15, v0); v10 = i32x4.add(v10, v15); v5 = right7(v5, v10);
  v1 = sum(v1, v6, 3); v12 = right8(v12, v1); v11 = i32x4.add(v11, v12); v6 = right7(v6, v11);
  v2 = sum(v2, v7, 1); v13 = right8(v13, v2); v8 = i32x4.add(v8, v13); v7 = right7(v7, v8);
  v3 = sum(v3, v4, 4); v14 = right8(v14, v3); v9 = i32x4.add(v9, v14); v4 = right7(v4, v9);

  v0 = sum(v0, v4, 9); v12 = right16(v12, v0); v8 = i32x4.add(v8, v12); v4 = right12(v4, v8);
  v1 = sum(v1, v5, 11); v13 = right16(v13, v1); v9 = i32x4.add(v9, v13); v5 = right12(v5, v9);
  v2 = sum(v2, v6, 8); v14 = right16(v14, v2); v10 = i32x4.add(v10, v14); v6 = right12(v6, v10);
  v3 = sum(v3, v7, 15); v15 = right16(v15, v3); v11 = i32x4.add(v11, v15); v7 = right12(v7, v11);
  v0 = sum(v0, v4, 14); v12 = right8(v12, v0); v8 = i32x4.add(v8, v12); v4 = right7(v4, v8);
  v1 = sum(v1, v5, 5); v13 = right8(v13, v1); v9 = i32x4.add(v9, v13); v5 = right7(v5, v9);
  v2 = sum(v2, v6, 12); v14 = right8(v14, v2); v10 = i32x4.add(v10, v14); v6 = right7(v6, v10);
  v3 = sum(v3, v7, 1); v15 = right8(v15, v3); v11 = i32x4.add(v11, v15); v7 = right7(v7, v11);
  v0 = sum(v0, v5, 13); v15 = right16(v15, v0); v10 = i32x4.add(v10, v15); v5 = right12(v5, v10);
  v1 = sum(v1, v6, 0); v12 = right16(v12, v1); v11 = i32x4.add(v11, v12); v6 = right12(v6, v11);
  v2 = sum(v2, v7, 2); v13 = right16(v13, v2); v8 = i32x4.add(v8, v13); v7 = right12(v7, v8);
  v3 = sum(v3, v4, 4); v14 = right16(v14, v3); v9 = i32x4.add(v9, v14); v4 = right12(v4, v9);
  v0 = sum(v0, v5, 3); v15 = right8(v15, v0); v10 = i32x4.add(v10, v15); v5 = right7(v5, v10);
  v1 = sum(v1, v6, 10); v12 = right8(v12, v1); v11 = i32x4.add(v11, v12); v6 = right7(v6, v11);
  v2 = sum(v2, v7, 6); v13 = right8(v13, v2); v8 = i32x4.add(v8, v13); v7 = right7(v7, v8);
  v3 = sum(v3, v4, 7); v14 = right8(v14, v3); v9 = i32x4.add(v9, v14); v4 = right7(v4, v9);

  v0 = sum(v0, v4, 11); v12 = right16(v12, v0); v8 = i32x4.add(v8, v12); v4 = right12(v4, v8);
  v1 = sum(v1, v5, 5); v13 = right16(v13, v1); v9 = i32x4.add(v9, v13); v5 = right12(v5, v9);
  v2 = sum(v2, v6, 1); v14 = right16(v14, v2); v10 = i32x4.add(v10, v14); v6 = right12(v6, v10);
  v3 = sum(v3, v7, 8); v15 = right16(v15, v3); v11 = i32x4.add(v11, v15); v7 = right12(v7, v11);
  v0 = sum(v0, v4, 15); v12 = right8(v12, v0); v8 = i32x4.add(v8, v12); v4 = right7(v4, v8);
  v1 = sum(v1, v5, 0); v13 = right8(v13, v1); v9 = i32x4.add(v9, v13); v5 = right7(v5, v9);
  v2 = sum(v2, v6, 9); v14 = right8(v14, v2); v10 = i32x4.add(v10, v14); v6 = right7(v6, v10);
  v3 = sum(v3, v7, 6); v15 = right8(v15, v3); v11 = i32x4.add(v11, v15); v7 = right7(v7, v11);
  v0 = sum(v0, v5, 14); v15 = right16(v15, v0); v10 = i32x4.add(v10, v15); v5 = right12(v5, v10);
  v1 = sum(v1, v6, 2); v12 = right16(v12, v1); v11 = i32x4.add(v11, v12); v6 = right12(v6, v11);
  v2 = sum(v2, v7, 3); v13 = right16(v13, v2); v8 = i32x4.add(v8, v13); v7 = right12(v7, v8);
  v3 = sum(v3, v4, 7); v14 = right16(v14, v3); v9 = i32x4.add(v9, v14); v4 = right12(v4, v9);
  v0 = sum(v0, v5, 10); v15 = right8(v15, v0); v10 = i32x4.add(v10, v15); v5 = right7(v5, v10);
  v1 = sum(v1, v6, 12); v12 = right8(v12, v1); v11 = i32x4.add(v11, v12); v6 = right7(v6, v11);
  v2 = sum(v2, v7, 4); v13 = right8(v13, v2); v8 = i32x4.add(v8, v13); v7 = right7(v7, v8);
  v3 = sum(v3, v4, 13); v14 = right8(v14, v3); v9 = i32x4.add(v9, v14); v4 = right7(v4, v9);
  v128.store(CHAIN, v128.xor(v0, v8));
  v128.store(CHAIN, v128.xor(v1, v9), 16);
  v128.store(CHAIN, v128.xor(v2, v10), 32);
  v128.store(CHAIN, v128.xor(v3, v11), 48);
  v128.store(CHAIN, v128.xor(v4, v12), 64);
  v128.store(CHAIN, v128.xor(v5, v13), 80);
  v128.store(CHAIN, v128.xor(v6, v14), 96);
  v128.store(CHAIN, v128.xor(v7, v15), 112);
}

/** `a + b` and the message word of this place in the round. */
// @ts-ignore: decorator
@inline
function sum(a: v128, b: v128, place: usize): v128 {
  return i32x4.add(i32x4.add(a, v128.load(MESSAGE + (place << 4))), b);
}

// `a ^ b`, each lane turned right. By 16 and 8 bits whole bytes change places.

// @ts-ignore: decorator
@inline
function right16(a: v128, b: v128): v128 {
  return i8x16.swizzle(v128.xor(a, b), i8x16(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));
}

// @ts-ignore: decorator
@inline
function right8(a: v128, b: v128): v128 {
  return i8x16.swizzle(v128.xor(a, b), i8x16(1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12));
}

// @ts-ignore: decorator
@inline
function right12(a: v128, b: v128): v128 {
  const x = v128.xor(a, b);
  return v128.or(i32x4.shr_u(x, 12), i32x4.shl(x, 20));
}

// @ts-ignore: decorator
@inline
function right7(a: v128, b: v128): v128 {
  const x = v128.xor(a, b);
  return v128.or(i32x4.shr_u(x, 7), i32x4.shl(x, 25));
}
