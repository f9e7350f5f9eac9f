// Sorting of 64-bit numbers, in linear time whatever they are.

/** Runs up to this length are sorted by insertion. */
const SMALL: u32 = 24;
const MOST_BITS: u32 = 11;
/** Counts of the buckets of each level: levels have 64 bits in all, so that six of them need the most. */
const COUNTS: usize = __heap_base;
/** Where memory is free. */
export const COUNTS_END: usize = COUNTS + 6 * (4 << MOST_BITS);

/** Sorts `n` u64 at `from`, ascending; `other` has room for as many, and is overwritten. */
export function sort(from: usize, other: usize, n: usize): void {
  sortBits(from, other, n, 64, COUNTS);
}

/**
 * The same of numbers that differ in their last `bits` bits only, with room for 48 KB at `counts`: threads that share a memory
 * bring their own.
 *
 * Hashes are spread evenly, so that buckets by their first bits, as many as there are numbers, hold about one each,
 * and insertion does the rest. Buckets that somebody has filled by searching for texts are split again by their next
 * bits: O(n) at any input, since a level takes 5 bits or what is left of 64.
 */
export function sortBits(from: usize, other: usize, n: usize, bits: u32, counts: usize): void {
  if (<u32>n > SMALL) splitRun(from, other, n, bits, counts);
  const end = from + 8 * n;
  for (let at = from + 8; at < end; at += 8) {
    const value = load<u64>(at);
    let place = at;
    for (; place > from && load<u64>(place - 8) > value; place -= 8) store<u64>(place, load<u64>(place - 8));
    store<u64>(place, value);
  }
}

/** Puts numbers that differ in their last `bits` bits only in order, but for runs of at most `SMALL`. */
function splitRun(from: usize, other: usize, n: usize, bits: u32, counts: usize): void {
  if (bits === 0) return;
  const digit = min(min(bits, MOST_BITS), 32 - clz(<u32>n));
  const shift = bits - digit;
  const mask = (1 << digit) - 1;
  const end = from + 8 * n;
  memory.fill(counts, 0, 4 << digit);
  for (let at = from; at < end; at += 8) {
    const count = counts + (<usize>(<u32>(load<u64>(at) >> shift) & mask) << 2);
    store<u32>(count, load<u32>(count) + 1);
  }
  const countsEnd = counts + (4 << digit);
  let begin: u32 = <u32>other;
  let largest: u32 = 0;
  for (let at = counts; at < countsEnd; at += 4) {
    const count = load<u32>(at);
    store<u32>(at, begin);
    begin += 8 * count;
    largest = max(largest, count);
  }
  for (let at = from; at < end; at += 8) {
    const value = load<u64>(at);
    const count = counts + (<usize>(<u32>(value >> shift) & mask) << 2);
    const place = load<u32>(count);
    store<u64>(place, value);
    store<u32>(count, place + 8);
  }
  memory.copy(from, other, 8 * n);
  if (largest <= SMALL) return;
  let done: usize = other;
  for (let at = counts; at < countsEnd; at += 4) {
    const bucketEnd: usize = load<u32>(at);
    const size = (bucketEnd - done) >> 3;
    if (<u32>size > SMALL) splitRun(from + (done - other), done, size, shift, countsEnd);
    done = bucketEnd;
  }
}
