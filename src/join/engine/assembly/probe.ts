// Probing: counts the prefix tokens that x shares with each record of its length window, and verifies those
// records whose count can still reach the overlap needed.

import { indexedEnds, lists, probes, useful, usefulStarts } from './index';
import { at, put, shortAt } from '../../../grams/assembly/memory';
import {
  areDistinct,
  BY_ROW,
  BY_SUM,
  firstOfSize,
  indexPrefixes,
  minSizes,
  needed,
  neededBy,
  probePrefixes,
  sizeOf,
  starts,
  tokens,
} from './sets';
import { areSigned, differTooMuch, hasRoomFor, probeSignature, SATURATED, verify } from './verify';

// @ts-ignore: decorator
@external('env', 'fillNeeded')
declare function fillNeeded(m: u32, minSize: u32): void;

const NO_SIZE: u32 = 0xffffffff;

let postings: usize = 0;
/** 16 bits a record, all 0 between two probes. */
let counters: usize = 0;
/** Three words a list that x has to read: begin and end in the postings, address of the list. */
let ranges: usize = 0;
const RANGE_BYTES: usize = 12;
let candidates: usize = 0;

/** For the probe size `rowSize`: 16 bits by size n, the count below which no record of n tokens is similar. */
let row: usize = 0;
let rowSize: u32 = 0;
/** The overlap needed, by size n. */
let need: usize = 0;

/** Sizes that occur and their first records, ended by a size above all. */
let classSizes: usize = 0;
let classStarts: usize = 0;
let lowClass: u32 = 0;
/** For the probe size `thresholdsSize`: the row spread over the records. */
let thresholds: usize = 0;
let thresholdsSize: u32 = 0;

let lowest: u32 = 0;
/** The size that is being probed, and whether its records are indexed after the last of them: where none is similar to another. */
let currentSize: u32 = NO_SIZE;
let isDelayed: bool = false;
/** Records from here on wait to be indexed. */
let waitingFrom: u32 = 0;
export let candidateCount: u64 = 0;
export let entryCount: u64 = 0;

/** With more postings than a DENSITY-th of the window, every counter of it is looked at (reut. chars: twice as fast). */
const DENSITY: u32 = 4;
/** Lists counted before counters have to be stepped back. */
const BLOCK: usize = 0x7fff;

export function bindProbe(
  postingsAt: usize,
  countersAt: usize,
  rowAt: usize,
  rangesAt: usize,
  candidatesAt: usize,
  classSizesAt: usize,
  classStartsAt: usize,
  thresholdsAt: usize,
): void {
  postings = postingsAt;
  counters = countersAt;
  row = rowAt;
  ranges = rangesAt;
  candidates = candidatesAt;
  classSizes = classSizesAt;
  classStarts = classStartsAt;
  thresholds = thresholdsAt;
}

export function beginProbe(first: u32): void {
  lowest = first;
  currentSize = NO_SIZE;
  isDelayed = false;
  rowSize = 0;
  thresholdsSize = 0;
  lowClass = 0;
  candidateCount = 0;
  entryCount = 0;
}

/** Probes and indexes records from .. to, stopping early where the results are full; returns the next record. */
export function probe(from: u32, to: u32): u32 {
  let lo = lowest;
  let x = from;
  for (; x < to; x++) {
    // Most short records have no useful token.
    if (at(usefulStarts, x) == at(usefulStarts, x + 1)) continue;
    const m = sizeOf(x);
    if (m != currentSize) beginSize(x, m);
    if (probes(x, m)) {
      lo = firstOfSize(lo, at(minSizes, m));
      if (!hasRoomFor(x - lo)) break;
      const rangesEnd = gather(x, lo);
      if (rangesEnd > ranges) {
        const hi = isDelayed ? waitingFrom : x;
        if (rowSize != m) fillRow(m);
        if (isDense(rangesEnd, hi - lo)) probeDense(x, m, lo, hi, rangesEnd);
        else probeSparse(x, m, rangesEnd);
      }
    }
    if (!isDelayed) append(x);
  }
  lowest = lo;
  return x;
}

/**
 * Indexes what has waited for records of m tokens, of which x is the first with useful tokens, and finds out whether these wait, too:
 * sets of up to 18 tokens that differ are not similar at 0.9 to others of their size, and would count them in vain (baskets of 10
 * goods of 870: a sixth less time).
 */
