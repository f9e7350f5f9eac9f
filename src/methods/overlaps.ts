import type { ValueSets } from '../grams/value-sets.ts';
import { growMemory } from '../grow-memory.ts';
import { measures, type SimilarityMeasure } from '../join/similarity.ts';
import { wasm } from './overlaps.wasm.ts';

/** What assembly/overlaps.ts exports; a set is the address of its head in the kernel's memory. */
interface OverlapKernel {
  readonly memory: WebAssembly.Memory;
  readonly freeAt: WebAssembly.Global<'i32'>;
  readonly headBytes: WebAssembly.Global<'i32'>;
  readonly end: WebAssembly.Global<'i32'>;
  readonly limit: WebAssembly.Global<'i32'>;
  enter(set: number, size: number): void;
  forget(): void;
  atLeast(x: number, y: number, least: number): number;
}

/** Bytes of a value, and those that are kept free for differences. */
const VALUE_BYTES = 8;
const MORE_BYTES = 4;
/** Values that the kernel's memory has room for, unless one set and another have more. */
const MOST_VALUES = 1 << 25;
const MOST_SETS = 1 << 18;

const none: ValueSets = { offsets: new Uint32Array(1), values: new BigUint64Array(0) };

let module: WebAssembly.Module | undefined;

/**
 * Counts what two of some ascending sets have in common, and what they must have at a threshold.
 *
 * In WebAssembly: two sets whose bits say that they differ in too many values are given up at once. Sets that were found to be like a
 * third one are compared by how they differ from it; of others, the values of one are looked up among those of the other.
 *
 * Memory: .7 MB, a copy of the sets that are compared, of 2²⁵ values and 2¹⁸ sets at most, and half as much for differences: the next set
 * takes the place of all.
 */
export class Overlaps {
  readonly #threshold: number;
  readonly #neededOverlap: (m: number, n: number, threshold: number) => number;
  readonly #mostValues: number;
  readonly #kernel: OverlapKernel;
  readonly #headBytes: number;
  readonly #headsAt: number;
  /** The kernel's memory, 64 bits each. */
  #memory = new BigUint64Array(0);
  #sets: ValueSets = none;
  /** Where the head of each set lies; 0 for those that are not there. */
  #places = new Uint32Array(0);
  #headsEnd = 0;
  #valuesAt = 0;

  /** @param mostValues that are kept in the kernel's memory, or two sets */
  constructor(
    threshold: number,
    measure: Pick<SimilarityMeasure, 'neededOverlap'> = measures.jaccard,
    mostValues = MOST_VALUES,
  ) {
    this.#threshold = threshold;
    this.#neededOverlap = measure.neededOverlap;
    this.#mostValues = mostValues;
    module ??= new WebAssembly.Module(Buffer.from(wasm, 'base64'));
    this.#kernel = new WebAssembly.Instance(module).exports as unknown as OverlapKernel;
    this.#headBytes = this.#kernel.headBytes.value;
    this.#headsAt = this.#kernel.freeAt.value;
  }

  /** Compares these sets from now on; returns itself. To make one for each few sets would take longer than to compare them. */
  of(sets: ValueSets): this {
    this.#sets = sets;
    this.#places = new Uint32Array(sets.offsets.length - 1);
    this.#valuesAt = this.#headsAt + this.#headBytes * Math.min(MOST_SETS, this.#places.length);
    this.#clear();
    let largest = 0;
    for (let x = 0; x < this.#places.length; x++) largest = Math.max(largest, this.sizeOf(x));
    const values = Math.min(sets.values.length, Math.max(this.#mostValues, 2 * largest));
    const limit = this.#valuesAt + (VALUE_BYTES + MORE_BYTES) * values;
    growMemory(this.#kernel.memory, limit);
    this.#kernel.limit.value = limit;
    this.#memory = new BigUint64Array(this.#kernel.memory.buffer);
    return this;
  }

  /** Number of values of set x. */
  sizeOf(x: number): number {
    return this.#sets.offsets[x + 1] - this.#sets.offsets[x];
  }

  /** Overlap from which two sets are similar enough; infinite where their sizes rule it out, and of empty ones. */
  needed(x: number, y: number): number {
    const [m, n] = [this.sizeOf(x), this.sizeOf(y)];
    if (m === 0 || n === 0) return Number.POSITIVE_INFINITY;
    const needed = this.#neededOverlap(m, n, this.#threshold);
    return Math.min(m, n) < needed ? Number.POSITIVE_INFINITY : needed;
  }

  /**
   * Overlap of sets x and y where it reaches `needed`, else 0. O(|x| + |y|), less where they differ early; calls with one x after
   * the other cost least.
   */
  atLeast(x: number, y: number, needed: number): number {
    if (needed === Number.POSITIVE_INFINITY) return 0;
    const places = this.#places;
    if (places[x] === 0) this.#copy(x);
    if (places[y] === 0) {
      this.#copy(y);
      if (places[x] === 0) this.#copy(x);
    }
    return this.#kernel.atLeast(places[x], places[y], needed);
  }

  #copy(x: number): void {
    const { offsets, values } = this.#sets;
    const { end, limit } = this.#kernel;
    const size = this.sizeOf(x);
    const isFull =
      this.#headsEnd + this.#headBytes > this.#valuesAt || end.value + VALUE_BYTES * size > limit.value;
    if (isFull) this.#clear();
    this.#memory.set(values.subarray(offsets[x], offsets[x + 1]), end.value / VALUE_BYTES);
    this.#kernel.enter(this.#headsEnd, size);
    this.#places[x] = this.#headsEnd;
    this.#headsEnd += this.#headBytes;
  }

  #clear(): void {
    this.#kernel.forget();
    this.#places.fill(0);
    this.#headsEnd = this.#headsAt;
    this.#kernel.end.value = this.#valuesAt;
  }
}
