// Overlaps of two sets of 64-bit values, compiled to WebAssembly; ../overlaps.ts lays out the memory.
//
// A set is a head where ../overlaps.ts puts it (its size, how many bits it has, the address of its values, ascending; its bits)
// apart from its values: most pairs are given up by their heads, which lie closer to each other than sets would.

/** Bits of a set: one for each value, by the value's lowest bits. */
const BITS: u32 = 2048;
const BITS_AT: usize = 16;
/** Bytes of a head. */
export const headBytes: usize = BITS_AT + (BITS >> 3);

/**
 * One set is looked up by the highest bits of its values: for each beginning its first value that has it. What stands there for
 * beginnings that none of its values has is left from earlier sets, and points to some value of this one or to a zero behind;
 * of the beginning of 0 itself always to the first two.
 */
const MOST_BEGINNINGS: usize = 1 << 16;
/** Beginnings for each value: at 16 one set of 413 values in four has three with one beginning. */
const BEGINNINGS_OF_EACH: u32 = 16;
const firsts: usize = 64;
let shift: u64 = 0;

/** The values of that set, and zeros from there on. */
const MOST_LOOKED_UP: u32 = 1 << 15;
const lookedUp: usize = firsts + (MOST_BEGINNINGS << 1);
let lookedUpCount: u32 = 0;

/** Values after the second with their beginning, ascending: so many at most, or the set is merged. */
const spilled: usize = lookedUp + ((MOST_LOOKED_UP + 2) << 3);
const FEW_SPILLED: u32 = 4;
const MOST_SPILLED: u32 = FEW_SPILLED + MOST_LOOKED_UP / 32;
let spilledCount: u32 = 0;

/** The set that is looked up or merged, or 0. */
let current: usize = 0;
let isMerged: bool = false;

/** Where memory is free. */
export const freeAt: usize = spilled + (MOST_SPILLED << 3);

/** Makes the head of a set whose values are in place. */
export function enter(set: usize, values: usize, size: u32): void {
  const bits = set + BITS_AT;
  for (let p = bits; p < set + headBytes; p += 8) store<u64>(p, 0);
  const end = values + ((<usize>size) << 3);
  for (let p = values; p < end; p += 8) {
    const bit = load<u32>(p) & (BITS - 1);
    const word = bits + (<usize>(bit >> 6) << 3);
    store<u64>(word, load<u64>(word) | ((<u64>1) << (bit & 63)));
  }
  let count: u64 = 0;
  for (let p = bits; p < set + headBytes; p += 8) count += popcnt(load<u64>(p));
  store<u32>(set, size);
  store<u32>(set, <u32>count, 4);
  store<u32>(set, values, 8);
}

/** To be called before memory is used for other sets. */
export function forget(): void {
  current = 0;
}

/** The overlap of sets x and y where it reaches `least`, which neither is smaller than, else 0. */
export function atLeast(x: usize, y: usize, least: u32): u32 {
  const missableOfX = load<u32>(x) - least;
  const missableOfY = load<u32>(y) - least;
  // each bit that one has alone is of a value that it has alone
  const bits = sharedBits(x + BITS_AT, y + BITS_AT);
  if (load<u32>(x, 4) - bits > missableOfX || load<u32>(y, 4) - bits > missableOfY) return 0;
  if (current != x) {
    current = x;
    isMerged = !makeLookUp(x);
  }
  if (isMerged) return merge(x, y, missableOfX, missableOfY, least);
  return lookUp(y, missableOfY, least);
}

// @ts-ignore: decorator
@inline
function valuesOf(set: usize): usize {
  return load<u32>(set, 8);
}

// @ts-ignore: decorator
@inline
function endOf(set: usize): usize {
  return valuesOf(set) + ((<usize>load<u32>(set)) << 3);
}

function sharedBits(x: usize, y: usize): u32 {
  let shared: u64 = 0;
  for (let i: usize = 0; i < BITS >> 3; i += 32) {
    shared +=
      popcnt(load<u64>(x + i) & load<u64>(y + i)) +
      popcnt(load<u64>(x + i, 8) & load<u64>(y + i, 8)) +
      popcnt(load<u64>(x + i, 16) & load<u64>(y + i, 16)) +
      popcnt(load<u64>(x + i, 24) & load<u64>(y + i, 24));
  }
  return <u32>shared;
}

