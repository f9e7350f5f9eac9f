// The join kernel. All of it works on one linear memory whose layout the TypeScript side decides
// (../layout.ts); every pointer is a byte address. Records are absolute numbers x, y with y < x.

// @ts-ignore: decorator
@external('env', 'fillNeeded')
declare function fillNeeded(m: u32, minSize: u32): void;

let tokens: usize = 0;
let offsets: usize = 0;
let minSizes: usize = 0;
let probePrefixes: usize = 0;
let indexPrefixes: usize = 0;
let needed: usize = 0;
let neededBy: u32 = 0;
let tokenState: usize = 0;
let usefulStarts: usize = 0;
let indexedEnds: usize = 0;
let useful: usize = 0;
let lists: usize = 0;
let postings: usize = 0;
let counters: usize = 0;
let row: usize = 0;
let classSizes: usize = 0;
let classStarts: usize = 0;
let thresholds: usize = 0;
let thresholdsFor: u32 = 0;
let lowClass: u32 = 0;
let ranges: usize = 0;
let candidates: usize = 0;
let bits: usize = 0;
let signatures: usize = 0;
let results: usize = 0;
let resultCapacity: u32 = 0;
let resultStride: usize = 0;

let indexEnd: u32 = 0;
let probeStart: u32 = 0;

let lowest: u32 = 0;
let usefulCount: u32 = 0;
let listCount: u32 = 0;
let rowSize: u32 = 0;
let need: usize = 0;

export let resultCount: u32 = 0;
export let candidateCount: u64 = 0;
export let verifiedCount: u64 = 0;
export let entryCount: u64 = 0;

const USEFUL: u32 = 0x40000000;
const LISTED: u32 = 0x80000000;
const NUMBER: u32 = 0x3fffffff;
const SATURATED: u32 = 0x8000;
const BLOCK: u32 = 0x7fff;
const DENSITY: u32 = 4;
const NONE: u32 = 0xffffffff;
let marked: u32 = NONE;

export function bindSets(tokensAt: usize, offsetsAt: usize): void {
  tokens = tokensAt;
  offsets = offsetsAt;
}

export function bindBounds(minSizesAt: usize, probePrefixesAt: usize, indexPrefixesAt: usize, neededAt: usize, by: u32): void {
  minSizes = minSizesAt;
  probePrefixes = probePrefixesAt;
  indexPrefixes = indexPrefixesAt;
  needed = neededAt;
  neededBy = by;
}

export function bindIndex(tokenStateAt: usize, usefulStartsAt: usize, indexedEndsAt: usize, usefulAt: usize, listsAt: usize): void {
  tokenState = tokenStateAt;
  usefulStarts = usefulStartsAt;
  indexedEnds = indexedEndsAt;
  useful = usefulAt;
  lists = listsAt;
}

export function bindProbe(
  postingsAt: usize, countersAt: usize, rowAt: usize, rangesAt: usize, candidatesAt: usize, bitsAt: usize,
  classSizesAt: usize, classStartsAt: usize, thresholdsAt: usize,
): void {
  postings = postingsAt;
  counters = countersAt;
  row = rowAt;
  ranges = rangesAt;
  candidates = candidatesAt;
  bits = bitsAt;
  classSizes = classSizesAt;
  classStarts = classStartsAt;
  thresholds = thresholdsAt;
}

export function bindResults(at: usize, capacity: u32): void {
  results = at;
  resultCapacity = capacity;
  resultStride = (<usize>capacity) << 2;
  resultCount = 0;
}

export function begin(first: u32, indexTo: u32, probeFrom: u32): void {
  lowest = first;
  indexEnd = indexTo;
  probeStart = probeFrom;
  usefulCount = 0;
  marked = NONE;
  listCount = 0;
  rowSize = 0;
  thresholdsFor = 0;
  lowClass = 0;
  candidateCount = 0;
  verifiedCount = 0;
  entryCount = 0;
}

// @ts-ignore: decorator
@inline
function at(base: usize, i: u32): u32 {
  return load<u32>(base + ((<usize>i) << 2));
}

// @ts-ignore: decorator
@inline
function put(base: usize, i: u32, value: u32): void {
  store<u32>(base + ((<usize>i) << 2), value);
}

// @ts-ignore: decorator
@inline
function advance(lo: u32, minSize: u32): u32 {
  while (at(offsets, lo + 1) - at(offsets, lo) < minSize) lo++;
  return lo;
}

