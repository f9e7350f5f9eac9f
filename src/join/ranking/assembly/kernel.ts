// Ranking on several threads, in the memory that the join works in; ../ranking.ts lays it out and says which thread does what.
// Every function takes a part of its loop, so that a thread can stop between two calls: V8 puts better code in their places there.

import { at, put } from '../../../grams/assembly/memory';
import { sortBits } from '../../../grams/assembly/sort';
import { countDistinct, ENTRY_BYTES, findSlot, tableBits } from '../../../grams/assembly/value-table';

/** Numbers of so many bits are counted at their places: a table of 64 KB. */
const DIRECT_BITS: u32 = 14;

let values: usize = 0;
let offsets: usize = 0;
let rows: usize = 0;
let shift: u64 = 0;
let lastPartition: u32 = 0;
/** Per partition its first posting, and one end mark; then how many distinct values it has. */
let begins: usize = 0;
let distincts: usize = 0;
/** Entries of all partitions, then the pairs of ranks and rows of all blocks. */
let entries: usize = 0;
let postings: usize = 0;
/** Lists of partition p: their lengths from `begins[p]` on. */
let lengths: usize = 0;
let seed: u64 = 0;
/** Per rank the first posting of its list. */
let order: usize = 0;
/** Two words for each length that occurs: the first rank of such lists, and the length; one end mark. */
let classes: usize = 0;
let rowShift: u32 = 0;
let nexts: usize = 0;
let tokens: usize = 0;

export function bind(
  valuesAt: usize,
  offsetsAt: usize,
  rowsAt: usize,
  shiftBy: u32,
  partitions: u32,
  beginsAt: usize,
  distinctsAt: usize,
  entriesAt: usize,
  postingsAt: usize,
  lengthsAt: usize,
  seedLow: u32,
  seedHigh: u32,
  orderAt: usize,
  classesAt: usize,
  rowsShift: u32,
  nextsAt: usize,
  tokensAt: usize,
): void {
  values = valuesAt;
  offsets = offsetsAt;
  rows = rowsAt;
  shift = shiftBy;
  lastPartition = partitions - 1;
  begins = beginsAt;
  distincts = distinctsAt;
  entries = entriesAt;
  postings = postingsAt;
  lengths = lengthsAt;
  seed = ((<u64>seedHigh) << 32) | seedLow;
  order = orderAt;
  classes = classesAt;
  rowShift = rowsShift;
  nexts = nextsAt;
  tokens = tokensAt;
}

// @ts-ignore: decorator
@inline
function partitionOf(value: u64): u32 {
  return <u32>min(value >> shift, <u64>lastPartition);
}

// @ts-ignore: decorator
@inline
function addressOf(value: u32): usize {
  return values + ((<usize>value) << 3);
}

/** Counts the values of records from .. to by partition; returns the first record whose values do not ascend, else `to`. */
export function countValues(from: u32, to: u32, counts: usize): u32 {
  for (let k = from; k < to; k++) {
    const begin = addressOf(at(offsets, k));
    const end = addressOf(at(offsets, k + 1));
    let previous: u64 = 0;
    for (let p = begin; p < end; p += 8) {
      const value = load<u64>(p);
      if (value <= previous && p > begin) return k;
      previous = value;
      const partition = partitionOf(value);
      put(counts, partition, at(counts, partition) + 1);
    }
  }
  return to;
}

/** Puts the values of records from .. to in their partitions, to the entries that `places` names. */
export function dealValues(from: u32, to: u32, places: usize): u32 {
  for (let k = from; k < to; k++) {
    const row = at(rows, k);
    const end = addressOf(at(offsets, k + 1));
    for (let p = addressOf(at(offsets, k)); p < end; p += 8) {
      const value = load<u64>(p);
      const partition = partitionOf(value);
      const place = at(places, partition);
      const entry = entries + <usize>place * ENTRY_BYTES;
      store<u64>(entry, value);
      store<u32>(entry, row, 8);
      put(places, partition, place + 1);
    }
  }
  return to;
}

