import { numbersWhere } from '../grams/counting-sort.ts';
import { type GramSets, gramReader } from '../grams/gram-sets.ts';
import { halvesOf } from '../grams/halves.ts';
import type { ValueSets } from '../grams/value-sets.ts';
import { tokensWithin } from './out-of-core.ts';
import { boundsOf, type Similarity } from './similarity.ts';

/** Cells a value, at least, where memory allows: with so many, a third of the values that stand in one set pass for repeated ones. */
const CELLS_PER_VALUE = 2;
/** A word holds as many cells: its lower half says of each whether a value was met there, its upper half whether another was. */
const CELLS_PER_WORD = 16;
const WORD_BITS = Math.log2(CELLS_PER_WORD);
const MET_BITS = 2 ** CELLS_PER_WORD - 1;
/** Numbers up to the largest, for each value: 8 bytes of cells, which is what a value takes. */
const MOST_CELLS_PER_VALUE = 32;
/** Where so many values come to a number, baskets and the words of texts, nearly all stand in several sets. */
const FEW_NUMBERS = 8;
/** 512 MB: more cells than 31 bits number are not told apart. */
const MOST_WORDS = 2 ** 27;
/** Cells of a region: 1 MB of words, which stay in a cache while what waits for them is noted. */
const REGION_BITS = 22;
/** Cells that wait for their region to be noted. */
const WAITING_BITS = 14;

/** Where upper halves of values end that are sampled: hashes have a sixteenth of theirs below it. */
const SAMPLE_END = 2 ** 28;
const SAMPLED_SHARE = 1 / 16;
/** Where fewer of all values are expected to be left out, to find them takes longer than to rank them. */
const LEAST_LEFT_OUT = 1 / 3;

/** Odd constants of Steele & Vigna (2021), table 4; values that were chosen to collide only pass for repeated ones. */
const LOW_FACTOR = 0x93d765dd;
const HIGH_FACTOR = 0xadb4a92d;

/**
 * Which of `chosen` may have a partner among them. Each of the others has so many values that stand in no other set that
 * those fill its prefix, of which a partner would share one (Chaudhuri, Ganti & Kaushik, ICDE 2006). Texts are mostly their own:
 * for a join, the few that are left need to be ranked.
 *
 * Values are counted in a filter of two bits a cell, in two passes over the sets; where values fall into one cell, a set is kept in
 * vain. About 20 ns a value, a fifth of ranking it: where memory has room for all sets and a sample shows that few would be
 * left out, as of pages that nearly all repeat others, all are kept. Memory: half a byte to a byte a value and 8 bytes a set, at
 * most `memoryBytes` or 545 MB.
 *
 * @param chosen numbers of sets, each once
 */
export function setsWithPartners(
  sets: GramSets,
  chosen: Uint32Array,
  how: { readonly similarity: Similarity; readonly threshold: number; readonly memoryBytes: number },
): Uint32Array {
  const values = chosen.reduce((sum, set) => sum + sets.sizeOf(set), 0);
  const { probePrefix } = boundsOf(how.similarity, how.threshold);
  const hasRoom = values <= tokensWithin(how.memoryBytes) / 2;
  if (hasRoom && leftOutOfSample(sets, chosen, probePrefix, how.memoryBytes) < LEAST_LEFT_OUT) return chosen;
  const repeated = new RepeatedValues(values, how.memoryBytes);
  const read = gramReader(sets);
  for (const set of chosen) repeated.add(read(set));
  repeated.finish();
  const isKept = (set: number): boolean => !repeated.lacks(read(set), probePrefix(sets.sizeOf(set)));
  const places = numbersWhere(chosen.length, (place) => isKept(chosen[place]));
  for (let i = 0; i < places.length; i++) places[i] = chosen[places[i]];
  return places;
}

/**
 * About which share of all values is in sets without a partner, by the smallest values of each set: those in the first sixteenth of
 * the range of hashes, in which as many of its values stand alone as elsewhere. 1 where no set has such values. A tenth of the cost of
 * {@link setsWithPartners}. Memory: a byte to two a value.
 */
function leftOutOfSample(
  sets: GramSets,
  chosen: Uint32Array,
  probePrefix: (size: number) => number,
  memoryBytes: number,
): number {
  const mostOf = (size: number): number => Math.ceil(2 * SAMPLED_SHARE * size);
  const sample = new BigUint64Array(chosen.reduce((sum, set) => sum + mostOf(sets.sizeOf(set)), 0));
  const halves = halvesOf(sample);
  const ends = new Uint32Array(chosen.length);
  let length = 0;
  for (let place = 0; place < chosen.length; place++) {
    const end = length + mostOf(sets.sizeOf(chosen[place]));
    sets.read(chosen[place], sample.subarray(length, end));
    while (length < end && halves[2 * length + 1] < SAMPLE_END) length++;
    ends[place] = length;
  }
  const repeated = new RepeatedValues(length, memoryBytes);
  repeated.add(sample.subarray(0, length));
  repeated.finish();
  let values = 0;
  let leftOut = 0;
  for (let place = 0, begin = 0; place < chosen.length; begin = ends[place++]) {
    const own = sample.subarray(begin, ends[place]);
    if (own.length === 0) continue;
    const size = sets.sizeOf(chosen[place]);
    values += size;
    if (repeated.lacks(own, Math.ceil((probePrefix(size) * own.length) / size))) leftOut += size;
  }
  return values === 0 ? 1 : leftOut / values;
}

