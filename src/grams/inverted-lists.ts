import { refusedValue } from '../argument-checks.ts';
import { growMemory } from '../grow-memory.ts';
import { halvesOf } from './halves.ts';
import { lowerBound } from './lower-bound.ts';
import { leaveKernel, type RankingKernel, type StagedArguments, takeKernel } from './ranking-kernel.ts';
import { rowsInOrder } from './record-order.ts';
import { checkAscending, type ValueSets } from './value-sets.ts';

/** Values a partition should hold: few enough that its hash table stays in the fast caches. */
const PARTITION_VALUES = 1 << 12;
const MOST_PARTITIONS = 1 << 11;
/** Number of values sampled to see how large values are. */
const SAMPLED = 1 << 12;
/** One value in this many may lie above the range of the partitions. */
const FEW_LARGER = 16;
/** Values and records that are copied to the kernel at a time. */
const STAGED_VALUES = 1 << 16;
const STAGED_RECORDS = 1 << 14;
/** Partitions, and lists or ranks, of one call of the kernel: some milliseconds. */
const SLICE_PARTITIONS = 1 << 4;
const SLICE_LISTS = 1 << 16;
/** Bytes per value of the largest partition: slots of the table, the distinct values three times, and their cursors. */
const PARTITION_BYTES = 16 + 3 * 8 + 4;
/** Bytes of an entry and a posting. */
const VALUE_BYTES = 12 + 4;
/** A table of all numbers up to this one takes 256 KB and stays in the fast caches. */
const MOST_NUMBERS = 1 << 16;
const MOST_BYTES = 2 ** 32;

/**
 * The inverted lists of some collections: for each value, in ascending order, the rows of the records that have it. The
 * row of a record is its place in the concatenated orders of all collections.
 *
 * The range of values is cut into small partitions, each counted in a hash table that stays in cache: a single table
 * waits for memory at every value and took 3 times as long. In WebAssembly. O(values); at most 16 bytes a value and 8 a
 * record, which later lists reuse after `close`. While lists are made, 44 bytes more for each value of the largest
 * partition; values that differ in their lowest bits alone, as 2⁶³ + i, are all in one.
 */
export class InvertedLists {
  /** Number of distinct values. */
  readonly universe: number;
  readonly #kernel: RankingKernel;
  readonly #length: number;
  readonly #rows: number;
  readonly #beginsAt: number;
  readonly #postingsAt: number;
  #freeAt: number;

  /**
   * @param orders the records of each collection, all or some, in the order that numbers their rows
   * @throws RangeError if a record's values are not ascending and distinct, or if the lists do not fit in 4 GiB: some
   *   200 million values
   */
  constructor(collections: readonly ValueSets[], orders: readonly Uint32Array[]) {
    const rows = rowsInOrder(collections, orders);
    const kernel = takeKernel();
    this.#kernel = kernel;
    this.#rows = orders.reduce((sum, order) => sum + order.length, 0);
    const length = collections.reduce((sum, { offsets }, c) => sum + valuesOf(offsets, orders[c]), 0);
    this.#length = length;

    this.#freeAt = kernel.freeAt.value;
    const stage: Stage = {
      kernel,
      valuesAt: this.#allocate(8 * STAGED_VALUES),
      offsetsAt: this.#allocate(4 * (STAGED_RECORDS + 1)),
      rowsAt: this.#allocate(4 * STAGED_RECORDS),
    };
    /** Calls `count` with the values of all records, and checks that they ascend. */
    const countAll = (count: (...rest: [...StagedArguments, previous: bigint]) => number): void =>
      collections.forEach((sets, c) => {
        let previous = 0n;
        forStaged(stage, sets, rows[c], (...staged) => {
          const [, , , first, end] = staged;
          if (count(...staged, BigInt.asIntN(64, previous)) >>> 0 !== end) checkAscending(sets);
          if (end > first) previous = sets.values[end - 1];
        });
      });
    const dealAll = (deal: (...staged: StagedArguments) => void): void =>
      collections.forEach((sets, c) => {
        forStaged(stage, sets, rows[c], deal);
      });
    const largest = largestNumber(collections, orders);
    const { beginsAt, postingsAt } =
      largest < Math.min(MOST_NUMBERS, length)
        ? this.#ofNumbers(largest, countAll, dealAll)
        : this.#ofValues(usualBits(collections), countAll, dealAll);
    this.#beginsAt = beginsAt;
    this.#postingsAt = postingsAt;
    this.universe = kernel.universe.value >>> 0;
    new Uint32Array(kernel.memory.buffer, beginsAt)[this.universe] = length;
  }

