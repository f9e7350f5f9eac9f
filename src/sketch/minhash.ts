/** Number of components of a MinHash sketch. */
export const COMPONENTS = 128;

/** The multipliers are drawn from this seed ("near" in ASCII); another seed is another, incompatible sketch. */
export const MINHASH_SEED = 0x6e656172;

const MULTIPLIERS = multipliers(MINHASH_SEED);

/**
 * MinHash sketch of a gram set: component i is the smallest value, in signed 32-bit order, that hash function
 * i takes on the set (Broder 1997, "On the resemblance and containment of documents").
 *
 * Function i maps a gram, as its 32-bit halves, to `low · multiplier[i] + high mod 2³²`. Grams are hashes
 * already, so each component is fair by itself; the high half makes any two of them independent (without it
 * they would be multiples of one another), and the values behave like independent random permutations: the
 * recall of bands meets the binomial in `test/sketch`. The sketch of the empty set is 128 times 2³¹ − 1.
 *
 * @param grams distinct 64-bit hashes, in any order
 * @returns Int32Array(128); O(128 · |grams|), 40 µs for 500 grams
 */
export function minHash(grams: BigUint64Array): Int32Array {
  const words = new Int32Array(grams.buffer, grams.byteOffset, 2 * grams.length);
  const n = words.length;
  const sketch = new Int32Array(COMPONENTS);
  // Four components a pass: the gram's two loads are shared and four minima still fit the registers.
  for (let i = 0; i < COMPONENTS; i += 4) {
    const a0 = MULTIPLIERS[i];
    const a1 = MULTIPLIERS[i + 1];
    const a2 = MULTIPLIERS[i + 2];
    const a3 = MULTIPLIERS[i + 3];
    let m0 = 0x7fffffff;
    let m1 = 0x7fffffff;
    let m2 = 0x7fffffff;
    let m3 = 0x7fffffff;
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
    sketch[i] = m0;
    sketch[i + 1] = m1;
    sketch[i + 2] = m2;
    sketch[i + 3] = m3;
  }
  return sketch;
}

/**
 * Estimated resemblance (Jaccard) of two sets: the share of equal components of their sketches, in [0, 1].
 *
 * Unbiased, with standard error `√(J(1 − J) / 128)`: at most 0.044, and 0.035 at J = 0.8.
 */
export function estimateResemblance(a: Int32Array, b: Int32Array): number {
  let equal = 0;
  for (let i = 0; i < a.length; i++) if (a[i] === b[i]) equal++;
  return equal / a.length;
}

/** Random 32-bit numbers: splitmix32, the 32-bit finaliser of MurmurHash3 over a Weyl sequence. */
function multipliers(seed: number): Int32Array {
  const drawn = new Int32Array(COMPONENTS);
  for (let i = 0, state = seed; i < COMPONENTS; i++) {
    state = (state + 0x9e3779b9) | 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    drawn[i] = z ^ (z >>> 16);
  }
  return drawn;
}