export function mark(from: u32, to: u32): u32 {
  let lo = lowest;
  for (let x = from; x < to; x++) {
    const start = at(offsets, x);
    const m = at(offsets, x + 1) - start;
    const probes = x >= probeStart;
    const indexed = x < indexEnd ? at(indexPrefixes, m) : 0;
    const prefix = probes ? at(probePrefixes, m) : indexed;
    if (probes) {
      lo = advance(lo, at(minSizes, m));
      let p = tokens + ((<usize>start) << 2);
      const indexedTo = p + ((<usize>indexed) << 2);
      const prefixTo = p + ((<usize>prefix) << 2);
      for (; p < indexedTo; p += 4) {
        const w = load<u32>(p);
        const state = at(tokenState, w);
        const flag = (state & USEFUL) | ((state & NUMBER) > lo ? USEFUL : 0);
        put(tokenState, w, flag | (x + 1));
      }
      for (; p < prefixTo; p += 4) {
        const w = load<u32>(p);
        const state = at(tokenState, w);
        if ((state & NUMBER) > lo) put(tokenState, w, state | USEFUL);
      }
    } else {
      for (let k: u32 = 0; k < indexed; k++) {
        const w = at(tokens, start + k);
        put(tokenState, w, (at(tokenState, w) & USEFUL) | (x + 1));
      }
    }
  }
  lowest = lo;
  return to;
}

export function compact(from: u32, to: u32): u32 {
  let out = usefulCount;
  for (let x = from; x < to; x++) {
    const start = at(offsets, x);
    const m = at(offsets, x + 1) - start;
    const indexed = x < indexEnd ? at(indexPrefixes, m) : 0;
    const prefix = x >= probeStart ? at(probePrefixes, m) : indexed;
    put(usefulStarts, x, out);
    let p = tokens + ((<usize>start) << 2);
    const indexedTo = p + ((<usize>indexed) << 2);
    const prefixTo = p + ((<usize>prefix) << 2);
    for (; p < indexedTo; p += 4) {
      const w = load<u32>(p);
      let state = at(tokenState, w);
      if (state & (USEFUL | LISTED)) {
        if (!(state & LISTED)) {
          state = LISTED | listCount++;
          put(tokenState, w, state);
        }
        const list = state & NUMBER;
        put(lists, list << 1, at(lists, list << 1) + 1);
        put(useful, out++, list);
      }
    }
    put(indexedEnds, x, out);
    for (; p < prefixTo; p += 4) {
      const w = load<u32>(p);
      const state = at(tokenState, w);
      if (state & LISTED) put(useful, out++, state & NUMBER);
    }
  }
  put(usefulStarts, to, out);
  usefulCount = out;
  return to;
}

/** Turns the counts of the lists into their places, for probing from record `first`; returns the number of postings. */
export function place(first: u32): u32 {
  lowest = first;
  let sum: u32 = 0;
  for (let list: u32 = 0; list < listCount; list++) {
    const count = at(lists, list << 1);
    put(lists, list << 1, sum);
    put(lists, (list << 1) + 1, sum);
    sum += count;
  }
  return sum;
}

function fillRow(m: u32, minSize: u32, prefix: u32): void {
  if (neededBy == 0) {
    need = needed + ((<usize>m) << 2);
  } else {
    need = needed;
    if (neededBy == 2) fillNeeded(m, minSize);
  }
  const rest = m - prefix;
  for (let n = minSize; n <= m; n++) {
    const restIndexed = n - at(indexPrefixes, n);
    const least = at(need, n) - max(rest, restIndexed);
    store<u16>(row + ((<usize>n) << 1), <u16>min(least, SATURATED));
  }
  rowSize = m;
}

/** Spreads the row over the records lo.. : thresholds[y] is that of y's size. */
function fillThresholds(m: u32, minSize: u32): void {
  let k = lowClass;
  while (at(classSizes, k) < minSize) k++;
  lowClass = k;
  for (; ; k++) {
    const n = at(classSizes, k);
    if (n > m) break;
    const value = i16x8.splat(<i16>load<u16>(row + ((<usize>n) << 1)));
    let p = thresholds + ((<usize>at(classStarts, k)) << 1);
    const end = thresholds + ((<usize>at(classStarts, k + 1)) << 1);
    // May write past the end: the next size comes after it.
    for (; p < end; p += 16) v128.store(p, value);
  }
  thresholdsFor = m;
}

