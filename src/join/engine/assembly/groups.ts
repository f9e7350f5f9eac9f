// Equal records: found before the join, so that it meets each distinct set once.

import { at, put } from '../../../grams/assembly/memory';
import { HEAD_LENGTH } from './sets';

/** Tokens of a record that its hash looks at: the rarest, which tell most and lie side by side. */
const SAMPLED: u32 = 8;
/** The head of a shorter record goes on with what lies behind it. */
const HEAD_BYTES: usize = 4 * HEAD_LENGTH;
/**
 * Slots looked at for one record, and records compared with it: chosen tokens cannot make the search quadratic, only miss
 * equal records. In half full tables no run of slots is as long by chance.
 */
const LOOKED_AT: u32 = 256;
const COMPARED: u32 = 8;
/** Records ahead whose first tokens are loaded, so that the waits for their cache lines overlap. */
const AHEAD: u32 = 16;
/** Made from what was loaded ahead, for no use but that of the loads. */
export let loadedAhead: u32 = 0;
/** A slot is a record's number plus one and, above it, the rest of its hash. */
const SLOT_BITS: usize = 3;

/** Records whose search has ended before it was known that no other equals them. */
export let unfinishedCount: u32 = 0;

/** How many records the commonest size has; they are in ascending size. */
export function mostOfOneSize(offsets: usize, records: u32): u32 {
  let most: u32 = 0;
  let first: u32 = 0;
  let size: u32 = 0;
  for (let x: u32 = 0; x < records; x++) {
    const own = at(offsets, x + 1) - at(offsets, x);
    if (own != size) first = x;
    size = own;
    most = max(most, x + 1 - first);
  }
  return most;
}

/**
 * Sets `firstEqual[x]` to the first record equal to x, x itself when there is none; returns how many are first.
 *
 * `table`: room for a power of two of slots, at least twice the records of one size. Each size has a table of its
 * own there, so that it stays in the fast caches. Empty records, and those with a token below `singletons`, equal
 * nothing. `heads`: room for the heads of all that are first, in their order, or 0.
 */
export function findEqual(
  tokens: usize,
  offsets: usize,
  records: u32,
  singletons: u32,
  table: usize,
  firstEqual: usize,
  heads: usize,
): u32 {
  unfinishedCount = 0;
  let distinct: u32 = 0;
  let mask: u32 = 0;
  let size: u32 = 0;
  let ahead: u32 = 0;
  const lastAhead = max(records, AHEAD) - AHEAD;
  for (let x: u32 = 0; x < records; x++) {
    const start = at(offsets, x);
    if (x < lastAhead) ahead += at(tokens, at(offsets, x + AHEAD));
    const m = at(offsets, x + 1) - start;
    let first = x;
    if (m != size) {
      size = m;
      let end = x + 1;
      while (end < records && at(offsets, end + 1) - at(offsets, end) == m) end++;
      mask = slots(end - x) - 1;
      memory.fill(table, 0, ((<usize>mask) + 1) << SLOT_BITS);
    }
    if (m > 0 && at(tokens, start) >= singletons) {
      first = findOrAdd(tokens, offsets, x, m, table, mask);
    }
    put(firstEqual, x, first);
    if (first != x) continue;
    if (heads != 0) {
      const p = tokens + ((<usize>start) << 2);
      const head = heads + <usize>distinct * HEAD_BYTES;
      v128.store(head, v128.load(p));
      v128.store(head, v128.load(p, 16), 16);
    }
    distinct++;
  }
  loadedAhead = ahead;
  return distinct;
}

/** The record of m tokens in the table that equals x; x itself, added to it, when there is none. */
// @ts-ignore: decorator
@inline
function findOrAdd(tokens: usize, offsets: usize, x: u32, m: u32, table: usize, mask: u32): u32 {
  const start = at(offsets, x);
  const h = hash(tokens + ((<usize>start) << 2), m);
  const rest = <u32>h;
  let compared: u32 = 0;
  let slot = <u32>(h >> 32) & mask;
  for (let k: u32 = 0; k < LOOKED_AT; k++) {
    const address = table + ((<usize>slot) << SLOT_BITS);
    const y = load<u32>(address);
    if (y == 0) {
      store<u32>(address, x + 1);
      store<u32>(address, rest, 4);
      return x;
    }
    if (load<u32>(address, 4) == rest) {
      if (areEqual(tokens, start, at(offsets, y - 1), m)) return y - 1;
      if (++compared == COMPARED) break;
    }
    slot = (slot + 1) & mask;
  }
  unfinishedCount++;
  return x;
}

