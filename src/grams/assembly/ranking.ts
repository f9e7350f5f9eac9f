// The inverted lists of all values of some records, and tokens dealt out by them, compiled to WebAssembly;
// ../inverted-lists.ts lays out the memory, ../ranking-kernel.ts says what the arguments are.
//
// Loops over all values, lists or ranks take a part at a time: V8 puts better code in their places between two calls.

import { at, put } from './memory';
import { COUNTS_END, sort } from './sort';
import { countDistinct, ENTRY_BYTES, findSlot, tableBits } from './value-table';

export * from './records';

/** Where memory is free. */
export const freeAt: usize = COUNTS_END;

/** Row of a record that is left out. */
const NO_ROW: u32 = 0xffffffff;
let shift: u64 = 0;
let lastPartition: u32 = 0;
/** Per partition first its number of values, then where its next entry goes, then its end. */
let ends: usize = 0;
let entries: usize = 0;
/** Room for the distinct values of the largest partition, in several columns. */
let slots: usize = 0;
let distinctValues: usize = 0;
let sortedValues: usize = 0;
let otherValues: usize = 0;
let cursors: usize = 0;
let postings: usize = 0;
/** Lies where entries have been: a list takes less room than its entries. */
let begins: usize = 0;
let seed: u64 = 0;
/** Lists so far. */
export let universe: u32 = 0;

/** Values go to partitions by their bits from `shiftBy` on, all that are too large for that to the last one. */
export function bindPartitions(shiftBy: u32, partitions: u32, endsAt: usize): void {
  shift = shiftBy;
  lastPartition = partitions - 1;
  ends = endsAt;
}

// @ts-ignore: decorator
@inline
function partitionOf(value: u64): u32 {
  return <u32>min(value >> shift, <u64>lastPartition);
}

/**
 * Counts the values of some records by partition. Record k has the values from `offsets[k]` to `offsets[k + 1]`, of which
 * those from `first` to `end` lie at `values`; `previous` is the one before.
 *
 * Returns the number of the first value that is not larger than the one before it in its record; `end` when there is none.
 */
export function countValues(
  offsets: usize,
  rows: usize,
  records: u32,
  first: u32,
  end: u32,
  values: usize,
  previous: u64,
): u32 {
  for (let k: u32 = 0; k < records; k++) {
    const isChosen: u32 = at(rows, k) == NO_ROW ? 0 : 1;
    const start = at(offsets, k);
    const stop = min(at(offsets, k + 1), end);
    for (let i = max(start, first); i < stop; i++) {
      const value = load<u64>(values + ((<usize>(i - first)) << 3));
      if (i > start && value <= previous) return i;
      previous = value;
      const count = ends + ((<usize>partitionOf(value)) << 2);
      store<u32>(count, load<u32>(count) + isChosen);
    }
  }
  return end;
}

/** Turns the counts of all partitions into the places of their entries; returns the largest count. */
export function placePartitions(): u32 {
  let sum: u32 = 0;
  let largest: u32 = 0;
  for (let p: u32 = 0; p <= lastPartition; p++) {
    const count = at(ends, p);
    put(ends, p, sum);
    sum += count;
    largest = max(largest, count);
  }
  return largest;
}

export function bindLists(
  entriesAt: usize,
  slotsAt: usize,
  distinctAt: usize,
  sortedAt: usize,
  otherAt: usize,
  cursorsAt: usize,
  postingsAt: usize,
  beginsAt: usize,
  seedBits: u64,
): void {
  entries = entriesAt;
  slots = slotsAt;
  distinctValues = distinctAt;
  sortedValues = sortedAt;
  otherValues = otherAt;
  cursors = cursorsAt;
  postings = postingsAt;
  begins = beginsAt;
  seed = seedBits;
  universe = 0;
}

/** Puts the values that `countValues` counted into their partitions. */
export function dealValues(
  offsets: usize,
  rows: usize,
  records: u32,
  first: u32,
  end: u32,
  values: usize,
): void {
  for (let k: u32 = 0; k < records; k++) {
    const row = at(rows, k);
    if (row == NO_ROW) continue;
    const stop = min(at(offsets, k + 1), end);
    for (let i = max(at(offsets, k), first); i < stop; i++) {
      const value = load<u64>(values + ((<usize>(i - first)) << 3));
      const place = ends + ((<usize>partitionOf(value)) << 2);
      const entry = entries + <usize>load<u32>(place) * ENTRY_BYTES;
      store<u64>(entry, value);
      store<u32>(entry, row, 8);
      store<u32>(place, load<u32>(place) + 1);
    }
  }
}

/** Per number up to `largest` first how often it occurs, then where its next posting goes. */
let numbers: usize = 0;
let largest: u64 = 0;

/** Values are whole numbers up to `largestNumber`, each of which has a word at `numbersAt`. */
export function bindNumbers(
  largestNumber: u32,
  numbersAt: usize,
  postingsAt: usize,
  beginsAt: usize,
): void {
  largest = largestNumber;
  numbers = numbersAt;
  postings = postingsAt;
  begins = beginsAt;
  universe = 0;
}

