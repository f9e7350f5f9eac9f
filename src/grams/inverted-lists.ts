import { halvesOf } from './halves.ts';
import type { ValueSets } from './value-sets.ts';

/** The records of every distinct value: those of the v-th smallest are `postings[begins[v] .. begins[v + 1]]`. */
interface ValueLists {
  /** Records of all collections, numbered in one row: collection by collection, each in its order. */
  readonly postings: Int32Array;
  /** Uint32Array(distinct values + 1). */
  readonly begins: Uint32Array;
}

/** Entries a partition should hold: few enough that its hash table stays in the fast caches. */
const PARTITION_ENTRIES = 1 << 12;
const MOST_PARTITIONS = 1 << 11;
/** More values than this in one bucket are not sorted by insertion. */
const FULL_BUCKET = 16;

/** 2³² / golden ratio, and another odd constant: multipliers that spread neighbouring values. */
const MIX_HIGH = 0x9e3779b1;
const MIX_LOW = 0x85ebca6b;

/**
 * The inverted lists of all values of some collections, in ascending order of the values.
 *
 * Values are counted in small partitions of the value range, each in a hash table that stays in cache: one table
 * over all waits for memory at every token and took 3 times as long. All on 32-bit halves. O(values), 16 bytes a
 * value at most.
 *
 * @param orders the records of each collection, all or some, in the order that numbers them
 */
export function invertedLists(collections: readonly ValueSets[], orders: readonly Uint32Array[]): ValueLists {
  return groupByValue(partitionByValue(collections, orders));
}

/** All values of all collections, grouped by their leading bits. */
interface Entries {
  /** Three fields an entry: low and high half of the value, and the record (in the row of all). */
  readonly fields: Int32Array;
  /** Partition p is the entries from `ends[p - 1]` (0 for the first) to `ends[p]`. */
  readonly ends: Uint32Array;
  /** Values of a partition differ in the bits below this one only. */
  readonly shift: number;
}

function partitionByValue(collections: readonly ValueSets[], orders: readonly Uint32Array[]): Entries {
  let length = 0;
  collections.forEach(({ offsets }, c) => {
    for (const record of orders[c]) length += offsets[record + 1] - offsets[record];
  });
  // At least one bit: a shift by all 64 cannot be written in shifts of 32-bit halves.
  let bits = 1;
  while (1 << bits < Math.min(MOST_PARTITIONS, length / PARTITION_ENTRIES)) bits++;
  const shift = Math.max(0, longestValue(collections) - bits);

  const ends = new Uint32Array((1 << bits) + 1);
  collections.forEach(({ offsets, values }, c) => {
    const halves = halvesOf(values);
    for (const record of orders[c]) {
      const end = 2 * offsets[record + 1];
      for (let k = 2 * offsets[record]; k < end; k += 2)
        ends[partitionOf(halves[k], halves[k + 1], shift) + 1]++;
    }
  });
  for (let p = 0; p < 1 << bits; p++) ends[p + 1] += ends[p];

  const fields = new Int32Array(3 * length);
  let x = 0;
  collections.forEach(({ offsets, values }, c) => {
    const halves = halvesOf(values);
    const order = orders[c];
    for (let i = 0; i < order.length; i++, x++) {
      const end = 2 * offsets[order[i] + 1];
      for (let k = 2 * offsets[order[i]]; k < end; k += 2) {
        const low = halves[k];
        const high = halves[k + 1];
        const field = 3 * ends[partitionOf(low, high, shift)]++;
        fields[field] = low;
        fields[field + 1] = high;
        fields[field + 2] = x;
      }
    }
  });
  return { fields, ends, shift };
}

/** The bits of a value from bit `shift` up. */
function partitionOf(low: number, high: number, shift: number): number {
  // Two shifts, because a shift by 32 is one by 0.
  return shift >= 32 ? high >>> (shift - 32) : ((high << (31 - shift)) << 1) | (low >>> shift);
}

/** Bits of the largest value. */
function longestValue(collections: readonly ValueSets[]): number {
  let lows = 0;
  let highs = 0;
  for (const { values } of collections) {
    const halves = halvesOf(values);
    for (let k = 0; k < halves.length; k += 2) {
      lows |= halves[k];
      highs |= halves[k + 1];
      // hashes have it at once
      if (highs < 0) return 64;
    }
  }
  return highs === 0 ? 32 - Math.clz32(lows) : 64 - Math.clz32(highs);
}

