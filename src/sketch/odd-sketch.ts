import { halvesOf } from '../grams/halves.ts';
import { bitCount } from './bit-count.ts';
import type { Estimate } from './estimate.ts';

// Odd sketches (Mitzenmacher, Pagh and Pham, "Efficient Estimation for High Similarities using Odd Sketches", WWW
// 2014), here of the gram sets themselves. Each gram flips one bit, so that grams that two sets share cancel out in the
// XOR of their sketches, and the remaining bits count the grams in which the sets differ. Nearly equal pages differ in
// few grams, and few of these share a bit: 2,048 bits estimate a resemblance of .8 of two sets of 400 grams to ± .005,
// MinHash of as many bytes to ± .05.

/** Most differing grams for each bit of a sketch that can be estimated from it. With more, half of all bits differ. */
const MOST_GRAMS_PER_BIT = 4;

/** Smaller probabilities are taken as 0. */
const NEGLIGIBLE = 1e-18;

/**
 * The odd sketch of a gram set: a bit is set if an odd number of grams fall on it.
 *
 * @param grams 64-bit hashes, distinct
 * @param bits a power of two, at least 32
 * @returns Uint32Array(bits / 32); O(|grams|)
 */
export function oddSketch(grams: BigUint64Array, bits: number): Uint32Array {
  const sketch = new Uint32Array(bits / 32);
  const words = halvesOf(grams);
  for (let k = 0; k < words.length; k += 2) {
    const bit = words[k] & (bits - 1);
    sketch[bit >>> 5] ^= 1 << (bit & 31);
  }
  return sketch;
}

/** Number of bits in which two odd sketches of one length differ. */
export function differingBits(x: Uint32Array, y: Uint32Array): number {
  let differing = 0;
  for (let k = 0; k < x.length; k++) differing += bitCount(x[k] ^ y[k]);
  return differing;
}

/**
 * Most bits in which the odd sketches of two sets differ, by the number of grams (0, 1, 2 …) that are in only one of
 * the sets. A share `loss` of the cases may have more. The numbers never fall. Beyond the end of the list, all bits may
 * differ.
 *
 * Exact, by a Markov chain that adds one gram a step: if z of n bits differ, the next gram makes one of these equal
 * again with probability z/n.
 *
 * @returns Uint16Array(4 · bits + 1); O(bits · √bits), as only likely numbers are computed; 15 ms for 2,048 bits
 */
export function mostDifferingBits(bits: number, loss: number): Uint16Array {
  const most = new Uint16Array(MOST_GRAMS_PER_BIT * bits + 1);
  let likely = new Float64Array(bits + 3);
  let next = new Float64Array(bits + 3);
  // the probability of z is at z + 1; every second one is 0
  likely[1] = 1;
  let from = 0;
  let to = 0;
  for (let grams = 1; grams < most.length; grams++) {
    next.fill(0, from, to + 4);
    to = Math.min(bits, to + 1);
    from = Math.max(0, from - 1);
    for (let z = from; z <= to; z++) {
      next[z + 1] = likely[z] * (1 - (z - 1) / bits) + likely[z + 2] * ((z + 1) / bits);
    }
    [likely, next] = [next, likely];
    while (likely[from + 1] < NEGLIGIBLE) from++;
    while (likely[to + 1] < NEGLIGIBLE) to--;
    let least = to;
    for (let tail = likely[to + 1]; tail <= loss && least > from; tail += likely[least + 1]) least--;
    most[grams] = Math.max(most[grams - 1], least);
  }
  return most;
}

/**
 * Resemblance of two sets of `sizeX` and `sizeY` grams whose odd sketches differ in `differing` of `bits` bits. If half
 * of the bits or more differ, nothing is known, and the standard error is infinite.
 *
 * With d grams in only one of the sets, `n/2 · (1 − (1 − 2/n)ᵈ)` of n bits are expected to differ; solved for d.
 */
export function oddResemblance(differing: number, bits: number, sizeX: number, sizeY: number): Estimate {
  if (2 * differing >= bits) return { value: 0, standardError: Number.POSITIVE_INFINITY };
  const both = sizeX + sizeY;
  const one = Math.log1p((-2 * differing) / bits) / Math.log1p(-2 / bits);
  const grams = Math.min(both, Math.max(Math.abs(sizeX - sizeY), one));
  // expected value of (−1)^parity, of one bit and of two bits together
  const odd = (1 - 2 / bits) ** one;
  const pair = (1 - 4 / bits) ** one;
  const variance = (bits / 4) * (1 - pair) + (bits / 2) ** 2 * (pair - odd * odd);
  const error = Math.sqrt(Math.max(0, variance)) / odd;
  return {
    value: (both - grams) / (both + grams),
    standardError: ((2 * both) / (both + grams) ** 2) * error,
  };
}
