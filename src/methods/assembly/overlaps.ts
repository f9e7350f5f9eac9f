// Overlaps of two sets of 64-bit values, compiled to WebAssembly; ../overlaps.ts lays out the memory.
//
// A set is a head where ../overlaps.ts puts it, apart from its values: most pairs are given up by their heads, which lie closer to each
// other than sets would.
//
// A set that has half of its values in common with another is described by it, its leader: by the places of the leader's values that it
// has, and by the rest. Two sets of one leader share the places that both have, which are counted 64 at a time, and what their rests
// share. Of 250,000 pairs of openlayers pages 236,000 have one leader, and a rest of 55 of 413 values.

/** In a head, 32 bits each: number of values, and where they begin, ascending; number of bits. */
const SIZE: usize = 0;
const VALUES: usize = 4;
const BIT_COUNT: usize = 8;
/** The head of the leader: the set itself if it needs none, 0 while that is not known. */
const LEADER: usize = 12;
/** Where the bits of places begin, and the rest; number of values in the rest. */
const PLACES: usize = 16;
const REST: usize = 20;
const REST_SIZE: usize = 24;
/** Bits of a set: one for each value, by the value's lowest bits. */
const BITS: u32 = 2048;
const BITS_AT: usize = 32;
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

/** Where the values begin that are looked up or merged, or 0. */
let current: usize = 0;
let isMerged: bool = false;

/** Where memory for values is free, and where it ends. */
export let end: usize = 0;
export let limit: usize = 0;

/** A set is not described by one that is so many times as large. */
const MUCH_LARGER: u32 = 4;

/** Where memory is free. */
export const freeAt: usize = spilled + (MOST_SPILLED << 3);

/** Makes the head of a set whose values are where memory is free. */
export function enter(set: usize, size: u32): void {
  const bits = set + BITS_AT;
  for (let p = set; p < set + headBytes; p += 8) store<u64>(p, 0);
  const values = end;
  end += (<usize>size) << 3;
  for (let p = values; p < end; p += 8) {
    const bit = load<u32>(p) & (BITS - 1);
    const word = bits + (<usize>(bit >> 6) << 3);
    store<u64>(word, load<u64>(word) | ((<u64>1) << (bit & 63)));
  }
  let count: u64 = 0;
  for (let p = bits; p < set + headBytes; p += 8) count += popcnt(load<u64>(p));
  store<u32>(set, size, SIZE);
  store<u32>(set, values, VALUES);
  store<u32>(set, <u32>count, BIT_COUNT);
}

/** To be called before memory is used for other sets. */
export function forget(): void {
  current = 0;
}

/** The overlap of sets x and y where it reaches `least`, which neither is smaller than, else 0. */
export function atLeast(x: usize, y: usize, least: u32): u32 {
  const sizeOfX = load<u32>(x, SIZE);
  const sizeOfY = load<u32>(y, SIZE);
  // each bit that one has alone is of a value that it has alone
  const bits = sharedBits(x + BITS_AT, y + BITS_AT);
  if (load<u32>(x, BIT_COUNT) - bits > sizeOfX - least || load<u32>(y, BIT_COUNT) - bits > sizeOfY - least) return 0;
  if (load<u32>(x, LEADER) == 0) chooseLeader(x, y);
  const leader = load<u32>(x, LEADER);
  if (leader != load<u32>(y, LEADER)) {
    return overlap(load<u32>(x, VALUES), sizeOfX, load<u32>(y, VALUES), sizeOfY, least);
  }
  const restOfX = load<u32>(x, REST_SIZE);
  const restOfY = load<u32>(y, REST_SIZE);
  // a leader has all of its own places
  let shared =
    y == leader
      ? sizeOfX - restOfX
      : x == leader
        ? sizeOfY - restOfY
        : sharedPlaces(load<u32>(x, PLACES), load<u32>(y, PLACES), load<u32>(leader, SIZE));
  const lacking = least > shared ? least - shared : 0;
  if (lacking > min(restOfX, restOfY)) return 0;
  shared += overlap(load<u32>(x, REST), restOfX, load<u32>(y, REST), restOfY, lacking);
  return shared >= least ? shared : 0;
}

/** Describes set x by the leader of y, or by y if that has none; x is its own leader if they have little in common. */
function chooseLeader(x: usize, y: usize): void {
  store<u32>(x, x, LEADER);
  if (load<u32>(y, LEADER) == 0) store<u32>(y, y, LEADER);
  const leader = <usize>load<u32>(y, LEADER);
  const size = load<u32>(x, SIZE);
  const sizeOfLeader = load<u32>(leader, SIZE);
  const places = end;
  const rest = places + bytesOfPlaces(sizeOfLeader);
  if (leader == x || sizeOfLeader / MUCH_LARGER > size) return;
  if (rest + ((<usize>size + 1) << 3) > limit || !isLookedUp(load<u32>(leader, VALUES), sizeOfLeader)) return;
  memory.fill(places, 0, rest - places);
  let restEnd = describe(load<u32>(x, VALUES), size, places, rest);
  if (spilledCount > 0) restEnd = describeSpilled(load<u32>(leader, VALUES), sizeOfLeader, places, rest, restEnd);
  const restSize = <u32>((restEnd - rest) >> 3);
  if (restSize > size / 2) return;
  store<u32>(x, leader, LEADER);
  store<u32>(x, places, PLACES);
  store<u32>(x, rest, REST);
  store<u32>(x, restSize, REST_SIZE);
  end = restEnd;
}