function groupByValue({ fields, ends, shift }: Entries): ValueLists {
  // Seeded at random, so that no crawled page can be written to collide in the tables; no result depends on it.
  const seed = Math.floor(Math.random() * 2 ** 32);
  let largest = 0;
  for (let p = 0; p < ends.length; p++) largest = Math.max(largest, ends[p] - (p === 0 ? 0 : ends[p - 1]));
  /** Index + 1 of the distinct value in a slot; 0 is an empty slot. */
  const slots = new Int32Array(tableSize(largest));
  /** The distinct values of a partition, as they first occur, how often they do, and where their records go. */
  const values = new BigUint64Array(largest);
  const known = new Int32Array(values.buffer);
  const counts = new Uint32Array(largest);
  const cursors = new Uint32Array(largest);
  const order = new Uint32Array(largest);
  const bucketEnds = new Uint32Array(tableSize(largest) + 1);

  const postings = new Int32Array(fields.length / 3);
  let begins = new Uint32Array(1 << 12);
  let universe = 0;
  for (let p = 0, begin = 0; p < ends.length; begin = ends[p], p++) {
    const end = ends[p];
    const mask = tableSize(end - begin) - 1;
    slots.fill(0, 0, mask + 1);
    let distinct = 0;
    for (let field = 3 * begin; field < 3 * end; field += 3) {
      const low = fields[field];
      const high = fields[field + 1];
      const slot = findSlot(slots, known, low, high, mask, seed);
      if (slots[slot] === 0) {
        known[2 * distinct] = low;
        known[2 * distinct + 1] = high;
        counts[distinct] = 0;
        slots[slot] = ++distinct;
      }
      const index = slots[slot] - 1;
      counts[index]++;
      fields[field] = index;
    }

    begins = withRoom(begins, universe + distinct + 1);
    if (!sortByBuckets(known, distinct, shift, bucketEnds, order)) {
      const sorted = new Int32Array(values.slice(0, distinct).sort().buffer);
      for (let i = 0; i < distinct; i++) {
        order[i] = slots[findSlot(slots, known, sorted[2 * i], sorted[2 * i + 1], mask, seed)] - 1;
      }
    }
    for (let i = 0; i < distinct; i++) {
      const index = order[i];
      cursors[index] = begins[universe];
      begins[universe + 1] = begins[universe] + counts[index];
      universe++;
    }
    for (let field = 3 * begin; field < 3 * end; field += 3) {
      postings[cursors[fields[field]]++] = fields[field + 2];
    }
  }
  return { postings, begins: begins.subarray(0, universe + 1) };
}

/**
 * Fills `order` with the values of a partition, as indexes, in ascending order; false where they lie so unevenly
 * that it would take long.
 *
 * Hashes are even: as many buckets as values, by the bits that follow those of the partition, leave hardly
 * anything to sort (a third of the time of a native sort).
 */
function sortByBuckets(
  known: Int32Array,
  distinct: number,
  shift: number,
  bucketEnds: Uint32Array,
  order: Uint32Array,
): boolean {
  let bits = 0;
  while (1 << bits < distinct && bits < shift) bits++;
  const below = shift - bits;
  const mask = (1 << bits) - 1;
  bucketEnds.fill(0, 0, mask + 2);
  for (let i = 0; i < distinct; i++) {
    const bucket = partitionOf(known[2 * i], known[2 * i + 1], below) & mask;
    if (++bucketEnds[bucket + 1] > FULL_BUCKET) return false;
  }
  for (let bucket = 0; bucket <= mask; bucket++) bucketEnds[bucket + 1] += bucketEnds[bucket];
  for (let i = 0; i < distinct; i++) {
    order[bucketEnds[partitionOf(known[2 * i], known[2 * i + 1], below) & mask]++] = i;
  }
  for (let k = 1; k < distinct; k++) {
    const index = order[k];
    const low = known[2 * index] >>> 0;
    const high = known[2 * index + 1] >>> 0;
    let to = k;
    for (; to > 0; to--) {
      const before = order[to - 1];
      const highBefore = known[2 * before + 1] >>> 0;
      if (highBefore < high || (highBefore === high && known[2 * before] >>> 0 < low)) break;
      order[to] = before;
    }
    order[to] = index;
  }
  return true;
}

/** The slot that holds a value, or the empty one where it belongs. The table is at most half full. */
function findSlot(
  slots: Int32Array,
  known: Int32Array,
  low: number,
  high: number,
  mask: number,
  seed: number,
): number {
  let h = Math.imul(high ^ seed, MIX_HIGH) ^ low;
  h = Math.imul(h ^ (h >>> 15), MIX_LOW);
  let slot = (h ^ (h >>> 13)) & mask;
  while (slots[slot] !== 0) {
    const index = slots[slot] - 1;
    if (known[2 * index] === low && known[2 * index + 1] === high) break;
    slot = (slot + 1) & mask;
  }
  return slot;
}

/** Slots for `entries` values: a power of two, at least twice as many. */
function tableSize(entries: number): number {
  let size = 2;
  while (size < 2 * entries) size *= 2;
  return size;
}

function withRoom(array: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  if (length <= array.length) return array;
  const larger = new Uint32Array(2 * length);
  larger.set(array);
  return larger;
}
