import { randomInt } from 'node:crypto';

/** Odd, and different in each process, so that nobody can make hashes that collide. */
const ofLow = randomInt(2 ** 32) | 1;
const ofHigh = randomInt(2 ** 32) | 1;

/**
 * The place, from 0, where the search for a 64-bit hash begins in an open-addressing table. Secret multipliers reduce
 * its halves to 32 bits (Dietzfelbinger et al. 1997), which are then mixed, so that equidistant hashes do not get
 * equidistant places.
 *
 * @param low the lower 32 bits of the hash
 * @param high the upper 32 bits
 * @param places a power of two, 2 to 2³²
 */
export function placeOfHash(low: number, high: number, places: number): number {
  const sum = Math.imul(low, ofLow) + Math.imul(high, ofHigh);
  return Math.imul(sum ^ (sum >>> 15), 0x85ebca6b) >>> Math.clz32(places - 1);
}
