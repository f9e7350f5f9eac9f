// The grams of a text, compiled to WebAssembly; ../gram-kernel.ts lays out the memory and says what the arguments are.

import { CHUNK, hashFour, hashLong } from './blake3';
import { COUNTS_END, sort } from './sort';

export { sort };

/** Where memory is free. */
export const freeAt: usize = COUNTS_END;

/** Tag of an occurrence after the first. */
const OCCURRENCE: u32 = 0x23; // #
/** Bytes of its encoding: the tag, the gram's hash, the number of the occurrence. */
const OCCURRENCE_BYTES: usize = 1 + 8 + 4;
/** Four such encodings, then their hashes. */
const ENCODINGS: usize = memory.data(4 * 64 + 64, 16);
const HASHES: usize = memory.data(4 * 8, 16);
const PLACES: usize = memory.data(4 * 4, 16);

/** Hashes of all grams, in the order of the text. */
export function hashGrams(
  textAt: usize,
  startsAt: usize,
  grams: usize,
  q: usize,
  gap: usize,
  tag: u32,
  out: usize,
): void {
  const lastStart = startsAt + 4 * (grams - 1);
  const toEnd: usize = 4 * q;
  for (let start = startsAt; start <= lastStart; start += 16) {
    const start1 = min(start + 4, lastStart);
    const start2 = min(start + 8, lastStart);
    const start3 = min(start + 12, lastStart);
    const begin0 = <usize>load<u32>(start);
    const begin1 = <usize>load<u32>(start1);
    const begin2 = <usize>load<u32>(start2);
    const begin3 = <usize>load<u32>(start3);
    // The tag takes the place of the byte before the gram.
    const length0 = <usize>load<u32>(start + toEnd) - gap - begin0 + 1;
    const length1 = <usize>load<u32>(start1 + toEnd) - gap - begin1 + 1;
    const length2 = <usize>load<u32>(start2 + toEnd) - gap - begin2 + 1;
    const length3 = <usize>load<u32>(start3 + toEnd) - gap - begin3 + 1;
    const before = textAt - 1;
    if (max(max(length0, length1), max(length2, length3)) <= CHUNK) {
      hashFour(
        before + begin0, before + begin1, before + begin2, before + begin3,
        length0, length1, length2, length3,
        tag,
        out,
      );
    } else {
      store<u64>(out, load<u64>(hashLong(before + begin0, length0, tag)));
      store<u64>(out, load<u64>(hashLong(before + begin1, length1, tag)), 8);
      store<u64>(out, load<u64>(hashLong(before + begin2, length2, tag)), 16);
      store<u64>(out, load<u64>(hashLong(before + begin3, length3, tag)), 24);
    }
    out += 32;
  }
}

/** The set of the grams, ascending and distinct, at `out`; returns its size. */
export function gramSet(
  textAt: usize,
  startsAt: usize,
  grams: usize,
  q: usize,
  gap: usize,
  tag: u32,
  out: usize,
  other: usize,
  multiset: bool,
): usize {
  hashGrams(textAt, startsAt, grams, q, gap, tag, out);
  return setOf(out, other, grams, multiset);
}

/** Makes the hashes of `grams` grams their set; returns its size. */
function setOf(out: usize, other: usize, grams: usize, multiset: bool): usize {
  sort(out, other, grams);
  if (multiset && numberOccurrences(out, grams)) sort(out, other, grams);
  return distinct(out, grams);
}

/**
 * {@link gramSet}, and at `bits` a bit for each of the set, by its place: whether it lies over one of some boundaries, which are
 * numbers of units, ascending. The hashes of grams that do take the place of `crossing`.
 */