/** Marks the places of the values that are among those looked up, writes the others to `rest`, and returns their end. */
function describe(values: usize, size: u32, places: usize, rest: usize): usize {
  const by = shift;
  const valuesEnd = values + ((<usize>size) << 3);
  // without a branch, as in lookUp
  for (let p = values; p < valuesEnd; p += 8) {
    const value = load<u64>(p);
    const first = load<u16>(<usize>(value >> by) << 1, firsts);
    const lanes = <u32>i64x2.bitmask(i64x2.eq(v128.load((<usize>first) << 3, lookedUp), i64x2.splat(value)));
    const isThere = <u32>(lanes != 0);
    mark(places, (first + (lanes >> 1)) * isThere, isThere);
    store<u64>(rest, value);
    rest += <usize>(1 - isThere) << 3;
  }
  return rest;
}

/** Moves those values of a rest that were spilled from it to their places, and returns its new end. */
function describeSpilled(leader: usize, size: u32, places: usize, rest: usize, restEnd: usize): usize {
  let next = spilled;
  const last = spilled + ((<usize>spilledCount) << 3);
  let kept = rest;
  for (let p = rest; p < restEnd; p += 8) {
    const value = load<u64>(p);
    while (next < last && load<u64>(next) < value) next += 8;
    if (next < last && load<u64>(next) == value) {
      mark(places, placeOf(leader, size, value), 1);
    } else {
      store<u64>(kept, value);
      kept += 8;
    }
  }
  return kept;
}

/** Sets the bit of a place if `bit` is 1. */
// @ts-ignore: decorator
@inline
function mark(places: usize, place: u32, bit: u32): void {
  const word = places + (<usize>(place >> 6) << 3);
  store<u64>(word, load<u64>(word) | ((<u64>bit) << (place & 63)));
}

// @ts-ignore: decorator
@inline
function bytesOfPlaces(size: u32): usize {
  return (<usize>((size + 63) >> 6)) << 3;
}

function sharedPlaces(x: usize, y: usize, size: u32): u32 {
  const bytes = bytesOfPlaces(size);
  let shared: u64 = 0;
  for (let i: usize = 0; i < bytes; i += 8) shared += popcnt(load<u64>(x + i) & load<u64>(y + i));
  return <u32>shared;
}

/** The overlap of two lists of values, of sizes m and n, where it reaches `least`, which neither is shorter than, else 0. */
function overlap(x: usize, m: u32, y: usize, n: u32, least: u32): u32 {
  if (m == 0 || n == 0) return 0;
  return isLookedUp(x, m) ? lookUp(y, n, n - least, least) : merge(x, m, y, n, least);
}

/** Makes a list of values the one that is looked up. Returns false where it must be merged. */
function isLookedUp(values: usize, size: u32): bool {
  if (current != values) {
    current = values;
    isMerged = !makeLookUp(values, size);
  }
  return !isMerged;
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

/** Returns false where the list is to be merged: it is too short for two at a time, too long, or its values begin alike. */
function makeLookUp(values: usize, size: u32): bool {
  if (size < 2 || size > MOST_LOOKED_UP) return false;
  const bits = 32 - clz(min(<u32>MOST_BEGINNINGS, size * BEGINNINGS_OF_EACH) - 1);
  shift = 64 - bits;
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

function lookUp(y: usize, size: u32, missable: u32, least: u32): u32 {
  const by = shift;
  let p = y;
  const yEnd = p + ((<usize>size) << 3);
  const last = yEnd - ((size & 7) << 3);
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
  for (; p < yEnd; p += 8) misses += <i64>!v128.any_true(found(p, by));
  let shared = size - <u32>misses;
  for (let i: u32 = 0; i < spilledCount; i++) {
    const value = load<u64>(spilled + ((<usize>i) << 3));
    const place = placeOf(y, size, value);
    shared += <u32>(place < size && load<u64>(y + ((<usize>place) << 3)) == value);
  }
  return shared >= least ? shared : 0;
}

/** The place of the first value of a list that is not smaller: binary search. */
function placeOf(values: usize, size: u32, value: u64): u32 {
  let from: u32 = 0;
  for (let to = size; from < to; ) {
    const middle = (from + to) >>> 1;
    if (load<u64>(values + ((<usize>middle) << 3)) < value) from = middle + 1;
    else to = middle;
  }
  return from;
}

function merge(x: usize, m: u32, y: usize, n: u32, least: u32): u32 {
  let p = x;
  let q = y;
  const pEnd = p + ((<usize>m) << 3);
  const qEnd = q + ((<usize>n) << 3);
  let missesOfX = <i32>(m - least);
  let missesOfY = <i32>(n - least);
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