/**
 * Makes the lists of partitions from .. to, in ascending length, ties by value, and counts them by length. `largest` and
 * `scratch`: the most entries of a partition, and room for 44 bytes each of them and 48 KB.
 */
export function makeLists(from: u32, to: u32, largest: u32, scratch: usize, lengthCounts: usize): u32 {
  for (let p = from; p < to; p++) {
    const begin = at(begins, p);
    const end = at(begins, p + 1);
    const bits: u32 = p == lastPartition ? 64 : <u32>shift;
    put(distincts, p, begin < end ? listsOf(begin, end, bits, largest, scratch, lengthCounts) : 0);
  }
  return to;
}

function listsOf(
  begin: u32,
  end: u32,
  valueBits: u32,
  largest: u32,
  scratch: usize,
  lengthCounts: usize,
): u32 {
  const firstEntry = entries + <usize>begin * ENTRY_BYTES;
  const lastEntry = entries + <usize>end * ENTRY_BYTES;
  const room = (<usize>largest) << 3;
  const found = scratch;
  const sorted = found + room;
  const other = sorted + room;
  const slots = other + room;
  const cursors = slots + 2 * room;
  const counts = cursors + room / 2;
  // Small numbers have a place each: no table, and no sorting.
  const isDirect = valueBits <= DIRECT_BITS && (<u32>1 << valueBits) <= 4 * largest;
  const distinct = isDirect
    ? countNumbers(firstEntry, lastEntry, slots, other, cursors, valueBits)
    : countValuesOf(firstEntry, lastEntry, slots, found, sorted, other, cursors, valueBits, counts);
  let longest: u32 = 0;
  for (let i: u32 = 0; i < distinct; i++) longest = max(longest, at(cursors, i));
  // Shortest first, so that what is dealt out in the order of ranks lies in that order, too; the table is not needed any more.
  const lengthPlaces = slots;
  memory.fill(lengthPlaces, 0, (<usize>longest + 2) << 2);
  for (let i: u32 = 0; i < distinct; i++) {
    const next = at(cursors, i) + 1;
    put(lengthPlaces, next, at(lengthPlaces, next) + 1);
  }
  for (let length: u32 = 1; length <= longest; length++) {
    put(lengthPlaces, length, at(lengthPlaces, length) + at(lengthPlaces, length - 1));
  }
  const byLength = found;
  for (let i: u32 = 0; i < distinct; i++) {
    const index = at(other, i);
    const length = at(cursors, index);
    const place = at(lengthPlaces, length);
    put(byLength, place, index);
    put(lengthPlaces, length, place + 1);
  }
  let place = begin;
  for (let i: u32 = 0; i < distinct; i++) {
    const index = at(byLength, i);
    const length = at(cursors, index);
    put(lengths, begin + i, length);
    put(lengthCounts, length, at(lengthCounts, length) + 1);
    put(cursors, index, place);
    place += length;
  }
  for (let entry = firstEntry; entry < lastEntry; entry += ENTRY_BYTES) {
    const index = load<u32>(entry);
    const to = at(cursors, index);
    put(postings, to, load<u32>(entry, 8));
    put(cursors, index, to + 1);
  }
  return distinct;
}

/**
 * Counts the values of some entries, of which each gets the index of its own: `cursors[index]`. The indexes in ascending order of
 * the values are put to `order`. Returns how many there are.
 */
function countValuesOf(
  first: usize,
  end: usize,
  slots: usize,
  found: usize,
  sorted: usize,
  order: usize,
  cursors: usize,
  valueBits: u32,
  counts: usize,
): u32 {
  const bits = tableBits(<u32>((end - first) / ENTRY_BYTES));
  const distinct = countDistinct(first, end, slots, found, cursors, seed, bits);
  memory.copy(sorted, found, (<usize>distinct) << 3);
  sortBits(sorted, order, distinct, valueBits, counts);
  for (let i: u32 = 0; i < distinct; i++) {
    put(order, i, load<u32>(findSlot(load<u64>(sorted + ((<usize>i) << 3)), slots, found, seed, bits)) - 1);
  }
  return distinct;
}

