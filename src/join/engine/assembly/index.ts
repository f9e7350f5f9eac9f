// The index: lists of the records whose index prefix holds a token, made for one threshold. Only useful tokens have
// one: those that a record and a later one within its length window both have in their prefixes.

import { at, put } from '../../../grams/assembly/memory';
import { firstOfSize, HEAD_LENGTH, indexPrefixes, minSizes, probePrefixes, sizeOf, tokensOf } from './sets';

/** Tokens below this one occur in one record at most: no two prefixes share them. */
let singletons: u32 = 0;
/** The first HEAD_LENGTH tokens of each record in one row, or 0: without them, each prefix is a wait for another cache line. */
let heads: usize = 0;
/**
 * A byte a token from `singletons` on: the epoch of the last record that indexed it, 0 for none, and whether it is useful; LISTED
 * when it has a list. Epochs tell ranges of records apart, as finely as seven bits do: bytes stay in faster caches than numbers.
 */
let tokenStates: usize = 0;
const USEFUL: u32 = 0x80;
const EPOCH: u32 = 0x7f;
const LISTED: u32 = 0xff;
/** An epoch after all others, below that of LISTED. */
const LAST_EPOCH: u32 = 0x7e;
/** Per token from `singletons` on that is LISTED: its list. */
let listNumbers: usize = 0;

/**
 * Lists of x's useful prefix tokens: `useful[usefulStarts[x] .. usefulStarts[x + 1]]`, those to index first. Before `compact`,
 * the tokens that may be.
 */
export let useful: usize = 0;
export let usefulStarts: usize = 0;
export let indexedEnds: usize = 0;
/** Two words a list: begin and end of what lies in the length window, in the postings. Both only move forward. */
export let lists: usize = 0;

let indexEnd: u32 = 0;
let probeStart: u32 = 0;
let lowest: u32 = 0;
/** Record x is of epoch 1 + (x - firstIndexed >> epochShift). */
let firstIndexed: u32 = 0;
let epochShift: u32 = 0;
let usefulCount: u32 = 0;
/** Where the tokens of the next record to compact begin. */
let keptFrom: u32 = 0;
let listCount: u32 = 0;

export function bindIndex(
  singletonTokens: u32,
  headsAt: usize,
  tokenStatesAt: usize,
  listNumbersAt: usize,
  usefulStartsAt: usize,
  indexedEndsAt: usize,
  usefulAt: usize,
  listsAt: usize,
): void {
  singletons = singletonTokens;
  heads = headsAt;
  tokenStates = tokenStatesAt;
  listNumbers = listNumbersAt;
  usefulStarts = usefulStartsAt;
  indexedEnds = indexedEndsAt;
  useful = usefulAt;
  lists = listsAt;
}

/** Starts the index of a range: records first .. indexTo are indexed, those from `probeFrom` on probe. */
export function beginIndex(first: u32, indexTo: u32, probeFrom: u32): void {
  indexEnd = indexTo;
  probeStart = probeFrom;
  lowest = first;
  firstIndexed = first;
  epochShift = 0;
  while ((indexTo - first) >> epochShift >= LAST_EPOCH - 1) epochShift++;
  usefulCount = 0;
  keptFrom = 0;
  listCount = 0;
  put(usefulStarts, first, 0);
}

// @ts-ignore: decorator
@inline
function indexedTokens(x: u32, m: u32): u32 {
  return x < indexEnd ? at(indexPrefixes, m) : 0;
}

// @ts-ignore: decorator
@inline
function prefixTokens(x: u32, m: u32): u32 {
  return x >= probeStart ? max(at(probePrefixes, m), indexedTokens(x, m)) : indexedTokens(x, m);
}

/** Whether x of m tokens looks for partners: some sizes can have none that are as small. */
// @ts-ignore: decorator
@inline
export function probes(x: u32, m: u32): bool {
  return x >= probeStart && at(probePrefixes, m) > 0;
}

/** Records whose prefixes are fetched together; smaller ones lie so close that the machine fetches ahead itself. */
const FETCHED: u32 = 16;
const FETCHED_SIZE: u32 = 16;
const CACHE_LINE: usize = 64;
/** Made from what was fetched, for no use but that of the loads. */
export let fetched: u32 = 0;

/** Address of the first `length` tokens of x. */
// @ts-ignore: decorator
@inline
function prefixOf(x: u32, length: u32): usize {
  return heads != 0 && length <= HEAD_LENGTH ? heads + ((<usize>(x * HEAD_LENGTH)) << 2) : tokensOf(x);
}

