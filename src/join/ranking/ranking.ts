import { ascending, countingSort } from '../../grams/counting-sort.ts';
import { rankSets, type TokenSets } from '../../grams/token-sets.ts';
import { checkAscending, checkNumbers, checkValueSets, type ValueSets } from '../../grams/value-sets.ts';
import { Arena, allocateTokens, arenaTokens } from '../engine/arena.ts';
import { possibleThreads } from '../engine/parallel.ts';
import { threadCount } from '../threads.ts';
import { evenParts, LoopThreads, type Part } from './loop-threads.ts';

/**
 * Fewer tokens are left to `rankSets`: the first limit is for several threads, the second for one. 1.7 million terms
 * took it 84 ms of processor time, the code here 102.
 */
const SHARED_TOKENS = 1 << 20;
const TOKENS_ALONE = 1 << 22;
/** Bytes of the arena's 4 GiB that ranking takes for each token, and for everything else. */
const BYTES_A_TOKEN = 32;
const OTHER_BYTES = 2 ** 28;
const MOST_TOKENS = (2 ** 32 - OTHER_BYTES) / BYTES_A_TOKEN;
/** More threads would only wait for memory, and for the thread that deals out the parts. */
const MOST_THREADS = 16;

/** Values that a partition should hold: few enough that its table stays in a cache. */
const PARTITION_VALUES = 1 << 15;
const MOST_PARTITIONS = 1 << 11;
/** How many values are sampled to set the range of the partitions; one in `FEW_LARGER` may lie above that range. */
const SAMPLED = 1 << 12;
const FEW_LARGER = 16;
/** Tokens of a block of rows: half a megabyte. */
const BLOCK_TOKENS = 1 << 17;
/** A value and a row; later a rank and a row in 8. */
const ENTRY_BYTES = 12;
/** Bytes of scratch memory that a partition's table takes, for each of its values and for its counts. */
const TABLE_BYTES = 44;
const COUNTS_BYTES = 6 * (4 << 11);
/** How many numbers one call of the kernel handles: some milliseconds of work. */
const SLICE = { records: 1 << 12, partitions: 1 << 3, ranks: 1 << 16, blocks: 1 << 2 };

/**
 * Ranks sets as `rankSets` does, on several threads, into memory of the join engine. The result does not depend on the
 * number of threads.
 *
 * The range of the values is cut into partitions, each counted in a hash table that stays in cache. Ranks are dealt out
 * in ascending order through blocks of rows that stay in cache too. O(tokens). Memory in addition to the sets: at most
 * 32 bytes a token, of which 4 remain.
 *
 * @param numbers of the records to rank, ascending; all records by default
 * @throws RangeError if a record's values are not ascending and distinct
 */
export async function rankInThreads(
  sets: ValueSets,
  threads: number,
  numbers?: Uint32Array,
): Promise<TokenSets> {
  checkValueSets(sets);
  if (numbers !== undefined) checkNumbers(numbers, sets);
  const tokens = tokensOf(sets, numbers);
  const working = Math.min(possibleThreads(threadCount(threads)), MOST_THREADS);
  const least = working > 1 ? SHARED_TOKENS : TOKENS_ALONE;
  if (tokens < least || tokens > MOST_TOKENS) return rankSets(sets, allocateTokens, numbers);
  return rankShared(sets, working, numbers);
}

function tokensOf({ offsets }: ValueSets, numbers?: Uint32Array): number {
  if (numbers === undefined) return offsets[offsets.length - 1];
  return numbers.reduce((sum, record) => sum + offsets[record + 1] - offsets[record], 0);
}

/** {@link rankInThreads} without its limits on the number of tokens. */
export async function rankShared(
  sets: ValueSets,
  threads: number,
  numbers: Uint32Array = ascending(sets.offsets.length - 1),
): Promise<TokenSets> {
  const arena = new Arena();
  const sizes = new Uint32Array(numbers.length);
  for (let i = 0; i < sizes.length; i++) sizes[i] = sets.offsets[numbers[i] + 1] - sets.offsets[numbers[i]];
  const records = countingSort(ascending(numbers.length), sizes);
  const offsets = new Uint32Array(numbers.length + 1);
  for (let row = 0; row < records.length; row++) offsets[row + 1] = offsets[row] + sizes[records[row]];
  const ranking = new Ranking(arena, await LoopThreads.of(arena, threads), offsets);
  ranking.copy(sets, numbers, records);
  if (!(await ranking.makeLists())) checkAscending(sets);
  const { universe, singletons } = await ranking.orderLists();
  await ranking.dealRanks();
  for (let row = 0; row < records.length; row++) records[row] = numbers[records[row]];
  const tokens = ranking.finish();
  return { size: records.length, offsets, tokens, records, universe, singletons };
}