  /** Allocates memory, aligned to a cache line; returns its address. */
  #allocate(bytes: number): number {
    const { memory } = this.#kernel;
    const at = this.#freeAt;
    this.#freeAt += 64 * Math.ceil(bytes / 64);
    if (this.#freeAt > MOST_BYTES) {
      throw refusedValue(
        'rank',
        `values that 4 GiB have room for, ${VALUE_BYTES} bytes each`,
        `${this.#length}: join out of core`,
      );
    }
    growMemory(memory, this.#freeAt);
    return at;
  }

  /** Makes the lists of any values, partition by partition. */
  #ofValues(valueBits: number, countAll: CountAll, dealAll: DealAll): Lists {
    const kernel = this.#kernel;
    const length = this.#length;
    let bits = 1;
    while (1 << bits < Math.min(MOST_PARTITIONS, length / PARTITION_VALUES)) bits++;
    const partitions = 1 << bits;
    const shift = Math.max(0, valueBits - bits);
    const endsAt = this.#allocate(4 * partitions);
    new Uint32Array(kernel.memory.buffer, endsAt, partitions).fill(0);
    kernel.bindPartitions(shift, partitions, endsAt);
    countAll(kernel.countValues);
    const largest = kernel.placePartitions() >>> 0;
    const entriesAt = this.#allocate(12 * length + 128);
    const postingsAt = this.#allocate(4 * length);
    const listsEnd = this.#freeAt;
    const slotsAt = this.#allocate(PARTITION_BYTES * largest + 6 * 64);
    const distinctAt = aligned(slotsAt + 16 * largest);
    const sortedAt = aligned(distinctAt + 8 * largest);
    const otherAt = aligned(sortedAt + 8 * largest);
    const cursorsAt = aligned(otherAt + 8 * largest);
    // Seeded at random, so that no crawled page can be written to collide in the tables; no result depends on it.
    const seed = BigInt(Math.floor(Math.random() * 2 ** 52));
    kernel.bindLists(
      ...([entriesAt, slotsAt, distinctAt, sortedAt, otherAt, cursorsAt, postingsAt] as const),
      ...([entriesAt, seed] as const),
    );
    dealAll(kernel.dealValues);
    inSlices(partitions, SLICE_PARTITIONS, (from, to) => kernel.makeLists(from, to));
    this.#freeAt = listsEnd;
    return { beginsAt: entriesAt, postingsAt };
  }

  /** Makes the lists of numbers up to `largest`, each of which has a place in a table: takes a fifth of the time. */
  #ofNumbers(largest: number, countAll: CountAll, dealAll: DealAll): Lists {
    const kernel = this.#kernel;
    // with room for what `dealRanks` puts there: begins, order and tokens
    const beginsAt = this.#allocate(8 * (largest + 2) + 4 * this.#length + 128);
    const postingsAt = this.#allocate(4 * this.#length);
    const listsEnd = this.#freeAt;
    const numbersAt = this.#allocate(4 * (largest + 1));
    new Uint32Array(kernel.memory.buffer, numbersAt, largest + 1).fill(0);
    kernel.bindNumbers(largest, numbersAt, postingsAt, beginsAt);
    countAll(kernel.countNumbers);
    kernel.placeNumbers();
    dealAll(kernel.dealNumbers);
    this.#freeAt = listsEnd;
    return { beginsAt, postingsAt };
  }

  /** Copies of all lists: the rows of the v-th smallest value are `postings[begins[v] .. begins[v + 1]]`. */
  lists(): { readonly postings: Uint32Array; readonly begins: Uint32Array } {
    const { buffer } = this.#kernel.memory;
    return {
      postings: new Uint32Array(buffer, this.#postingsAt, this.#length).slice(),
      begins: new Uint32Array(buffer, this.#beginsAt, this.universe + 1).slice(),
    };
  }

  /**
   * Replaces values by their ranks in ascending length of their lists, ties by value. The ranks of row x go to
   * `tokens[offsets[x] .. offsets[x + 1]]`, ascending: they are dealt out in the order of the ranks, so need no
   * sorting.
   *
   * @param tokens has as many elements as all rows have values
   * @returns the number of values that only one row has
   */
  dealRanks(offsets: Uint32Array, tokens: Uint32Array): number {
    const kernel = this.#kernel;
    const { universe } = this;
    const rows = this.#rows;
    // The results fit behind the begins, where the entries were.
    const orderAt = aligned(this.#beginsAt + 4 * (universe + 1));
    const tokensAt = orderAt + 4 * universe;
    const countsAt = this.#freeAt;
    const nextsAt = aligned(countsAt + 4 * (rows + 2));
    growMemory(kernel.memory, nextsAt + 4 * rows);
    const words = (at: number, count: number): Uint32Array =>
      new Uint32Array(kernel.memory.buffer, at, count);

    const counts = words(countsAt, rows + 2).fill(0);
    inSlices(universe, SLICE_LISTS, (from, to) => kernel.countLengths(from, to, countsAt));
    const singletons = rows > 0 ? counts[1] : 0;
    kernel.toPlaces(countsAt, rows + 2);
    inSlices(universe, SLICE_LISTS, (from, to) => kernel.orderLists(from, to, countsAt, orderAt));
    words(nextsAt, rows).set(offsets.subarray(0, rows));
    inSlices(universe, SLICE_LISTS, (from, to) => kernel.dealRanks(from, to, orderAt, nextsAt, tokensAt));
    tokens.set(words(tokensAt, this.#length));
    return singletons;
  }

  /** Releases the memory to other lists. The lists cannot be used afterwards. */
  close(): void {
    leaveKernel(this.#kernel);
  }
}

type CountAll = (count: (...rest: [...StagedArguments, previous: bigint]) => number) => void;
type DealAll = (deal: (...staged: StagedArguments) => void) => void;

/** Where the lists are in memory. */
interface Lists {
  readonly beginsAt: number;
  readonly postingsAt: number;
}

/** Where parts of collections are copied to. */
interface Stage {
  readonly kernel: RankingKernel;
  readonly valuesAt: number;
  readonly offsetsAt: number;
  readonly rowsAt: number;
}

/** Calls `work` with all values of a collection, a part at a time. */
function forStaged(
  { kernel, valuesAt, offsetsAt, rowsAt }: Stage,
  { offsets, values }: ValueSets,
  rows: Uint32Array,
  work: (...staged: StagedArguments) => void,
): void {
  const { buffer } = kernel.memory;
  const stagedValues = new BigUint64Array(buffer, valuesAt, STAGED_VALUES);
  const stagedOffsets = new Uint32Array(buffer, offsetsAt, STAGED_RECORDS + 1);
  const stagedRows = new Uint32Array(buffer, rowsAt, STAGED_RECORDS);
  const total = offsets[rows.length];
  for (let first = 0, record = 0; first < total; ) {
    const most = Math.min(total, first + STAGED_VALUES);
    const last = lowerBound(offsets, record, Math.min(rows.length, record + STAGED_RECORDS), most);
    const end = Math.min(most, offsets[last]);
    stagedValues.set(values.subarray(first, end));
    stagedOffsets.set(offsets.subarray(record, last + 1));
    stagedRows.set(rows.subarray(record, last));
    work(offsetsAt, rowsAt, last - record, first, end, valuesAt);
    first = end;
    // a record that is cut by the part continues in the next part
    record = offsets[last] > end ? last - 1 : last;
  }
}

function valuesOf(offsets: Uint32Array, order: Uint32Array): number {
  if (order.length === offsets.length - 1) return offsets[order.length];
  let length = 0;
  for (let i = 0; i < order.length; i++) length += offsets[order[i] + 1] - offsets[order[i]];
  return length;
}

/** The largest value of the records of all orders, or a larger one of other records; infinite if it reaches 2³². */
function largestNumber(collections: readonly ValueSets[], orders: readonly Uint32Array[]): number {
  let largest = 0;
  for (const [c, { offsets, values, largest: own }] of collections.entries()) {
    if (own !== undefined) {
      largest = Math.max(largest, own < 2 ** 32 ? own : Number.POSITIVE_INFINITY);
      continue;
    }
    const halves = halvesOf(values);
    const order = orders[c];
    for (let i = 0; i < order.length; i++) {
      const end = offsets[order[i] + 1];
      if (end === offsets[order[i]]) continue;
      if (halves[2 * end - 1] > 0) return Number.POSITIVE_INFINITY;
      largest = Math.max(largest, halves[2 * end - 2]);
    }
  }
  return largest;
}

/** Bits of all values except a few large ones, by a sample: an outlier must not put all others into one partition. */
function usualBits(collections: readonly ValueSets[]): number {
  const counts = new Uint32Array(65);
  let sampled = 0;
  for (const { offsets, values } of collections) {
    const halves = new Uint32Array(values.buffer, values.byteOffset, 2 * offsets[offsets.length - 1]);
    const step = Math.max(1, Math.ceil(halves.length / 2 / SAMPLED));
    for (let k = 0; k < halves.length; k += 2 * step, sampled++) {
      const bits = halves[k + 1] > 0 ? 64 - Math.clz32(halves[k + 1]) : 32 - Math.clz32(halves[k]);
      counts[bits]++;
    }
  }
  let larger = 0;
  let bits = 64;
  while (bits > 0 && larger + counts[bits] <= sampled / FEW_LARGER) larger += counts[bits--];
  return bits;
}

function inSlices(total: number, length: number, work: (from: number, to: number) => void): void {
  for (let from = 0; from < total; from += length) work(from, Math.min(total, from + length));
}

function aligned(address: number): number {
  return 64 * Math.ceil(address / 64);
}
