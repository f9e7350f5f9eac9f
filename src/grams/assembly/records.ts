// Loops over the records of a collection: what a cold process takes milliseconds for in JavaScript, which runs unoptimised so far.

import { at, put } from './memory';

/** Number of the i-th of some records: of all where `numbers` is 0. */
// @ts-ignore: decorator
@inline
function numberOf(numbers: usize, i: u32): u32 {
  return numbers == 0 ? i : at(numbers, i);
}

// @ts-ignore: decorator
@inline
function sizeOf(offsets: usize, record: u32): u32 {
  return at(offsets, record + 1) - at(offsets, record);
}

/** The size of the largest of some records. */
export function largestSize(offsets: usize, numbers: usize, count: u32): u32 {
  let largest: u32 = 0;
  for (let i: u32 = 0; i < count; i++) largest = max(largest, sizeOf(offsets, numberOf(numbers, i)));
  return largest;
}

/** Puts the numbers of some records to `order`, in ascending size, ties as they come. `begins`: a word a size and two more, all 0. */
export function sortBySize(offsets: usize, numbers: usize, count: u32, begins: usize, order: usize): void {
  let largest: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const size = sizeOf(offsets, numberOf(numbers, i));
    largest = max(largest, size);
    put(begins, size + 1, at(begins, size + 1) + 1);
  }
  for (let size: u32 = 0; size < largest; size++) put(begins, size + 1, at(begins, size + 1) + at(begins, size));
  for (let i: u32 = 0; i < count; i++) {
    const record = numberOf(numbers, i);
    const size = sizeOf(offsets, record);
    const place = at(begins, size);
    put(order, place, record);
    put(begins, size, place + 1);
  }
}

/** Puts to `ends` where the tokens of each record of an order end, the first beginning at `begin`; returns the last end. */
export function addSizes(offsets: usize, order: usize, count: u32, begin: u32, ends: usize): u32 {
  let end = begin;
  for (let i: u32 = 0; i < count; i++) {
    end += sizeOf(offsets, at(order, i));
    put(ends, i, end);
  }
  return end;
}

/** Names the rows of an order, which begin with `first`: `rows[record]`. */
export function nameRows(order: usize, count: u32, first: u32, rows: usize): void {
  for (let i: u32 = 0; i < count; i++) put(rows, at(order, i), first + i);
}

/** Turns counts into the sums of those before. */
export function toPlaces(counts: usize, count: u32): void {
  let place: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const own = at(counts, i);
    put(counts, i, place);
    place += own;
  }
}