/** The parameters of the kernel's `bind`, in this order; `…At` are addresses. */
interface Bound {
  valuesAt: number;
  offsetsAt: number;
  rowsAt: number;
  shift: number;
  partitions: number;
  beginsAt: number;
  distinctsAt: number;
  entriesAt: number;
  postingsAt: number;
  lengthsAt: number;
  seedLow: number;
  seedHigh: number;
  orderAt: number;
  classesAt: number;
  rowShift: number;
  nextsAt: number;
  tokensAt: number;
}

/** The steps of ranking. Each is called once, in the order of the methods. */
class Ranking {
  readonly #arena: Arena;
  readonly #threads: LoopThreads;
  readonly #bound: Bound;
  readonly #offsets: Uint32Array;
  readonly #rows: number;
  /** For each thread, how many lists of each length it has made. */
  #lengths: readonly Uint32Array[] = [];
  /** For each length that occurs: its first rank, the length, and the number of tokens in all shorter lists. */
  #classes: { readonly rank: number; readonly length: number; readonly tokens: number }[] = [];

  constructor(arena: Arena, threads: LoopThreads, offsets: Uint32Array) {
    this.#arena = arena;
    this.#threads = threads;
    this.#offsets = offsets;
    this.#rows = offsets.length - 1;
    const tokens = offsets[this.#rows];
    let bits = 1;
    while (1 << bits < Math.min(MOST_PARTITIONS, tokens / PARTITION_VALUES)) bits++;
    const partitions = 1 << bits;
    // Seeded at random, so that no crawled page can be written to collide in the tables; no result depends on it.
    const [seedLow, seedHigh] = [0, 0].map(() => Math.floor(Math.random() * 2 ** 32));
    // Postings and tokens overwrite the values, which are not needed once they are in their partitions: touching new
    // memory costs as much as a third of the work.
    const valuesAt = arena.allocate(8 * tokens);
    this.#bound = {
      valuesAt,
      offsetsAt: arena.allocate(4 * (this.#rows + 1)),
      rowsAt: arena.allocate(4 * this.#rows),
      shift: bits,
      partitions,
      beginsAt: arena.allocateZeros(4 * (partitions + 1)),
      distinctsAt: arena.allocateZeros(4 * partitions),
      entriesAt: arena.allocate(ENTRY_BYTES * tokens),
      postingsAt: valuesAt + 4 * tokens,
      lengthsAt: arena.allocate(4 * tokens),
      ...{ seedLow, seedHigh, orderAt: 0, classesAt: 0, rowShift: 0, nextsAt: 0, tokensAt: valuesAt },
    };
  }

  /** Copies the records with these numbers into the arena; record number `order[row]` of these gets row `row`. */
  copy({ offsets, values }: ValueSets, numbers: Uint32Array, order: Uint32Array): void {
    const bound = this.#bound;
    const tokens = this.#offsets[this.#rows];
    const copied = new BigUint64Array(this.#arena.memory.buffer, bound.valuesAt, tokens);
    const own = this.#arena.words(bound.offsetsAt, this.#rows + 1);
    let filled = 0;
    for (let first = 0; first < numbers.length; ) {
      // Consecutive records are copied in one call.
      let end = first;
      do {
        own[end] = filled + offsets[numbers[end]] - offsets[numbers[first]];
        end++;
      } while (end < numbers.length && numbers[end] === numbers[end - 1] + 1);
      const run = values.subarray(offsets[numbers[first]], offsets[numbers[end - 1] + 1]);
      copied.set(run, filled);
      filled += run.length;
      first = end;
    }
    own[numbers.length] = filled;
    const rows = this.#arena.words(bound.rowsAt, this.#rows);
    for (let row = 0; row < order.length; row++) rows[order[row]] = row;
    bound.shift = Math.max(0, usualBits(copied) - bound.shift);
  }

  /** Deals all values to their partitions and makes the lists of each; false if a record's values do not ascend. */
  async makeLists(): Promise<boolean> {
    const arena = this.#arena;
    const threads = this.#threads.count;
    const { partitions } = this.#bound;
    const chunks = evenParts(arena.words(this.#bound.offsetsAt, this.#rows + 1), this.#rows, threads);
    const countsAt = chunks.map(() => arena.allocateZeros(4 * partitions));
    const ends = await this.#run('countValues', chunks, SLICE.records, (k) => [countsAt[k]]);
    if (ends.some((end, k) => end < chunks[k].to)) return false;
    const begins = arena.words(this.#bound.beginsAt, partitions + 1);
    toPlaces(
      countsAt.map((at) => arena.words(at, partitions)),
      begins,
    );

    await this.#run('dealValues', chunks, SLICE.records, (k) => [countsAt[k]]);
    let largest = 0;
    for (let p = 0; p < partitions; p++) largest = Math.max(largest, begins[p + 1] - begins[p]);
    const tables = chunks.map(() => arena.allocate(TABLE_BYTES * largest + COUNTS_BYTES));
    const lengthsAt = chunks.map(() => arena.allocateZeros(4 * (this.#rows + 1)));
    const parts = evenParts(begins, partitions, threads);
    await this.#run('makeLists', parts, SLICE.partitions, (k) => [largest, tables[k], lengthsAt[k]]);
    this.#lengths = lengthsAt.map((at) => arena.words(at, this.#rows + 1));
    return true;
  }

  /** Ranks the lists by ascending length, ties by value. Runs on this thread only: it takes a hundredth of the time. */
  async orderLists(): Promise<{ readonly universe: number; readonly singletons: number }> {
    const placesAt = this.#arena.allocate(4 * (this.#rows + 1));
    const places = this.#arena.words(placesAt, this.#rows + 1);
    let [universe, tokens, singletons] = [0, 0, 0];
    for (let length = 1; length <= this.#rows; length++) {
      const rank = universe;
      for (const counts of this.#lengths) universe += counts[length];
      places[length] = rank;
      if (length === 1) singletons = universe;
      if (universe > rank) this.#classes.push({ rank, length, tokens });
      tokens += (universe - rank) * length;
    }
    this.#classes.push({ rank: universe, length: 0, tokens });
    this.#bound.orderAt = this.#arena.allocate(4 * universe);
    this.#bound.classesAt = this.#arena.allocate(8 * this.#classes.length);
    this.#arena
      .words(this.#bound.classesAt, 2 * this.#classes.length)
      .set(this.#classes.flatMap(({ rank, length }) => [rank, length]));
    const all = [{ from: 0, to: this.#bound.partitions }];
    await this.#run('orderLists', all, SLICE.partitions, () => [placesAt]);
    return { universe, singletons };
  }

  /** Deals all ranks, as tokens, first to blocks of rows and from there to the rows. */
  async dealRanks(): Promise<void> {
    const arena = this.#arena;
    const threads = this.#threads.count;
    const tokens = this.#offsets[this.#rows];
    this.#bound.nextsAt = arena.allocate(4 * this.#rows);
    arena.words(this.#bound.nextsAt, this.#rows).set(this.#offsets.subarray(0, this.#rows));
    const average = tokens / Math.max(1, this.#rows);
    this.#bound.rowShift = Math.floor(Math.log2(Math.max(1, BLOCK_TOKENS / Math.max(1, average))));
    const blocks = Math.ceil(this.#rows / 2 ** this.#bound.rowShift);
    const countsAt = Array.from({ length: threads }, () => arena.allocateZeros(4 * blocks));
    const pairBeginsAt = arena.allocate(4 * (blocks + 1));
    const parts = Array.from({ length: threads }, (_, k) => ({
      from: this.#rankAt((k / threads) * tokens),
      to: this.#rankAt(((k + 1) / threads) * tokens),
    }));
    await this.#run('countPairs', parts, SLICE.ranks, (k) => [countsAt[k]]);
    toPlaces(
      countsAt.map((at) => arena.words(at, blocks)),
      arena.words(pairBeginsAt, blocks + 1),
    );
    await this.#run('dealPairs', parts, SLICE.ranks, (k) => [countsAt[k]]);
    const own = evenParts(arena.words(pairBeginsAt, blocks + 1), blocks, threads);
    await this.#run('dealBlocks', own, SLICE.blocks, () => [pairBeginsAt]);
  }

  /** Returns the tokens and releases all other memory. */
  finish(): Uint32Array {
    const tokens = this.#offsets[this.#rows];
    this.#arena.release(this.#bound.tokensAt + 64 * Math.ceil(tokens / 16));
    return arenaTokens(this.#arena, this.#bound.tokensAt, tokens);
  }

  /** The last rank whose preceding lists have at most `tokens` tokens. */
  #rankAt(tokens: number): number {
    let kind = 0;
    while (kind + 1 < this.#classes.length && this.#classes[kind + 1].tokens <= tokens) kind++;
    const { rank, length, tokens: before } = this.#classes[kind];
    return length === 0 ? rank : rank + Math.floor((tokens - before) / length);
  }

  #run(
    name: string,
    parts: readonly Part[],
    step: number,
    rest: (k: number) => readonly number[],
  ): Promise<number[]> {
    return this.#threads.run(Object.values(this.#bound), name, parts, step, rest);
  }
}

/** Turns counts, one column per thread, into places. `begins` gets the first place of each row, and the end. */
function toPlaces(columns: readonly Uint32Array[], begins: Uint32Array): void {
  let place = 0;
  for (let row = 0; row + 1 < begins.length; row++) {
    begins[row] = place;
    for (const column of columns) {
      const count = column[row];
      column[row] = place;
      place += count;
    }
  }
  begins[begins.length - 1] = place;
}

/** Bits of all values except a few large ones, by a sample: an outlier must not put all others into one partition. */
function usualBits(values: BigUint64Array): number {
  const step = Math.ceil(values.length / SAMPLED);
  const sample = BigUint64Array.from(
    { length: Math.floor(values.length / Math.max(1, step)) },
    (_, k) => values[k * step],
  );
  if (sample.length === 0) return 0;
  return sample.sort()[Math.ceil(sample.length * (1 - 1 / FEW_LARGER)) - 1].toString(2).length;
}