/** Probes records from..to, stopping early where the results are full; returns the next record. */
export function probe(from: u32, to: u32): u32 {
  let lo = lowest;
  let entries: u64 = 0;
  for (let x = from; x < to; x++) {
    const start = at(offsets, x);
    const m = at(offsets, x + 1) - start;
    const usefulStart = at(usefulStarts, x);
    const usefulEnd = at(usefulStarts, x + 1);
    if (x >= probeStart) {
      lo = advance(lo, at(minSizes, m));
      if (resultCapacity - resultCount < x - lo) {
        lowest = lo;
        entryCount += entries;
        return x;
      }
      // Gather the ranges, then touch each, then count: the loads of one stage do not wait for each other.
      let rangesTo = ranges;
      let total: u32 = 0;
      for (let k = usefulStart; k < usefulEnd; k++) {
        const list = lists + ((<usize>at(useful, k)) << 3);
        const range = load<u64>(list);
        store<u32>(rangesTo, <u32>range);
        store<u32>(rangesTo, <u32>(range >> 32), 4);
        store<usize>(rangesTo, list, 8);
        rangesTo += (<u32>range) != (<u32>(range >> 32)) ? 12 : 0;
      }
      for (let r = ranges; r < rangesTo; r += 12) {
        let p = load<u32>(r);
        const end = load<u32>(r, 4);
        if (at(postings, p) < lo) {
          do p++; while (p < end && at(postings, p) < lo);
          store<u32>(load<usize>(r, 8), p);
          store<u32>(r, p);
        }
        total += end - p;
      }
      entries += total;
      if (total) {
        if (rowSize != m) fillRow(m, at(minSizes, m), at(probePrefixes, m));
        const prefix = at(probePrefixes, m);
        const lastProbed = at(tokens, start + prefix - 1);
        const rest = m - prefix;
        if (total * DENSITY > x - lo || rangesTo - ranges > 12 * BLOCK) {
          for (let r = ranges; r < rangesTo; ) {
            const blockEnd = min(rangesTo, r + 12 * BLOCK);
            for (; r < blockEnd; r += 12) {
              let p = postings + ((<usize>load<u32>(r)) << 2);
              const end = postings + ((<usize>load<u32>(r, 4)) << 2);
              for (; p < end; p += 4) {
                const counter = counters + ((<usize>load<u32>(p)) << 1);
                store<u16>(counter, load<u16>(counter) + 1);
              }
            }
            if (r < rangesTo) saturate(lo, x);
          }
          if (thresholdsFor != m) fillThresholds(m, at(minSizes, m));
          let counter = counters + ((<usize>lo) << 1);
          let threshold = thresholds + ((<usize>lo) << 1);
          const end = counters + ((<usize>x) << 1);
          let candidatesTo = candidates;
          const none = i16x8.splat(0);
          while (counter < end) {
            const counts = v128.load(counter);
            const reached = i16x8.ge_u(counts, v128.load(threshold));
            if (v128.any_true(reached)) {
              let mask = i16x8.bitmask(reached);
              const y = <u32>(counter - counters) >> 1;
              do {
                const lane = ctz(mask);
                mask &= mask - 1;
                const count = load<u16>(counter + (lane << 1));
                store<u32>(candidatesTo, y + lane);
                store<u32>(candidatesTo, count, 4);
                candidatesTo += 8;
              } while (mask);
            }
            v128.store(counter, none);
            counter += 16;
            threshold += 16;
          }
          for (let c = candidates; c < candidatesTo; c += 8) {
            const y = load<u32>(c);
            if (y >= x) break;
            check(x, m, y, load<u32>(c, 4), lastProbed, rest);
          }
        } else {
        let candidatesTo = candidates;
        for (let r = ranges; r < rangesTo; r += 12) {
          let p = postings + ((<usize>load<u32>(r)) << 2);
          const end = postings + ((<usize>load<u32>(r, 4)) << 2);
          for (; p < end; p += 4) {
            const y = load<u32>(p);
            const counter = counters + ((<usize>y) << 1);
            const count = <u32>load<u16>(counter);
            store<u16>(counter, <u16>(count + 1));
            store<u32>(candidatesTo, y);
            candidatesTo += count == 0 ? 4 : 0;
          }
        }
        candidateCount += (candidatesTo - candidates) >> 2;
        for (let c = candidates; c < candidatesTo; c += 4) {
          const y = load<u32>(c);
          const counter = counters + ((<usize>y) << 1);
          const count = <u32>load<u16>(counter);
          store<u16>(counter, 0);
          const n = at(offsets, y + 1) - at(offsets, y);
          if (count < <u32>load<u16>(row + ((<usize>n) << 1))) continue;
          check(x, m, y, count, lastProbed, rest);
        }
        }
      }
    }
    const indexedEnd = at(indexedEnds, x);
    for (let k = usefulStart; k < indexedEnd; k++) {
      const list = lists + ((<usize>at(useful, k)) << 3);
      const end = load<u32>(list, 4);
      put(postings, end, x);
      store<u32>(list, end + 1, 4);
    }
  }
  lowest = lo;
  entryCount += entries;
  return to;
}

