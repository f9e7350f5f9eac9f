// Pairs in the order of the contract, as text; ../pair-lines.ts lays out the memory.

const LF: u32 = 10;
const BLANK: u32 = 32;
const ZERO: u32 = 48;
/** More pairs of one record are sorted by the host. */
const FEW: usize = 32;

/** Sorts the 64-bit numbers at `from` up to `to`. */
// @ts-ignore: decorator
@external('env', 'sortValues')
declare function sortValues(from: usize, to: usize): void;

/** Two digits for each number below 100. */
const DIGITS: usize = memory.data(200);
/** `a` and a blank, as much as a vector holds. */
const PREFIX: usize = memory.data(16);

/** Where memory is free. */
export const freeAt: usize = __heap_base;
/** Per record, one word on: first the number of its pairs, then where the next one goes. */
let places: usize = 0;
/** The records of group g, ascending, are members[begins[g] .. begins[g + 1]]. */
let begins: usize = 0;
let members: usize = 0;
/** A pair of the round is its larger record and, below it, the overlap. */
let pairs: usize = 0;
/** The record whose pairs are written, the last of the round plus one, and the next pair. */
let current: u32 = 0;
let last: u32 = 0;
let next: u32 = 0;
let first: u32 = 0;
/** Whether the pairs of the record that is written are in order. */
let isSorted: bool = false;

/** `placesAt`: room for a word a record, and one more; `beginsAt`: a word a group, and one more; `membersAt`: a word a record. */
export function bind(placesAt: usize, beginsAt: usize, membersAt: usize): void {
  places = placesAt;
  begins = beginsAt;
  members = membersAt;
  for (let k: u32 = 0; k < 100; k++) store<u16>(DIGITS + (k << 1), <u16>(((ZERO + (k % 10)) << 8) | (ZERO + k / 10)));
}

// @ts-ignore: decorator
@inline
function at(array: usize, i: u32): u32 {
  return load<u32>(array + ((<usize>i) << 2));
}

// @ts-ignore: decorator
@inline
function put(array: usize, i: u32, value: u32): void {
  store<u32>(array + ((<usize>i) << 2), value);
}

/** Counts the pairs of records of `count` pairs of groups, by the smaller record. */
export function countPairs(x: usize, y: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const g = at(x, i);
    const h = at(y, i);
    let ofG = at(begins, g);
    const endOfG = at(begins, g + 1);
    let ofH = at(begins, h);
    const endOfH = at(begins, h + 1);
    while (ofG < endOfG && ofH < endOfH) {
      const a = at(members, ofG);
      const b = at(members, ofH);
      if (a < b) {
        count1(a, endOfH - ofH);
        ofG++;
      } else {
        count1(b, endOfG - ofG);
        ofH++;
      }
    }
  }
}

/** Counts the pairs within groups whose records are similar to each other: those with an overlap. */
export function countWithin(overlapsWithin: usize, groups: u32): void {
  for (let g: u32 = 0; g < groups; g++) {
    if (at(overlapsWithin, g) == 0) continue;
    const end = at(begins, g + 1);
    for (let i = at(begins, g); i < end; i++) count1(at(members, i), end - i - 1);
  }
}

// @ts-ignore: decorator
@inline
function count1(a: u32, count: u32): void {
  put(places, a + 1, at(places, a + 1) + count);
}

/** Turns the numbers of pairs of all records into places, modulo 2^32. */
export function placePairs(records: u32): void {
  let sum: u32 = 0;
  for (let a: u32 = 1; a <= records; a++) {
    const count = at(places, a);
    put(places, a, sum);
    sum += count;
  }
}

/** Starts a round, of the smaller records from .. to: `begin` pairs come before it; it has room for its own at `pairsAt`. */
export function beginRound(from: u32, to: u32, begin: u32, pairsAt: usize): void {
  current = from;
  last = to;
  first = begin;
  next = begin;
  isSorted = false;
  pairs = pairsAt;
}

/** Puts the pairs of records of `count` pairs of groups to their places, as far as they are in the round. */
export function dealPairs(x: usize, y: usize, overlaps: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const g = at(x, i);
    const h = at(y, i);
    const endOfG = at(begins, g + 1);
    const endOfH = at(begins, h + 1);
    let ofG = firstOfRound(at(begins, g), endOfG);
    let ofH = firstOfRound(at(begins, h), endOfH);
    const overlap = at(overlaps, i);
    while (ofG < endOfG && ofH < endOfH) {
      const a = at(members, ofG);
      const b = at(members, ofH);
      if (min(a, b) >= last) break;
      if (a < b) {
        deal(a, ofH, endOfH, overlap);
        ofG++;
      } else {
        deal(b, ofG, endOfG, overlap);
        ofH++;
      }
    }
  }
}