/**
 * Groups equal records, in the order of their first: those of group g become `members[begins[g] .. begins[g + 1]]`,
 * and set g starts at token `starts[g]` and has `sizes[g]` tokens. `begins` (groups + 2 words) is all 0.
 */
export function group(
  offsets: usize,
  records: u32,
  firstEqual: usize,
  begins: usize,
  members: usize,
  starts: usize,
  sizes: usize,
): void {
  let groups: u32 = 0;
  for (let x: u32 = 0; x < records; x++) {
    const first = at(firstEqual, x);
    let g = groups;
    if (first == x) {
      put(starts, g, at(offsets, x));
      put(sizes, g, at(offsets, x + 1) - at(offsets, x));
      groups++;
    } else {
      g = at(firstEqual, first);
    }
    // A record's first has been dealt with: its place now holds the group.
    put(firstEqual, x, g);
    put(begins, g + 2, at(begins, g + 2) + 1);
  }
  for (let g: u32 = 0; g < groups; g++) put(begins, g + 2, at(begins, g + 2) + at(begins, g + 1));
  for (let x: u32 = 0; x < records; x++) {
    const g = at(firstEqual, x);
    const place = at(begins, g + 1);
    put(members, place, x);
    put(begins, g + 1, place + 1);
  }
}

let begins: usize = 0;
let members: usize = 0;
/** Per record x, one word on: first the number of its pairs, then where the next one goes. */
let places: usize = 0;
let pairs: usize = 0;
let pairCapacity: u32 = 0;
/** Pairs of records x from the first on and below the last are counted or written. */
let firstRecord: u32 = 0;
let endOfRecords: u32 = 0;

/** From so many words on they are copied at once. */
const COPIED_AT_ONCE: u32 = 64;

/** Where expanded pairs of the records x from .. to are counted (0 pairs) or written: all x, then all y, then all overlaps. */
export function bindExpansion(
  beginsAt: usize,
  membersAt: usize,
  placesAt: usize,
  pairsAt: usize,
  capacity: u32,
  from: u32,
  to: u32,
): void {
  begins = beginsAt;
  members = membersAt;
  places = placesAt;
  pairs = pairsAt;
  pairCapacity = capacity;
  firstRecord = from;
  endOfRecords = to;
}

/** The pairs of x and members from .. to, which are all below x. */
// @ts-ignore: decorator
@inline
function add(x: u32, from: u32, to: u32, overlap: u32): void {
  let place = at(places, x + 1);
  put(places, x + 1, place + to - from);
  if (pairCapacity == 0) return;
  const count = to - from;
  if (count == 1) {
    put(pairs, place, x);
    put(pairs, pairCapacity + place, at(members, from));
    put(pairs, 2 * pairCapacity + place, overlap);
    return;
  }
  fill(pairs + ((<usize>place) << 2), x, count);
  copy(pairs + ((<usize>(pairCapacity + place)) << 2), members + ((<usize>from) << 2), count);
  fill(pairs + ((<usize>(2 * pairCapacity + place)) << 2), overlap, count);
}

/** Writes `value` to `count` words from an address on. */
function fill(address: usize, value: u32, count: u32): void {
  const four = i32x4.splat(value);
  for (; count >= 4; count -= 4, address += 16) v128.store(address, four);
  for (; count > 0; count--, address += 4) store<u32>(address, value);
}

/** Copies `count` words: a few faster than by a call of the machine's own copy. */
function copy(to: usize, from: usize, count: u32): void {
  if (count >= COPIED_AT_ONCE) {
    memory.copy(to, from, (<usize>count) << 2);
    return;
  }
  for (; count >= 4; count -= 4, to += 16, from += 16) v128.store(to, v128.load(from));
  for (; count > 0; count--, to += 4, from += 4) store<u32>(to, load<u32>(from));
}

