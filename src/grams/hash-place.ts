import { randomInt } from 'node:crypto';

/** Odd, and of each process others, so that nobody can make hashes that stand in each other's way. */
const ofLow = randomInt(2 ** 32) | 1;
const ofHigh = randomInt(2 ** 32) | 1;

/**
 * The place, from 0, where the search for a 64-bit hash begins in an open table. Its halves are brought to 32 bits by multipliers that
 * nobody knows (Dietzfelbinger et al. 1997), and these are mixed, so that hashes in steps do not come in steps.
 *
 * @param low the lower 32 bits of the hash
 * @param high the upper ones
 * @param places a power of two, 2 to 2³²
 */
export function placeOfHash(low: number, high: number, places: number): number {
  const sum = Math.imul(low, ofLow) + Math.imul(high, ofHigh);
  return Math.imul(sum ^ (sum >>> 15), 0x85ebca6b) >>> Math.clz32(places - 1);
}
