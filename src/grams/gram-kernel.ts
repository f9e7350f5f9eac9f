import { PageKernel, type PageKernelExports } from '../text/page-kernel.ts';
import type { Unit, Units } from '../text/words.ts';
import { wasm } from './gram-kernel.wasm.ts';

/** What assembly/kernel.ts exports; arguments are addresses and lengths. */
interface GramKernel extends PageKernelExports {
  hashGrams(...grams: GramArguments): void;
  /** Returns the number of distinct grams. */
  gramSet(...rest: [...GramArguments, other: number, multiset: boolean]): number;
  /** {@link gramSet}, and at `bits` a bit for each gram of the set: whether it crosses a boundary. */
  crossingGramSet(
    ...rest: [
      ...GramArguments,
      other: number,
      multiset: boolean,
      boundaries: number,
      count: number,
      crossing: number,
      bits: number,
    ]
  ): number;
  /** {@link gramSet}; writes the counts to `counts`, which is also its scratch memory. */
  countedGramSet(...rest: [...GramArguments, counts: number]): number;
  /** Returns the address of 32 bytes. */
  digest(at: number, length: number): number;
}

/** Addresses of the text and its starts, the number of grams and of their units, and the address for their hashes. */
type GramArguments = [
  textAt: number,
  startsAt: number,
  grams: number,
  q: number,
  gap: number,
  tag: number,
  out: number,
];

/** Grams of a text in the kernel's memory. */
interface PlacedGrams {
  readonly exports: GramKernel;
  readonly arguments: GramArguments;
  readonly grams: number;
  /** Address of the hashes. */
  readonly out: number;
  /** Address of scratch memory of the same size. */
  readonly other: number;
  /** Address of the extra bytes that were requested. */
  readonly extra: number;
}

/** The first byte of a gram's encoding tells the kind of its units. */
const tags: Readonly<Record<Unit, string>> = { word: 'w', char: 'c', line: 'l', sentence: 's' };

/** The kernel reads whole blocks from the byte before a gram on. */
const BLOCK_BYTES = 64;
/** The kernel hashes four grams at a time. */
const LANES = 4;

const kernel = new PageKernel<GramKernel>(wasm);

/** The q-grams of a text as hashes (see `gramSet`), in the order of the text: gram i begins with unit i. */
export function gramSequence(units: Units, q: number): BigUint64Array {
  if (units.count === 0) return new BigUint64Array(0);
  const placed = place(units, q);
  placed.exports.hashGrams(...placed.arguments);
  return hashes(placed, placed.grams);
}

/** `gramSet` of a text that is already split. */
export function gramSetOf(units: Units, q: number, multiset = false): BigUint64Array {
  if (units.count === 0) return new BigUint64Array(0);
  const placed = place(units, q);
  return hashes(placed, placed.exports.gramSet(...placed.arguments, placed.other, multiset) >>> 0);
}

/**
 * {@link gramSetOf}, and which grams of the set cross a boundary between units: bit i % 8 of byte ⌊i / 8⌋ for
 * `grams[i]`.
 *
 * @param boundaries for each boundary the number of the unit after it, ascending
 */
export function crossingGramSet(
  units: Units,
  q: number,
  multiset: boolean,
  boundaries: Uint32Array,
): { grams: BigUint64Array; bits: Uint8Array } {
  const mostCrossing = Math.min(units.count, boundaries.length * (q - 1));
  const placed = place(units, q, 8 * mostCrossing + 4 * boundaries.length + units.count);
  const { exports, extra } = placed;
  const boundariesAt = extra + 8 * mostCrossing;
  const bitsAt = boundariesAt + 4 * boundaries.length;
  new Uint32Array(exports.memory.buffer, boundariesAt).set(boundaries);
  const crossing = [boundariesAt, boundaries.length, extra, bitsAt] as const;
  const size = exports.crossingGramSet(...placed.arguments, placed.other, multiset, ...crossing) >>> 0;
  const bits = new Uint8Array(exports.memory.buffer, bitsAt, Math.ceil(size / 8)).slice();
  return { grams: hashes(placed, size), bits };
}

/** The set of a text's q-grams, ascending and distinct, and how often each occurs: `counts[i]` for `grams[i]`. */
export function countedGramSet(units: Units, q: number): { grams: BigUint64Array; counts: Uint32Array } {
  if (units.count === 0) return { grams: new BigUint64Array(0), counts: new Uint32Array(0) };
  const placed = place(units, q);
  const size = placed.exports.countedGramSet(...placed.arguments, placed.other) >>> 0;
  const counts = new Uint32Array(placed.exports.memory.buffer, placed.other, size).slice();
  return { grams: hashes(placed, size), counts };
}

/** The BLAKE3 hash of `bytes`, 32 bytes (O'Connor, Aumasson, Neves, Wilcox-O'Hearn, 2020). */
export function blake3(bytes: Uint8Array): Uint8Array {
  const { memory, freeAt, digest } = kernel.reserve(bytes.length + BLOCK_BYTES);
  new Uint8Array(memory.buffer, freeAt.value).set(bytes);
  return new Uint8Array(memory.buffer, digest(freeAt.value, bytes.length) >>> 0, 32).slice();
}

function place({ unit, bytes, starts, count, gap }: Units, q: number, extraBytes = 0): PlacedGrams {
  const unitsOfGram = Math.min(q, count);
  const grams = count - unitsOfGram + 1;
  const textBytes = aligned(1 + bytes.length + BLOCK_BYTES);
  const startsBytes = aligned(4 * (count + 1));
  const hashesBytes = 8 * (grams + LANES);
  const exports = kernel.reserve(textBytes + startsBytes + 2 * hashesBytes + extraBytes);
  const { buffer } = exports.memory;
  const textAt = exports.freeAt.value + 1;
  const startsAt = exports.freeAt.value + textBytes;
  const out = startsAt + startsBytes;
  new Uint8Array(buffer, textAt).set(bytes);
  new Uint32Array(buffer, startsAt).set(starts);
  return {
    exports,
    arguments: [textAt, startsAt, grams, unitsOfGram, gap, tags[unit].charCodeAt(0), out],
    grams,
    out,
    other: out + hashesBytes,
    extra: out + 2 * hashesBytes,
  };
}

function hashes({ exports, out }: PlacedGrams, size: number): BigUint64Array {
  return new BigUint64Array(exports.memory.buffer, out, size).slice();
}

function aligned(bytes: number): number {
  return 8 * Math.ceil(bytes / 8);
}