/** Returns false where the set is to be merged: it is too small for two at a time, too large, or its values begin alike. */
function makeLookUp(set: usize): bool {
  const size = load<u32>(set);
  if (size < 2 || size > MOST_LOOKED_UP) return false;
  const bits = 32 - clz(min(<u32>MOST_BEGINNINGS, size * BEGINNINGS_OF_EACH) - 1);
  shift = 64 - bits;
  const values = valuesOf(set);
  memory.copy(lookedUp, values, size << 3);
  if (size < lookedUpCount) memory.fill(lookedUp + (size << 3), 0, (lookedUpCount - size) << 3);
  lookedUpCount = size;
  spilledCount = 0;
  const most = FEW_SPILLED + size / 32;
  let beginning: u64 = u64.MAX_VALUE;
  let first: u32 = 0;
  for (let i: u32 = 0; i < size; i++) {
    const value = load<u64>(values + ((<usize>i) << 3));
    if (value >> shift != beginning) {
      beginning = value >> shift;
      first = i;
      store<u16>(firsts + ((<usize>beginning) << 1), <u16>i);
    } else if (i - first > 1) {
      if (spilledCount == most) return false;
      store<u64>(spilled + ((<usize>spilledCount) << 3), value);
      spilledCount++;
    }
  }
  return true;
}

/** Minus one in a lane for the value at p, where it is one of the two that are looked up for it. */
// @ts-ignore: decorator
@inline
function found(p: usize, by: u64): v128 {
  const value = load<u64>(p);
  const first = <usize>load<u16>(<usize>(value >> by) << 1, firsts);
  return i64x2.eq(v128.load(first << 3, lookedUp), i64x2.splat(value));
}

function lookUp(y: usize, missable: u32, least: u32): u32 {
  const by = shift;
  const size = load<u32>(y);
  let p = valuesOf(y);
  const end = p + ((<usize>size) << 3);
  const last = end - ((size & 7) << 3);
  // those that were spilled may yet be found
  const mostMisses = <i64>missable + spilledCount;
  let misses: i64 = 0;
  // eight at a time without a branch: hits come in no order that could be foreseen
  while (p < last) {
    const a = i64x2.add(i64x2.add(found(p, by), found(p + 8, by)), i64x2.add(found(p + 16, by), found(p + 24, by)));
    const b = i64x2.add(i64x2.add(found(p + 32, by), found(p + 40, by)), i64x2.add(found(p + 48, by), found(p + 56, by)));
    const all = i64x2.add(a, b);
    misses += 8 + i64x2.extract_lane(all, 0) + i64x2.extract_lane(all, 1);
    if (misses > mostMisses) return 0;
    p += 64;
  }
  for (; p < end; p += 8) misses += <i64>!v128.any_true(found(p, by));
  let shared = size - <u32>misses;
  for (let i: u32 = 0; i < spilledCount; i++) shared += <u32>has(y, load<u64>(spilled + ((<usize>i) << 3)));
  return shared >= least ? shared : 0;
}

/** Whether a set has a value: binary search. */
function has(set: usize, value: u64): bool {
  const values = valuesOf(set);
  const size = load<u32>(set);
  let from: u32 = 0;
  for (let to = size; from < to; ) {
    const middle = (from + to) >>> 1;
    if (load<u64>(values + ((<usize>middle) << 3)) < value) from = middle + 1;
    else to = middle;
  }
  return from < size && load<u64>(values + ((<usize>from) << 3)) == value;
}

function merge(x: usize, y: usize, missableOfX: u32, missableOfY: u32, least: u32): u32 {
  let p = valuesOf(x);
  let q = valuesOf(y);
  const pEnd = endOf(x);
  const qEnd = endOf(y);
  let missesOfX = <i32>missableOfX;
  let missesOfY = <i32>missableOfY;
  let shared: u32 = 0;
  while (p < pEnd && q < qEnd) {
    const a = load<u64>(p);
    const b = load<u64>(q);
    if (a == b) {
      shared++;
      p += 8;
      q += 8;
    } else if (a < b) {
      if (--missesOfX < 0) return 0;
      p += 8;
    } else {
      if (--missesOfY < 0) return 0;
      q += 8;
    }
  }
  return shared >= least ? shared : 0;
}
