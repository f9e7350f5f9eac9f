import { checkOptions } from '../argument-checks.ts';
import { numbersWhere } from '../grams/counting-sort.ts';
import type { GramSets } from '../grams/gram-sets.ts';
import { halvesOf } from '../grams/halves.ts';
import { checkValueSets, type ValueSets } from '../grams/value-sets.ts';
import { growMemory } from '../grow-memory.ts';
import { wasm } from './repeated.wasm.ts';
import { boundsOf, checkThreshold, type Similarity } from './similarity.ts';

/** Least cells per value, if memory allows: a third of the values that occur in one set then pass for repeated ones. */
const CELLS_PER_VALUE = 2;
/** 512 MB. There are at most 2³¹ cells. */
const MOST_CELL_BITS = 31;
/** 32 cells: the filter of hashes reads a word of them at a time. */
const FEWEST_CELL_BITS = 5;
/** Values passed to the filter of hashes in one call. */
const ROOM = 1 << 12;

/**
 * Cells in a word of the filter of numbers. Its lower half has a bit for each cell that a value was met in, its upper
 * half for each cell that a second value was met in.
 */
const CELLS_PER_WORD = 16;
const WORD_BITS = Math.log2(CELLS_PER_WORD);
const MET_BITS = 2 ** CELLS_PER_WORD - 1;
/** 512 MB. */
const MOST_NUMBERS = 2 ** 31;
/** Most cells per value, which take 8 bytes, as a value does. There is a cell for each number up to the largest. */
const MOST_CELLS_PER_VALUE = 32;
/** With this many values per number (goods in baskets, words of texts), nearly all values occur in several sets. */
const FEW_NUMBERS = 8;

/** What assembly/repeated.ts exports. */
interface RepeatedKernel {
  readonly memory: WebAssembly.Memory;
  readonly freeAt: WebAssembly.Global<'i32'>;
  bytesOf(bits: number): number;
  begin(bits: number): void;
  add(values: number, count: number): void;
  finish(): void;
  countAlone(values: number, count: number, enough: number): number;
}

/**
 * The sets of `chosen` that may have a partner in `chosen`. Each of the other sets has enough values that occur in no
 * other set to fill its prefix, and a partner would share a prefix value (Chaudhuri, Ganti & Kaushik, ICDE 2006). Most
 * texts have no partner, so a join has to rank only the few sets that are left.
 *
 * Values are counted in a filter with two bits per cell, in two passes over the sets. If values share a cell, a set may
 * be kept needlessly. Memory: half a byte to a byte a value and 8 bytes a set, at most `memoryBytes` or 545 MB, and the
 * largest set.
 *
 * @param chosen numbers of sets, each once
 */
export function setsWithPartners(
  sets: GramSets,
  chosen: Uint32Array,
  how: { readonly similarity: Similarity; readonly threshold: number; readonly memoryBytes: number },
): Uint32Array {
  const { probePrefix } = boundsOf(how.similarity, how.threshold);
  const repeated = new RepeatedValues(sets, chosen, how.memoryBytes);
  const isKept = (set: number): boolean => !repeated.lacks(set, probePrefix(sets.sizeOf(set)));
  const places = numbersWhere(chosen.length, (place) => isKept(chosen[place]));
  for (let i = 0; i < places.length; i++) places[i] = chosen[places[i]];
  return places;
}

/**
 * The records of a collection that may have a partner in it (see {@link setsWithPartners}), and its number of distinct
 * values. Values are whole numbers that were assigned consecutively: each number up to the largest has its own cell, so
 * no record is kept needlessly, and counting costs a tenth of ranking.
 *
 * Returns `undefined` if that does not pay: if the largest value is less than an eighth of the number of values, so
 * that few can be in one record only, or more than 32 times that number. Memory: a quarter of a byte for each number up
 * to the largest.
 *
 * @param sets records of ascending and distinct values
 */