/**
 * {@link setsWithPartners} of all records of a collection whose values are whole numbers given out one by one, and how many
 * distinct values it has: with a cell for each number up to the largest nothing is kept in vain, and counting costs a tenth of
 * ranking. `undefined` where that does not pay: the largest is less than an eighth of the number of values, so that few can stand
 * alone, or more than 32 times as large. Memory: a quarter of a byte a number.
 *
 * @param sets ascending and distinct
 */
export function recordsWithPartners(
  sets: ValueSets,
  { similarity, threshold }: { readonly similarity: Similarity; readonly threshold: number },
): { readonly records: Uint32Array; readonly universe: number } | undefined {
  const { offsets } = sets;
  const values = halvesOf(sets.values);
  const most = Math.min(CELLS_PER_WORD * MOST_WORDS, MOST_CELLS_PER_VALUE * sets.values.length);
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

/** Tells the values of several sets from those of one, but for some of these that it takes for the others. */
class RepeatedValues {
  // Signed: unsigned words above 2³¹ would be doubles.
  readonly #words: Int32Array;
  /** Bits of a hash that do not say which cell is meant. */
  readonly #shift: number;
  readonly #waiting: Int32Array;
  readonly #counts: Int32Array;

  constructor(values: number, memoryBytes: number) {
    const most = Math.min(MOST_WORDS, memoryBytes / 2 / Int32Array.BYTES_PER_ELEMENT);
    let bits = 0;
    while (2 ** (bits + 1) <= most && CELLS_PER_WORD * 2 ** bits < CELLS_PER_VALUE * values) bits++;
    this.#words = new Int32Array(2 ** bits);
    this.#shift = 32 - bits - WORD_BITS;
    const regions = 2 ** Math.max(0, bits + WORD_BITS - REGION_BITS);
    this.#waiting = new Int32Array(regions << WAITING_BITS);
    this.#counts = new Int32Array(regions);
  }

  /** Adds the values of a set, which are distinct. */
  add(set: BigUint64Array): void {
    const waiting = this.#waiting;
    const counts = this.#counts;
    const shift = this.#shift;
    const halves = halvesOf(set);
    for (let k = 0; k < halves.length; k += 2) {
      const cell = hashOf(halves[k] | 0, halves[k + 1] | 0) >>> shift;
      const region = cell >>> REGION_BITS;
      const count = counts[region];
      waiting[(region << WAITING_BITS) + count] = cell;
      counts[region] = count + 1;
      if (count + 1 === 1 << WAITING_BITS) this.#note(region);
    }
  }

  /** To be called when all sets are added. */
  finish(): void {
    for (let region = 0; region < this.#counts.length; region++) this.#note(region);
  }

  /** Whether at least `count` values of a set stand in no other. */
  lacks(set: BigUint64Array, count: number): boolean {
    const words = this.#words;
    const shift = this.#shift;
    const halves = halvesOf(set);
    let alone = 0;
    for (let k = 0; k < halves.length && alone < count; k += 2) {
      const cell = hashOf(halves[k] | 0, halves[k + 1] | 0) >>> shift;
      alone += isAlone(words, cell);
    }
    return alone >= count;
  }

  #note(region: number): void {
    const words = this.#words;
    const waiting = this.#waiting;
    const from = region << WAITING_BITS;
    const to = from + this.#counts[region];
    for (let k = from; k < to; k++) {
      note(words, waiting[k]);
    }
    this.#counts[region] = 0;
  }
}

/** Notes that a value of a cell was met. */
function note(words: Int32Array, cell: number): void {
  const met = 1 << (cell % CELLS_PER_WORD);
  const word = words[cell >>> WORD_BITS];
  words[cell >>> WORD_BITS] = word | met | ((word & met) << CELLS_PER_WORD);
}

/** 1 where no second value of a cell was met, else 0. */
function isAlone(words: Int32Array, cell: number): number {
  return ~(words[cell >>> WORD_BITS] >>> (CELLS_PER_WORD + (cell % CELLS_PER_WORD))) & 1;
}

function bitsOf(word: number): number {
  let count = 0;
  for (let left = word; left !== 0; left &= left - 1) count++;
  return count;
}

function hashOf(low: number, high: number): number {
  return Math.imul(low, LOW_FACTOR) ^ Math.imul(high, HIGH_FACTOR);
}
