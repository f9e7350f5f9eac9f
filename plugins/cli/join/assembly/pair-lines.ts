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
/** The number of what pairs call record i. */
let numbers: usize = 0;
/** A pair of the round is its larger record and, below it, the overlap. */
let pairs: usize = 0;
/** The record whose pairs are written, the last of the round plus one, and the next pair. */
let current: u32 = 0;
let last: u32 = 0;
let next: u32 = 0;
let first: u32 = 0;
/** Whether the pairs of the record that is written are in order. */
let isSorted: bool = false;

/** `placesAt`: room for a word a record, and one more; `numbersAt`: a word a record. */
export function bind(placesAt: usize, numbersAt: usize): void {
  places = placesAt;
  numbers = numbersAt;
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

/** Counts `count` pairs by their smaller record. */
export function countPairs(x: usize, y: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const a = min(at(numbers, at(x, i)), at(numbers, at(y, i)));
    put(places, a + 1, at(places, a + 1) + 1);
  }
}

/** Turns the numbers of pairs of all records into places. */
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

/** Puts those of `count` pairs to their places that are in the round. */
export function dealPairs(x: usize, y: usize, overlaps: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const v = at(numbers, at(x, i));
    const w = at(numbers, at(y, i));
    const a = min(v, w);
    if (a < current || a >= last) continue;
    const place = at(places, a + 1);
    put(places, a + 1, place + 1);
    store<u64>(pairs + ((<usize>(place - first)) << 3), ((<u64>max(v, w)) << 32) | at(overlaps, i));
  }
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
