// The minima of MinHash, compiled to WebAssembly with SIMD; ../minhash-kernel.ts lays out the memory.

/**
 * Lowers each minimum to the least value that its hash function takes on the grams: `low · multiplier + high`.
 * Sixteen components a pass: their minima and multipliers fit the vector registers.
 */
export function lowerMinima(
  gramsAt: usize,
  gramsEnd: usize,
  multipliersAt: usize,
  minimaAt: usize,
  minimaEnd: usize,
): void {
  while (minimaAt < minimaEnd) {
    const a0 = v128.load(multipliersAt);
    const a1 = v128.load(multipliersAt, 16);
    const a2 = v128.load(multipliersAt, 32);
    const a3 = v128.load(multipliersAt, 48);
    let m0 = v128.load(minimaAt);
    let m1 = v128.load(minimaAt, 16);
    let m2 = v128.load(minimaAt, 32);
    let m3 = v128.load(minimaAt, 48);
    for (let gram = gramsAt; gram < gramsEnd; gram += 8) {
      const low = v128.load32_splat(gram);
      const high = v128.load32_splat(gram, 4);
      m0 = i32x4.min_s(m0, i32x4.add(i32x4.mul(low, a0), high));
      m1 = i32x4.min_s(m1, i32x4.add(i32x4.mul(low, a1), high));
      m2 = i32x4.min_s(m2, i32x4.add(i32x4.mul(low, a2), high));
      m3 = i32x4.min_s(m3, i32x4.add(i32x4.mul(low, a3), high));
    }
    v128.store(minimaAt, m0);
    v128.store(minimaAt, m1, 16);
    v128.store(minimaAt, m2, 32);
    v128.store(minimaAt, m3, 48);
    multipliersAt += 64;
    minimaAt += 64;
  }
}
