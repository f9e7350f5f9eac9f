import { checkTypedArray, refusedValue, wrongValue } from '../argument-checks.ts';
import { hash64 } from '../grams/hash.ts';
import { collisionProbability } from './bands.ts';
import { binomialTail } from './binomial.ts';

/** Number of super-shingles of a page, as in Broder's study of the Web: 84 minima in 6 groups of 14. */
export const SUPER_SHINGLES = 6;

/**
 * Super-shingles of a sketch: its components in groups, each group one 64-bit hash (Broder et al. 1997, §4).
 *
 * The groups are bands with hashes so long that equal hashes mean equal groups, without a look at the sketch: two pages
 * that share a super-shingle are called near-duplicates. Components left over after the last whole group are not used.
 *
 * @param sketch of `minHash`
 * @returns BigUint64Array(groups)
 * @throws RangeError when a group would have no component
 */
export function superShingles(sketch: Int32Array, groups: number = SUPER_SHINGLES): BigUint64Array {
  checkTypedArray('superShingles: sketch', 'Int32Array', sketch);
  if (!Number.isInteger(groups) || groups < 1 || groups > sketch.length) {
    throw wrongValue('groups', `1 to ${sketch.length} super-shingles of ${sketch.length} components`, groups);
  }
  const groupBytes = 4 * Math.floor(sketch.length / groups);
  const bytes = new Uint8Array(sketch.buffer, sketch.byteOffset, groups * groupBytes);
  const hashes = new BigUint64Array(groups);
  for (let group = 0; group < groups; group++) {
    // The group's number is the seed: equal groups in different places are not the same super-shingle.
    hashes[group] = hash64(bytes.subarray(group * groupBytes, (group + 1) * groupBytes), BigInt(group));
  }
  return hashes;
}

/** Number of super-shingles that two pages share. */
export function sharedSuperShingles(a: BigUint64Array, b: BigUint64Array): number {
  for (const hashes of [a, b])
    checkTypedArray('sketches', 'BigUint64Array', hashes, 'as superShingles makes it');
  if (a.length !== b.length) {
    throw refusedValue('sketches', 'two of one length', `${a.length} and ${b.length} super-shingles`);
  }
  let shared = 0;
  for (let group = 0; group < a.length; group++) if (a[group] === b[group]) shared++;
  return shared;
}

/**
 * Probability that two sets of resemblance J share at least `least` of `groups` super-shingles of `components`
 * components each: every one is shared with probability `J^components`.
 */
export function superShingleProbability(
  resemblance: number,
  groups: number,
  components: number,
  least = 1,
): number {
  if (least === 1) return collisionProbability(resemblance, groups, components);
  return binomialTail(groups, resemblance ** components, least);
}