/** Steps counters back to the limit, so that another block of lists cannot make them overflow. */
function saturate(lo: u32, x: u32): void {
  const limit = i16x8.splat(<i16>SATURATED);
  const end = counters + ((<usize>x) << 1);
  for (let counter = counters + ((<usize>lo) << 1); counter < end; counter += 16) {
    v128.store(counter, i16x8.min_u(v128.load(counter), limit));
  }
}

/** A bit of 64 for each token, made when first asked for. */
function signature(x: u32): u64 {
  const place = signatures + ((<usize>x) << 3);
  let bits = load<u64>(place);
  if (bits != 0) return bits;
  const end = tokens + ((<usize>at(offsets, x + 1)) << 2);
  for (let p = tokens + ((<usize>at(offsets, x)) << 2); p < end; p += 4) {
    bits |= <u64>1 << <u64>((load<u32>(p) * 0x9e3779b1) >> 26);
  }
  store<u64>(place, bits);
  return bits;
}

/** Switches the filter by signatures on: 8 zero bytes a record; 0 is off. */
export function bindSignatures(signaturesAt: usize): void {
  signatures = signaturesAt;
}

/**
 * Verifies one candidate and writes it down if it is a result.
 *
 * What is shared up to the end of the prefix that ends first has been counted: only the rest is compared.
 */
function check(x: u32, m: u32, y: u32, count: u32, lastProbed: u32, rest: u32): void {
  const yStart = at(offsets, y);
  const n = at(offsets, y + 1) - yStart;
  const least = at(need, n);
  // Tokens that only one of the two has set different bits, or none.
  if (signatures != 0 && <u32>popcnt(signature(x) ^ signature(y)) > m + n - 2 * least) return;
  const indexed = at(indexPrefixes, n);
  const yEndsFirst = at(tokens, yStart + indexed - 1) <= lastProbed;
  if (count + (yEndsFirst ? n - indexed : rest) < least) return;
  verifiedCount++;
  if (marked != x) {
    if (marked != NONE) fill(at(offsets, marked), at(offsets, marked + 1) - at(offsets, marked), 0);
    fill(at(offsets, x), m, 1);
    marked = x;
  }
  const overlap =
    yEndsFirst && count < SATURATED
      ? countMarked(yStart + indexed, n - indexed, count, least)
      : countMarked(yStart, n, 0, least);
  if (overlap) {
    const result = results + ((<usize>resultCount) << 2);
    store<u32>(result, x);
    store<u32>(result + resultStride, y);
    store<u32>(result + 2 * resultStride, overlap);
    resultCount++;
  }
}

function fill(start: u32, m: u32, value: u32): void {
  let p = tokens + ((<usize>start) << 2);
  const end = p + ((<usize>m) << 2);
  for (; p < end; p += 4) store<u8>(bits + <usize>load<u32>(p), value);
}

// @ts-ignore: decorator
@inline
function bit(w: u32): u32 {
  return <u32>load<u8>(bits + <usize>w);
}

/** Adds to `overlap` the marked tokens among `left` ones at p; 0 as soon as that cannot reach `least`. */
function countMarked(start: u32, count: u32, found: u32, least: u32): u32 {
  let p = tokens + ((<usize>start) << 2);
  let left = count;
  let overlap: u32 = found;
  let missable: i32 = found + count - least;
  while (left >= 16) {
    let hits: u32 = 0;
    hits += bit(load<u32>(p)) + bit(load<u32>(p, 4)) + bit(load<u32>(p, 8)) + bit(load<u32>(p, 12));
    hits += bit(load<u32>(p, 16)) + bit(load<u32>(p, 20)) + bit(load<u32>(p, 24)) + bit(load<u32>(p, 28));
    hits += bit(load<u32>(p, 32)) + bit(load<u32>(p, 36)) + bit(load<u32>(p, 40)) + bit(load<u32>(p, 44));
    hits += bit(load<u32>(p, 48)) + bit(load<u32>(p, 52)) + bit(load<u32>(p, 56)) + bit(load<u32>(p, 60));
    p += 64;
    overlap += hits;
    missable -= 16 - hits;
    if (missable < 0) return 0;
    left -= 16;
  }
  for (; left; left--) {
    overlap += bit(load<u32>(p));
    p += 4;
  }
  return overlap >= least ? overlap : 0;
}
