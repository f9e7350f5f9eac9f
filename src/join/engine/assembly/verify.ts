// Verification of candidates, and the results.

import { at, put } from '../../../grams/assembly/memory';
import { indexPrefixes, sizeOf, starts, tokens, tokensOf } from './sets';

/** A byte a token: 1 for the tokens of `marked`. */
let marks: usize = 0;
const NONE: u32 = 0xffffffff;
let marked: u32 = NONE;
/** The last record whose first candidate was merged. */
let merged: u32 = NONE;

/** Where less than this part of x may be missed, merging ends before x could be marked: if most of its candidates fail. */
const FEW_MISSES: u32 = 16;

/** 8 bytes a record, or 0: off. */
let signatures: usize = 0;

let results: usize = 0;
let resultCapacity: u32 = 0;
export let resultCount: u32 = 0;
export let verifiedCount: u64 = 0;

/** A count that high has been stepped back: it says "at least". */
export const SATURATED: u32 = 0x8000;

export function bindVerification(marksAt: usize, signaturesAt: usize): void {
  marks = marksAt;
  signatures = signaturesAt;
  marked = NONE;
  merged = NONE;
  verifiedCount = 0;
}

/** Room for `capacity` pairs at an address: all x, then all y, then all overlaps. */
export function bindResults(address: usize, capacity: u32): void {
  results = address;
  resultCapacity = capacity;
  resultCount = 0;
}

// @ts-ignore: decorator
@inline
export function hasRoomFor(pairs: u32): bool {
  return resultCapacity - resultCount >= pairs;
}

/**
 * Verifies the candidate y of x and writes it down if it is a result.
 *
 * `count`: prefix tokens shared; `lastProbed`: the last token of x's prefix; `rest`: tokens of x after it; `least`:
 * the overlap needed. What is shared up to the end of the prefix that ends first has been counted.
 */
export function verify(
  x: u32,
  m: u32,
  y: u32,
  n: u32,
  count: u32,
  lastProbed: u32,
  rest: u32,
  least: u32,
): void {
  // Tokens that only one of the two has set different bits, or none.
  if (signatures != 0 && <u32>popcnt(signature(x) ^ signature(y)) > m + n - 2 * least) return;
  const indexed = at(indexPrefixes, n);
  const yEndsFirst = at(tokens, at(starts, y) + indexed - 1) <= lastProbed;
  if (count + (yEndsFirst ? n - indexed : rest) < least) return;
  verifiedCount++;
  if (marked != x) {
    if (merged != x && m > (m + n - 2 * least) * FEW_MISSES) {
      merged = x;
      const shared = countMerged(x, m, y, n, least);
      if (shared != 0) write(x, y, shared);
      return;
    }
    if (marked != NONE) fillMarks(marked, 0);
    fillMarks(x, 1);
    marked = x;
  }
  const isCounted = yEndsFirst && count < SATURATED;
  const seen = isCounted ? indexed : 0;
  const overlap = countMarked(tokensOf(y) + ((<usize>seen) << 2), n - seen, isCounted ? count : 0, least);
  if (overlap != 0) write(x, y, overlap);
}

// @ts-ignore: decorator
@inline
function write(x: u32, y: u32, overlap: u32): void {
  put(results, resultCount, x);
  put(results, resultCapacity + resultCount, y);
  put(results, 2 * resultCapacity + resultCount, overlap);
  resultCount++;
}

/** The overlap of x and y by merging, 0 as soon as it cannot reach `least`. */
function countMerged(x: u32, m: u32, y: u32, n: u32, least: u32): u32 {
  let p = tokensOf(x);
  let q = tokensOf(y);
  const pEnd = p + ((<usize>m) << 2);
  const qEnd = q + ((<usize>n) << 2);
  let missableOfX = <i32>(m - least);
  let missableOfY = <i32>(n - least);
  let overlap: u32 = 0;
  while (p < pEnd && q < qEnd) {
    const a = load<u32>(p);
    const b = load<u32>(q);
    if (a == b) {
      overlap++;
      p += 4;
      q += 4;
    } else if (a < b) {
      if (--missableOfX < 0) return 0;
      p += 4;
    } else {
      if (--missableOfY < 0) return 0;
      q += 4;
    }
  }
  return overlap >= least ? overlap : 0;
}

/** A bit of 64 for each token, made when first asked for. */
function signature(x: u32): u64 {
  const address = signatures + ((<usize>x) << 3);
  let bits = load<u64>(address);
  if (bits != 0) return bits;
  const start = tokensOf(x);
  const end = start + ((<usize>sizeOf(x)) << 2);
  for (let p = start; p < end; p += 4) {
    bits |= <u64>1 << <u64>((load<u32>(p) * 0x9e3779b1) >> 26);
  }
  store<u64>(address, bits);
  return bits;
}

function fillMarks(x: u32, value: u32): void {
  const start = tokensOf(x);
  const end = start + ((<usize>sizeOf(x)) << 2);
  for (let p = start; p < end; p += 4) store<u8>(marks + <usize>load<u32>(p), value);
}

/** Whether the k-th token from p on is marked. */
// @ts-ignore: decorator
@inline
function isMarked(p: usize): u32 {
  return <u32>load<u8>(marks + <usize>load<u32>(p));
}

/** Adds to `found` how many of `left` tokens at p are marked; 0 as soon as that cannot reach `least`. */
function countMarked(p: usize, left: u32, found: u32, least: u32): u32 {
  let overlap = found;
  let missable = <i32>(found + left - least);
  // Sixteen at a time without a branch: marks are met in no order that could be foreseen.
  for (; left >= 16; left -= 16) {
    const hits =
      isMarked(p) +
      isMarked(p + 4) +
      isMarked(p + 8) +
      isMarked(p + 12) +
      isMarked(p + 16) +
      isMarked(p + 20) +
      isMarked(p + 24) +
      isMarked(p + 28) +
      isMarked(p + 32) +
      isMarked(p + 36) +
      isMarked(p + 40) +
      isMarked(p + 44) +
      isMarked(p + 48) +
      isMarked(p + 52) +
      isMarked(p + 56) +
      isMarked(p + 60);
    p += 64;
    overlap += hits;
    missable -= 16 - hits;
    if (missable < 0) return 0;
  }
  for (; left; left--, p += 4) overlap += isMarked(p);
  return overlap >= least ? overlap : 0;
}
