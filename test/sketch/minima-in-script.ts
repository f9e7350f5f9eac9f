import { NOTHING } from '../../src/sketch/minhash-kernel.ts';

/** What the kernel of MinHash computes, in script: 50 µs for 128 components of 500 grams. */
export function minimaInScript(words: Int32Array, multipliers: Int32Array, components: number): Int32Array {
  const n = words.length;
  const minima = new Int32Array(multipliers.length);
  // Four components a pass: the gram's two loads are shared and four minima still fit the registers.
  for (let i = 0; i < components; i += 4) {
    const a0 = multipliers[i];
    const a1 = multipliers[i + 1];
    const a2 = multipliers[i + 2];
    const a3 = multipliers[i + 3];
    let m0 = NOTHING;
    let m1 = NOTHING;
    let m2 = NOTHING;
    let m3 = NOTHING;
    for (let k = 0; k < n; k += 2) {
      const low = words[k];
      const high = words[k + 1];
      const h0 = (Math.imul(low, a0) + high) | 0;
      const h1 = (Math.imul(low, a1) + high) | 0;
      const h2 = (Math.imul(low, a2) + high) | 0;
      const h3 = (Math.imul(low, a3) + high) | 0;
      if (h0 < m0) m0 = h0;
      if (h1 < m1) m1 = h1;
      if (h2 < m2) m2 = h2;
      if (h3 < m3) m3 = h3;
    }
    minima[i] = m0;
    minima[i + 1] = m1;
    minima[i + 2] = m2;
    minima[i + 3] = m3;
  }
  return minima.slice(0, components);
}
