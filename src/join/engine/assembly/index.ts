// The index: lists of the records whose index prefix holds a token, made for one threshold. Only useful tokens have
// one: those that a record and a later one within its length window both have in their prefixes.

import { at, put } from '../../../grams/assembly/memory';
import { firstOfSize, indexPrefixes, minSizes, probePrefixes, sizeOf, tokensOf } from './sets';

/** Tokens below this one occur in one record at most: no two prefixes share them. */
let singletons: u32 = 0;
/** Per token from `singletons` on: first the last record that indexed it plus one, and whether it is useful; then its list. */
let tokenStates: usize = 0;
const USEFUL: u32 = 0x40000000;
const LISTED: u32 = 0x80000000;
const NUMBER: u32 = 0x3fffffff;

/** Lists of x's useful prefix tokens: `useful[usefulStarts[x] .. usefulStarts[x + 1]]`, those to index first. */
export let useful: usize = 0;
export let usefulStarts: usize = 0;
export let indexedEnds: usize = 0;
/** Two words a list: begin and end of what lies in the length window, in the postings. Both only move forward. */
export let lists: usize = 0;

let indexEnd: u32 = 0;
let probeStart: u32 = 0;
let lowest: u32 = 0;
let usefulCount: u32 = 0;
let listCount: u32 = 0;

export function bindIndex(
  singletonTokens: u32,
  tokenStatesAt: usize,
  usefulStartsAt: usize,
  indexedEndsAt: usize,
  usefulAt: usize,
  listsAt: usize,
): void {
  singletons = singletonTokens;
  tokenStates = tokenStatesAt;
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
  usefulCount = 0;
  listCount = 0;
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
const FETCHED_SIZE: u32 = 128;
const CACHE_LINE: usize = 64;
/** Made from what was fetched, for no use but that of the loads. */
export let fetched: u32 = 0;

/** Loads the prefixes of some records from x on, so that the waits for their cache lines overlap. */
function fetchPrefixes(x: u32, to: u32): void {
  if (sizeOf(x) < FETCHED_SIZE) return;
  let sum: u32 = 0;
  const end = min(to, x + FETCHED);
  for (; x < end; x++) {
    let p = tokensOf(x);
    const prefixTo = p + ((<usize>prefixTokens(x, sizeOf(x))) << 2);
    for (; p < prefixTo; p += CACHE_LINE) sum += load<u32>(p);
  }
  fetched += sum;
}

/** First pass: finds the useful tokens. */
export function mark(from: u32, to: u32): u32 {
  let lo = lowest;
  for (let x = from; x < to; x++) {
    if ((x - from) % FETCHED == 0) fetchPrefixes(x, to);
    const m = sizeOf(x);
    // A record that does not probe finds no partner, but becomes one.
    if (probes(x, m)) lo = firstOfSize(lo, at(minSizes, m));
    const oldest = probes(x, m) ? lo : NUMBER;
    let p = tokensOf(x);
    const indexedTo = p + ((<usize>indexedTokens(x, m)) << 2);
    const prefixTo = p + ((<usize>prefixTokens(x, m)) << 2);
    while (p < prefixTo && load<u32>(p) < singletons) p += 4;
    for (; p < indexedTo; p += 4) {
      const w = load<u32>(p);
      const state = at(tokenStates, w);
      const isUseful = (state & USEFUL) | ((state & NUMBER) > oldest ? USEFUL : 0);
      put(tokenStates, w, isUseful | (x + 1));
    }
    for (; p < prefixTo; p += 4) {
      const w = load<u32>(p);
      const state = at(tokenStates, w);
      if ((state & NUMBER) > oldest) put(tokenStates, w, state | USEFUL);
    }
  }
  lowest = lo;
  return to;
}

/** Second pass: numbers the useful tokens, writes down each record's, and counts their postings. */
export function compact(from: u32, to: u32): u32 {
  let out = usefulCount;
  for (let x = from; x < to; x++) {
    if ((x - from) % FETCHED == 0) fetchPrefixes(x, to);
    const m = sizeOf(x);
    let p = tokensOf(x);
    const indexedTo = p + ((<usize>indexedTokens(x, m)) << 2);
    const prefixTo = p + ((<usize>prefixTokens(x, m)) << 2);
    put(usefulStarts, x, out);
    while (p < prefixTo && load<u32>(p) < singletons) p += 4;
    for (; p < indexedTo; p += 4) {
      const w = load<u32>(p);
      let state = at(tokenStates, w);
      if (!(state & (USEFUL | LISTED))) continue;
      if (!(state & LISTED)) {
        state = LISTED | listCount++;
        put(tokenStates, w, state);
      }
      const list = state & NUMBER;
      put(lists, list << 1, at(lists, list << 1) + 1);
      put(useful, out++, list);
    }
    put(indexedEnds, x, out);
    for (; p < prefixTo; p += 4) {
      const state = at(tokenStates, load<u32>(p));
      if (state & LISTED) put(useful, out++, state & NUMBER);
    }
  }
  put(usefulStarts, to, out);
  usefulCount = out;
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
