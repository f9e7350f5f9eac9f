// The distinct values of a run of entries, in a hash table that is at most half full.

import { at, put } from './memory';

/** An entry is a value and the row of its record. */
export const ENTRY_BYTES: usize = 12;
/** 2⁶⁴ / golden ratio, and another odd constant: multipliers that spread neighbouring values. */
const MIX_FIRST: u64 = 0x9e3779b97f4a7c15;
const MIX_SECOND: u64 = 0xd6e8feb86659fd93;

/** The table of a run of so many entries has 2 to the power of this slots, of four bytes each. */
export function tableBits(entries: u32): u32 {
  return 33 - clz(entries);
}

/**
 * Fills the table at `slots` with the values of entries from `first` to `end`, each once: at `distinct` the values in the order
 * in which they come, at `counts` how often each does. An entry's value gives way to the place of it among the distinct ones, in
 * its lower half. Returns how many there are.
 */
export function countDistinct(
  first: usize,
  end: usize,
  slots: usize,
  distinct: usize,
  counts: usize,
  seed: u64,
  bits: u32,
): u32 {
  memory.fill(slots, 0, (<usize>4) << bits);
  let found: u32 = 0;
  for (let entry = first; entry < end; entry += ENTRY_BYTES) {
    const value = load<u64>(entry);
    const slot = findSlot(value, slots, distinct, seed, bits);
    let index = load<u32>(slot);
    if (index == 0) {
      store<u64>(distinct + ((<usize>found) << 3), value);
      put(counts, found, 0);
      index = ++found;
      store<u32>(slot, index);
    }
    index--;
    put(counts, index, at(counts, index) + 1);
    store<u32>(entry, index);
  }
  return found;
}

/** Address of the slot that holds the place of a value, plus 1, or of the empty one where it belongs. */
// @ts-ignore: decorator
@inline
export function findSlot(value: u64, slots: usize, distinct: usize, seed: u64, bits: u32): usize {
  let h = (value ^ seed) * MIX_FIRST;
  h = (h ^ (h >> 32)) * MIX_SECOND;
  let slot = <u32>(h >> (64 - bits));
  let index = at(slots, slot);
  while (index != 0 && load<u64>(distinct + ((<usize>(index - 1)) << 3)) != value) {
    slot = (slot + 1) & ((1 << bits) - 1);
    index = at(slots, slot);
  }
  return slots + ((<usize>slot) << 2);
}