export function crossingGramSet(
  textAt: usize,
  startsAt: usize,
  grams: usize,
  q: usize,
  gap: usize,
  tag: u32,
  out: usize,
  other: usize,
  multiset: bool,
  boundaries: usize,
  count: usize,
  crossing: usize,
  bits: usize,
): usize {
  hashGrams(textAt, startsAt, grams, q, gap, tag, out);
  const crossings = gatherCrossing(out, grams, q, boundaries, count, crossing);
  const size = setOf(out, other, grams, multiset);
  sort(crossing, other, crossings);
  memory.fill(bits, 0, (size + 7) >> 3);
  const end = crossing + 8 * crossings;
  for (let i: usize = 0; i < size && crossing < end; ) {
    const gram = load<u64>(out + 8 * i);
    const wanted = load<u64>(crossing);
    if (gram === wanted) store<u8>(bits + (i >> 3), load<u8>(bits + (i >> 3)) | (1 << (<u8>i & 7)));
    if (gram <= wanted) i++;
    else crossing += 8;
  }
  return size;
}

/** The hashes of the grams over boundaries, each once for its place in the text; returns how many. */
function gatherCrossing(
  hashes: usize,
  grams: usize,
  q: usize,
  boundaries: usize,
  count: usize,
  crossing: usize,
): usize {
  const first = crossing;
  let next: usize = 0;
  for (const end = boundaries + 4 * count; boundaries < end; boundaries += 4) {
    const boundary = <usize>load<u32>(boundaries);
    next = max(next, boundary < q ? 0 : boundary - q + 1);
    for (; next < min(boundary, grams); next++, crossing += 8) store<u64>(crossing, load<u64>(hashes + 8 * next));
  }
  return (crossing - first) >> 3;
}

/** {@link gramSet}, and at `counts` how often each of the set occurs. */
export function countedGramSet(
  textAt: usize,
  startsAt: usize,
  grams: usize,
  q: usize,
  gap: usize,
  tag: u32,
  out: usize,
  counts: usize,
): usize {
  hashGrams(textAt, startsAt, grams, q, gap, tag, out);
  sort(out, counts, grams);
  const end = out + 8 * grams;
  let run = out;
  for (let at = out; at < end; at += 8) {
    if (at + 8 < end && load<u64>(at) === load<u64>(at + 8)) continue;
    store<u32>(counts, <u32>((at + 8 - run) >> 3));
    counts += 4;
    run = at + 8;
  }
  return distinct(out, grams);
}

/** The BLAKE3 of some bytes: address of its 32 bytes. */
export function digest(at: usize, length: usize): usize {
  return hashLong(at, length, 0);
}

/** Drops repeats from ascending numbers; returns how many are left. */
function distinct(from: usize, n: usize): usize {
  if (n === 0) return 0;
  const end = from + 8 * n;
  let last = load<u64>(from);
  let kept = from + 8;
  for (let at = from + 8; at < end; at += 8) {
    const value = load<u64>(at);
    store<u64>(kept, value);
    kept += value !== last ? 8 : 0;
    last = value;
  }
  return (kept - from) >> 3;
}

/** Gives the second, third, … occurrence of each of ascending numbers a hash of its own; returns whether there is any. */
function numberOccurrences(from: usize, n: usize): bool {
  const end = from + 8 * n;
  let occurrence: u32 = 1;
  let waiting: usize = 0;
  let any = false;
  let gram: u64 = 0;
  for (let at = from; at < end; at += 8) {
    const value = load<u64>(at);
    if (at === from || value !== gram) {
      gram = value;
      occurrence = 1;
      continue;
    }
    any = true;
    occurrence++;
    const encoding = ENCODINGS + waiting * 64;
    store<u64>(encoding, gram, 1);
    store<u32>(encoding, occurrence, 9);
    store<u32>(PLACES + 4 * waiting, <u32>at);
    waiting++;
    if (waiting === 4) {
      hashOccurrences(4);
      waiting = 0;
    }
  }
  hashOccurrences(waiting);
  return any;
}

function hashOccurrences(waiting: usize): void {
  hashFour(
    ENCODINGS, ENCODINGS + 64, ENCODINGS + 128, ENCODINGS + 192,
    OCCURRENCE_BYTES, OCCURRENCE_BYTES, OCCURRENCE_BYTES, OCCURRENCE_BYTES,
    OCCURRENCE,
    HASHES,
  );
  for (let i: usize = 0; i < waiting; i++) {
    store<u64>(<usize>load<u32>(PLACES + 4 * i), load<u64>(HASHES + 8 * i));
  }
}
