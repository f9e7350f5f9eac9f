import { ascending, countingSort } from '../../grams/counting-sort.ts';
import { rankSets, type TokenSets } from '../../grams/token-sets.ts';
import { checkAscending, type ValueSets } from '../../grams/value-sets.ts';
import { Arena, allocateTokens, arenaTokens } from '../engine/arena.ts';
import { possibleThreads } from '../engine/parallel.ts';
import { evenParts, LoopThreads, type Part } from './loop-threads.ts';

/** Fewer tokens are ranked by `rankSets`: by several threads, and by one (1.7 million terms took it 84 ms of processor time, here 102). */
const SHARED_TOKENS = 1 << 20;
const TOKENS_ALONE = 1 << 22;
/** What ranking takes of the arena's 4 GiB for each token, and for all else. */
const BYTES_A_TOKEN = 32;
const OTHER_BYTES = 2 ** 28;
const MOST_TOKENS = (2 ** 32 - OTHER_BYTES) / BYTES_A_TOKEN;
/** More threads wait for memory, and for the one that deals out the parts. */
const MOST_THREADS = 16;

/** Values that a partition should hold: few enough that its table stays in a cache. */
const PARTITION_VALUES = 1 << 15;
const MOST_PARTITIONS = 1 << 11;
/** Values looked at for how large they are; one in so many may be larger than the partitions are made for. */
const SAMPLED = 1 << 12;
const FEW_LARGER = 16;
/** Tokens of a block of rows: half a megabyte. */
const BLOCK_TOKENS = 1 << 17;
/** A value and a row; later a rank and a row in 8. */
const ENTRY_BYTES = 12;
/** What a partition's table takes of scratch memory: for each of its values, and beside them. */
const TABLE_BYTES = 44;
const COUNTS_BYTES = 6 * (4 << 11);
/** Numbers of one call of the kernel: some milliseconds. */
const SLICE = { records: 1 << 12, partitions: 1 << 3, ranks: 1 << 16, blocks: 1 << 2 };

/**
 * `rankSets` on several threads, into the memory that the join engine works in: the same ranked sets, whatever the number of
 * threads.
 *
 * Values are counted in partitions of their range, each in a hash table that stays in cache; their ranks are dealt out in ascending
 * order by way of blocks of rows that stay in cache, too. O(tokens); 32 bytes a token at most beside the sets, 4 of which stay.
 *
 * @param numbers of the records to rank, ascending; all unless told
 * @throws RangeError where a record's values are not ascending and distinct
 */
export async function rankInThreads(
  sets: ValueSets,
  threads: number,
  numbers?: Uint32Array,
): Promise<TokenSets> {
  const tokens = tokensOf(sets, numbers);
  const working = Math.min(possibleThreads(threads), MOST_THREADS);
  const least = working > 1 ? SHARED_TOKENS : TOKENS_ALONE;
  if (tokens < least || tokens > MOST_TOKENS) return rankSets(sets, allocateTokens, numbers);
  return rankShared(sets, working, numbers);
}

function tokensOf({ offsets }: ValueSets, numbers?: Uint32Array): number {
  if (numbers === undefined) return offsets[offsets.length - 1];
  return numbers.reduce((sum, record) => sum + offsets[record + 1] - offsets[record], 0);
}

/** {@link rankInThreads} of any number of tokens. */
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

/** What the kernel's `bind` takes, in this order; `…At` are addresses. */
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

/** The steps of ranking, each to be called once and in their order. */
class Ranking {
  readonly #arena: Arena;
  readonly #threads: LoopThreads;
  readonly #bound: Bound;
  readonly #offsets: Uint32Array;
  readonly #rows: number;
  /** Lists by length, as each thread has counted them. */
  #lengths: readonly Uint32Array[] = [];
  /** For each length that occurs the first rank, the length, and the tokens of all lists before. */
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
    // Values are not needed any more when they are in their partitions: postings and tokens take their place. To touch new memory
    // costs as much as a third of the work.
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

  /** Copies the records with these numbers to the memory, and names the row of each: record `order[row]` has that row. */
  copy({ offsets, values }: ValueSets, numbers: Uint32Array, order: Uint32Array): void {
    const bound = this.#bound;
    const tokens = this.#offsets[this.#rows];
    const copied = new BigUint64Array(this.#arena.memory.buffer, bound.valuesAt, tokens);
    const own = this.#arena.words(bound.offsetsAt, this.#rows + 1);
    let filled = 0;
    for (let first = 0; first < numbers.length; ) {
      // Records that follow each other are copied at once.
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

  /** Deals all values to their partitions, and makes the lists of each; false where values do not ascend. */
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

  /** Gives the lists their ranks: in ascending length, ties by value. On this thread alone: it takes a hundredth of all. */
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

  /** Gives all ranks as tokens to their rows, by way of blocks of rows. */
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

  /** The tokens; all other memory is given back. */
  finish(): Uint32Array {
    const tokens = this.#offsets[this.#rows];
    this.#arena.release(this.#bound.tokensAt + 64 * Math.ceil(tokens / 16));
    return arenaTokens(this.#arena, this.#bound.tokensAt, tokens);
  }

  /** The last rank with at most so many tokens in the lists before it. */
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

/** Turns counts, a column for each thread, into the places of what was counted; `begins` gets the first place of each row, and the end. */
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

/** So many bits all values have but a few, by some of them: one outlier must not put all others into one partition. */
function usualBits(values: BigUint64Array): number {
  const step = Math.ceil(values.length / SAMPLED);
  const sample = BigUint64Array.from(
    { length: Math.floor(values.length / Math.max(1, step)) },
    (_, k) => values[k * step],
  );
  if (sample.length === 0) return 0;
  return sample.sort()[Math.ceil(sample.length * (1 - 1 / FEW_LARGER)) - 1].toString(2).length;
}
