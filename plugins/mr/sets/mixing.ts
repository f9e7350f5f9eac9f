import { mixed32 } from '../../../src/flow/index.ts';

/**
 * Rounds of the Feistel network. Three make it a random permutation for any function (Luby & Rackoff 1988); one more is
 * for safety.
 */
const ROUNDS = 4;
const ROUND_KEY = 0x9e3779b9;

/**
 * Maps 64-bit values one to one onto 64-bit values, in place. Sets keep their overlaps, and the order of the new values
 * has nothing to do with how frequent they are.
 *
 * @param halves low and high half of each value
 */
export function spread(halves: Uint32Array): void {
  for (let i = 0; i < halves.length; i += 2) {
    let low = halves[i];
    let high = halves[i + 1];
    for (let round = 1; round <= ROUNDS; round++) {
      const next = (low ^ mixed32(high + Math.imul(round, ROUND_KEY))) >>> 0;
      low = high;
      high = next;
    }
    halves[i] = low;
    halves[i + 1] = high;
  }
}

/** {@link mixed32} for an id, which may have 53 bits. */
export function mixedId(id: number): number {
  return mixed32(mixed32(id) ^ Math.floor(id / 2 ** 32));
}