/** As `countValues`, of whole numbers: each by itself. */
export function countNumbers(
  offsets: usize,
  rows: usize,
  records: u32,
  first: u32,
  end: u32,
  values: usize,
  previous: u64,
): u32 {
  for (let k: u32 = 0; k < records; k++) {
    const isChosen: u32 = at(rows, k) == NO_ROW ? 0 : 1;
    const start = at(offsets, k);
    const stop = min(at(offsets, k + 1), end);
    for (let i = max(start, first); i < stop; i++) {
      const value = load<u64>(values + ((<usize>(i - first)) << 3));
      if (i > start && value <= previous) return i;
      previous = value;
      // A larger one comes before the last of its record, or the record is left out.
      if (value <= largest) put(numbers, <u32>value, at(numbers, <u32>value) + isChosen);
    }
  }
  return end;
}

/** Makes a list of each number that was counted, in ascending order; where they begin, and each number's place. */
export function placeNumbers(): void {
  let place: u32 = 0;
  let lists: u32 = 0;
  for (let number: u32 = 0; number <= <u32>largest; number++) {
    const count = at(numbers, number);
    put(numbers, number, place);
    put(begins, lists, place);
    lists += count > 0 ? 1 : 0;
    place += count;
  }
  universe = lists;
}

/** Puts the rows of the numbers that `countNumbers` counted into their lists. */
export function dealNumbers(
  offsets: usize,
  rows: usize,
  records: u32,
  first: u32,
  end: u32,
  values: usize,
): void {
  for (let k: u32 = 0; k < records; k++) {
    const row = at(rows, k);
    if (row == NO_ROW) continue;
    const stop = min(at(offsets, k + 1), end);
    for (let i = max(at(offsets, k), first); i < stop; i++) {
      const place = numbers + ((<usize>load<u32>(values + ((<usize>(i - first)) << 3))) << 2);
      const to = load<u32>(place);
      put(postings, to, row);
      store<u32>(place, to + 1);
    }
  }
}

/** Makes the lists of the values in partitions from .. to, in ascending order of the values. */
export function makeLists(from: u32, to: u32): void {
  for (let p = from; p < to; p++) {
    const begin: u32 = p == 0 ? 0 : at(ends, p - 1);
    const end = at(ends, p);
    if (begin < end) makeListsOf(begin, end);
  }
}

function makeListsOf(begin: u32, end: u32): void {
  const firstEntry = entries + <usize>begin * ENTRY_BYTES;
  const lastEntry = entries + <usize>end * ENTRY_BYTES;
  const bits = tableBits(end - begin);
  const distinct = countDistinct(firstEntry, lastEntry, slots, distinctValues, cursors, seed, bits);
  memory.copy(sortedValues, distinctValues, (<usize>distinct) << 3);
  sort(sortedValues, otherValues, distinct);
  // All entries up to here have been read but for two fields that stay: the lists' begins grow more slowly than they.
  let place = begin;
  const firstList = universe;
  for (let i: u32 = 0; i < distinct; i++) {
    const value = load<u64>(sortedValues + ((<usize>i) << 3));
    const index = load<u32>(findSlot(value, slots, distinctValues, seed, bits)) - 1;
    const count = at(cursors, index);
    put(cursors, index, place);
    // kept aside: the entries of this partition are still to be read
    put(otherValues, i, place);
    place += count;
  }
  for (let entry = firstEntry; entry < lastEntry; entry += ENTRY_BYTES) {
    const cursor = cursors + ((<usize>load<u32>(entry)) << 2);
    const to = load<u32>(cursor);
    put(postings, to, load<u32>(entry, 8));
    store<u32>(cursor, to + 1);
  }
  memory.copy(begins + ((<usize>firstList) << 2), otherValues, (<usize>distinct) << 2);
  universe = firstList + distinct;
}

/** Length of list v. */
// @ts-ignore: decorator
@inline
function lengthOf(v: u32): u32 {
  return at(begins, v + 1) - at(begins, v);
}

/** Counts lists from .. to by their length: `counts[length]`. */
export function countLengths(from: u32, to: u32, counts: usize): void {
  for (let v = from; v < to; v++) {
    const length = lengthOf(v);
    put(counts, length, at(counts, length) + 1);
  }
}

/** Puts lists from .. to behind those that are as long, at the places that `places[length]` names. */
export function orderLists(from: u32, to: u32, places: usize, order: usize): void {
  for (let v = from; v < to; v++) {
    const length = lengthOf(v);
    const place = at(places, length);
    put(order, place, v);
    put(places, length, place + 1);
  }
}

/** Gives ranks from .. to as tokens to the records of their lists: the next token of row x goes to `nexts[x]`. */
export function dealRanks(from: u32, to: u32, order: usize, nexts: usize, tokens: usize): void {
  for (let rank = from; rank < to; rank++) {
    const v = at(order, rank);
    const end = at(begins, v + 1);
    for (let k = at(begins, v); k < end; k++) {
      const next = nexts + ((<usize>at(postings, k)) << 2);
      const place = load<u32>(next);
      put(tokens, place, rank);
      store<u32>(next, place + 1);
    }
  }
}
