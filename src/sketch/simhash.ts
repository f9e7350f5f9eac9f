import { checkGrams, checkTypedArray, refusedValue, wrongType, wrongValue } from '../argument-checks.ts';
import { halvesOf } from '../grams/halves.ts';
import { bitCount } from './bit-count.ts';
import { loadMajority, type Majority } from './simhash-kernel.ts';

/** Bits of a fingerprint. */
export const FINGERPRINT_BITS = 64;

/** Two fingerprints count as near when at most this many of their 64 bits differ (Manku et al. 2007). */
export const NEAR_BITS = 3;

/**
 * SimHash of a gram set, as `[low, high]` 32-bit halves: bit i is set when the grams that have bit i set weigh
 * more than half of all (Charikar 2002). Without weights every gram weighs 1; `gram-weights.ts` has idf.
 *
 * @param grams 64-bit hashes
 * @param weights one for each gram, ≥ 0
 * @returns Uint32Array(2); O(64 · |grams|), 3 µs for 500 grams, 60 µs with weights
 * @throws RangeError when there are not as many weights as grams
 */
export function simHash(grams: BigUint64Array, weights?: Float64Array): Uint32Array {
  checkGrams('simHash: grams', grams);
  const words = halvesOf(grams);
  if (weights === undefined) {
    majority ??= loadMajority();
    return majority(words);
  }
  if (!(weights instanceof Float64Array)) throw wrongType('simHash: weights', 'a Float64Array', weights);
  if (weights.length !== grams.length) {
    throw wrongValue('weights', `${grams.length}, one for each gram`, weights.length);
  }
  return Uint32Array.of(weightedMajority(words, 0, weights), weightedMajority(words, 1, weights));
}

let majority: Majority | undefined;

/** Number of bits, 0 to 64, in which two fingerprints differ. @throws TypeError, RangeError for what is none of `simHash` */
export function hammingDistance(a: Uint32Array, b: Uint32Array): number {
  checkFingerprint('hammingDistance', a);
  checkFingerprint('hammingDistance', b);
  return differingBits(a, b);
}

/** @throws TypeError, RangeError for what is no fingerprint of `simHash` */
export function checkFingerprint(caller: string, fingerprint: Uint32Array): void {
  const where = `${caller}: fingerprint`;
  checkTypedArray(where, 'Uint32Array', fingerprint);
  if (fingerprint.length !== 2) throw refusedValue(where, '2 words', `${fingerprint.length}`);
}

/** {@link hammingDistance}, unchecked: it is called for each of many pairs. */
export function differingBits(a: Uint32Array, b: Uint32Array): number {
  return bitCount(a[0] ^ b[0]) + bitCount(a[1] ^ b[1]);
}

/** Bits whose words have more than half of the total weight, among every second word from `start` on. */
function weightedMajority(words: Uint32Array, start: number, weights: Float64Array): number {
  const sums = new Float64Array(32);
  let total = 0;
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i];
    const word = words[2 * i + start];
    total += weight;
    for (let bit = 0; bit < 32; bit++) sums[bit] += weight * ((word >>> bit) & 1);
  }
  let bits = 0;
  for (let bit = 0; bit < 32; bit++) if (2 * sums[bit] > total) bits |= 1 << bit;
  return bits >>> 0;
}