export function recordsWithPartners(
  sets: ValueSets,
  how: { readonly similarity: Similarity; readonly threshold: number },
): { readonly records: Uint32Array; readonly universe: number } | undefined {
  checkOptions('recordsWithPartners', how);
  const { similarity, threshold } = how;
  checkThreshold(similarity, threshold);
  checkValueSets(sets);
  const { offsets } = sets;
  const values = halvesOf(sets.values);
  const most = Math.min(MOST_NUMBERS, MOST_CELLS_PER_VALUE * sets.values.length);
  let largest = sets.largest ?? 0;
  for (let record = 0; record + 1 < offsets.length && sets.largest === undefined; record++) {
    if (offsets[record + 1] === offsets[record]) continue;
    const last = 2 * (offsets[record + 1] - 1);
    largest = Math.max(largest, values[last + 1] > 0 ? Number.POSITIVE_INFINITY : values[last]);
    if (largest >= most) break;
  }
  if (largest > 0 && largest >= most) return undefined;
  if (FEW_NUMBERS * largest < sets.values.length) return undefined;
  const words = new Int32Array((largest >>> WORD_BITS) + 1);
  for (let k = 0; k < values.length; k += 2) note(words, values[k]);
  let universe = 0;
  for (const word of words) universe += bitsOf(word & MET_BITS);
  const { probePrefix } = boundsOf(similarity, threshold);
  const mayPair = (record: number): boolean => {
    const count = probePrefix(offsets[record + 1] - offsets[record]);
    const end = 2 * offsets[record + 1];
    let alone = 0;
    for (let k = 2 * offsets[record]; k < end && alone < count; k += 2) alone += isAlone(words, values[k]);
    return alone < count;
  };
  return { records: numbersWhere(offsets.length - 1, mayPair), universe };
}

/** Tells values that occur in one set from repeated ones; takes some of the former for the latter. In WebAssembly. */
class RepeatedValues {
  readonly #sets: GramSets;
  readonly #kernel: RepeatedKernel;
  /** The part of the kernel's memory that sets are read into. */
  readonly #room: BigUint64Array;

  constructor(sets: GramSets, chosen: Uint32Array, memoryBytes: number) {
    this.#sets = sets;
    let [values, largest] = [0, 0];
    for (const set of chosen) {
      const size = sets.sizeOf(set);
      values += size;
      largest = Math.max(largest, size);
    }
    // half of the memory, two bits a cell
    const most = Math.min(MOST_CELL_BITS, Math.log2(2 * memoryBytes));
    let bits = FEWEST_CELL_BITS;
    while (bits + 1 <= most && 2 ** bits < CELLS_PER_VALUE * values) bits++;
    const module = new WebAssembly.Module(Buffer.from(wasm, 'base64'));
    this.#kernel = new WebAssembly.Instance(module).exports as unknown as RepeatedKernel;
    const { memory, freeAt } = this.#kernel;
    const roomAt = alignedUp(freeAt.value + this.#kernel.bytesOf(bits));
    const room = Math.max(ROOM, largest);
    growMemory(memory, roomAt + 8 * room);
    this.#room = new BigUint64Array(memory.buffer, roomAt, room);
    this.#kernel.begin(bits);
    this.#add(chosen);
  }

  /** Whether at least `count` values of a set occur in no other set. */
  lacks(set: number, count: number): boolean {
    const size = this.#sets.sizeOf(set);
    this.#sets.read(set, this.#room);
    return this.#kernel.countAlone(this.#room.byteOffset, size, count) >= count;
  }

  #add(chosen: Uint32Array): void {
    const room = this.#room;
    let filled = 0;
    for (const set of chosen) {
      const size = this.#sets.sizeOf(set);
      if (filled + size > room.length) {
        this.#kernel.add(room.byteOffset, filled);
        filled = 0;
      }
      this.#sets.read(set, room.subarray(filled));
      filled += size;
    }
    this.#kernel.add(room.byteOffset, filled);
    this.#kernel.finish();
  }
}

function alignedUp(bytes: number): number {
  return 8 * Math.ceil(bytes / 8);
}

/** Notes that a value was met in a cell. */
function note(words: Int32Array, cell: number): void {
  const met = 1 << (cell % CELLS_PER_WORD);
  const word = words[cell >>> WORD_BITS];
  words[cell >>> WORD_BITS] = word | met | ((word & met) << CELLS_PER_WORD);
}

/** 1 if no second value was met in a cell, else 0. */
function isAlone(words: Int32Array, cell: number): number {
  return ~(words[cell >>> WORD_BITS] >>> (CELLS_PER_WORD + (cell % CELLS_PER_WORD))) & 1;
}

function bitsOf(word: number): number {
  let count = 0;
  for (let left = word; left !== 0; left &= left - 1) count++;
  return count;
}