/** Puts the pairs within groups to their places, as far as they are in the round. */
export function dealWithin(overlapsWithin: usize, groups: u32): void {
  for (let g: u32 = 0; g < groups; g++) {
    const overlap = at(overlapsWithin, g);
    if (overlap == 0) continue;
    const end = at(begins, g + 1);
    for (let i = firstOfRound(at(begins, g), end); i < end && at(members, i) < last; i++) deal(at(members, i), i + 1, end, overlap);
  }
}

/** The first of the members from .. end that is not before the round. */
// @ts-ignore: decorator
@inline
function firstOfRound(from: u32, end: u32): u32 {
  while (from < end) {
    const middle = from + ((end - from) >> 1);
    if (at(members, middle) < current) from = middle + 1;
    else end = middle;
  }
  return from;
}

/** Puts the pairs of a record with the members from .. end, all larger, to their places. */
// @ts-ignore: decorator
@inline
function deal(a: u32, from: u32, end: u32, overlap: u32): void {
  const place = at(places, a + 1);
  put(places, a + 1, place + (end - from));
  let to = pairs + ((<usize>(place - first)) << 3);
  for (; from < end; from++, to += 8) store<u64>(to, ((<u64>at(members, from)) << 32) | overlap);
}

/** Writes the lines of the round from `out` on, up to the end of one that ends behind `full`; returns their end: `out` when there is none left. */
export function writeLines(out: usize, full: usize): usize {
  while (current < last && out < full) {
    const end = at(places, current + 1);
    if (next < end) {
      const from = pairs + ((<usize>(next - first)) << 3);
      const to = pairs + ((<usize>(end - first)) << 3);
      if (!isSorted) sort(from, to);
      isSorted = true;
      const prefixEnd = digits(PREFIX, current);
      store<u8>(prefixEnd, BLANK);
      const prefix = v128.load(PREFIX);
      const length = prefixEnd + 1 - PREFIX;
      let pair = from;
      for (; pair < to && out < full; pair += 8) {
        v128.store(out, prefix);
        out = digits(out + length, load<u32>(pair, 4));
        store<u8>(out, BLANK);
        out = digits(out + 1, load<u32>(pair));
        store<u8>(out++, LF);
      }
      next += <u32>((pair - from) >> 3);
      if (pair < to) break;
    }
    current++;
    isSorted = false;
  }
  return out;
}

function sort(from: usize, to: usize): void {
  let p = from + 8;
  while (p < to && load<u64>(p - 8) < load<u64>(p)) p += 8;
  if (p >= to) return;
  if (to - from > FEW << 3) {
    sortValues(from, to);
    return;
  }
  for (; p < to; p += 8) {
    const value = load<u64>(p);
    let place = p;
    for (; place > from && load<u64>(place - 8) > value; place -= 8) store<u64>(place, load<u64>(place - 8));
    store<u64>(place, value);
  }
}

/** Writes a number in decimal digits; returns where it ends. */
// @ts-ignore: decorator
@inline
function digits(out: usize, number: u32): usize {
  if (number < 10) {
    store<u8>(out, ZERO + number);
    return out + 1;
  }
  if (number < 100) {
    store<u16>(out, load<u16>(DIGITS + (number << 1)));
    return out + 2;
  }
  const end = out + lengthOf(number);
  let p = end;
  let rest = number;
  while (rest >= 100) {
    const hundredth = rest / 100;
    p -= 2;
    store<u16>(p, load<u16>(DIGITS + ((rest - 100 * hundredth) << 1)));
    rest = hundredth;
  }
  if (rest < 10) store<u8>(out, ZERO + rest);
  else store<u16>(out, load<u16>(DIGITS + (rest << 1)));
  return end;
}

// @ts-ignore: decorator
@inline
function lengthOf(number: u32): u32 {
  if (number < 100000) return number < 1000 ? 3 : number < 10000 ? 4 : 5;
  return number < 10000000 ? (number < 1000000 ? 6 : 7) : number < 100000000 ? 8 : number < 1000000000 ? 9 : 10;
}