/** Loads the prefixes of some records from x on, so that the waits for their cache lines overlap. */
function fetchPrefixes(x: u32, to: u32): void {
  if (sizeOf(x) < FETCHED_SIZE) return;
  const end = min(to, x + FETCHED);
  // Heads lie side by side, too (21,578 records of 80 tokens at 0.95: marked in a tenth less time).
  if (heads != 0 && prefixTokens(end - 1, sizeOf(end - 1)) <= HEAD_LENGTH) return;
  let sum: u32 = 0;
  for (; x < end; x++) {
    const length = prefixTokens(x, sizeOf(x));
    let p = prefixOf(x, length);
    const prefixTo = p + ((<usize>length) << 2);
    for (; p < prefixTo; p += CACHE_LINE) sum += load<u32>(p);
  }
  fetched += sum;
}

// @ts-ignore: decorator
@inline
function epochOf(x: u32): u32 {
  return 1 + ((x - firstIndexed) >> epochShift);
}

/** First pass: finds the useful tokens, and keeps of each record those that may be. */
export function mark(from: u32, to: u32): u32 {
  let lo = lowest;
  let out = usefulCount;
  for (let x = from; x < to; x++) {
    if ((x - from) % FETCHED == 0) fetchPrefixes(x, to);
    const m = sizeOf(x);
    // A record that does not probe finds no partner, but becomes one.
    if (probes(x, m)) lo = firstOfSize(lo, at(minSizes, m));
    const oldest = probes(x, m) ? epochOf(lo) : LAST_EPOCH;
    const epoch = epochOf(x);
    const length = prefixTokens(x, m);
    let p = prefixOf(x, length);
    const indexedTo = p + ((<usize>indexedTokens(x, m)) << 2);
    const prefixTo = p + ((<usize>length) << 2);
    while (p < prefixTo && load<u32>(p) < singletons) p += 4;
    for (; p < indexedTo; p += 4) {
      const w = load<u32>(p);
      const state = <u32>load<u8>(tokenStates + <usize>w);
      const isUseful = (state & USEFUL) | ((state & EPOCH) >= oldest ? USEFUL : 0);
      store<u8>(tokenStates + <usize>w, <u8>(isUseful | epoch));
      put(useful, out++, w);
    }
    put(indexedEnds, x, out);
    // Not indexed for x: of use to it alone, if an earlier record has them.
    for (; p < prefixTo; p += 4) {
      const w = load<u32>(p);
      const state = <u32>load<u8>(tokenStates + <usize>w);
      if ((state & EPOCH) < oldest) continue;
      store<u8>(tokenStates + <usize>w, <u8>(state | USEFUL));
      put(useful, out++, w);
    }
    put(usefulStarts, x + 1, out);
  }
  lowest = lo;
  usefulCount = out;
  return to;
}

/** Second pass: numbers the useful tokens, puts the lists of each record's in their place, and counts their postings. */
export function compact(from: u32, to: u32): u32 {
  let k = keptFrom;
  let out = at(usefulStarts, from);
  for (let x = from; x < to; x++) {
    const indexedEnd = at(indexedEnds, x);
    const end = at(usefulStarts, x + 1);
    for (; k < indexedEnd; k++) {
      const w = at(useful, k);
      const state = <u32>load<u8>(tokenStates + <usize>w);
      if (!(state & USEFUL)) continue;
      if (state != LISTED) {
        store<u8>(tokenStates + <usize>w, LISTED);
        put(listNumbers, w, listCount);
        put(lists, listCount << 1, 0);
        listCount++;
      }
      const list = at(listNumbers, w);
      put(lists, list << 1, at(lists, list << 1) + 1);
      put(useful, out++, list);
    }
    put(indexedEnds, x, out);
    // Their lists are those of earlier records.
    for (; k < end; k++) put(useful, out++, at(listNumbers, at(useful, k)));
    put(usefulStarts, x + 1, out);
  }
  keptFrom = k;
  return to;
}

/** Turns the counts of the lists into their places; returns the number of postings. */
export function place(): u32 {
  let sum: u32 = 0;
  for (let list: u32 = 0; list < listCount; list++) {
    const count = at(lists, list << 1);
    put(lists, list << 1, sum);
    put(lists, (list << 1) + 1, sum);
    sum += count;
  }
  return sum;
}
