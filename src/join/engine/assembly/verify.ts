// Verification of candidates, and the results.

import { at, put } from '../../../grams/assembly/memory';
import { indexPrefixes, sizeOf, starts, tokens, tokensOf } from './sets';

/** A byte a token: 1 for the tokens of `marked`. */
let marks: usize = 0;
const NONE: u32 = 0xffffffff;
let marked: u32 = NONE;
/** The last record whose candidates were merged, and how many tokens that has read. */
let merged: u32 = NONE;
let mergedTokens: u32 = 0;

/** Where less than this part of x may be missed, merging ends before x could be marked: if most of its candidates fail. */
const FEW_MISSES: u32 = 8;
/** Once merging has read a token for each so many of x, x is marked after all (182 tokens of 17,770 at 0.95: a fifth less time than after one candidate). */
const MERGED_PART: u32 = 2;

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

/** Whether signatures are compared: records are short. */
// @ts-ignore: decorator
@inline
export function areSigned(): bool {
  return signatures != 0;
}

/** The signature of a record that probes; 0 without that filter. */
// @ts-ignore: decorator
@inline
export function probeSignature(x: u32): u64 {
  return signatures != 0 ? signature(x) : 0;
}

/** Whether the signatures of y and of a record, `own`, tell that more than `most` tokens are in one of the two only. */
// @ts-ignore: decorator
@inline
export function differTooMuch(own: u64, y: u32, most: u32): bool {
  // Tokens that only one of the two has set different bits, or none.
  return own != 0 && <u32>popcnt(own ^ signature(y)) > most;
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
  const indexed = at(indexPrefixes, n);
  const lastIndexed = at(tokens, at(starts, y) + indexed - 1);
  const yEndsFirst = lastIndexed <= lastProbed;
  if (count + (yEndsFirst ? n - indexed : rest) < least) return;
  // Up to the end of y's prefix all is counted: what is left of either is behind it.
  const isCounted = yEndsFirst && count < SATURATED;
  const passed = isCounted ? countUpTo(x, m - rest, lastIndexed) : 0;
  if (isCounted && count + m - passed < least) return;
  verifiedCount++;
  const seen = isCounted ? indexed : 0;
  const found = isCounted ? count : 0;
  if (marked != x) {
    if (merged != x) {
      merged = x;
      mergedTokens = 0;
    }
    if (mergedTokens * MERGED_PART < m && m > (m + n - 2 * least) * FEW_MISSES) {
      const shared = countMerged(x, m, passed, y, n, seen, found, least);
      if (shared != 0) write(x, y, shared);
      return;
    }
    if (marked != NONE) fillMarks(marked, 0);
    fillMarks(x, 1);
    marked = x;
  }
  const overlap = countMarked(tokensOf(y) + ((<usize>seen) << 2), n - seen, found, least);
  if (overlap != 0) write(x, y, overlap);
}

/** How many of the first `length` tokens of x are at most `last`. */
// @ts-ignore: decorator
@inline
function countUpTo(x: u32, length: u32, last: u32): u32 {
  let p = tokensOf(x);
  const start = p;
  for (; length > 0; ) {
    const half = (length + 1) >> 1;
    p += load<u32>(p + ((<usize>(half - 1)) << 2)) <= last ? (<usize>half) << 2 : 0;
    length -= half;
  }
  return <u32>((p - start) >> 2);
}

// @ts-ignore: decorator
@inline
function write(x: u32, y: u32, overlap: u32): void {
  put(results, resultCount, x);
  put(results, resultCapacity + resultCount, y);
  put(results, 2 * resultCapacity + resultCount, overlap);
  resultCount++;
}

/**
 * The overlap of x and y by merging them from their tokens i and j on, before which they share `found`; 0 as soon as it cannot
 * reach `least`. Records that are alike share long runs of tokens: behind a shared one four are compared at a time.
 */
function countMerged(x: u32, m: u32, i: u32, y: u32, n: u32, j: u32, found: u32, least: u32): u32 {
  let p = tokensOf(x) + ((<usize>i) << 2);
  let q = tokensOf(y) + ((<usize>j) << 2);
  const pEnd = tokensOf(x) + ((<usize>m) << 2);
  const qEnd = tokensOf(y) + ((<usize>n) << 2);
  let missableOfX = <i32>(m - i + found - least);
  let missableOfY = <i32>(n - j + found - least);
  let overlap = found;
  const start = p + q;
  while (p < pEnd && q < qEnd) {
    const a = load<u32>(p);
    const b = load<u32>(q);
    if (a == b) {
      overlap++;
      p += 4;
      q += 4;
      while (p + 16 <= pEnd && q + 16 <= qEnd && v128.all_true<i32>(v128.eq<i32>(v128.load(p), v128.load(q)))) {
        overlap += 4;
        p += 16;
        q += 16;
      }
    } else if (a < b) {
      if (--missableOfX < 0) break;
      p += 4;
    } else {
      if (--missableOfY < 0) break;
      q += 4;
    }
  }
  mergedTokens += <u32>((p + q - start) >> 2);
  return overlap >= least ? overlap : 0;
}

/** A bit of 64 for each token, made when first asked for. */
// @ts-ignore: decorator
@inline
function signature(x: u32): u64 {
  const bits = load<u64>(signatures + ((<usize>x) << 3));
  return bits != 0 ? bits : makeSignature(x);
}

function makeSignature(x: u32): u64 {
  let bits: u64 = 0;
  const start = tokensOf(x);
  const end = start + ((<usize>sizeOf(x)) << 2);
  for (let p = start; p < end; p += 4) {
    bits |= <u64>1 << <u64>((load<u32>(p) * 0x9e3779b1) >> 26);
  }
  store<u64>(signatures + ((<usize>x) << 3), bits);
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
