import { ascending, countingSort } from './counting-sort.ts';
import type { ValueSets } from './token-sets.ts';

/** 2³² / golden ratio, and another odd constant: multipliers that spread neighbouring values. */
const MIX_HIGH = 0x9e3779b1;
const MIX_LOW = 0x85ebca6b;

/**
 * Distinct 64-bit values, numbered 0, 1, 2 … as they first occur, with their document frequencies.
 *
 * Open addressing over the 32-bit halves (BigInt arithmetic costs 40 to 100 times as much); the table stays at
 * most half full. Its hash is seeded at random, so that no crawled page can be written to collide in it; the
 * numbers given do not depend on the seed.
 */
export class Dictionary {
  #size = 0;
  /** Number + 1 of the value in a slot; 0 is an empty slot. */
  #slots = new Uint32Array(1 << 12);
  /** Low and high half of each value. */
  #halves = new Uint32Array(1 << 12);
  #frequencies = new Uint32Array(1 << 11);
  readonly #seed = Math.floor(Math.random() * 2 ** 32);

  /** Number of distinct values. */
  get size(): number {
    return this.#size;
  }

  /**
   * Counts the values of every record and returns their numbers, in the order of `sets.values`.
   * Throws a RangeError where a record's values are not ascending and distinct.
   */
  idsOf(sets: ValueSets): Uint32Array {
    const { offsets, values } = sets;
    const halves = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
    const ids = new Uint32Array(offsets[offsets.length - 1]);
    const seed = this.#seed;
    for (let record = 0; record + 1 < offsets.length; record++) {
      const begin = offsets[record];
      // A record adds at most its own size: one check of the room a record, not one a value.
      this.#reserve(this.#size + offsets[record + 1] - begin);
      const slots = this.#slots;
      const known = this.#halves;
      const frequencies = this.#frequencies;
      const mask = slots.length - 1;
      let previousLow = 0;
      let previousHigh = 0;
      for (let k = begin; k < offsets[record + 1]; k++) {
        const low = halves[2 * k];
        const high = halves[2 * k + 1];
        const isAscending = high > previousHigh || (high === previousHigh && low > previousLow);
        if (!isAscending && k > begin) throw notAscending(record, values, k);
        previousLow = low;
        previousHigh = high;

        let slot = slotOf(low, high, seed) & mask;
        let id = slots[slot] - 1;
        while (id >= 0 && (known[2 * id] !== low || known[2 * id + 1] !== high)) {
          slot = (slot + 1) & mask;
          id = slots[slot] - 1;
        }
        if (id < 0) {
          id = this.#size++;
          slots[slot] = id + 1;
          known[2 * id] = low;
          known[2 * id + 1] = high;
        }
        frequencies[id]++;
        ids[k] = id;
      }
    }
    return ids;
  }

  /** The numbers in ascending document frequency, ties by value. */
  rarestFirst(): Uint32Array {
    const digits = new Uint16Array(this.#halves.buffer);
    let order = ascending(this.#size);
    for (let digit = 0; digit < 4; digit++) order = countingSort(order, digits, 4, digit);
    return countingSort(order, this.#frequencies);
  }

  #reserve(size: number): void {
    if (2 * size <= this.#slots.length) return;
    let capacity = this.#slots.length;
    while (capacity < 2 * size) capacity *= 2;
    this.#halves = grown(this.#halves, capacity);
    this.#frequencies = grown(this.#frequencies, capacity / 2);
    const halves = this.#halves;
    const slots = new Uint32Array(capacity);
    for (let id = 0; id < this.#size; id++) {
      let slot = slotOf(halves[2 * id], halves[2 * id + 1], this.#seed) & (capacity - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (capacity - 1);
      slots[slot] = id + 1;
    }
    this.#slots = slots;
  }
}

function slotOf(low: number, high: number, seed: number): number {
  let h = Math.imul(high ^ seed, MIX_HIGH) ^ low;
  h = Math.imul(h ^ (h >>> 15), MIX_LOW);
  return h ^ (h >>> 13);
}

function grown(array: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(length);
  larger.set(array);
  return larger;
}

function notAscending(record: number, values: BigUint64Array, k: number): RangeError {
  return new RangeError(
    `record ${record}: expected ascending and distinct values; got ${values[k]} after ${values[k - 1]}`,
  );
}