/** The same of values that differ in their last few bits only. */
function countNumbers(
  first: usize,
  end: usize,
  slots: usize,
  order: usize,
  cursors: usize,
  valueBits: u32,
): u32 {
  const numbers: u32 = 1 << valueBits;
  memory.fill(slots, 0, (<usize>numbers) << 2);
  for (let entry = first; entry < end; entry += ENTRY_BYTES) {
    const number = load<u32>(entry) & (numbers - 1);
    put(slots, number, at(slots, number) + 1);
  }
  let distinct: u32 = 0;
  for (let number: u32 = 0; number < numbers; number++) {
    const count = at(slots, number);
    put(slots, number, distinct);
    if (count == 0) continue;
    put(cursors, distinct, count);
    put(order, distinct, distinct);
    distinct++;
  }
  for (let entry = first; entry < end; entry += ENTRY_BYTES) {
    store<u32>(entry, at(slots, load<u32>(entry) & (numbers - 1)));
  }
  return distinct;
}

/** Gives the lists of partitions from .. to their ranks: behind those that are as long, at the places that `places[length]` names. */
export function orderLists(from: u32, to: u32, places: usize): u32 {
  for (let p = from; p < to; p++) {
    let posting = at(begins, p);
    const end = posting + at(distincts, p);
    for (let list = posting; list < end; list++) {
      const length = at(lengths, list);
      const rank = at(places, length);
      put(order, rank, posting);
      put(places, length, rank + 1);
      posting += length;
    }
  }
  return to;
}

/** Address of the class of a rank. */
function classOf(rank: u32): usize {
  let low = classes;
  while (load<u32>(low, 8) <= rank) low += 8;
  return low;
}

/** Counts the tokens of ranks from .. to by block of rows. */
export function countPairs(from: u32, to: u32, counts: usize): u32 {
  let kind = classOf(from);
  for (let rank = from; rank < to; rank++) {
    while (load<u32>(kind, 8) <= rank) kind += 8;
    const begin = at(order, rank);
    const end = begin + load<u32>(kind, 4);
    for (let k = begin; k < end; k++) {
      const block = at(postings, k) >> rowShift;
      put(counts, block, at(counts, block) + 1);
    }
  }
  return to;
}

/** Writes ranks from .. to and each row that has them, as pairs, to the blocks of the rows, at the places that `places` names. */
export function dealPairs(from: u32, to: u32, places: usize): u32 {
  let kind = classOf(from);
  for (let rank = from; rank < to; rank++) {
    while (load<u32>(kind, 8) <= rank) kind += 8;
    const begin = at(order, rank);
    const end = begin + load<u32>(kind, 4);
    for (let k = begin; k < end; k++) {
      const row = at(postings, k);
      const block = row >> rowShift;
      const place = at(places, block);
      store<u64>(entries + ((<usize>place) << 3), ((<u64>row) << 32) | rank);
      put(places, block, place + 1);
    }
  }
  return to;
}

/** Gives the ranks of blocks from .. to as tokens to their rows: those of block b are the pairs `begins[b] .. begins[b + 1]`. */
export function dealBlocks(from: u32, to: u32, pairBegins: usize): u32 {
  const end = entries + ((<usize>at(pairBegins, to)) << 3);
  for (let pair = entries + ((<usize>at(pairBegins, from)) << 3); pair < end; pair += 8) {
    const row = load<u32>(pair, 4);
    const place = at(nexts, row);
    put(tokens, place, load<u32>(pair));
    put(nexts, row, place + 1);
  }
  return to;
}