/** Counts or writes the pairs of records that follow from pairs of groups. */
export function expandPairs(part: usize, capacity: u32, count: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const g = at(part, i);
    const h = at(part, capacity + i);
    const overlap = at(part, 2 * capacity + i);
    const ofG = at(begins, g);
    const endOfG = at(begins, g + 1);
    const ofH = at(begins, h);
    const endOfH = at(begins, h + 1);
    const least = at(members, ofG);
    let aboveLeast = ofH;
    while (aboveLeast < endOfH && at(members, aboveLeast) < least) aboveLeast++;
    addBelow(ofG, endOfG, ofH, aboveLeast, endOfH, overlap);
    addBelow(aboveLeast, endOfH, ofG, ofG, endOfG, overlap);
  }
}

/**
 * The pairs of each of the members from .. to and those of another group's, other .. otherEnd, that are below it. Both ascend;
 * those before `below` are below all.
 */
// @ts-ignore: decorator
@inline
function addBelow(from: u32, to: u32, other: u32, below: u32, otherEnd: u32, overlap: u32): void {
  for (; from < to; from++) {
    const x = at(members, from);
    if (x >= endOfRecords) return;
    if (x < firstRecord) continue;
    while (below < otherEnd && at(members, below) < x) below++;
    if (below > other) add(x, other, below, overlap);
  }
}

/** Counts or writes the pairs within groups; sets of fewer than `least` tokens are not similar to themselves. */
export function expandGroups(groups: u32, sizes: usize, least: u32): void {
  const one = i32x4.splat(1);
  for (let g: u32 = 0; g < groups; g++) {
    // Most sets are those of one record: four are passed over at a time.
    let p = begins + ((<usize>g) << 2);
    for (; g + 4 <= groups && !v128.any_true(v128.xor(i32x4.sub(v128.load(p, 4), v128.load(p)), one)); p += 16) g += 4;
    if (g == groups) break;
    const size = at(sizes, g);
    if (size < least) continue;
    const begin = at(begins, g);
    const end = at(begins, g + 1);
    for (let a = begin + 1; a < end; a++) {
      const x = at(members, a);
      if (x >= firstRecord && x < endOfRecords) add(x, begin, a, size);
    }
  }
}

/** Turns the numbers of pairs into places, modulo 2^32; returns their sum, which may be larger. */
export function placePairs(records: u32): f64 {
  let sum: u64 = 0;
  for (let x: u32 = 0; x < records; x++) {
    const count = at(places, x + 1);
    put(places, x + 1, <u32>sum);
    sum += count;
  }
  return <f64>sum;
}

/** Slots for `records`: a power of two, at least twice as many. */
function slots(records: u32): u32 {
  return (<u32>1) << (33 - clz(records));
}

function hash(p: usize, m: u32): u64 {
  const sampled = min(m, SAMPLED);
  let h: u64 = 0;
  // Two tokens at a time.
  for (let k: u32 = 0; k < sampled >> 1; k++) {
    h = (h ^ load<u64>(p + ((<usize>k) << 3))) * 0x9e3779b97f4a7c15;
    h ^= h >> 32;
  }
  if (sampled & 1) h = (h ^ at(p, sampled - 1)) * 0x9e3779b97f4a7c15;
  return h;
}

/** Whether records of m > 0 tokens are equal. */
// @ts-ignore: decorator
@inline
function areEqual(tokens: usize, xStart: u32, yStart: u32, m: u32): bool {
  let p = tokens + ((<usize>xStart) << 2);
  let q = tokens + ((<usize>yStart) << 2);
  const end = p + ((<usize>m) << 2);
  // Sixteen at a time: two records are mostly equal when their rarest tokens are.
  for (; p + 64 <= end; p += 64, q += 64) {
    const first = v128.or(differing(p, q), differing(p + 16, q + 16));
    if (v128.any_true(v128.or(first, v128.or(differing(p + 32, q + 32), differing(p + 48, q + 48))))) return false;
  }
  for (; p < end; p += 4, q += 4) if (load<u32>(p) != load<u32>(q)) return false;
  return true;
}

/** Bits in which four tokens differ from four others. */
// @ts-ignore: decorator
@inline
function differing(p: usize, q: usize): v128 {
  return v128.xor(v128.load(p), v128.load(q));
}
