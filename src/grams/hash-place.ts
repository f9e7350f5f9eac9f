import { randomInt } from 'node:crypto';
import { mixed32 } from './mixed32.ts';

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

/**
 * A 32-bit hash as a key of a `Map` or `Set`, one to one: V8 places numbers by a hash that is the same in every process, so that words of
 * a page could be chosen to lie in one chain, which is searched one by one. 0 remains 0.
 */
export function keyOfHash(hash: number): number {
  return mixed32(Math.imul(hash, ofLow));
}