function beginSize(x: u32, m: u32): void {
  if (isDelayed) for (let y = waitingFrom; y < x; y++) append(y);
  currentSize = m;
  waitingFrom = x;
  isDelayed = areDistinct && neededBy != BY_ROW && at(needed, neededBy == BY_SUM ? m << 1 : m) >= m;
}

/** Adds x to the lists of its index prefix. */
// @ts-ignore: decorator
@inline
function append(x: u32): void {
  const end = at(indexedEnds, x);
  for (let k = at(usefulStarts, x); k < end; k++) {
    const list = lists + ((<usize>at(useful, k)) << 3);
    const place = load<u32>(list, 4);
    put(postings, place, x);
    store<u32>(list, place + 1, 4);
  }
}

/**
 * Writes down the ranges of the lists that x has to read, their records from `lo` on; returns their end.
 *
 * In two stages, so that the loads of one do not wait for each other.
 */
function gather(x: u32, lo: u32): usize {
  let end = ranges;
  const usefulEnd = at(usefulStarts, x + 1);
  for (let k = at(usefulStarts, x); k < usefulEnd; k++) {
    const list = lists + ((<usize>at(useful, k)) << 3);
    const range = load<u64>(list);
    store<u64>(end, range);
    store<usize>(end, list, 8);
    end += <u32>range != <u32>(range >> 32) ? RANGE_BYTES : 0;
  }
  for (let r = ranges; r < end; r += RANGE_BYTES) {
    let p = load<u32>(r);
    if (at(postings, p) >= lo) continue;
    const last = load<u32>(r, 4);
    do p++;
    while (p < last && at(postings, p) < lo);
    store<u32>(load<usize>(r, 8), p);
    store<u32>(r, p);
  }
  return end;
}

function isDense(rangesEnd: usize, window: u32): bool {
  let entries: u32 = 0;
  for (let r = ranges; r < rangesEnd; r += RANGE_BYTES) entries += load<u32>(r, 4) - load<u32>(r);
  entryCount += entries;
  return entries > window / DENSITY || rangesEnd - ranges > BLOCK * RANGE_BYTES;
}

/** Counts and remembers what it meets first. */
// @ts-ignore: decorator
@inline
function probeSparse(x: u32, m: u32, rangesEnd: usize): void {
  let end = candidates;
  for (let r = ranges; r < rangesEnd; r += RANGE_BYTES) {
    const last = postings + ((<usize>load<u32>(r, 4)) << 2);
    for (let p = postings + ((<usize>load<u32>(r)) << 2); p < last; p += 4) {
      const y = load<u32>(p);
      const counter = counters + ((<usize>y) << 1);
      const count = <u32>load<u16>(counter);
      store<u16>(counter, <u16>(count + 1));
      store<u32>(end, y);
      end += count == 0 ? 4 : 0;
    }
  }
  if (!areSigned()) end = keepReached(end);
  const prefix = at(probePrefixes, m);
  const lastProbed = at(tokens, at(starts, x) + prefix - 1);
  const own = probeSignature(x);
  for (let c = candidates; c < end; c += 4) {
    const y = load<u32>(c);
    const counter = counters + ((<usize>y) << 1);
    const count = <u32>load<u16>(counter);
    store<u16>(counter, 0);
    const n = sizeOf(y);
    if (count < shortAt(row, n)) continue;
    candidateCount++;
    const least = at(need, n);
    if (!differTooMuch(own, y, m + n - 2 * least)) verify(x, m, y, n, count, lastProbed, m - prefix, least);
  }
}

/**
 * Keeps the candidates that reach their thresholds, without a branch that nobody could foresee: of long records most do not (182
 * tokens of 17,770 at 0.9: a tenth less time). Returns their end.
 */
// @ts-ignore: decorator
@inline
function keepReached(end: usize): usize {
  let kept = candidates;
  for (let c = candidates; c < end; c += 4) {
    const y = load<u32>(c);
    const counter = counters + ((<usize>y) << 1);
    const count = <u32>load<u16>(counter);
    const isReached = count >= shortAt(row, sizeOf(y));
    store<u16>(counter, isReached ? <u16>count : 0);
    store<u32>(kept, y);
    kept += isReached ? 4 : 0;
  }
  return kept;
}

