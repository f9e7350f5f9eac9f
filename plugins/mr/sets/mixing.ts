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
      const next = (low ^ mixed(high + Math.imul(round, ROUND_KEY))) >>> 0;
      low = high;
      high = next;
    }
    halves[i] = low;
    halves[i + 1] = high;
  }
}

/** A 32-bit number each bit of which depends on every bit of the given one (the finalizer of MurmurHash3). */
export function mixed(number: number): number {
  let h = number | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** {@link mixed} for an id, which may have 53 bits. */
export function mixedId(id: number): number {
  return mixed(mixed(id) ^ Math.floor(id / 2 ** 32));
}
