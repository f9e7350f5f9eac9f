import { halvesOf } from '../grams/halves.ts';
import { bitCount } from './bit-count.ts';
import type { Estimate } from './estimate.ts';

// Odd sketches (Mitzenmacher, Pagh and Pham, "Efficient Estimation for High Similarities using Odd Sketches", WWW 2014), here of
// the gram sets themselves: a gram turns one bit over, so that grams which two sets share cancel out in the XOR of their
// sketches, and what is left counts those in which they differ. Of pages that are nearly alike these are few, and few of them
// meet in one bit: 2,048 bits tell a resemblance of .8 of two sets of 400 grams by ± .005, MinHash of as many bytes by ± .05.

/** Differing grams for each bit of a sketch up to which their number can be told from it: beyond, half of all bits differ. */
const MOST_GRAMS_PER_BIT = 4;

/** What is less likely is taken for 0. */
const NEGLIGIBLE = 1e-18;

/**
 * The odd sketch of a gram set: which bits an odd number of its grams fall on.
 *
 * @param grams 64-bit hashes, distinct
 * @param bits a power of two, 32 at least
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

/** In how many bits two odd sketches of one length differ. */
export function differingBits(x: Uint32Array, y: Uint32Array): number {
  let differing = 0;
  for (let k = 0; k < x.length; k++) differing += bitCount(x[k] ^ y[k]);
  return differing;
}

/**
 * For 0, 1, 2 … grams that stand in one of two sets only, in how many bits their odd sketches differ at most, but for a share `loss` of
 * the cases; never fewer for more grams. Behind its end that is not known, and all bits may differ.
 *
 * Exact, by the chain of one more gram: with z of n bits differing it sets back one of these with probability z/n.
 *
 * @returns Uint16Array(4 · bits + 1); O(bits · √bits) for the likely numbers alone, 15 ms for 2,048 bits
 */
export function mostDifferingBits(bits: number, loss: number): Uint16Array {
  const most = new Uint16Array(MOST_GRAMS_PER_BIT * bits + 1);
  let likely = new Float64Array(bits + 3);
  let next = new Float64Array(bits + 3);
  // probability of z at z + 1; only every second number can be
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
 * Resemblance of two sets of `sizeX` and `sizeY` grams whose odd sketches differ in some of their bits; its standard error is infinite where
 * half of them do and nothing can be told.
 *
 * With d grams in one set only, `n/2 · (1 − (1 − 2/n)ᵈ)` of n bits are expected to differ; the number is turned back into d.
 */
export function oddResemblance(differing: number, bits: number, sizeX: number, sizeY: number): Estimate {
  if (2 * differing >= bits) return { value: 0, standardError: Number.POSITIVE_INFINITY };
  const both = sizeX + sizeY;
  const one = Math.log1p((-2 * differing) / bits) / Math.log1p(-2 / bits);
  const grams = Math.min(both, Math.max(Math.abs(sizeX - sizeY), one));
  // each gram's bit, and each pair of bits, stay as they are with these probabilities
  const odd = (1 - 2 / bits) ** one;
  const pair = (1 - 4 / bits) ** one;
  const variance = (bits / 4) * (1 - pair) + (bits / 2) ** 2 * (pair - odd * odd);
  const error = Math.sqrt(Math.max(0, variance)) / odd;
  return {
    value: (both - grams) / (both + grams),
    standardError: ((2 * both) / (both + grams) ** 2) * error,
  };
}