/** Counts blindly, then compares the counters of the window, lo .. hi, with their thresholds, eight at a time. */
// @ts-ignore: decorator
@inline
function probeDense(x: u32, m: u32, lo: u32, hi: u32, rangesEnd: usize): void {
  for (let r = ranges; r < rangesEnd; ) {
    const blockEnd = min(rangesEnd, r + BLOCK * RANGE_BYTES);
    for (; r < blockEnd; r += RANGE_BYTES) {
      const last = postings + ((<usize>load<u32>(r, 4)) << 2);
      for (let p = postings + ((<usize>load<u32>(r)) << 2); p < last; p += 4) {
        const counter = counters + ((<usize>load<u32>(p)) << 1);
        store<u16>(counter, load<u16>(counter) + 1);
      }
    }
    if (r < rangesEnd) saturate(lo, hi);
  }
  if (thresholdsSize != m) fillThresholds(m);
  const end = collect(lo, hi);
  const prefix = at(probePrefixes, m);
  const lastProbed = at(tokens, at(starts, x) + prefix - 1);
  const own = probeSignature(x);
  for (let c = candidates; c < end; c += 8) {
    const y = load<u32>(c);
    // The last eight may reach beyond the window.
    if (y >= hi) break;
    candidateCount++;
    const n = sizeOf(y);
    const least = at(need, n);
    if (!differTooMuch(own, y, m + n - 2 * least)) {
      verify(x, m, y, n, load<u32>(c, 4), lastProbed, m - prefix, least);
    }
  }
}

/** Clears the counters of the window; writes down the records that reach their thresholds, with their counts. */
function collect(lo: u32, hi: u32): usize {
  let candidate = candidates;
  let threshold = thresholds + ((<usize>lo) << 1);
  const end = counters + ((<usize>hi) << 1);
  const zeros = i16x8.splat(0);
  for (let counter = counters + ((<usize>lo) << 1); counter < end; counter += 16, threshold += 16) {
    const reached = i16x8.ge_u(v128.load(counter), v128.load(threshold));
    if (v128.any_true(reached)) {
      const y = <u32>(counter - counters) >> 1;
      for (let lanes = i16x8.bitmask(reached); lanes; lanes &= lanes - 1) {
        const lane = ctz(lanes);
        store<u32>(candidate, y + lane);
        store<u32>(candidate, <u32>load<u16>(counter + (lane << 1)), 4);
        candidate += 8;
      }
    }
    v128.store(counter, zeros);
  }
  return candidate;
}

/** Steps counters back to the limit, so that another block of lists cannot make them overflow. */
function saturate(lo: u32, hi: u32): void {
  const limit = i16x8.splat(<i16>SATURATED);
  const end = counters + ((<usize>hi) << 1);
  for (let counter = counters + ((<usize>lo) << 1); counter < end; counter += 16) {
    v128.store(counter, i16x8.min_u(v128.load(counter), limit));
  }
}

/**
 * Thresholds of the count for probes of m tokens: of two similar records, what is not shared in the prefixes lies
 * behind the prefix that ends first.
 */
function fillRow(m: u32): void {
  const minSize = at(minSizes, m);
  need = neededBy == BY_SUM ? needed + ((<usize>m) << 2) : needed;
  if (neededBy == BY_ROW) fillNeeded(m, minSize);
  const rest = m - at(probePrefixes, m);
  for (let n = minSize; n <= m; n++) {
    const indexed = at(indexPrefixes, n);
    const least = at(need, n) - max(rest, n - indexed);
    // Of two sets of one size that differ, a token is not shared. What is not indexed is never counted.
    const isHopeless = indexed == 0 || (areDistinct && n == m && at(need, n) >= n);
    store<u16>(row + ((<usize>n) << 1), isHopeless ? <u16>SATURATED : <u16>min(least, SATURATED));
  }
  rowSize = m;
}

function fillThresholds(m: u32): void {
  const minSize = at(minSizes, m);
  while (at(classSizes, lowClass) < minSize) lowClass++;
  for (let k = lowClass; at(classSizes, k) <= m; k++) {
    const threshold = i16x8.splat(<i16>shortAt(row, at(classSizes, k)));
    const end = thresholds + ((<usize>at(classStarts, k + 1)) << 1);
    // May write past the end: the next size comes after it.
    for (let p = thresholds + ((<usize>at(classStarts, k)) << 1); p < end; p += 16) v128.store(p, threshold);
  }
  thresholdsSize = m;
}
